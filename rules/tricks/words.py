"""The game in words, made from the same data the engine plays by, so that they cannot disagree."""

from __future__ import annotations

from rules.tricks import words_bidding, words_deal, words_play, words_score
from rules.tricks.notes import NOTES
from rules.tricks.option_needs import has_nest
from rules.tricks.variant import Variant
from rules.tricks.words_common import Section, sentences


def describe(variant: Variant) -> tuple[Section, ...]:
    """The rules of a variant in short sections: a heading and its text."""
    sections = (
        ("Players", words_deal.players(variant)),
        ("Deal", sentences((words_deal.pack(variant), words_deal.dealt(variant)))),
        ("Bidding", words_bidding.bidding(variant)),
        *_after_the_bidding(variant),
        ("Play", words_play.play(variant)),
        ("Batteries", words_play.batteries(variant) if variant.extra == "batteries" else ""),
        ("Drawing", words_play.draw_pile(variant) if variant.extra == "draw_pile" else ""),
        ("The dummy", words_play.dummy(variant) if variant.dummy != "none" else ""),
        ("The Rook", words_play.rook(variant) if variant.rook != "none" else ""),
        ("The red 1", words_play.RED_ONE if variant.red_one else ""),
        ("Points", words_score.points(variant)),
        ("Score", words_score.score(variant)),
        ("End", words_score.end(variant)),
        ("At the table", words_score.at_the_table(variant)),
        *variant.notes,
        *NOTES.get(variant.key, ()),
    )
    return tuple((heading, text) for heading, text in sections if text)


def _after_the_bidding(variant: Variant) -> tuple[Section, ...]:
    """The nest, the trump and the partner, in the order they come."""
    nest = ("Nest", words_bidding.nest(variant) if has_nest(variant) else "")
    trump = ("Trump", words_bidding.trump(variant))
    partner = ("Partner", words_bidding.partner(variant) if variant.teams == "called" else "")
    return (nest, trump, partner) if variant.trump == "after_nest" else (trump, nest, partner)
