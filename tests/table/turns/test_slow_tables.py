"""Slow tables: a turn may take hours or days. The clock stands still until a test moves it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.app import App
from bot.common.errors import HostOnly, Refused
from bot.models.stored_settings import ServerSettings
from bot.models.stored_tables import Settled, TableRecord
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import ShownTable
from bot.table.lobby.choosing import (
    TURN_HOURS,
    ChooseCounted,
    ChooseGame,
    ChooseRules,
    ChooseTurnTime,
    may_be_slow,
)
from bot.table.opening import WantedTable, new_table
from bot.table.turn_driver import UNLOAD_AFTER
from bot.table.turns.time_limit import TurnTime
from rules.catalog import GAMES
from tests.table.people import ANN, BEN, CHANNEL, FOUR, GUILD, answer, asked, legal, seat
from tests.table.stage import Stage, moves_on, nothing_happens, some_turns_of_the_loop
from tests.table.standing_time import StandingTime

LIMIT, PACE = 180, 2
DAY = 24 * 3600


@pytest.fixture
async def app(stage: Stage) -> AsyncIterator[App]:
    async with stage.open(limit=LIMIT, pace=PACE) as app:
        yield app


async def begin_slowly(app: App, *people: object, hours: int = 8) -> ShownTable:
    """A match with turns of ``hours``; one player alone has computers."""
    await seat(app.tables, *(people or FOUR))  # type: ignore[arg-type]
    await app.tables.lobbies.change_lobby(CHANNEL, ChooseTurnTime(ANN.id, hours))
    return await app.tables.lobbies.start(CHANNEL, ANN.id)


def lobby(game: str = "kentucky", *, counted: bool = False, hours: int = 0) -> TableRecord:
    wanted = WantedTable(game, counted=counted, turn_hours=hours)
    return new_table(GUILD, CHANNEL, ANN, wanted, 1.7e9)


# Before the match -----------------------------------------------------------------------------------


@pytest.mark.parametrize("hours", TURN_HOURS)
def test_host_chooses_how_long_a_turn_may_take(hours: int) -> None:
    slow = ChooseTurnTime(ANN.id, hours).applied_to(lobby())
    assert (slow.turn_hours, slow.is_slow) == (hours, True)
    assert not ChooseTurnTime(ANN.id, 0).applied_to(slow).is_slow


def test_only_the_host_chooses_and_only_offered_times_are_accepted() -> None:
    with pytest.raises(HostOnly):
        ChooseTurnTime(BEN.id, 8).applied_to(lobby())
    for hours in (-1, 1, 1000):
        with pytest.raises(Refused, match="Choose 2 hours"):
            ChooseTurnTime(ANN.id, hours).applied_to(lobby())


def test_counted_and_league_matches_are_never_slow() -> None:
    with pytest.raises(Refused, match="Make it casual first"):
        ChooseTurnTime(ANN.id, 8).applied_to(lobby(counted=True))
    with pytest.raises(Refused, match="Make it casual first"):
        lobby(counted=True, hours=8)
    with pytest.raises(Refused, match="A slow table is always casual"):
        ChooseCounted(ANN.id, counted=True).applied_to(lobby(hours=8))
    with pytest.raises(Refused, match="The game here is already set"):
        ChooseTurnTime(ANN.id, 8).applied_to(lobby()._replace(settled=Settled.PEOPLE))


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if not may_be_slow(game.about)])
def test_races_and_solitaire_cannot_be_slow(game: str) -> None:
    """Races, and solitaire, where no other player waits."""
    with pytest.raises(Refused, match="is played in one sitting"):
        ChooseTurnTime(ANN.id, 8).applied_to(lobby(game))
    assert not ChooseGame(ANN.id, game).applied_to(lobby(hours=8)).is_slow


def test_change_to_another_game_of_turns_stays_slow() -> None:
    assert ChooseRules(ANN.id, "club", {}).applied_to(lobby(hours=72)).turn_hours == 72


async def test_slow_match_is_casual_where_matches_count_by_default(app: App) -> None:
    await app.server.management.set_settings(GUILD, ServerSettings(counted=True))
    assert not (
        await app.tables.lobbies.open_table(GUILD, CHANNEL, ANN, WantedTable(turn_hours=8))
    ).kind.counted
    with pytest.raises(Refused, match="Make it casual first"):
        await app.tables.lobbies.open_table(GUILD, CHANNEL + 1, ANN, WantedTable(counted=True, turn_hours=8))


# In the match ---------------------------------------------------------------------------------------


async def test_turn_lasts_its_hours_and_then_a_computer_stands_in(app: App, time: StandingTime) -> None:
    table = await begin_slowly(app, hours=8)
    who = asked(table)
    assert table.turn.due_at == time.now() + 8 * 3600
    time.let_pass(8 * 3600 - 1)
    assert await nothing_happens(app)

    time.let_pass(1)
    away = (await moves_on(app)).seat_of(who)
    assert away is not None
    assert away.is_away
    time.let_pass(PACE)
    await moves_on(app)
    assert not (await app.tables.presence.come_back(CHANNEL, who)).table.seats[away.seat].is_away


async def test_slow_turns_use_up_no_time_bank(app: App, time: StandingTime) -> None:
    """At a slow table there is no time bank: every turn has all its hours."""
    table = await begin_slowly(app, hours=2)
    for _ in range(12):
        time.let_pass(2 * 3600 - 1)
        table = await answer(app.tables, Random(1))
        assert table.turn.due_at == time.now() + 2 * 3600
    assert table.turn.until_next_deal == ()
    assert not any(who.ran_out for who in app.tables.desk.live_tables[0].record.seats)


async def test_leaving_and_coming_back_gives_no_turn_more_time(app: App, time: StandingTime) -> None:
    who = asked(await begin_slowly(app, hours=2))
    due = time.now() + 2 * 3600
    time.let_pass(3600)
    await app.tables.presence.leave(CHANNEL, who, "random")
    assert (await app.tables.presence.come_back(CHANNEL, who)).table.turn.due_at == due


async def test_player_who_returns_too_late_has_the_usual_time(app: App, time: StandingTime) -> None:
    who = asked(await begin_slowly(app, hours=2))
    time.let_pass(2 * 3600)
    await moves_on(app)
    assert (await app.tables.presence.come_back(CHANNEL, who)).table.turn.due_at == time.now() + LIMIT
    time.let_pass(LIMIT)
    assert (await moves_on(app)).seat_of(who).is_away  # type: ignore[union-attr]


async def test_slow_match_waits_for_a_player_alone_with_computers(app: App, time: StandingTime) -> None:
    await begin_slowly(app, ANN, hours=2)
    while not (await app.tables.reading.shown(CHANNEL)).turn.waiting_for:
        time.let_pass(PACE)
        await moves_on(app)
    time.let_pass(2 * 3600)
    assert (await moves_on(app)).everyone_left


async def test_slow_turn_keeps_its_length_when_unloaded_and_restarted(
    stage: Stage, time: StandingTime
) -> None:
    async with stage.open(limit=LIMIT) as app:
        who = asked(await begin_slowly(app, hours=72))
        time.let_pass(UNLOAD_AFTER)
        while app.tables.desk.live_tables:
            await nothing_happens_to(app)
    time.let_pass(2 * DAY)
    async with stage.open(limit=LIMIT) as app:
        assert not app.tables.desk.live_tables, "a start reads due times and no match"
        [unloaded] = app.tables.desk.tables.unloaded_tables
        assert unloaded.due_at == (await app.tables.reading.shown(CHANNEL)).turn.due_at
        hand = await app.tables.reading.hand(CHANNEL, who)
        assert hand.view.decision is not None
        action = await legal(app.tables, who, Random(1))
        await app.tables.play.act(CHANNEL, who, action, table_id=hand.table.id, revision=hand.table.revision)


async def nothing_happens_to(app: App) -> None:
    """Let due timers fire and their writes be stored, without reading the table."""
    assert await app.maintenance.upkeep.is_writable()


@pytest.mark.parametrize("step", [-3600, 3600])
@pytest.mark.parametrize("sleeps", [False, True])
async def test_turn_takes_its_hours_though_the_clock_is_set(
    app: App, time: StandingTime, step: float, sleeps: bool
) -> None:
    table = await begin_slowly(app, hours=2)
    assert table.turn.due_at is not None
    if sleeps:
        time.let_pass(UNLOAD_AFTER)
        while app.tables.desk.live_tables:
            await nothing_happens_to(app)
    time.set_clock_back(-step)
    time.let_pass(2 * 3600 - 60 - sleeps * UNLOAD_AFTER)
    await some_turns_of_the_loop()
    later = await app.tables.reading.shown(CHANNEL)
    assert (later.revision, later.turn.due_at) == (table.revision, table.turn.due_at + step)
    time.let_pass(60)
    assert any(seat.is_away for seat in (await moves_on(app)).seats)


async def test_vote_at_a_slow_table_lasts_as_long_as_a_turn(app: App, time: StandingTime) -> None:
    table = await begin_slowly(app, hours=8)
    end = Proposal("end")
    for one in FOUR[:2]:
        table = await app.tables.votes.agree(CHANNEL, one.id, end)
    assert table.voting.votes[end].until == time.now() + 8 * 3600
    time.let_pass(8 * 3600 - 1)
    assert (await app.tables.reading.shown(CHANNEL)).is_playing


def test_idle_table_closes_no_sooner_than_its_turns_end() -> None:
    quick = TurnTime.of(LIMIT, lobby=DAY, deserted=2 * DAY)
    slow = quick.at(lobby(hours=72))
    assert (slow.limit, slow.lobby, slow.deserted) == (3 * DAY, 4 * DAY, 5 * DAY)
    assert quick.at(lobby()) is quick
    assert TurnTime.of(0).at(lobby(hours=72)).deserted == 0
