"""Duplicate evenings: every table plays the same deals, and no player can know them."""

from __future__ import annotations

import asyncio

import pytest

from bot.common.errors import Refused
from bot.evening.store.evenings import EveningStore
from bot.models.evening_kinds import EveningKind
from bot.table.store.tables import TableStore
from cogs.evening.pages import deal_sheet_panel
from rules.core.decisions import CHANCE
from tests.evening.party import HOST, Party, people
from tests.ui.tables import labels, text

DUPLICATE = EveningKind.DUPLICATE


async def dealt(party: Party) -> list[list[list[str]]]:
    """The chance events of each table, round by round."""
    evening = await EveningStore(party.database).evening(party.id)
    assert evening is not None
    return [
        [
            [
                entry.action
                for entry in await TableStore(party.database).log(table.table_id or 0)
                if entry.seat == CHANCE
            ]
            for table in played.tables
        ]
        for played in evening.rounds
    ]


async def test_every_table_has_the_same_deals_and_each_round_others(party: Party) -> None:
    await party.open(12, DUPLICATE, rounds=2, deals=2)
    await party.start()
    await party.play_round()
    shown = await party.play_round()
    first, second = await dealt(party)
    assert len(first) == len(second) == 3
    for tables in (first, second):
        assert all(acts[:3] == tables[0][:3] for acts in tables), "the draw, and two deals"
    assert first[0][0] == second[0][0], "the same seat deals"
    assert not set(first[0][1:3]) & set(second[0][1:3])
    assert shown.is_over


@pytest.mark.parametrize(("kind", "is_told"), [(DUPLICATE, False), (EveningKind.PROGRESSIVE, True)])
async def test_finished_deal_still_played_at_other_tables_stays_hidden(
    party: Party, kind: EveningKind, is_told: bool
) -> None:
    await party.open(8, kind, rounds=1)
    await party.start()
    first, _ = await party.live()
    await party.play_out(first)
    shown = await party.manager.reading.shown(first.record.channel_id, finished=True)
    assert shown.match.deal_end
    assert (shown.match.played is not None) is is_told


async def test_same_cards_are_dealt_after_a_restart(party: Party) -> None:
    await party.open(8, DUPLICATE, rounds=1, deals=2)
    await party.start()
    table = (await party.live())[0]
    while table.match.deal < 2:
        await party.step(table)
    again = await party.restart()
    await again.play_round()
    [[one, other]] = await dealt(again)
    assert one[:3] == other[:3]
    await again.close()


async def test_players_who_held_the_same_cards_are_compared(party: Party) -> None:
    await party.open(8, DUPLICATE, rounds=1, deals=2, draws_pairs=False)
    shown = await party.start()
    assert [table.seats for table in shown.tables] == [(1001, 1005, 1002, 1006), (1007, 1003, 1008, 1004)]
    shown = await party.play_round()
    lines = (await party.evenings.shown(party.id)).lines
    assert lines == shown.lines
    share = {line.guest.user_id: line.share for line in lines}
    assert share[1001] == share[1002] == 1 - share[1007], "sides are turned at the second table"
    assert share[1001] + share[1005] == 1, "what one side of a table wins the other loses"
    assert sum(line.matchpoints for line in lines) * 2 == sum(line.possible for line in lines)


async def test_second_pairs_move_and_leavers_and_latecomers_are_seated(
    party: Party,
) -> None:
    await party.open(8, DUPLICATE, rounds=2, draws_pairs=False)
    await party.start()
    await party.evenings.leave(party.id, 1001)
    for late in people(4, first=2001):
        await party.evenings.join(party.id, late)
    shown = await party.play_round()
    assert [table.seats for table in shown.tables] == [
        (2001, 1007, 1002, 1008),
        (1003, 1005, 1004, 1006),
        (2002, 2004, 2003, None),
    ]


async def test_deal_no_table_played_is_an_empty_sheet_among_the_others(party: Party) -> None:
    """Bug: its refusal had no pager, so the deals of later rounds could not be reached."""
    await party.open(8, DUPLICATE, rounds=2, deals=3)
    await party.start()
    for number, table in enumerate(await party.live(), start=1):
        while table.match.deal == 1:
            await party.step(table)
        await party.evenings.score(party.id, number, HOST.id)
    await party.open_tables()
    shown = await party.play_round()
    for deal, is_played in ((1, True), (3, False), (4, True)):
        sheet = await party.evenings.deal_sheet(party.id, deal)
        panel = deal_sheet_panel(shown, sheet)
        assert bool(sheet.dealt.hands) == bool(sheet.played) == is_played
        assert ("No table played this deal." in text(panel)) is not is_played
        assert labels(panel) == ["Previous", "Next"]
    with pytest.raises(Refused, match="every table has finished"):
        await party.evenings.deal_sheet(party.id, 7)


async def test_four_people_hold_the_same_cards_against_computers(party: Party) -> None:
    await party.open(4, DUPLICATE, rounds=1, draws_pairs=False)
    shown = await party.start()
    assert [table.seats for table in shown.tables] == [(1001, None, 1002, None), (1003, None, 1004, None)]
    shown = await party.play_round()
    assert {line.possible for line in shown.lines} == {2}


async def test_two_people_hold_the_same_cards_as_a_table_of_computers(party: Party) -> None:
    await party.open(2, DUPLICATE, rounds=1)
    shown = await party.start()
    assert [sum(who is not None for who in table.seats) for table in shown.tables] == [2, 0]
    shown = await party.play_round()
    assert shown.is_over
    assert {line.possible for line in shown.lines} == {2}


async def test_computers_that_others_wait_for_do_not_pause(party: Party) -> None:
    await party.open(2, DUPLICATE, rounds=1)
    await party.start()
    _, of_computers = await party.live()
    party.manager.desk.pause(of_computers)
    for _ in range(20):
        await asyncio.sleep(0)
    assert not of_computers.clock.is_paused
