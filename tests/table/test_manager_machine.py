"""A state machine: memory and database agree after any actions in any order."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.common.errors import Refused, StoreError
from bot.models.stored_tables import SeatRecord, Status
from bot.table.desk.agreement import Proposal
from bot.table.desk.present import replay
from bot.table.desk.shown import ShownHand, Update
from bot.table.desk.steps import rulings as rulings_at
from bot.table.desk.table import Table
from bot.table.lobby.before_match import CloseLobby, LobbyChange, Person
from bot.table.lobby.choosing import ChooseGame, ChooseOptions
from bot.table.lobby.seating import AddComputers, RemoveComputer, Sit, StandUp, Swap
from bot.table.manager import GameManager
from bot.table.opening import WantedTable
from bot.table.store.tables import TableStore
from rules.catalog import BIDDING_GAMES, GAMES
from rules.core.actions import (
    PLAYS,
    TRUMPS,
    Action,
    Bid,
    Deal,
    Discard,
    Draw,
    EndForRenege,
    Pass,
    Penalize,
    Redeal,
    parse_action,
)
from rules.core.cards import CARDS, Color
from rules.core.decisions import CLOCK, unstamped
from rules.core.protocol import IllegalAction, InvalidOption, OptionValue
from tests.database.samples import stored_tables
from tests.table.people import ANN, BEN, CLEO, EVE, GUILD
from tests.table.troubled import TroubledDatabase, disk_full, open_troubled

T = TypeVar("T")
CHANNELS = (601, 602)
REFUSALS = (Refused, IllegalAction, InvalidOption, StoreError)

people = st.sampled_from([ANN, BEN, CLEO, EVE])
channels = st.sampled_from(CHANNELS)
seats = st.integers(-1, 4)
seeds = st.integers(0, 2**16)
options: st.SearchStrategy[dict[str, OptionValue]] = st.sampled_from(
    [
        {"deals": 1},
        {"deals": 1},
        {"deals": 2},
        {"deals": 1, "take_back": "until_next"},
        {"deals": 1, "take_back": "consent"},
        {},
        {"target": 200},
        {"deals": 0},
        {"target": None},
        {"luck": True},
    ]
)
house_rules: st.SearchStrategy[dict[str, OptionValue]] = st.sampled_from(
    [{}, {"take_back": "until_next"}, {"take_back": "consent"}]
)
proposals = st.builds(Proposal, st.just("takeback"), st.integers(-1, 4)) | st.sampled_from(
    [Proposal("end"), Proposal("redeal"), Proposal("redeal")]
)
rulings: st.SearchStrategy[Action] = st.one_of(
    st.builds(Penalize, st.integers(-1, 4), st.integers(0, 2000), st.just("table talk")),
    st.builds(Redeal, st.booleans()),
    st.builds(EndForRenege, st.integers(-1, 4)),
    st.just(Pass()),
)
cards = st.lists(st.sampled_from(CARDS), max_size=6).map(tuple)
actions: st.SearchStrategy[Action] = st.one_of(
    st.just(Pass()),
    st.builds(Bid, st.integers(-5, 400), st.none() | st.sampled_from(Color)),
    st.sampled_from(PLAYS),
    st.sampled_from(TRUMPS),
    st.builds(Discard, cards),
    st.builds(Deal, cards),
    st.builds(Draw, cards),
)


class ManagerMachine(RuleBasedStateMachine):
    """Four people, two channels, a file, and a bot that is stopped without warning."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory(prefix="rookery-")
        self.path = Path(self.folder.name) / "rookery.sqlite3"
        self.runner = asyncio.Runner()
        self.random = Random(7)
        self.time = 1.7e9
        self.revisions: dict[int, int] = {}
        self.untrue: list[Update] = []
        self.database: TroubledDatabase
        self.manager: GameManager
        self.runner.run(self.open())

    async def open(self) -> None:
        self.database = await open_troubled(self.path)
        self.manager = GameManager(self.database, random=self.random, now=lambda: self.time)
        self.manager.desk.listen(self.hear)
        await self.manager.resume()
        for unloaded in self.manager.desk.tables.unloaded_tables:
            await self.manager.desk.awake(unloaded.channel_id)

    def hear(self, update: Update) -> None:
        """Check that each announced change is in the file already, for any other program to read."""
        with closing(sqlite3.connect(self.path)) as database:
            [(status, revision)] = database.execute(
                "SELECT status, (SELECT max(revision) FROM (SELECT tables.revision UNION ALL"
                " SELECT revision FROM actions WHERE table_id = tables.id)) FROM tables WHERE id = ?",
                (update.table.id,),
            )
        if (status, revision) != (update.table.status, update.table.revision):
            self.untrue.append(update)  # an error raised here, the manager would only log

    def teardown(self) -> None:
        self.runner.run(self.manager.close())
        self.runner.run(self.database.close())
        self.runner.close()
        self.folder.cleanup()

    @initialize(others=st.lists(people, max_size=3, unique=True), more=house_rules)
    def begin_a_match(self, others: list[Person], more: dict[str, OptionValue]) -> None:
        """Start with a match, as most actions happen in one."""
        channel = CHANNELS[0]
        self.do(
            self.manager.lobbies.open_table(GUILD, channel, ANN, WantedTable(options={"deals": 1, **more}))
        )
        for person in others:
            self.change(channel, Sit(person))
        self.fill_and_start(channel, fails=False)

    # Actions of people ----------------------------------------------------------------------------

    @rule(channel=channels, host=people, game=st.sampled_from([*GAMES, "whist"]), options=options)
    def open_a_table(self, channel: int, host: Person, game: str, options: dict[str, OptionValue]) -> None:
        self.do(self.manager.lobbies.open_table(GUILD, channel, host, WantedTable(game, options=options)))

    @precondition(lambda self: self.is_any(Status.LOBBY))
    @rule(channel=channels, who=people, seat=st.none() | seats)
    def sit(self, channel: int, who: Person, seat: int | None) -> None:
        self.change(channel, Sit(who, seat))

    @precondition(lambda self: self.is_any(Status.LOBBY))
    @rule(channel=channels, who=people)
    def stand_up(self, channel: int, who: Person) -> None:
        self.change(channel, StandUp(who.id))

    @precondition(lambda self: self.is_any(Status.LOBBY))
    @rule(channel=channels, who=people, first=seats, second=seats)
    def swap(self, channel: int, who: Person, first: int, second: int) -> None:
        self.change(channel, Swap(who.id, first, second))

    @precondition(lambda self: self.is_any(Status.LOBBY))
    @rule(channel=channels, who=people, number=st.none() | st.integers(-1, 5))
    def add_computers(self, channel: int, who: Person, number: int | None) -> None:
        self.change(channel, AddComputers(who.id, "random", number))

    @precondition(lambda self: self.is_any(Status.LOBBY))
    @rule(channel=channels, who=people, seat=st.none() | seats)
    def remove_computer(self, channel: int, who: Person, seat: int | None) -> None:
        self.change(channel, RemoveComputer(who.id, seat))

    @precondition(lambda self: self.is_any(Status.LOBBY))
    @rule(channel=channels, who=people, values=options, stale=st.booleans(), fails=st.booleans())
    def choose_options(
        self, channel: int, who: Person, values: dict[str, OptionValue], stale: bool, fails: bool
    ) -> None:
        change = ChooseOptions(who.id, values)
        self.change(channel, change, stale=stale, fails=fails)

    @precondition(lambda self: self.is_any(Status.LOBBY))
    @rule(channel=channels, who=people, key=st.sampled_from([*GAMES, "whist"]))
    def choose_game(self, channel: int, who: Person, key: str) -> None:
        self.change(channel, ChooseGame(who.id, key))

    @precondition(lambda self: self.is_any(Status.LOBBY))
    @rule(channel=channels, who=people, may_manage=st.booleans())
    def cancel_the_lobby(self, channel: int, who: Person, may_manage: bool) -> None:
        self.change(channel, CloseLobby(who.id, may_manage))

    @precondition(lambda self: self.is_any(Status.LOBBY))
    @rule(channel=channels, who=people)
    def start(self, channel: int, who: Person) -> None:
        self.do(self.manager.lobbies.start(channel, who.id))

    @precondition(lambda self: self.is_any(Status.LOBBY))
    @rule(channel=channels, fails=st.sampled_from([False, False, True]))
    def fill_and_start(self, channel: int, fails: bool) -> None:
        table = self.table(channel)
        if table is None or table.record.status is not Status.LOBBY:
            return
        host = table.record.host_id
        self.change(channel, AddComputers(host, "random", None))
        self.do(self.manager.lobbies.start(channel, host), fails=fails)

    @precondition(lambda self: self.asked())
    @rule(seed=seeds, times=st.integers(1, 40))
    def play_on(self, seed: int, times: int) -> None:
        """Any asked player or computer answers as the rules allow."""
        random = Random(seed)
        for _ in range(times):
            if not (asked := self.asked()):
                return
            table, seat = random.choice(asked)
            decision = table.match.asked[seat]
            assert self.answer(table, seat, decision.sample(random)), "a legal answer was refused"

    @precondition(lambda self: self.asked())
    @rule(seed=seeds)
    def answer_while_the_disk_is_full(self, seed: int) -> None:
        table, seat = Random(seed).choice(self.asked())
        assert not self.answer(table, seat, table.match.asked[seat].sample(Random(seed)), fails=True)

    @precondition(lambda self: self.asked())
    @rule(
        who=people,
        action=actions,
        ahead=st.sampled_from([None, -1, 0, 1]),
        other_table=st.booleans(),
        seed=seeds,
    )
    def press_anything(
        self, who: Person, action: Action, ahead: int | None, other_table: bool, seed: int
    ) -> None:
        table, _ = Random(seed).choice(self.asked())
        revision = None if ahead is None else table.revision + ahead
        table_id = table.record.id + other_table
        question = table.clock.questions.by_seat.get(table.record.seat_of(who.id) or 0)
        now = table.revision
        press = self.manager.play.act(
            table.record.channel_id, who.id, action, table_id=table_id, revision=revision
        )
        accepted = self.do(press)
        if accepted is not None:
            assert question is not None
            assert revision is None or question.revision <= revision <= now
            assert not other_table
            assert who is not EVE

    @precondition(lambda self: self.asked())
    @rule(
        text=st.text(max_size=30)
        | st.sampled_from(["bid 75", "play Rook", "discard G5 G5", "pass", "deal R1"])
    )
    def type_anything(self, text: str) -> None:
        table, seat = self.asked()[0]
        user_id = None if seat == CLOCK else table.record.seats[seat].user_id
        try:
            action = parse_action(text)
        except ValueError:
            return
        if user_id is not None:
            self.do(self.manager.play.act(table.record.channel_id, user_id, action))

    @precondition(lambda self: self.is_any(Status.PLAYING))
    @rule(channel=channels, who=people)
    def leave(self, channel: int, who: Person) -> None:
        self.do(self.manager.presence.leave(channel, who.id, "random"))

    @precondition(lambda self: self.is_any(Status.PLAYING))
    @rule(channel=channels, who=people)
    def come_back(self, channel: int, who: Person) -> None:
        self.do(self.manager.presence.come_back(channel, who.id))

    @precondition(lambda self: self.is_any(Status.PLAYING))
    @rule(channel=channels, seat=st.integers(0, 3), behind=st.integers(0, 1))
    def stand_in(self, channel: int, seat: int, behind: int) -> None:
        table = self.table(channel)
        if table is not None:
            self.do(self.manager.presence.stand_in(channel, seat, "random", table.revision - behind))

    @precondition(lambda self: self.is_any(Status.PLAYING))
    @rule(channel=channels, who=people, proposal=proposals, fails=st.sampled_from([False, False, True]))
    def agree(self, channel: int, who: Person, proposal: Proposal, fails: bool) -> None:
        self.do(self.manager.votes.agree(channel, who.id, proposal), fails=fails)

    @precondition(lambda self: self.is_any(Status.PLAYING))
    @rule(channel=channels, who=people, fails=st.sampled_from([False, False, True]))
    def take_back(self, channel: int, who: Person, fails: bool) -> None:
        table = self.table(channel)
        before = table.revision if table else 0
        done = self.do(self.manager.votes.take_back(channel, who.id), fails=fails)
        if done is not None and done.revision > before:
            assert not fails
            assert self.runner.run(TableStore(self.database).log(done.id))[-1].action == "take back"

    @precondition(lambda self: self.is_any(Status.PLAYING))
    @rule(channel=channels, action=rulings, fails=st.sampled_from([False, False, True]))
    def let_a_referee_rule(self, channel: int, action: Action, fails: bool) -> None:
        assert self.do(self.manager.play.rule(channel, EVE.id, action), fails=fails) is None or not fails

    @precondition(lambda self: self.is_any(Status.PLAYING))
    @rule(channel=channels, seed=seeds)
    def make_a_ruling_of_the_book(self, channel: int, seed: int) -> None:
        table = self.table(channel)
        if table is not None and table.record.status is Status.PLAYING and (options := rulings_at(table)):
            ruled = self.do(self.manager.play.rule(channel, EVE.id, Random(seed).choice(options).action))
            assert ruled is not None, "a ruling that was offered was refused"

    @rule(channel=channels, odds=st.integers(0, 3))
    def close_the_table(self, channel: int, odds: int) -> None:
        if not odds:
            self.do(self.manager.close_table(channel))

    # Stops and restarts of the bot ----------------------------------------------------------------

    @precondition(lambda self: self.asked())
    @rule(seed=seeds, turns=st.integers(0, 12))
    def cancel_in_the_middle(self, seed: int, turns: int) -> None:
        table, seat = Random(seed).choice(self.asked())
        action = table.match.asked[seat].sample(Random(seed))
        self.runner.run(self.cut_off(self.press(table, seat, action), turns))
        self.runner.run(self.manager.close())

    @precondition(lambda self: self.asked())
    @rule(seed=seeds, turns=st.integers(0, 12))
    def restart_in_the_middle(self, seed: int, turns: int) -> None:
        table, seat = Random(seed).choice(self.asked())
        action = table.match.asked[seat].sample(Random(seed))
        self.runner.run(self.cut_off(self.press(table, seat, action), turns))
        self.reopen()

    @rule()
    def restart(self) -> None:
        before = self.picture()
        self.reopen()
        assert self.picture() == before

    def reopen(self) -> None:
        """Take the file from the manager, and have another one open it."""
        self.runner.run(self.database.close())
        self.runner.run(self.manager.close())
        self.runner.run(self.open())

    # Invariants -----------------------------------------------------------------------------------

    @invariant()
    def announced_changes_are_in_the_file(self) -> None:
        assert self.untrue == []

    @invariant()
    def memory_equals_the_replayed_log(self) -> None:
        assert self.picture() == self.runner.run(self.replayed())

    @invariant()
    def every_channel_has_one_open_table_at_most(self) -> None:
        stored = self.runner.run(stored_tables(self.database))
        assert sorted(record.channel_id for record in stored) == sorted(
            {record.channel_id for record in stored}
        )
        assert {record.id for record in stored} == {
            table.record.id for table in self.manager.desk.live_tables
        }
        assert all(self.manager.desk.tables.find(record.id) for record in stored)

    @invariant()
    def revisions_never_fall_and_logs_rise(self) -> None:
        for table in self.manager.desk.live_tables:
            assert table.revision >= self.revisions.get(table.record.id, 0)
            self.revisions[table.record.id] = table.revision
            log = self.runner.run(TableStore(self.database).log(table.record.id))
            numbers = [entry.revision for entry in log]
            assert numbers == sorted(set(numbers))

    @invariant()
    def everyone_sees_the_same_table(self) -> None:
        for table in self.manager.desk.live_tables:
            shown = self.runner.run(self.manager.reading.shown(table.record.channel_id))
            view = table.match.table_view()
            assert shown.view == view
            if view is None:
                continue
            assert view.asked == tuple(sorted(seat for seat in table.match.asked if seat != CLOCK))
            held = {info.seat: info.cards for info in view.seats}
            for seat in range(len(shown.seats)):
                own = table.match.seat_view(seat)
                assert own.table == view
                assert (own.decision is not None) == (seat in view.asked)
                if table.record.game in BIDDING_GAMES:
                    assert len(own.hand) == held[seat]
                else:  # cards may lie face down before their owner, or outside the play
                    assert len(own.hand) <= held[seat]

    # Helpers --------------------------------------------------------------------------------------

    def table(self, channel: int) -> Table | None:
        return next((one for one in self.manager.desk.live_tables if one.record.channel_id == channel), None)

    def is_any(self, status: Status) -> bool:
        """Whether any table is open."""
        return any(table.record.status is status for table in self.manager.desk.live_tables)

    def asked(self) -> list[tuple[Table, int]]:
        """Every table and seat with an open question."""
        return [(table, seat) for table in self.manager.desk.live_tables for seat in table.match.asked]

    def do(self, change: Coroutine[Any, Any, T], *, fails: bool = False) -> T | None:
        """Apply a change; if it is refused, the state must not have changed."""
        self.time += 1
        self.database.troubles = [disk_full()] if fails else []
        before = self.picture()
        try:
            done = self.runner.run(change)
        except REFUSALS:
            assert self.picture() == before
            return None
        finally:
            self.database.troubles = []
        return done

    def change(self, channel: int, change: LobbyChange, *, stale: bool = False, fails: bool = False) -> None:
        table = self.table(channel)
        revision = table.revision - stale if table is not None else None
        before = self.picture() if fails else None
        done = self.do(self.manager.lobbies.change_lobby(channel, change, revision=revision), fails=fails)
        assert done is None or not stale
        assert done is None or not fails or self.picture() == before, "nothing had to be stored"

    def press(self, table: Table, seat: int, action: Action) -> Coroutine[Any, Any, ShownHand | bool]:
        if seat == CLOCK:
            return self.manager.due.act_for_clock(table, table.revision)
        who = table.record.seats[seat]
        if who.computer is not None:
            return self.manager.due.act_for_computer(table, seat, action, table.revision)
        assert who.user_id is not None
        return self.manager.play.act(
            table.record.channel_id, who.user_id, action, table_id=table.record.id, revision=table.revision
        )

    def answer(self, table: Table, seat: int, action: Action, *, fails: bool = False) -> bool:
        """Have a seat answer; an acknowledged answer must be in the log."""
        revision = table.revision + 1
        who = SeatRecord() if seat == CLOCK else table.record.seats[seat]
        done = self.do(self.press(table, seat, action), fails=fails)
        if done:
            [entry] = [
                entry
                for entry in self.runner.run(TableStore(self.database).log(table.record.id))
                if entry.revision == revision
            ]
            user_id = None if who.computer else who.user_id
            answered = unstamped(parse_action(entry.action))
            assert (entry.seat, entry.user_id, answered) == (seat, user_id, unstamped(action))
            assert table.revision >= revision
        return bool(done)

    async def cut_off(self, change: Coroutine[Any, Any, Any], turns: int) -> None:
        """Start a change and cancel it after ``turns`` turns of the event loop."""
        task = asyncio.create_task(change)
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError, *REFUSALS):
            await task

    def picture(self) -> Any:
        """The state of the open tables in memory."""
        return {table.record.id: _portrait(table) for table in self.manager.desk.live_tables}

    async def replayed(self) -> Any:
        """The same state, read from the database."""
        portraits = {}
        for record in await stored_tables(self.database):
            table = Table(record)
            replay(table, await TableStore(self.database).log(record.id))
            portraits[record.id] = _portrait(table)
        return portraits


def _portrait(table: Table) -> Any:
    seats = range(len(table.record.seats)) if table.match.table_view() is not None else ()
    return (
        table.record,
        table.match.game.options,
        table.match.table_view(),
        [table.match.brief(seat) for seat in seats],
    )


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_memory_and_database_agree_after_any_actions() -> None:
    run_state_machine_as_test(
        ManagerMachine, settings=settings(max_examples=60, stateful_step_count=50, deadline=None)
    )
