"""Terms of the card table that a newcomer may not know, explained for one game from its values."""

from __future__ import annotations

from collections.abc import Iterator

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words import bidding, deal, ending, play, score
from rules.bidding.words.common import sentences, the_bid
from rules.core.about import Term


def terms(variant: Variant) -> Iterator[Term]:
    """The terms in the order they come up in a deal; only those that this game has."""
    yield Term("Counter", f"A card that counts points. {score.points(variant)}")
    if variant.misdeal_claim != "no":
        yield Term("Misdeal", deal.misdeal(variant))
    yield Term("Bid, pass", _bid(variant))
    if variant.passing != "out":
        yield Term("Hold", bidding.holding(variant))
    if variant.shoot:
        yield Term("Moon for the match", bidding.shooting(variant))
    if variant.moon:
        yield Term("Shooting the moon", score.moon(variant))
    if variant.auction == "highest" and variant.all_pass != "dealer_must_bid":
        yield Term("Thrown in", f"A deal that ends without a score. {bidding.all_pass(variant)}")
    if deck.has_nest(variant):
        yield Term("Discard", "To put cards in the nest, and those cards.")
    each = "each hand and each battery" if variant.extra == "batteries" else "each hand"
    yield Term("Trick", f"One card from {each}. {play.highest(variant)}")
    yield Term("Lead", f"To play the first card of a trick. {play.lead(variant)}")
    yield Term("Follow", f"To play after the lead. {play.follow(variant)}")
    yield Term("Renege", sentences(("Not to follow color while you can.", score.renege(variant))))
    yield Term("Made", _made(variant))
    if variant.winner_made_bid:
        yield Term("Star", ending.star(variant))
    yield Term("Set", _set(variant))


def _bid(variant: Variant) -> str:
    """What a bid and a pass mean."""
    high = "The high bid is the one to beat."
    if variant.auction == "sale":
        return f"A bid says how many points you offer the dealer. {high}"
    who = "you" if variant.teams == "solo" else "your side"
    return f"A bid says how many points {who} will take. {high} A pass is no bid."


def _made(variant: Variant) -> str:
    owed = the_bid(variant)
    exact = f"{owed} or more" if variant.exact_makes else f"more than {owed}"
    return f"To take {exact}." if variant.auction == "sale" else f"To make a bid is to take {exact}."


def _set(variant: Variant) -> str:
    """What it means to fail a bid, and what that costs."""
    failing = "To take less than what is owed." if variant.auction == "sale" else "A bid that fails."
    return f"{failing} {score.failed(variant)}"
