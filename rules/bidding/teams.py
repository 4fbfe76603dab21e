"""The sides of a deal, the seat that plays each hand, and the playing order."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT, Teams
from rules.core.cards import CARDS
from rules.core.decisions import Seat
from rules.core.events import CardPlayed, PlayedFrom

_HAND: Final[PlayedFrom] = "hand"


def teams_of(
    setup: Setup, order: tuple[Seat, ...], dealer: Seat, declarer: Seat, holders: tuple[Seat, ...] = ()
) -> Teams:
    """The sides and playing order with this declarer and the holders of the called cards.

    NO_SEAT and no holders if there are none yet; a declarer who holds every called card plays alone.
    """
    if setup.is_plain:
        return _teams(setup, order, NO_SEAT, NO_SEAT, ())
    return _teams(setup, order, dealer, declarer, holders)


@lru_cache(maxsize=1024)
def _teams(
    setup: Setup, order: tuple[Seat, ...], dealer: Seat, declarer: Seat, holders: tuple[Seat, ...]
) -> Teams:
    sides = _sides(setup, order, declarer, holders)
    dummy = _dummy(setup, order, dealer, declarer)
    control = _control(setup, order, dealer, declarer, dummy)
    sources: tuple[tuple[Seat, PlayedFrom], ...] = tuple(
        (hand % setup.seats, "battery")
        if setup.has_batteries and hand >= setup.seats
        else (hand, "dummy" if hand == dummy else _HAND)
        for hand in range(setup.lanes)
    )
    return Teams(
        sides=sides,
        side_of=tuple(
            next(index for index, side in enumerate(sides) if hand in side) for hand in range(setup.lanes)
        ),
        control=control,
        sources=sources,
        rounds=_rounds(setup, order, dealer, declarer),
        played=_played(sources, control, max(setup.deck)),
        dummy=dummy,
        are_known=_are_known(setup, declarer, holders),
    )


@lru_cache(maxsize=512)
def _played(
    sources: tuple[tuple[Seat, PlayedFrom], ...], control: tuple[Seat, ...], highest: int
) -> tuple[tuple[CardPlayed, ...], ...]:
    """The event of each card played from each hand, made once and cached."""
    return tuple(
        tuple(CardPlayed(owner, by, card, source) for card in CARDS[: highest + 1])
        for (owner, source), by in zip(sources, control, strict=True)
    )


def _are_known(setup: Setup, declarer: Seat, holders: tuple[Seat, ...]) -> bool:
    match setup.variant.teams:
        case "called":
            return bool(holders)
        case "dummy":
            return declarer != NO_SEAT or setup.variant.dummy == "south"
        case _:
            return True


def _sides(
    setup: Setup, order: tuple[Seat, ...], declarer: Seat, holders: tuple[Seat, ...]
) -> tuple[tuple[int, ...], ...]:
    """The hands of each side: opposite or alternate seats, or the declarer with dummy or called partners."""
    people = range(setup.seats)
    extra = setup.seats
    match setup.variant.teams:
        case "partners":
            return partner_sides(order)
        case "called" if holders:
            together = tuple(sorted({declarer, *holders}))
            return together, tuple(seat for seat in people if seat not in together)
        case "dummy" if setup.variant.dummy == "south" or declarer != NO_SEAT:
            mate = order[1] if setup.variant.dummy == "south" else declarer
            return (mate, extra), tuple(seat for seat in people if seat != mate)
        case _:
            alone = [(seat,) for seat in people]
            if setup.has_batteries:
                return tuple((seat, seat + setup.seats) for seat in people)
            return (*alone, (extra,)) if setup.hands > setup.seats else tuple(alone)


@lru_cache(maxsize=64)
def partner_sides(order: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The two sides of alternate seats, each sorted; the side of seat 0 comes first."""
    first = order[0::2] if 0 in order[0::2] else order[1::2]
    return tuple(sorted(first)), tuple(sorted(set(order) - set(first)))


def _dummy(setup: Setup, order: tuple[Seat, ...], dealer: Seat, declarer: Seat) -> int:
    match setup.variant.dummy:
        case "dealers_partner":
            return _opposite(order, dealer)
        case "declarers_partner":
            return NO_SEAT if declarer == NO_SEAT else _opposite(order, declarer)
        case "none":
            return NO_SEAT
        case _:
            return setup.seats


def _opposite(order: tuple[Seat, ...], seat: Seat) -> Seat:
    return order[(order.index(seat) + len(order) // 2) % len(order)]


def _control(
    setup: Setup, order: tuple[Seat, ...], dealer: Seat, declarer: Seat, dummy: int
) -> tuple[Seat, ...]:
    """By hand, the seat that plays it."""
    # The dealer plays the dummy in Display and Regular for Two, elsewhere the declarer does.
    control = [hand % setup.seats for hand in range(setup.lanes)]
    match setup.variant.dummy:
        case "dealers_partner" | "blind":
            control[dummy] = dealer
        case "declarers_partner" | "opposite" if declarer != NO_SEAT:
            control[dummy] = declarer
        case "south":
            control[dummy] = order[1]
        case _:
            pass
    return tuple(control)


def _rounds(
    setup: Setup, order: tuple[Seat, ...], dealer: Seat, declarer: Seat
) -> tuple[tuple[int, ...], ...]:
    """The playing order, by the hand that leads."""
    if setup.has_batteries:
        return _battery_rounds(setup.seats)
    around = list(order)
    match setup.variant.dummy:
        case "blind":
            # The dummy sits like a player at the dealer's right (1988, Regular for Two).
            around.insert(around.index(dealer), setup.seats)
        case "opposite" if declarer != NO_SEAT:
            # Opposite the declarer: declarer, +1, dummy, +2.
            around = around[around.index(declarer) :] + around[: around.index(declarer)]
            around.insert(2, setup.seats)
        case "opposite" | "south":
            around.append(setup.seats)
        case _:
            pass
    return tuple(
        tuple(around[around.index(hand) :] + around[: around.index(hand)]) for hand in range(setup.lanes)
    )


def _battery_rounds(seats: int) -> tuple[tuple[int, ...], ...]:
    """By leading hand: both hands, then both batteries, or the other way around."""
    rounds = []  # 1918, Over the Top
    for hand in range(2 * seats):
        seat, other = hand % seats, (hand + 1) % seats
        hands, batteries = (seat, other), (seat + seats, other + seats)
        rounds.append(hands + batteries if hand < seats else batteries + hands)
    return tuple(rounds)
