"""Progressive parties on the real manager and store: every round is complete as players leave and join."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from bot.evening.opening import played_game
from bot.evening.progressive import BONUS
from bot.evening.shown import ShownEvening
from bot.evening.store.evenings import EveningStore
from bot.models.evening_kinds import EveningEnding
from bot.table.store.results import ResultStore
from rules.presets import PRESETS
from tests.evening.party import Party, people


def check_round(shown: ShownEvening) -> None:
    """Check that every table has four players, none sits twice, and all present play or rest."""
    seated = [who for who in chain(*(table.seats for table in shown.tables)) if who is not None]
    assert all(len(table.seats) == 4 for table in shown.tables)
    assert len(seated) == len(set(seated))
    assert set(seated) | set(shown.guests.rests) | set(shown.guests.late) == set(shown.guests.here)
    assert not set(seated) & set(shown.guests.rests)


async def check_tables(party: Party) -> None:
    """Check that each open table is played by its assigned players, in that order."""
    shown = await party.now()
    for table, live in zip(shown.tables, await party.live(), strict=True):
        assert tuple(seat.user_id for seat in live.record.seats) == table.seats
        assert all(seat.user_id or seat.computer for seat in live.record.seats)


async def check_totals(party: Party) -> None:
    """SV-45: each player carries the side's score, and 50 for each table won.

    A leaver has the lower of the scores with and without computer-ended deals, and wins no such table.
    """
    evening = await EveningStore(party.database).evening(party.id)
    assert evening is not None
    expected = Counter[int]()
    for played in evening.rounds:
        if not played.is_over:
            continue
        earned = []
        for table in played.tables:
            assert table.score is not None
            first, second = table.score.points
            deals = await ResultStore(party.database).deals(table.table_id or 0)
            for seat, who in enumerate(table.seats):
                if who is not None:
                    points = table.score.points[seat % 2]
                    is_highest = points == max(first, second) and first != second
                    earned.append((who, points + BONUS * is_highest))
                    own = [deal for deal in deals if not deal.players[seat].is_stand_in]
                    scored = sum(side.scored for deal in own for side in deal.sides if seat in side.seats)
                    expected[who] += points if own == deals else min(points, scored)
                    expected[who] += BONUS * (is_highest and own[-1:] == deals[-1:])
        for who in played.rests:
            expected[who] += sum(points for _, points in earned) // len(earned)
    lines = (await party.evenings.shown(party.id)).lines
    assert {line.guest.user_id: line.total for line in lines} == dict(expected)
    for some in ([line for line in lines if line.place], [line for line in lines if line.place is None]):
        totals = [line.total for line in some]
        assert totals == sorted(totals, reverse=True)


@pytest.mark.parametrize("fills", [True, False], ids=["computers", "rests"])
@pytest.mark.parametrize("count", [8, 12, 16, 24, 9, 10, 11, 14])
async def test_every_table_is_full_after_each_round_despite_leavers_and_latecomers(
    party: Party, count: int, fills: bool
) -> None:
    await party.open(count, rounds=3, computers_fill=fills)
    shown = await party.start()
    check_round(shown)
    await check_tables(party)
    for leaver in people(2, first=1003):
        await party.evenings.leave(party.id, leaver.id)
    [late] = people(1, first=2001)
    assert late.id in (await party.evenings.join(party.id, late)).guests.late
    shown = await party.play_round()
    assert shown.rounds.number == 2
    assert set(shown.guests.here) == {one.id for one in people(count)} - {1003, 1004} | {late.id}
    check_round(shown)
    await check_tables(party)
    await check_totals(party)
    check_round(await party.play_round())
    shown = await party.play_round()
    assert (shown.ended, shown.rounds.number) == (EveningEnding.PLAYED, 3)
    await check_totals(party)
    assert len(shown.lines) == count + 1


async def test_partners_change_and_winners_move_up_each_round(party: Party) -> None:
    await party.open(8, rounds=3)
    await party.start()
    await party.play_round()
    evening = await EveningStore(party.database).evening(party.id)
    assert evening is not None
    first, second = evening.rounds
    pairs = [{frozenset(table.seats[::2]), frozenset(table.seats[1::2])} for table in first.tables]
    assert not {
        frozenset(pair) for table in second.tables for pair in (table.seats[::2], table.seats[1::2])
    } & set(chain(*pairs))
    lowest = first.tables[1]
    assert lowest.score is not None
    ahead = (
        lowest.score.cut
        if len(set(lowest.score.points)) == 1
        else lowest.score.points.index(max(lowest.score.points))
    )
    assert set(lowest.seats[ahead::2]) < set(second.tables[0].seats)


async def test_four_deals_are_played_at_each_table(party: Party) -> None:
    await party.open(4, rounds=1, deals=4)
    await party.start()
    shown = await party.play_round()
    assert [table.so_far.deals for table in shown.tables] == [4]


OF_THE_TARGET = {"target", "target_checked", "going_out", "winner_made_bid", "games", "tie", "extra_deal"}


@pytest.mark.parametrize("family", ["own_bid_or_set", "county_fair"])
def test_rules_on_the_target_do_not_keep_a_family_from_an_evening(family: str) -> None:
    """Bug: `/night new` refused their rules, and their server's daily deal was of another game."""
    preset = PRESETS[family]
    kept = {key: value for key, value in preset.options.items() if key not in OF_THE_TARGET}
    assert kept != preset.options
    assert played_game(preset.game, preset.options, 3).changes() == {**kept, "deals": 3}
