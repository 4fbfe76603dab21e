"""Parses rows of evenings, validating each value: a disk error may have changed any of them.

A row that cannot be read raises ``Damaged``, ``ValueError`` or ``LookupError``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.database.database import Row
from bot.database.rows import damaged, moment, or_none, text, whole
from bot.models.credits import Competing
from bot.models.evening_kinds import EveningEnding, EveningKind, EveningStatus, Sitting
from bot.models.stored_evenings import (
    EveningHead,
    EveningRecord,
    EveningRound,
    EveningSeason,
    EveningTable,
    TableScore,
)
from bot.table.store.reading import read_options

MOST_DEALS = 1000


def read_evening(row: Row) -> EveningRecord:
    """The evening of a row, without its guests and rounds."""
    number, guild, channel, host, kind, status, game, options, deals, rounds, created_at, *more = row
    computers, draws, is_last, ended, ended_at, revision, message, is_shown, least_share, *season = more
    return EveningRecord(
        id=whole(number, "the number"),
        guild_id=whole(guild, "the server"),
        channel_id=whole(channel, "the channel"),
        host_id=whole(host, "the host"),
        kind=EveningKind(kind),
        status=EveningStatus(status),
        game=text(game, "the game"),
        options=read_options(options),
        deals=whole(deals, "the deals", least=1, most=MOST_DEALS),
        most_rounds=whole(rounds, "the rounds", least=1, most=MOST_DEALS),
        created_at=moment(created_at, "the time it was opened"),
        computers_fill=computers == 1,
        draws_pairs=draws == 1,
        is_last_round=is_last == 1,
        ended=None if ended is None else EveningEnding(ended),
        ended_at=or_none(moment, ended_at, "the time it ended"),
        revision=whole(revision, "how often it has changed"),
        message_id=or_none(whole, message, "the message"),
        is_shown=is_shown == 1,
        season=None if season[0] is None else _season(season),
        least_share=whole(least_share, "the share a place needs", most=100),
    )


def _season(row: Sequence[Any]) -> EveningSeason:
    season_id, league_id, league, number, competing, computers = row
    return EveningSeason(
        season_id=whole(season_id, "its season"),
        league_id=whole(league_id, "its league"),
        league=text(league, "the league's name"),
        number=whole(number, "the season's number", least=1),
        competing=Competing(competing),
        computers=computers == 1,
    )


def read_head(row: Row) -> EveningHead:
    """An evening's id, kind and time of opening, from its row."""
    number, kind, created_at = row
    return EveningHead(number, EveningKind(kind), moment(created_at, "the time it was opened"))


def read_round(
    number: int, tables: Sequence[Row], seated: Mapping[tuple[int, int], list[int | None]]
) -> EveningRound:
    """One round, from the rows of its tables and the users seated at each; table 0 holds those who rest."""
    rests = tuple(who for who in seated.get((number, 0), ()) if who is not None)
    return EveningRound(tuple(_table(row, seated[number, row[0]]) for row in tables), rests)


def _table(row: Row, seats: Sequence[int | None]) -> EveningTable:
    number, channel_id, table_id, first, second, cut, deals = row
    score = None
    if first is not None:
        score = TableScore(
            (_points(first), _points(second)), whole(cut, "the cut", most=1), whole(deals, "deals")
        )
    return EveningTable(number, _four(seats), channel_id, table_id, score)


def _four(seats: Sequence[int | None]) -> Sitting:
    first, second, third, fourth = seats
    return first, second, third, fourth


def _points(value: object) -> int:
    if type(value) is not int:
        damaged("the points")
    return value
