"""Places of an evening, only for players with the required share of its deals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.database.database import Database
from bot.evening.opening import LEAST_SHARE, WantedEvening
from bot.evening.results import credits_of_evening
from bot.evening.standing import Line
from bot.league.evenings import evening_for
from bot.league.store.evenings import SeasonEveningStore
from bot.models.evening_kinds import EveningKind
from bot.table.desk.table import Table
from bot.table.store.results import ResultStore
from rules.core.actions import Pass
from tests.evening.party import HOST, Party, a_party, people
from tests.evening.test_league_evenings import enter, new_season, table_of

DUPLICATE, PROGRESSIVE, ROTATING = EveningKind.DUPLICATE, EveningKind.PROGRESSIVE, EveningKind.ROTATING


async def lines_of(party: Party) -> dict[int, Line]:
    return {line.guest.user_id: line for line in (await party.evenings.shown(party.id)).lines}


async def test_players_who_leave_a_duplicate_in_round_one_have_no_place(party: Party) -> None:
    """Bug: a player who left in round 1 won such an evening with 100%."""
    await party.open(8, DUPLICATE, deals=2, rounds=2, draws_pairs=False)
    await party.start()
    for who in (1001, 1002):
        await party.evenings.leave(party.id, who)
    await party.play_round()
    shown = await party.play_round()
    assert shown.is_over
    lines = await lines_of(party)
    assert [lines[who].place for who in (1001, 1002)] == [None, None]
    assert {lines[who].place is None for who in range(1003, 1009)} == {False}
    assert [line.guest.user_id for line in shown.lines][-2:] in ([1001, 1002], [1002, 1001])
    assert min(line.place for line in shown.lines if line.place) == 1, "the best of those who stayed wins"


async def test_players_who_leave_a_progressive_party_halfway_have_no_place(party: Party) -> None:
    """Bug: two players who had left took the second and the third place."""
    await party.open(8, PROGRESSIVE, rounds=4)
    await party.start()
    await party.play_round()
    await party.play_round()
    for who in (1001, 1002):
        await party.evenings.leave(party.id, who)
    await party.play_round()
    lines = await lines_of(party)
    assert {lines[who].place is None for who in (1001, 1002)} == {False}, "two rounds of three are enough"
    await party.play_round()
    lines = await lines_of(party)
    assert [lines[who].place for who in (1001, 1002)] == [None, None]
    places = sorted(line.place for line in lines.values() if line.place is not None)
    assert places[0] == 1
    assert len(places) == 6


async def test_player_resting_in_turn_has_played_the_deals_of_the_round(party: Party) -> None:
    await party.open(5, PROGRESSIVE, rounds=2, computers_fill=False)
    await party.start()
    await party.play_round()
    await party.play_round()
    assert all(line.place is not None for line in (await lines_of(party)).values())


async def test_player_joining_for_the_last_round_has_no_place(party: Party) -> None:
    await party.open(4, PROGRESSIVE, rounds=2)
    await party.start()
    [late] = people(1, 2001)
    await party.evenings.join(party.id, late)
    await party.play_round()
    await party.play_round()
    lines = await lines_of(party)
    assert lines[2001].place is None
    assert all(lines[who].place is not None for who in range(1001, 1005))


async def test_deals_that_a_computer_ended_are_no_deals_of_the_player(party: Party) -> None:
    await party.open(4, ROTATING, deals=2)
    await party.start()
    [table] = await party.live()
    assert table.record.channel_id is not None
    await party.manager.presence.leave(table.record.channel_id, 1001, "random")
    for _ in range(3):
        await party.play_round()
    lines = await lines_of(party)
    assert lines[1001].place is not None, "four deals of six are two thirds"
    await party.open(4, ROTATING, deals=2, least_share=67)
    await party.start()
    [table] = await party.live()
    await party.manager.presence.leave(table.record.channel_id, 1001, "random")
    await party.play_round()
    await party.play_round()
    await party.play_round()
    lines = await lines_of(party)
    assert lines[1001].place is None


async def leave_after(party: Party, deals: int) -> list[Table]:
    """Have the first player leave after ``deals`` deals of their table; returns all tables of the round."""
    tables = await party.live()
    [own] = [one for one in tables if any(who.user_id == 1001 for who in one.record.seats)]
    while len(await ResultStore(party.database).deals(own.record.id)) < deals:
        await party.step(own)
    await party.evenings.leave(party.id, 1001)
    return tables


async def scored_by(
    party: Party, tables: list[Table], user_id: int, most: int = 99
) -> list[tuple[int, bool]]:
    """Scores of a player's side for the first ``most`` deals, and whether the player ended each."""
    return [
        (next(side.scored for side in deal.sides if who.seat in side.seats), not who.is_stand_in)
        for table in tables
        for deal in await ResultStore(party.database).deals(table.record.id)
        for who in deal.players
        if who.user_id == user_id and deal.deal <= most
    ]


@pytest.mark.parametrize("kind", [PROGRESSIVE, ROTATING, DUPLICATE])
@pytest.mark.parametrize("seed", range(6))
async def test_leavers_points_are_the_lower_with_and_without_computer_ended_deals(
    database: Database, kind: EveningKind, seed: int
) -> None:
    """Bug: a computer's deals counted for a leaver with a sufficient share of the deals."""
    async with a_party(database, seed) as party:
        await party.open(4, kind, deals=3, rounds=1, draws_pairs=False)
        await party.start()
        tables = await leave_after(party, 2)
        await party.play_round()
        lines = await lines_of(party)
        most = 3 if kind is DUPLICATE else 99  # a deal after a passed-out one is at no other table
        for who in range(1001, 1005):
            scored = await scored_by(party, tables, who, most)
            every, own = (
                sum(points for points, _ in scored),
                sum(points for points, is_own in scored if is_own),
            )
            assert lines[who].points == min(every, own)
            assert (own == every) or who == 1001
        assert lines[1001].place is not None, "two deals of three are a share"
        assert lines[1001].bonus == 0


async def test_match_points_of_deals_a_computer_ended_are_not_won(database: Database) -> None:
    """One of a pair leaves: the other has what the computer won, too."""
    differ = 0
    for seed in range(6):
        async with a_party(database, seed) as party:
            await party.open(8, DUPLICATE, deals=3, rounds=1, draws_pairs=False)
            await party.start()
            await leave_after(party, 2)
            await party.play_round()
            lines = await lines_of(party)
            leavers, partner = lines[1001], lines[1002]
            assert leavers.possible == partner.possible
            assert partner.matchpoints - leavers.matchpoints in {0, 1, 2}
            differ += partner.matchpoints > leavers.matchpoints
    assert differ


async def test_extra_deal_that_a_computer_ended_takes_no_match_points(party: Party) -> None:
    """Bug: after a passed-out deal, the extra deal of round 1 was taken for the first one of round 2."""
    await party.open(8, DUPLICATE, deals=1, rounds=2, draws_pairs=False)
    await party.start()
    for table in await party.live():
        while table.match.deal == 1:
            await party.step(table, Pass())
    for who in (1001, 1007):
        await party.evenings.leave(party.id, who)
        await party.evenings.join(party.id, people(1, who)[0])
    await party.play_round()
    await party.play_round()
    lines = await lines_of(party)
    assert {lines[who].possible for who in range(1001, 1009)} == {2}, "only round 2 can be compared"
    assert lines[1001].matchpoints + lines[1007].matchpoints == 2, "they met in round 2"


async def test_evening_without_a_share_gives_a_leaver_what_the_computer_scored(party: Party) -> None:
    await party.open(4, PROGRESSIVE, deals=3, rounds=1, least_share=0)
    await party.start()
    tables = await leave_after(party, 1)
    await party.play_round()
    scored = await scored_by(party, tables, 1001)
    assert (await lines_of(party))[1001].points == sum(points for points, _ in scored)


@pytest.mark.parametrize(("share", "has_place"), [(0, True), (50, True), (51, False), (100, False)])
async def test_share_that_a_place_needs_is_a_value_of_the_evening(
    party: Party, share: int, has_place: bool
) -> None:
    await party.open(8, DUPLICATE, deals=1, rounds=2, draws_pairs=False, least_share=share)
    await party.start()
    await party.play_round()
    for who in (1001, 1002):
        await party.evenings.leave(party.id, who)
    again = await party.restart()
    assert (await again.now()).terms.least_share == share, "it is stored"
    await again.play_round()
    assert ((await lines_of(again))[1001].place is not None) is has_place
    assert (await again.evenings.like(again.id)).least_share == share, "another evening has it, too"
    await again.close()


async def test_default_share_of_an_evening_is_two_thirds(party: Party) -> None:
    assert (await party.open(4, DUPLICATE)).terms.least_share == LEAST_SHARE == 66
    assert WantedEvening(DUPLICATE, "kentucky", {}).least_share is None


async def test_rounds_missed_by_leaving_count_in_the_season_as_not_won(
    party: Party, database: Database
) -> None:
    """Else leaving after a good round would win, though it leaves no comparison for later ones."""
    league, season = await new_season(database)
    await enter(database, league, *range(1001, 1009))
    wanted = evening_for(league, season, draws_pairs=False)
    await party.open(8, DUPLICATE, deals=4, rounds=2, draws_pairs=False, season=wanted.season)
    await party.start()
    tables = await party.live()
    for table in tables:
        while table.match.deal < 4 or table.clock.questions.by_seat == {}:
            await party.step(table)
    for who in (1001, 1002):
        await party.evenings.leave(party.id, who)
    await party.play_round()
    await party.play_round()
    [evening] = await SeasonEveningStore(database).evenings_of_season(season.id)
    credits_ = {one.credit.entrant: one.credit for one in await credits_of_evening(database, evening)}
    leavers, stayed = credits_[1001,], credits_[1003,]
    assert leavers.possible == stayed.possible + 2 * 4
    assert (await table_of(database, season))[1001,][0] == Fraction(
        100 * leavers.matchpoints, leavers.possible
    )


async def test_computer_ended_deals_count_in_the_season_as_not_won(party: Party, database: Database) -> None:
    league, season = await new_season(database)
    await enter(database, league, *range(1001, 1009))
    wanted = evening_for(league, season, draws_pairs=False)
    await party.open(8, DUPLICATE, deals=2, rounds=1, draws_pairs=False, season=wanted.season)
    await party.start()
    for who in (1001, 1005):  # one on each side of a table: either may have won the deals
        await party.evenings.leave(party.id, who)
    await party.play_round()
    [evening] = await SeasonEveningStore(database).evenings_of_season(season.id)
    credits_ = {one.credit.entrant: one.credit for one in await credits_of_evening(database, evening)}
    for leavers, partner in ((1001, 1002), (1005, 1006)):
        assert credits_[leavers,].matchpoints == 0
        assert credits_[leavers,].possible == credits_[partner,].possible
    assert credits_[1002,].matchpoints + credits_[1006,].matchpoints == credits_[1002,].possible


async def test_evenings_that_are_over_leave_no_lock_behind(party: Party) -> None:
    """The lock of each evening was kept until the process ended."""
    for _ in range(3):
        await party.open(4)
        assert (await party.evenings.end(party.id, HOST.id)).is_over
    assert len(party.evenings._kept._locks) == 0
