"""Evenings to draw: of any kind and number of guests, with given names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.evening.deal_sheets import DealAtTable, DealSheet, Dealt
from bot.evening.shown import ShownEvening, SoFar, shown_evening
from bot.evening.standing import standing
from bot.models.evening_kinds import EveningEnding, EveningKind, EveningStatus, Sitting
from bot.models.stored_evenings import EveningGuest, EveningRecord, EveningRound, EveningTable, TableScore
from bot.models.stored_results import DealResult, DealSide
from rules.catalog import find_game
from rules.core.cards import CARDS

FIRST = 1001
"""The id of the first guest; the others' follow."""


def an_evening(kind: EveningKind, names: Sequence[str], *, draws_pairs: bool = True) -> EveningRecord:
    """An evening that users of these names have joined."""
    guests = (EveningGuest(FIRST + number, name) for number, name in enumerate(names))
    return EveningRecord(
        id=1,
        guild_id=501,
        channel_id=601,
        host_id=FIRST,
        kind=kind,
        status=EveningStatus.SIGN_UP,
        game="kentucky",
        options={"deals": 4},
        deals=4,
        most_rounds=4,
        created_at=1.7e9,
        draws_pairs=draws_pairs,
        guests=tuple(guests),
    )


def begun(evening: EveningRecord, points: tuple[int, int] = (-1250, 1085), deals: int = 4) -> EveningRecord:
    """The same in its second round: a first one was played, and two who came late or rest wait."""
    here = [guest.user_id for guest in evening.guests]
    seats = [_four(here[first : first + 4]) for first in range(0, len(here), 4)]
    score = TableScore(points, 0, deals)
    tables = [EveningTable(number, four, 700 + number, 70 + number) for number, four in enumerate(seats, 1)]
    played = EveningRound(tuple(replace(table, score=score) for table in tables))
    now = EveningRound(tuple(replace(table, table_id=90 + table.number) for table in tables[:-1] or tables))
    return replace(evening, status=EveningStatus.PLAYING, rounds=(played, now))


def ended(evening: EveningRecord) -> EveningRecord:
    """The same at its end."""
    return replace(evening, status=EveningStatus.OVER, ended=EveningEnding.PLAYED)


def shown_as(evening: EveningRecord) -> ShownEvening:
    """An evening as its board shows it."""
    about = find_game(evening.game).about
    sides = (DealSide((0, 2), -1250, -1250), DealSide((1, 3), 1085, 1085))
    deals = {
        table.table_id: [DealResult(1, 0, 1.7e9, sides, ())]
        for played in evening.rounds
        for table in played.tables
        if table.table_id is not None
    }
    come = {number: SoFar(2, (-180, 1055)) for number in deals}
    closes_at = 1.7e9 + 86_400 if evening.status is EveningStatus.SIGN_UP else None
    return shown_evening(evening, about, standing(evening, deals, {}), come, closes_at)


def a_deal_sheet(evening: EveningRecord) -> DealSheet:
    """A deal that every table of an evening has played."""
    cards = tuple(card for card in CARDS[:57] if card.rank != 2)
    hands = tuple(cards[first : first + 13] for first in range(0, 52, 13))
    played = (
        DealAtTable(table.number, table.seats, (-120, 1180), (0, 48), 48)
        for table in evening.rounds[0].tables
    )
    return DealSheet(2, 16, Dealt(hands, CARDS[52:57]), tuple(played))


def _four(people: Sequence[int]) -> Sitting:
    first, second, third, fourth = [*people, None, None, None][:4]
    return first, second, third, fourth
