"""The conditions of options: a nest, partners, a dummy. An option is offered only if they are met."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.core.cards import Card, Color


class Need(NamedTuple):
    """A condition on a variant; ``words`` follow the label of the option that needs it.

    Without words, an option that lacks what it needs is not offered, but accepted: older codes hold it.
    """

    is_met: Callable[[Variant], bool]
    words: str


def has_two_sides(variant: Variant) -> bool:
    """Whether two sides play each other from the auction on: with partners, a dummy or two players."""
    return variant.teams in ("partners", "dummy") or variant.seats == (2,)


def _bars_cards(variant: Variant) -> bool:
    return not (variant.bury_counters and variant.bury_rook and variant.bury_trumps != "no")


def is_barred(variant: Variant, one: Card, trump: Color) -> bool:
    """Whether a card may not be discarded as a counter or a bird."""
    is_named = variant.trump != "after_nest"
    counts = deck.value_of(variant, one, trump) > 0 if is_named else deck.counts(variant, one)
    return (counts and not variant.bury_counters) or (
        not variant.bury_rook and (one.is_bird or deck.is_second_bird(variant, one))
    )


def _may_lack_cards(variant: Variant) -> bool:
    """Whether a hand with the nest may hold too few cards to discard: more than a hand are barred."""
    for seats in variant.seats:
        cards, hand = deck.cards_of(variant, seats), deck.hand_size(variant, seats)
        for trump in Color:
            keeps_trumps = variant.bury_trumps == "no" and variant.trump != "after_nest"
            barred = sum(
                is_barred(variant, one, trump) or (keeps_trumps and (one.is_bird or one.color == trump))
                for one in cards
            )
            if deck.nest_size(variant, seats) and barred > hand:
                return True
    return False


def _bird_is_no_counter(variant: Variant) -> bool:
    is_plain = variant.rook_points == 0 or (variant.second_bird != "none" and variant.second_bird_points == 0)
    return bool(variant.bury_counters) or is_plain


NEST: Final = Need(deck.has_nest, "needs a nest: choose a “Nest”")
PARTNERS: Final = Need(lambda variant: variant.teams == "partners", "needs “Partners” who sit opposite")
FOUR: Final = Need(lambda variant: variant.seats == (4,), "needs “Players” to be four")
CALLED: Final = Need(lambda variant: variant.teams == "called", "needs “Partners” by a called card")
ANY_CALLED: Final = Need(lambda variant: variant.partner_card == "any", "needs any “Card called”")
SIDES: Final = Need(lambda variant: variant.teams != "solo", "needs “Partners” of some kind")
BIRD: Final = Need(lambda variant: variant.rook != "none", "needs the bird in the deck: choose a “Rook”")
NO_COLOR: Final = Need(
    lambda variant: variant.no_trump != "no", "needs “No color” that may be named instead of trump"
)
SECOND_BIRD: Final = Need(lambda variant: variant.second_bird != "none", "needs a “Baby bird”")
RED_ONE: Final = Need(lambda variant: variant.red_one, "needs the “Red 1”")
PILE: Final = Need(lambda variant: variant.extra != "none", "needs “Cards on the table”")
BATTERIES: Final = Need(
    lambda variant: variant.extra == "batteries", "needs batteries: see “Cards on the table”"
)
HIGHEST: Final = Need(
    lambda variant: variant.auction == "highest", "does not go with an “Auction” in which the dealer sells"
)
SALE: Final = Need(lambda variant: variant.auction == "sale", "needs an “Auction” in which the dealer sells")
BIDDERS: Final = Need(lambda variant: max(variant.seats, default=0) > 2, "needs three “Players” or more")
"""Two players or more bid; the dealer, who sells, does not."""
TRUMP_APART: Final = Need(
    lambda variant: variant.trump != "with_bid", "needs “Trump named” after the bidding, not with the bid"
)
TRUMP_FIRST: Final = Need(
    lambda variant: variant.trump != "after_nest", "needs “Trump named” before the nest"
)
BARRED: Final = Need(_bars_cards, "needs cards that may not be discarded: see “Discarding counters”")
MAY_LACK_CARDS: Final = Need(
    _may_lack_cards, "needs more cards that may not be discarded: see “Discarding counters”"
)
MOON: Final = Need(
    lambda variant: variant.moon > 0 or variant.moon_doubles,
    "needs “Shooting the moon”, or “Taking every trick” to double the points",
)
BIRD_MAY_GO: Final = Need(_bird_is_no_counter, "")
"""The bird is no counter that may not be discarded anyway."""
MISDEAL: Final = Need(lambda variant: variant.misdeal_claim != "no", "needs a “Misdeal”")
MISDEAL_NUMBERS: Final = Need(
    lambda variant: variant.misdeal_claim == "only_numbers", "needs a “Misdeal” by the numbers in the hand"
)


def _loses_points(variant: Variant) -> bool:
    """Whether a total may fall: by a failed bid, by giving up, or by a referee's ruling."""
    fines = variant.penalties
    ruled = fines.wrong_discard or fines.table_talk or fines.late_misdeal or fines.revoke is not None
    return variant.failure in ("set_back", "deducted") or variant.fold != "no" or bool(ruled)


def _may_tie(variant: Variant) -> bool:
    """Whether equal tricks are possible: not for two sides that share an odd number of them."""
    if variant.dummy == "blind" or (variant.teams == "solo" and variant.seats != (2,)):
        return True
    counts_nest = variant.nest_is_trick
    return any(
        (deck.tricks_of(variant, seats) + (counts_nest and deck.nest_size(variant, seats) > 0)) % 2 == 0
        for seats in variant.seats
    )


MAJORITY: Final = Need(lambda variant: variant.majority > 0, "needs points for “Most tricks”")
MAY_TIE: Final = Need(_may_tie, "needs an even number of tricks: see “Nest” and “Nest as a trick”")
LATE_MISDEAL: Final = Need(
    lambda variant: variant.penalties.late_misdeal > 0, "needs a “Penalty for a late misdeal”"
)
DEDUCTED: Final = Need(lambda variant: variant.failure == "deducted", "needs a “Failed bid” that is deducted")
OWN_DUMMY: Final = Need(
    lambda variant: variant.dummy in deck.OWN_HAND_DUMMIES, "needs a “Dummy” whose hand no one holds"
)
TARGET: Final = Need(lambda variant: variant.target is not None, "needs a “Target”")
NO_DEALS: Final = Need(lambda variant: variant.deals is None, "needs no fixed number of “Deals”")
DEALS: Final = Need(lambda variant: variant.deals is not None, "needs a number of “Deals”")
LOSES_POINTS: Final = Need(_loses_points, "needs points that can be lost: see “Failed bid”")
BELOW_ZERO: Final = Need(lambda variant: variant.below_zero, "needs totals that go “Below zero”")
CHANGES_SEATS: Final = Need(lambda variant: variant.seat_change != "no", "needs “Changing seats”")
SWAPS: Final = Need(lambda variant: variant.seat_change == "swap", "needs “Changing seats” by one side")
