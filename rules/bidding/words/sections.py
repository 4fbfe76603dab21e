"""The rules of a game in words, made from the data the engine plays by, so that they cannot disagree."""

from __future__ import annotations

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words import bidding, deal, ending, partners, play, score
from rules.bidding.words.common import Section, sentences
from rules.bidding.words.notes import notes


def describe(variant: Variant) -> tuple[Section, ...]:
    """The rules of a variant in short sections, heading and text; those that do not apply are left out."""
    sections = (
        ("Players", deal.players(variant)),
        ("Deal", sentences((deal.deck_of(variant), deal.dealt(variant)))),
        ("Bidding", bidding.bidding(variant)),
        *_after_the_bidding(variant),
        ("Play", play.play(variant)),
        ("Batteries", play.batteries(variant) if variant.extra == "batteries" else ""),
        ("Drawing", play.draw_pile(variant) if variant.extra == "draw_pile" else ""),
        ("The dummy", play.dummy(variant) if variant.dummy != "none" else ""),
        ("The Rook", play.rook(variant) if variant.rook != "none" else ""),
        ("The baby bird", play.baby(variant) if variant.second_bird != "none" else ""),
        ("The red 1", play.red_one(variant) if variant.red_one else ""),
        ("Points", score.points(variant)),
        ("Score", score.score(variant)),
        ("End", ending.end(variant)),
        ("At the table", score.at_the_table(variant)),
        *variant.notes,
        *notes(variant),
    )
    return tuple((heading, text) for heading, text in sections if text)


def _after_the_bidding(variant: Variant) -> tuple[Section, ...]:
    """The sections on nest, trump and partner, in the order of play."""
    nest = ("Nest", bidding.nest(variant) if deck.has_nest(variant) else "")
    trump = ("Trump", bidding.trump(variant))
    partner = ("Partner", partners.partner(variant) if variant.teams == "called" else "")
    return (nest, trump, partner) if variant.trump == "after_nest" else (trump, nest, partner)
