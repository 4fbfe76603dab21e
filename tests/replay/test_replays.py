"""Which users may view which replay, and the refusals of the others."""

from __future__ import annotations

from random import Random

import pytest

from bot.common.errors import Refused
from bot.database.database import Database
from bot.maintenance.store import RetentionStore
from bot.models.evening_kinds import EveningKind
from bot.models.stored_tables import LogEntry
from bot.replay.service import NO_DEALS, NOT_YOURS, Replays
from bot.table.manager import GameManager
from bot.table.reading import DAMAGED
from bot.table.store.tables import TableStore
from rules.core.cards import CardSet
from rules.core.events import HandDealt
from tests.evening.party import a_party
from tests.table.people import ANN, CHANNEL, EVE, FOUR, GUILD, answer, begin, play_out

ELSEWHERE = 999


async def play_deals(manager: GameManager, number: int) -> int:
    """Let four players play until so many deals are scored; returns the table."""
    random = Random(4)
    table = await begin(manager, *FOUR, deals=number + 1)
    while len(table.view.sheet if table.view else ()) < number:
        table = await answer(manager, random)
    return table.id


async def test_player_views_replay_of_their_match_from_any_channel(
    manager: GameManager, database: Database
) -> None:
    table = await begin(manager, *FOUR, deals=2)
    await play_out(manager, Random(4))

    replay = await Replays(database).of(table.id, GUILD, ELSEWHERE, ANN.id)

    shown, there = replay.at(0, 0)
    dealt = {event.seat: event.cards for event in there.happened if isinstance(event, HandDealt)}
    assert {seat: CardSet.of(hand) for seat, hand in enumerate(there.hands)} == dealt
    assert [seat.name for seat in shown.seats] == [person.name for person in FOUR]
    assert "R1" not in repr(replay)


async def test_other_users_view_replay_in_its_channel_only(manager: GameManager, database: Database) -> None:
    table = await begin(manager, *FOUR, deals=1)
    await play_out(manager, Random(4))
    replays = Replays(database)

    assert (await replays.of(table.id, GUILD, CHANNEL, EVE.id)).deals
    for guild, channel, who in ((GUILD, ELSEWHERE, EVE), (ELSEWHERE, CHANNEL, ANN)):
        with pytest.raises(Refused, match=NOT_YOURS):
            await replays.of(table.id, guild, channel, who.id)
    with pytest.raises(Refused, match=NOT_YOURS):
        await replays.of(table.id + 1, GUILD, CHANNEL, ANN.id)


async def test_match_under_way_shows_finished_deals_only(manager: GameManager, database: Database) -> None:
    table_id = await play_deals(manager, 1)
    replay = await Replays(database).of(table_id, GUILD, CHANNEL, ANN.id)
    assert [deal.number for deal in replay.deals] == [1]


async def test_match_without_finished_deal_has_no_replay(manager: GameManager, database: Database) -> None:
    table = await begin(manager, *FOUR, deals=2)
    for _ in range(12):
        await answer(manager, Random(4))
    with pytest.raises(Refused, match=NO_DEALS):
        await Replays(database).of(table.id, GUILD, CHANNEL, ANN.id)


async def test_compressed_log_is_replayed_like_any_other(manager: GameManager, database: Database) -> None:
    table = await begin(manager, *FOUR, deals=1)
    await play_out(manager, Random(4))
    replays = Replays(database)
    before = (await replays.of(table.id, GUILD, CHANNEL, ANN.id)).at(0, 5)[1]

    assert await RetentionStore(database).pack_logs(before=9e9)

    assert (await replays.of(table.id, GUILD, CHANNEL, ANN.id)).at(0, 5)[1] == before


async def test_damaged_log_is_reported(manager: GameManager, database: Database) -> None:
    table = await begin(manager, *FOUR, deals=1)
    await play_out(manager, Random(4))
    await TableStore(database).append(table.id, [LogEntry(9_999, 0, None, "play R1", 0.0)])
    with pytest.raises(Refused, match=DAMAGED):
        await Replays(database).of(table.id, GUILD, CHANNEL, ANN.id)


async def test_duplicate_deal_is_hidden_until_every_table_has_played_it(database: Database) -> None:
    """The first table has finished the round, and the second plays the same cards."""
    async with a_party(database) as party:
        await party.open(8, EveningKind.DUPLICATE, rounds=1, deals=2)
        await party.start()
        one, other = await party.live()
        await party.play_out(one)
        replays = Replays(database)

        async def is_over() -> bool:
            return (await party.now()).is_over

        with pytest.raises(Refused, match="Other tables"):
            await replays.of(one.record.id, GUILD, one.record.channel_id, 1001)
        with pytest.raises(Refused, match="Other tables"):
            await replays.of(other.record.id, GUILD, other.record.channel_id, 1001)

        await party.play_out(other)
        await party.until(is_over)

        for table in (one, other):
            replay = await replays.of(table.record.id, GUILD, table.record.channel_id, 1001)
            assert len(replay.deals) >= 2
