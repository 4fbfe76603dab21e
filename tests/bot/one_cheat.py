"""One cheat against three honest players: acts drawn at random, and what none of them may lead to.

The real manager on a database in memory; time passes only where a player takes it.
Computers and the clock do what ``Turns`` would have them do, as soon as it is due.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import Final

from bot.errors import Refused
from bot.play.agreement import Kind, Proposal
from bot.play.manager import GameManager
from bot.play.standing_in import is_for_person
from bot.play.table import Table
from bot.play.turn_time import TurnTime
from bot.play.undo import TAKE_BACK
from bot.store.opening import open_store
from bot.store.sqlite import IN_MEMORY
from bot.store.store import SqlStore
from bot.store.stored import LogEntry, SeatRecord, Status
from rules.core.decisions import REFEREE
from rules.core.protocol import IllegalAction
from tests.bot.people import ANN, CHANNEL, FOUR, seat

LIMIT, PACE = 180.0, 2.0
LENGTH: Final = 10
"""Acts of the cheat in a sequence; the next goes on where it ended."""
WAYS: Final = (
    *("act", "leave", "come back", "take back", "wait"),
    *("redeal", "end", "without", "back", "against"),
)


class Broken(AssertionError):
    """A law did not hold; what led to it is told by its seed and the last acts."""


class Search:
    """A table at which one player tries everything, in any order."""

    def __init__(self, store: SqlStore, random: Random, *, is_counted: bool, take_back: str) -> None:
        self.now = 1.7e9
        self.tried: list[str] = []
        self.done: Counter[str] = Counter()
        """What was not refused."""
        self._store, self._random = store, random
        self._manager = GameManager(store, turn_time=TurnTime.of(LIMIT), random=random, now=lambda: self.now)
        self._is_counted, self._take_back = is_counted, take_back
        self._cheat = random.choice(FOUR).id
        self._table_id = 0
        self._seats: tuple[SeatRecord, ...] = ()
        self._log: list[LogEntry] = []
        self._stands: list[LogEntry] = []
        """What was done and not taken back."""
        self._deals: list[object] = []
        self._lost: dict[int, float] = defaultdict(float)
        self._turns: dict[int, set[int]] = defaultdict(set)

    async def begin(self) -> None:
        """Open a table and start its match."""
        await seat(self._manager, *FOUR, deals=3, take_back=self._take_back)
        self._table.record = replace(self._table.record, counted=self._is_counted)
        self._table_id = self._table.record.id
        await self._manager.start(CHANNEL, ANN.id)
        await self._look()

    @property
    def _table(self) -> Table:
        [table] = self._manager.live_tables
        return table

    def is_over(self) -> bool:
        """Whether the match has come to its end."""
        return not self._manager.live_tables

    async def sequence(self) -> None:
        """Let the cheat try something, and the others go on, some times.

        Raises:
            Broken: a law did not hold.
        """
        for _ in range(LENGTH):
            if self.is_over():
                return
            await self._others_go_on()
            if not self.is_over():
                await self._try(self._random.choice(WAYS))

    async def _others_go_on(self) -> None:
        """Let everybody else who is asked answer at once, or after a moment, and computers in theirs."""
        own = self._table.own_seat(self._cheat)
        for _ in range(self._random.randint(0, 6)):
            if self.is_over():
                return
            others = [seat for seat in self._table.people_asked() if seat != own]
            computer = self._table.computer_to_ask()
            if others:
                await self._answer(others[0], self._table.record.seats[others[0]].user_id)
            elif computer is not None:
                await self._pass(PACE)
            if not self.is_over() and self._random.random() < 0.2:
                await self._say_no()

    async def _say_no(self) -> None:
        """Let an honest player who is asked say no, as they would; some say nothing at all."""
        for proposal, missing in self._table.voting.missing(self._table.record).items():
            honest = [person for person in missing if person != self._cheat]
            if honest:
                await self._do(self._manager.agree(CHANNEL, honest[0], proposal, agrees=False), "honest no")
                return

    async def _answer(self, seat: int, user_id: int | None) -> None:
        decision = self._table.questions.by_seat[seat].decision
        action = decision.sample(self._random)
        if user_id is None:
            await self._manager.act_for_computer(self._table, seat, action, self._table.revision)
        else:
            await self._manager.act(CHANNEL, user_id, action)
        await self._look()

    async def _try(self, way: str) -> None:
        manager, cheat, seat = self._manager, self._cheat, self._table.own_seat(self._cheat)
        self.tried.append(way)
        kinds: dict[str, tuple[Kind, int | None]] = {
            "redeal": ("redeal", None),
            "end": ("end", None),
            "without": ("without", self._random.randrange(4)),
            "back": ("back", seat),
        }
        if way == "wait":
            await self._pass(self._random.choice((0.5, 5, 40, 120)))
        elif way == "act":
            if seat in self._table.questions.by_seat:
                action = self._table.questions.by_seat[seat].decision.sample(self._random)
                await self._do(manager.act(CHANNEL, cheat, action), way)
        elif way == "leave":
            await self._do(manager.leave(CHANNEL, cheat, "steady"), way)
        elif way == "come back":
            await self._do(manager.come_back(CHANNEL, cheat), way)
        elif way == "take back":
            await self._do(manager.take_back(CHANNEL, cheat), way)
        elif way == "against":
            for proposal in tuple(self._table.voting.votes):
                await self._do(manager.agree(CHANNEL, cheat, proposal, agrees=False), way)
        else:
            await self._do(manager.agree(CHANNEL, cheat, Proposal(*kinds[way])), way)

    async def _do(self, act: object, way: str) -> None:
        try:
            await act  # type: ignore[misc]
        except (Refused, IllegalAction):
            return
        self.done[way] += 1
        await self._look()

    async def _pass(self, seconds: float) -> None:
        """Let time pass; what is due meanwhile is done: stand-ins, votes, computers' answers."""
        until = self.now + seconds
        while not self.is_over():
            table, own = self._table, self._table.own_seat(self._cheat)
            late = {one: due for one, due in table.late_at(self._manager.turn_time).items() if due <= until}
            votes = [] if table.voting.due is None or table.voting.due > until else [table.voting.due]
            computer = table.computer_to_ask()
            answers = [] if computer is None else [table.questions.by_seat[computer].at + PACE]
            due = min([*late.values(), *votes, *(at for at in answers if at <= until)], default=until)
            self._note_waiting(table, own, due)
            self.now = max(self.now, due)
            if votes and table.voting.due == due:
                await self._manager.count_vote(table)
            elif computer is not None and answers[0] <= self.now:
                await self._answer(computer, None)
            elif late:
                await self._manager.stand_in(CHANNEL, min(late, key=late.__getitem__), "steady")
            else:
                break
            await self._look()
        self.now = until

    def _note_waiting(self, table: Table, own: int, until: float) -> None:
        question = table.questions.by_seat.get(own)
        if question is not None and until > self.now:
            self._lost[table.deal] += until - self.now
            self._turns[table.deal].add(question.revision)

    # The laws -------------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Hold what has happened against the laws.

        Raises:
            Broken: one does not hold.
        """
        if not self.is_over():
            self._seats = self._table.record.seats
        table_id = self._table_id
        log = await self._store.log(table_id)
        for entry in log[len(self._log) :]:
            self._follow(entry)
        self._log = log
        deals = await self._store.deals(table_id)
        self._hold(list(deals[: len(self._deals)]) == self._deals, "a deal that was scored has changed")
        self._deals = list(deals)
        if self.is_over():
            record = await self._store.table(table_id)
            self._hold(record is not None and record.status is Status.FINISHED, "one player ended the match")
            self._hold(len(deals) == 3, "a match ended before its last deal")
        turn_time = self._manager.turn_time
        for deal, lost in self._lost.items():
            granted = turn_time.bank + (turn_time.free + PACE) * (len(self._turns[deal]) + 1)
            self._hold(lost <= granted, f"others lost {lost:.0f} s in deal {deal}")

    def _follow(self, entry: LogEntry) -> None:
        self._hold(entry.seat != REFEREE, "one player had a deal dealt again")
        if entry.action != TAKE_BACK:
            self._stands.append(entry)
            return
        index = max(place for place, one in enumerate(self._stands) if one.seat == entry.seat)
        undone, self._stands = self._stands[index:], self._stands[:index]
        by_others = any(one.seat != entry.seat for one in undone)
        self._hold(not by_others, "one player took back what others did")
        stood_in = any(is_for_person(self._seats, one.seat, one.user_id) for one in undone)
        self._hold(not stood_in, "what a computer did for somebody was taken back")

    def _hold(self, holds: bool, law: str) -> None:
        if not holds:
            raise Broken(f"{law}: {', '.join(self.tried[-3 * LENGTH :])}")


@asynccontextmanager
async def searching(seed: int) -> AsyncIterator[Search]:
    """A match that has begun, drawn from a seed."""
    random = Random(seed)
    store = await open_store(IN_MEMORY)
    try:
        search = Search(
            store,
            random,
            is_counted=bool(seed % 2),
            take_back=("no", "until_next", "consent")[seed % 3],
        )
        await search.begin()
        yield search
    finally:
        await store.close()


async def search(sequences: int, seed: int = 1) -> Counter[str]:
    """Try so many sequences, match after match; returns how often each way was not refused.

    Raises:
        Broken: a law did not hold; the seed of the match is told.
    """
    done: Counter[str] = Counter()
    while sequences > 0:
        async with searching(seed) as match:
            try:
                while sequences > 0 and not match.is_over():
                    await match.sequence()
                    sequences -= 1
            except Broken as broken:
                raise Broken(f"seed {seed}: {broken}") from None
            done += match.done
        seed += 1
    return done
