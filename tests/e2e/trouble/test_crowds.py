"""Many users at once: forty interactions arrive before the bot has handled any."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.table.store.tables import TableStore
from cogs.ui.controls import base36
from rules.core.decisions import ChooseCard
from tests.database.samples import stored_tables
from tests.e2e.players import Club, Player, Reply, a_club
from tests.e2e.secrecy.secrets import check_screens
from tests.e2e.worlds import all_at_once

CROWD = [f"Guest {number}" for number in range(1, 41)]
_CALLBACK = re.compile(r"/interactions/(\d+)/.*/callback")


@pytest.fixture
async def crowd(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, people=CROWD) as club:
        yield club


async def at_once(club: Club, *presses: tuple[Player, str]) -> list[Reply]:
    """Press controls of the table message, all at the same moment; every press is answered once."""
    message = await club.table_message()
    before = len(club.world.env.http_requests)
    acts = [club.world.press(player.actor, message, custom_id) for player, custom_id in presses]
    replies = [Reply(club.world, result) for result in await all_at_once(*acts)]
    calls = [_CALLBACK.fullmatch(call.path) for call in club.world.env.http_requests[before:]]
    answered = Counter(call[1] for call in calls if call)
    assert len(answered) == len(presses)
    assert set(answered.values()) == {1}
    assert all(reply.is_answered for reply in replies)
    return replies


async def check_legal(club: Club) -> None:
    """Check that the state in memory is that of the database, and that no hidden card is shown."""
    now = await club.snapshot()
    then = await club.replayed()
    assert then.seats == now.seats
    assert then.table == now.table
    assert then.record == now.record
    check_screens(club)


async def test_three_of_forty_simultaneous_users_get_a_seat(crowd: Club) -> None:
    host, *guests = crowd.everyone
    await host.command("new")
    sit = (await crowd.table_message()).buttons()["Sit"]
    await at_once(crowd, *((guest, sit) for guest in guests))
    assert sum(who.user_id is not None for who in crowd.table.record.seats) == 2
    await check_legal(crowd)
    while any(who.user_id is None for who in crowd.table.record.seats):
        sit = next(iter((await crowd.table_message()).buttons().values()))
        standing = [guest for guest in guests if guest not in crowd.seated]
        await at_once(crowd, *((guest, sit) for guest in standing))
    people = [who.user_id for who in crowd.table.record.seats]
    assert None not in people
    assert len(set(people)) == 4
    await check_legal(crowd)


async def test_forty_different_lobby_presses_leave_a_consistent_table(crowd: Club) -> None:
    host, *guests = crowd.everyone
    await host.command("new")
    for seed in range(4):
        random = Random(seed)
        buttons = list((await crowd.table_message()).buttons().values())
        everyone = [host, *guests[:39]]
        await at_once(crowd, *((player, random.choice(buttons)) for player in everyone))
        if not crowd.has_table:
            assert await stored_tables(crowd.database) == []
            await host.command("new")
        elif not crowd.table.record.seats[0].is_empty:
            await check_legal(crowd)
        if crowd.table.match.table_view() is not None:
            break
    assert len(await stored_tables(crowd.database)) == 1


async def test_forty_simultaneous_presses_in_a_match_play_one_card(crowd: Club) -> None:
    await crowd.begin()
    strangers = crowd.everyone[4:]
    await crowd.play_until(lambda decision: isinstance(decision, ChooseCard))
    for seed in range(6):
        random, player, table = Random(seed), crowd.asked, crowd.table
        decision = player.decision
        assert isinstance(decision, ChooseCard)
        prefix = f"rk1:do:{base36(table.record.id)}:{base36(table.revision)}:"
        log = await TableStore(crowd.database).log(table.record.id)
        presses = [(player, f"{prefix}play {card}") for card in decision.cards for _ in range(2)]
        side = list((await crowd.table_message()).buttons().values())
        for other in crowd.others(player):
            presses += [(other, f"{prefix}play {card}") for card in other.view.hand]
            presses.append((other, random.choice(side)))
        while len(presses) < 40:
            presses.append((random.choice(strangers), f"{prefix}{random.choice(['pass', 'play R5', 'x'])}"))
        random.shuffle(presses)
        await at_once(crowd, *presses[:40])
        played = (await TableStore(crowd.database).log(table.record.id))[len(log) :]
        assert len(played) == 1 or any(entry.action.startswith("deal") for entry in played)
        assert played[0].user_id == player.id
        await check_legal(crowd)


async def test_four_hands_opened_at_once_go_to_their_owners(crowd: Club) -> None:
    await crowd.begin()
    mine = (await crowd.table_message()).buttons()["My hand"]
    await at_once(crowd, *((player, mine) for _ in range(10) for player in crowd.seated))
    await check_legal(crowd)
    for player in crowd.seated:
        assert sum(seen.text().startswith("### Your hand") for seen in player.messages()) >= 1
    await crowd.asked.press_hand(crowd.asked.hand_buttons()[0])
    await check_legal(crowd)


async def test_one_of_ten_simultaneous_tables_opens(crowd: Club) -> None:
    people = crowd.everyone[:10]
    results = await all_at_once(*(p.actor.slash(crowd.world.channel, "rook new") for p in people))
    replies = [Reply(crowd.world, result) for result in results]
    assert all(reply.is_answered for reply in replies)
    refused = [reply for reply in replies if reply.messages[-1].ephemeral]
    assert len(refused) == 9
    assert all("This channel already has a table" in reply.sentence for reply in refused)
    assert len(await stored_tables(crowd.database)) == 1
