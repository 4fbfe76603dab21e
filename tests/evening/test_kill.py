"""A bot killed at any write does every step of an evening once."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.common.errors import InDoubt, Refused, StoreError
from bot.database.database import Database
from bot.evening.store.evenings import EveningStore
from bot.models.evening_kinds import EveningKind, EveningStatus
from bot.table.store.results import ResultStore
from tests.evening.party import CHANNEL, HOST, Party, people
from tests.table.in_loop import InLoop
from tests.table.troubled import TroubledDatabase, answer_lost, disk_full, writes_to

WRITES = 15
"""Writes of an evening of two tables and two rounds, once people have joined."""
OF_EVENINGS = writes_to("evenings", "evening_guests", "evening_tables", "matches")
"""Tables with the writes of an evening, including the ends of its matches."""


def fail(database: TroubledDatabase, at: int, *, is_in_doubt: bool) -> None:
    """Make the write numbered ``at`` fail, from 1."""
    database.troubles = [None] * (at - 1) + [answer_lost() if is_in_doubt else disk_full()]


async def play_the_rest(party: Party) -> None:
    """Play the rest of an evening, as the bot would after any start."""
    evening = await EveningStore(party.database).evening(party.id)
    assert evening is not None
    if evening.status is EveningStatus.SIGN_UP:
        await party.evenings.start(party.id, HOST.id)
    await party.open_tables()
    while not (await party.now()).is_over:
        await party.play_round()


async def check_once(in_loop: InLoop, database: Database, evening_id: int) -> None:
    """Check that every table was opened once and scored once, and that no other was opened."""
    evening = await EveningStore(database).evening(evening_id)
    assert evening is not None
    assert evening.status is EveningStatus.OVER
    assert len(evening.rounds) == 2
    tables = [table for played in evening.rounds for table in played.tables]
    opened = Counter(table.table_id for table in tables)
    assert set(opened.values()) == {1}
    assert {one for [one] in in_loop.read("SELECT id FROM tables")} == set(opened)
    for table in tables:
        assert table.table_id is not None
        assert table.score is not None
        result = await ResultStore(database).match(table.table_id)
        assert result is not None
        assert table.score.points == (result.players[0].points, result.players[1].points)
        assert table.seats == tuple(player.user_id for player in result.players)


@pytest.mark.parametrize("is_in_doubt", [False, True], ids=["not stored", "stored, and not told"])
@pytest.mark.parametrize("kind", [EveningKind.PROGRESSIVE, EveningKind.DUPLICATE])
@pytest.mark.parametrize("fails_at", range(1, WRITES + 1))
async def test_kill_at_any_write_changes_no_result(
    kind: EveningKind, fails_at: int, is_in_doubt: bool
) -> None:
    in_loop = InLoop()
    database = TroubledDatabase(in_loop.database(), OF_EVENINGS)
    party = Party(database, seed=fails_at)
    await party.open(8, kind, rounds=2)
    database.writes = 0
    fail(database, fails_at, is_in_doubt=is_in_doubt)
    database.failed = party.trouble.set
    try:
        await play_the_rest(party)
    except (StoreError, Refused):
        database.failed = lambda: None
        party = await party.restart()
        await play_the_rest(party)
    assert database.writes >= WRITES
    await check_once(in_loop, database, party.id)
    await party.close()
    await database.close()


async def test_evening_opened_in_doubt_can_be_joined_and_ended_without_restart() -> None:
    database = TroubledDatabase(InLoop().database(), OF_EVENINGS)
    fail(database, 1, is_in_doubt=True)
    party, told = Party(database), list[int]()
    party.evenings.listen(told.append)
    with pytest.raises(InDoubt):
        await party.open(4)

    with pytest.raises(Refused, match="already has an evening"):
        await party.open(4)
    party.id = party.evenings.here(CHANNEL)
    assert told == [party.id], "it has no board yet"
    joined = await party.evenings.join(party.id, people(2)[1])
    assert len(joined.guests.here) == 2
    assert (await party.evenings.end(party.id, HOST.id)).is_over
    await party.open(4)
    await party.close()
    await database.close()


async def test_press_on_an_evening_opened_in_doubt_is_accepted() -> None:
    database = TroubledDatabase(InLoop().database(), OF_EVENINGS)
    fail(database, 1, is_in_doubt=True)
    party = Party(database)
    with pytest.raises(InDoubt):
        await party.open(4)

    joined = await party.evenings.join(await party.evenings.newest(CHANNEL), people(2)[1])
    assert len(joined.guests.here) == 2
    await party.close()
    await database.close()


async def test_failed_write_is_recovered_without_a_restart() -> None:
    """The answer is lost; what is shown next is read from what is stored, so no false news is told."""
    in_loop = InLoop()
    database = TroubledDatabase(in_loop.database(), OF_EVENINGS)
    party = Party(database)
    await party.open(8, rounds=2)
    for is_in_doubt in (False, True):
        fail(database, 1, is_in_doubt=is_in_doubt)
        with pytest.raises(StoreError):
            await party.evenings.leave(party.id, 1002 + is_in_doubt)
    shown = await party.now()
    assert set(shown.guests.here) & {1002, 1003} == {1002}, "what was stored in doubt holds"
    await party.close()
    await database.close()


async def test_start_in_doubt_is_told_once_it_is_read_again() -> None:
    """Bug: where the answer to a start was lost, no table was opened until a restart."""
    database = TroubledDatabase(InLoop().database(), OF_EVENINGS)
    party, told = Party(database), list[int]()
    await party.open(8)
    party.evenings.listen(told.append)
    fail(database, 1, is_in_doubt=True)
    with pytest.raises(InDoubt):
        await party.evenings.start(party.id, HOST.id)
    assert told == [party.id], "the board is to look at it"

    shown = await party.now()

    assert shown.rounds.number == 1
    assert told == [party.id] * 2, "its tables can be opened"
    assert len(party.evenings.tables.to_open(party.id)) == 2
    await party.close()
    await database.close()


async def test_end_in_doubt_is_told_once_it_is_read_again() -> None:
    """Bug: the board of an evening never became final where its last score was in doubt."""
    database = TroubledDatabase(InLoop().database(), OF_EVENINGS)
    party, told = Party(database), list[int]()
    await party.open(4)
    fail(database, 1, is_in_doubt=True)
    with pytest.raises(InDoubt):
        await party.evenings.end(party.id, HOST.id)
    party.evenings.listen(told.append)

    assert (await party.now()).is_over

    assert told == [party.id]
    await party.close()
    await database.close()
