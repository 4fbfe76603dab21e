"""Chooses cards in games of tricks without bidding: every candidate is played out in sampled deals.

The card the game's style plays without search is kept unless another does clearly better. Sampled deals agree
with the player's hand, the cards played, the number of cards in each hand and the voids shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from bot.computers.brief import Brief, decision_of
from bot.computers.games.playing_out import ALL, COLOR_OF, Style, Table, Trick, best_of, play_out
from bot.computers.games.reasons import Beatable, Below, Last, OffColor, OtherReason
from rules.core.actions import PLAYS, Action, Play
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard, Seat
from rules.core.events import CardPlayed, CardsSeen, TrickTaken
from rules.games.trick_taking.events import CenterTaken
from rules.games.trick_taking.facts import Pile

WORLDS: Final = 12
"""Deals sampled for a decision."""
TRIES: Final = 5
"""Attempts to deal cards that agree with the voids shown, before voids are ignored."""
CLEARLY: Final = 1
"""Points a deal by which a card must beat the one played without search."""


class Known(NamedTuple):
    """What a player knows of a deal: cards held, played, captured, unseen. Sets are masks, tuples by seat."""

    seat: Seat
    hand: int
    counts: tuple[int, ...]
    missing: tuple[int, ...]
    """Cards of the colors each seat has shown it is void in."""
    captured: tuple[int, ...]
    sides: tuple[int, ...]
    played: tuple[int, ...]
    """The cards of the present trick."""
    leader: Seat
    first: Seat | None
    """The seat that took the first trick and the center with it; None before."""
    unseen: int
    """Cards that others hold, or that lie face down in the center."""
    center: int
    """Cards that lie face up in the center."""

    def __repr__(self) -> str:
        return f"<known to seat {self.seat}>"


def choose_card(style: Style, brief: Brief, random: Random, share: float = 1.0) -> Action:
    """The card with the best mean in ``share`` of ``WORLDS`` sampled deals; 0 plays without search."""
    decision = decision_of(brief)
    assert isinstance(decision, ChooseCard)
    known = known_from(brief, style)
    candidates = _candidates(decision.cards, known, style)
    worlds = round(WORLDS * share)
    if len(candidates) == 1 or not worlds:
        return PLAYS[candidates[0]]
    found = dict.fromkeys(candidates, 0.0)
    found[candidates[0]] = CLEARLY * worlds
    for _ in range(worlds):
        table = sample(known, random)
        for card in candidates:
            found[card] += _utility(style, known, table, card)
    return PLAYS[max(candidates, key=lambda card: found[card])]


def explain_card(style: Style, brief: Brief, action: Action) -> OtherReason | None:
    """The reason for a card: whether it takes the trick so far, and how many may beat it."""
    if not isinstance(action, Play):
        return None
    known, card = known_from(brief, style), action.card
    led = COLOR_OF[known.played[0] if known.played else card]
    if known.played:
        best = known.played[best_of(style, known.played)]
        if not style.beats(card, best, led):
            return Below(Card(best)) if led >> card & 1 else OffColor()
        if len(known.played) == len(known.counts) - 1:
            return Last()
    return Beatable(sum(style.beats(other, card, led) for other in CardSet(known.unseen)))


def known_from(brief: Brief, style: Style) -> Known:
    """What the player of a brief knows of the deal."""
    seats = brief.view.table.seats
    captured, missing = [0] * len(seats), [0] * len(seats)
    first = None
    trick: list[CardPlayed] = []
    for event in brief.heard:
        match event:
            case CardPlayed(seat, _, card):
                trick.append(event)
                led = COLOR_OF[trick[0].card]
                if not (led | style.free) >> card & 1:
                    missing[seat] |= led
            case TrickTaken(winner, _, cards):
                first = winner if first is None else first
                captured[winner] |= CardSet.of(cards)
                trick = []
            case CenterTaken(seat, _, cards) | CardsSeen(seat, cards):
                captured[seat] |= CardSet.of(cards)
    view = brief.view
    center = CardSet.of(card for zone in view.table.zones if zone.kind == Pile.CENTER for card in zone.shown)
    seen = CardSet.of(event.card for event in trick)
    for cards_taken in captured:
        seen = CardSet(seen | cards_taken)
    return Known(
        seat=view.seat,
        hand=int(view.hand),
        counts=tuple(info.cards for info in seats),
        missing=tuple(missing),
        captured=tuple(captured),
        sides=tuple(info.side or 0 for info in seats),
        played=tuple(int(event.card) for event in trick),
        leader=trick[0].seat if trick else view.seat,
        first=first,
        unseen=ALL & ~seen & ~view.hand & ~center,
        center=int(center),
    )


def sample(known: Known, random: Random) -> Table:
    """A sampled deal that agrees with what is known; possible deals are about equally likely."""
    for _ in range(TRIES):
        hands = _dealt(known, known.missing, random)
        if hands is not None:
            break
    else:
        # Voids are ignored: with the number of cards alone every attempt succeeds.
        hands = _dealt(known, (0,) * len(known.counts), random)
        assert hands is not None
    center = known.unseen | known.center
    for hand in hands:
        center &= ~hand
    hands[known.seat] = known.hand
    captured = list(known.captured)
    if known.first is not None:
        captured[known.first] |= center
        center = 0
    return Table(tuple(hands), tuple(captured), known.sides, known.leader, center)


def _dealt(known: Known, missing: Sequence[int], random: Random) -> list[int] | None:
    """Deal the unseen cards to seats that may hold them; None if the attempt fails.

    The seat with the fewest possible cards is dealt first.
    """
    hands, left = [0] * len(known.counts), known.unseen
    others = [seat for seat in range(len(hands)) if seat != known.seat]
    for seat in sorted(others, key=lambda seat: (known.unseen & ~missing[seat]).bit_count()):
        cards = list(CardSet(left & ~missing[seat]))
        if len(cards) < known.counts[seat]:
            return None
        hands[seat] = int(CardSet.of(random.sample(cards, known.counts[seat])))
        left &= ~hands[seat]
    return hands


def _candidates(cards: CardSet, known: Known, style: Style) -> list[Card]:
    """The cards to compare, one of equivalent neighbors each; first the one played without search."""
    between = known.unseen | CardSet.of(map(Card, known.played))
    kinds: dict[tuple[int, int, float, int], Card] = {}
    for card in (_at_a_glance(known, style), *cards):
        higher = (between & COLOR_OF[card]) >> card
        worth = style.gain(ALL) - style.gain(ALL & ~(1 << card))
        kinds[COLOR_OF[card], higher.bit_count(), worth, style.free >> card & 1] = card
    return list(kinds.values())


def _at_a_glance(known: Known, style: Style) -> Card:
    """The card the style plays by the present trick alone."""
    if not known.played:
        return Card(style.lead(known.hand))
    place, seats = best_of(style, known.played), len(known.counts)
    trick = Trick(
        led=COLOR_OF[known.played[0]],
        best=known.played[place],
        pile=CardSet.of(map(Card, known.played)),
        to_come=seats - len(known.played) - 1,
        is_ours=known.sides[(known.leader + place) % seats] == known.sides[known.seat],
    )
    return Card(style.follow(known.hand, trick))


def _utility(style: Style, known: Known, table: Table, card: int) -> float:
    """Points of the player's side after ``card`` in one sampled deal, minus the mean of the other sides."""
    hands = list(table.hands)
    hands[known.seat] ^= 1 << card
    captured = play_out(style, table._replace(hands=tuple(hands)), (*known.played, card))
    by_side: dict[int, int] = {}
    for side, cards in zip(known.sides, captured, strict=True):
        by_side[side] = by_side.get(side, 0) | cards
    own = style.gain(by_side.pop(known.sides[known.seat]))
    return own - sum(style.gain(cards) for cards in by_side.values()) / len(by_side)
