"""House rules with matches that would hardly end, each with the sentence that says so.

Other matches end by their own rules within MOST_DEALS scored deals of sensible play, or are cut off there by
their own limits. The hundredths below were found by playing thousands of matches, and
`tests/rules/house/test_matches_end.py` tests them by as many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb
from typing import Final

from rules.bidding import deck
from rules.bidding.variant import Variant

MOST_DEALS: Final = 60


def endless(variant: Variant) -> str | None:
    """The reason why matches of a variant would hardly end, as a sentence; None if they do end."""
    return next((sentence for check in _CHECKS for sentence in check(variant)), None)


def _deals(variant: Variant) -> Iterator[str]:
    if variant.deals is not None and variant.deals > MOST_DEALS:
        yield f"A match has at most {MOST_DEALS} “Deals”, not {variant.deals}."


def _lowest_bid(variant: Variant) -> Iterator[str]:
    """A lowest bid so high that most bids fail, so that no side comes closer to the target."""
    if _is_cut_off(variant) or variant.auction == "sale":
        return
    opening, step = deck.opening_of(variant), variant.bid_step
    for seats in variant.seats:
        total = min(deck.totals_of(variant, seats))
        most = _hopeful_bid(variant, seats) * total // 100
        if opening > most:
            yield (
                f"A “Lowest bid” of {opening} (“Bid step” {step}) is too high for {total} points in a deal. "
                f"Most bids would fail, and a match would hardly end. Choose {most} at most."
            )


def _hopeful_bid(variant: Variant, seats: int) -> int:
    """The highest bid that can be hoped for, in hundredths of the points of a deal.

    Long hands are more even, so it is lower with them, and lower still if everyone plays alone. With two
    players there is no partner to make up for a lost bid that also costs all that was taken.
    """
    if variant.teams == "solo" and seats > 2:
        return 62
    hopeful = 70 + 3 * (13 - deck.hand_size(variant, seats)) // 2
    return hopeful - 8 if seats == 2 and variant.failure == "set_back" else hopeful


def _target(variant: Variant) -> Iterator[str]:
    """A target so high that the leader would not reach it in time in ordinary play."""
    if _is_cut_off(variant) or variant.target is None:
        return
    limits = {seats: _farthest_target(variant, seats) for seats in variant.seats}
    seats = min(variant.seats, key=lambda seats: limits[seats])
    if variant.target > limits[seats]:
        total = min(deck.totals_of(variant, seats))
        games = f" in each of {variant.games} “Games”" if variant.games > 1 else ""
        yield (
            f"A “Target” of {variant.target:,}{games} may take more than {MOST_DEALS} deals of {total} "
            f"points with {seats} “Players”. Choose {limits[seats]:,} at most, or a number of “Deals”."
        )


def _farthest_target(variant: Variant, seats: int) -> int:
    """The highest target that the leader reaches within MOST_DEALS deals of ordinary play."""
    wins = variant.games // 2 + 1
    rivals = seats if variant.teams == "solo" else 2
    total = min(deck.totals_of(variant, seats))
    return MOST_DEALS * _pace(variant, seats) * total // (100 * rivals * wins)


def _pace(variant: Variant, seats: int) -> int:
    """Points the leader gains in a deal of ordinary play, in hundredths of an even share of its points.

    The closer the lowest bid is to the highest hopeful one, the more deals end in a set-back.
    """
    usual = _usual_pace(variant, seats)
    if variant.auction == "sale":
        return usual
    opening = 100 * deck.opening_of(variant) // min(deck.totals_of(variant, seats))
    return min(usual, 4 + 36 * (_hopeful_bid(variant, seats) - opening) // 10)


def _usual_pace(variant: Variant, seats: int) -> int:
    """The same with a low lowest bid: nearly the slowest of 1,000 matches by random house rules.

    Of three or more players alone, one is always ahead of an even share. Between two sides, failed bids take
    back what was gained, unless they give the others points twice.
    """
    if variant.auction == "sale":
        return 90
    if variant.teams == "solo" and seats > 2:
        return 75
    return 70 if variant.failure in ("opponents_doubled", "counters_only") else 40


def _is_cut_off(variant: Variant) -> bool:
    """Whether a number of deals ends the match in time."""
    return variant.deals is not None or variant.max_deals <= MOST_DEALS


def _misdeals(variant: Variant) -> Iterator[str]:
    """Hands that may be shown as a misdeal must be rare: fewer than one a deal."""
    if variant.misdeal_claim == "no":
        return
    for seats in variant.seats:
        cards, held = deck.cards_of(variant, seats), deck.hand_size(variant, seats)
        plain = sum(deck.fits_misdeal(variant, one) for one in cards)
        if seats * comb(plain, held) >= comb(len(cards), held):
            yield (
                f"A “Misdeal” would come in most deals with {seats} “Players”. Choose more “Counters”, fewer "
                "“Misdeal numbers”, or no “Misdeal”."
            )


_CHECKS: Final[tuple[Callable[[Variant], Iterator[str]], ...]] = (_deals, _lowest_bid, _target, _misdeals)
