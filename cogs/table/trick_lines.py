"""Tricks as text: each hand's card in its place, who led, and who wins it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.table.desk.shown import ShownSeat, ShownTable
from cogs.ui.words import SEPARATOR, look_of, names_of, side_marks
from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.views import TableView, TrickView

LARGE_MOST: Final = 4
"""Most hands in a trick with large cards: more lines of them would fill a phone."""
AWAY: Final = "💤"
"""Marks a player who is away in a line of a trick: a phone has no room for the word there."""


def trick_now(view: TableView) -> TrickView | None:
    """The trick to show: the one under way, else the last one until the next lead; None before any."""
    return view.trick if view.trick is not None and view.trick.plays else view.last_trick


def named_trick_text(
    table: ShownTable, view: TableView, trick: TrickView, own: Seat | None = None, note: str = ""
) -> str:
    """The text of a trick below a line that says which one it is, its points, and ``note``."""
    name = "This trick" if trick == view.trick else "Last trick"
    facts = " · ".join(filter(None, (f"**{name}**", table.rules.words.worth(trick), note)))
    return f"{facts}\n{trick_text(table, view, trick, own)}"


def trick_text(table: ShownTable, view: TableView, trick: TrickView, own: Seat | None = None) -> str:
    """A trick as cards on a table: a line for each hand, in the order of the seats, with its card.

    Up to ``LARGE_MOST`` hands have large cards and empty places; of more, only those that played are shown.
    Seat ``own``, the reader's, is called "You".
    """
    is_under_way = trick == view.trick
    plays, marks = dict(trick.plays), side_marks(view)
    places = _places(view, trick.plays)
    is_large = len(places) <= LARGE_MOST
    hands = [hand for hand in places if hand in plays or (is_under_way and is_large)]
    front = "## " if is_large else ""
    lines = []
    for hand in hands:
        card = look_of(table).card(plays[hand]) if hand in plays else _place_mark(table, view, hand)
        told = [_name(table, hand, own) + _away(table, hand)]
        told += ["led"] if hand == trick.plays[0][0] else []
        if hand == trick.winner and len(plays) > 1:
            told.append("ahead" if is_under_way else "took it")
        lines.append(front + " ".join(filter(None, (marks.get(hand, ""), card, SEPARATOR.join(told)))))
    return "\n".join(lines)


def last_trick_line(table: ShownTable, trick: TrickView, own: Seat | None = None) -> str:
    """A line on the last trick: its cards and who took it."""
    cards = look_of(table).cards(card for _, card in trick.plays)
    taker = "" if trick.winner is None else f" →\N{NO-BREAK SPACE}{_name(table, trick.winner, own)}"
    return f"Last trick: {cards}{taker}"


def away_mark(table: ShownTable, seat: ShownSeat) -> str:
    """Words after the name of a player who is away or out; else empty."""
    if not seat.is_away:
        return ""
    if seat.is_out:
        return " (out)"
    return " (away until the next deal)" if seat.seat in table.turn.until_next_deal else " (away)"


def _places(view: TableView, plays: Iterable[tuple[int, Card]]) -> Sequence[int]:
    """The hands with a place at the table: the seats as they sit, then those that play without one."""
    holding = {info.seat for info in view.seats if info.cards}
    holding |= {zone.seat for zone in view.zones if zone.seat is not None and (zone.shown or zone.hidden)}
    holding |= {hand for hand, _ in plays}
    seats = [info.seat for info in view.seats]
    others = range(len(seats), len(seats) + len(view.others))
    return [hand for hand in (*seats, *others) if hand in holding]


def _place_mark(table: ShownTable, view: TableView, hand: int) -> str:
    """The mark in the place of a card not played yet: the turn mark, or that of an empty place."""
    is_asked = hand in view.asked if view.hand is None else hand == view.hand
    return look_of(table).turn if is_asked else look_of(table).place


def _name(table: ShownTable, hand: int, own: Seat | None) -> str:
    if hand == own:
        return "You"
    return names_of(table)[hand]


def _away(table: ShownTable, hand: int) -> str:
    is_away = table.is_playing and hand < len(table.seats) and table.seats[hand].is_away
    return f"\N{NO-BREAK SPACE}{AWAY}" if is_away else ""
