"""The database of a club with a long past: matches of one season, booked, rated and ranked."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

from bot.common.arithmetic import at_once
from bot.database.database import Database
from bot.league.ledger import LedgerUpdate
from bot.league.store.paper_matches import PaperMatchStore
from bot.models.stored_league import Did, LeagueAct, RecordedMatch, SeasonMatch
from bot.models.stored_results import Results
from bot.models.stored_tables import SeatRecord, Status, TableRecord
from tests.bench.hurried import hurried_store
from tests.database.ledgers import HOST, Hand, new_season, result_of
from tests.database.samples import HOME

DEALS_A_MATCH: Final = 10
SEASON: Final = 1
"""The number of its season."""
FIRST_MEMBER: Final = 10_000
FRIENDS: Final = 20
"""Members in a group that plays together."""
BEGUN: Final = 1.6e9
A_MATCH_EVERY: Final = 300
SLICE: Final = 500
"""Matches stored in one transaction."""


def members(deals: int) -> range:
    """The ids of the members of a club of ``deals`` deals: five thousand for a million."""
    return range(FIRST_MEMBER, FIRST_MEMBER + max(2 * FRIENDS, deals // 200))


async def make(path: Path, deals: int, *, is_booked: bool = True) -> None:
    """Make the database; the file appears once it is complete."""
    unfinished = path.with_name(f"{path.name}-unfinished")
    unfinished.unlink(missing_ok=True)
    with hurried_store(unfinished) as database:
        await _play(database, deals)
        if is_booked:
            await LedgerUpdate(database, at_once).finish()
    unfinished.rename(path)


async def _play(database: Database, deals: int) -> None:
    chance, people = Random(14), members(deals)
    league, season = await new_season(database, *((one,) for one in people))
    act = LeagueAct(league.id, HOST, Did.CREATED, BEGUN)
    matches = deals // DEALS_A_MATCH
    for first in range(0, matches, SLICE):
        some = range(first, min(first + SLICE, matches))
        await PaperMatchStore(database).import_matches(
            [_match(number, season.id, people, chance) for number in some], act
        )


def _match(number: int, season_id: int, people: range, chance: Random) -> RecordedMatch:
    first = chance.randrange(0, len(people) - FRIENDS + 1, FRIENDS)
    hands = [
        Hand(chance.randrange(4), chance.randrange(70, 150, 5), (took, 180 - took))
        for took in (chance.randrange(0, 185, 5) for _ in range(DEALS_A_MATCH))
    ]
    at = BEGUN + A_MATCH_EVERY * number
    results = result_of(chance.sample(people[first : first + FRIENDS], 4), hands, at)
    return RecordedMatch(_table(results), results, SeasonMatch(0, season_id))


def _table(results: Results) -> TableRecord:
    match = results.match
    assert match is not None
    seats = tuple(SeatRecord(one.user_id, one.name, one.computer) for one in match.players)
    began = match.finished_at - 100
    return TableRecord(0, HOME, 1, HOST, match.game, {}, seats, Status.FINISHED, 0, None, began)
