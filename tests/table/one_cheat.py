"""One cheat against three honest players: random actions, and the results they must not have.

The real manager on an in-memory database; time passes only where a player takes it.
Computers and the clock do what ``Turns`` would do, as soon as it is due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from random import Random
from typing import Final

from bot.common.arithmetic import at_once
from bot.common.errors import Refused
from bot.database.database import Database
from bot.delivery.card_faces import CardFaces
from bot.delivery.loose_messages import LooseMessages
from bot.delivery.shown_messages import ShownMessages
from bot.evening.service import Evenings
from bot.league.ledger import LedgerKeeper
from bot.league.paper.service import PaperMatches
from bot.league.service import Leagues
from bot.models.endings import CHOICES, Allowed
from bot.models.stored_settings import ServerSettings
from bot.people.personal_settings import PersonalSettings
from bot.people.service import People, Running
from bot.server.store import ServerStore
from bot.table.desk.agreement import Kind, Proposal
from bot.table.desk.phrases import Phrase
from bot.table.desk.table import Table
from bot.table.lobby.before_match import CloseLobby, LobbyChange, Person
from bot.table.lobby.choosing import (
    ChooseAll,
    ChooseAllowed,
    ChooseCounted,
    ChooseGame,
    ChooseOptions,
    ChooseRules,
    ChooseSeats,
    ChooseTurnTime,
)
from bot.table.lobby.computers import ChooseLevel, ChoosePersona
from bot.table.lobby.seating import (
    AddComputers,
    LetBack,
    RemoveComputer,
    RemovePlayer,
    SetComputers,
    Sit,
    StandUp,
    Swap,
)
from bot.table.manager import GameManager
from bot.table.opening import WantedTable
from bot.table.turns.ahead import CardAhead, PassAhead, Plan
from bot.table.turns.time_limit import TurnTime
from rules.core.actions import Action, Penalize, Redeal
from rules.core.cards import Color, card
from rules.core.protocol import IllegalAction, OptionValue
from tests.inline import InlinePictures
from tests.table.in_loop import InLoop
from tests.table.one_cheat_laws import Broken, Laws, check_law
from tests.table.people import CHANNEL, FOUR, GUILD

LIMIT, PACE, HOST_PATIENCE = 180.0, 2.0, 300.0
PEOPLE: Final = tuple(Person(10**17 + one.id, one.name) for one in FOUR)
"""Ids as large as Discord's, above the numbers of former players."""
DEALS: Final = 3
LENGTH: Final = 10
"""Actions of the cheat in a sequence; the next one continues where it ended."""
MATCHES: Final = 4
"""Matches one after another on one database."""
LONGEST: Final = 100
"""Sequences after which a match must be over: an idle cheat is waited for much shorter."""
VOTES: Final[dict[str, Kind]] = {
    "redeal": "redeal",
    "close": "end",
    "without": "without",
    "back": "back",
    "ask back": "takeback",
}
WAYS: Final = (
    *("act", "take back", "leave", "come back", "wait", "against", *VOTES) * 3,
    *("claim", "say", "plan", "next deal", "act again", "act for another", "rule", "lobby", "start", "again"),
)
FORGET: Final = 0.002
"""Probability that the cheat is forgotten instead: then no other action in the match is possible."""

Act = Callable[[], Awaitable[object]]


class Search:
    """A table at which one player tries every action, in any order."""

    def __init__(self, in_loop: InLoop, database: Database, random: Random) -> None:
        self.now = 1.7e9
        self.tried: list[str] = []
        self.done: Counter[str] = Counter()
        """Actions that were not refused."""
        self._store, self._random = database, random
        self._manager = GameManager(
            database,
            turn_time=TurnTime.of(LIMIT),
            host_timeout=HOST_PATIENCE,
            random=random,
            now=lambda: self.now,
        )
        evenings, book = Evenings(database, self._manager), LedgerKeeper(database, at_once)
        leagues = Leagues(database)
        paper = PaperMatches(database, leagues)
        settings = PersonalSettings(database, CardFaces(InlinePictures()))
        self._people = People(
            database,
            Running(
                self._manager,
                evenings,
                book,
                leagues,
                paper,
                settings,
                ShownMessages(database, LooseMessages(database)),
            ),
            _no_copies,
        )
        self._cheat = random.choice(PEOPLE)
        self._honest = [person for person in PEOPLE if person != self._cheat]
        self._laws = Laws(in_loop, self._cheat.id, DEALS, PACE)
        self._is_on = False
        """Whether a match is under way."""

    @property
    def _table(self) -> Table:
        [table] = self._manager.desk.live_tables
        return table

    def is_over(self) -> bool:
        """Whether the channel has no open table."""
        return not self._manager.desk.live_tables

    # Before the match -----------------------------------------------------------------------------

    async def begin(self) -> None:
        """Seat all players, with the cheat trying lobby changes, and start a match."""
        draw = self._random.choice
        settings = ServerSettings(counted=draw((True, True, False)), leaving=draw(CHOICES))
        await ServerStore(self._store).set_server_settings(GUILD, settings)
        await self._open(draw(PEOPLE))
        for person in PEOPLE:
            await self._have(self._sit(person))
        for _ in range(self._random.randint(0, 4)):
            await self._try(draw(("lobby", "lobby", "start", "again")))
        if self.is_over():
            await self._open(self._honest[0])
        if not self._is_on:
            await self._settle()
        self._begun()

    async def _open(self, host: Person) -> None:
        take_back = self._random.choice(("no", "until_next", "consent"))
        options: dict[str, OptionValue] = {"deals": DEALS, "take_back": take_back}
        await self._manager.lobbies.open_table(GUILD, CHANNEL, host, WantedTable(options=options))

    async def _settle(self) -> None:
        """Have the honest players fill four seats and start the match."""
        honest = self._honest[0].id
        for person in self._honest:
            await self._have(self._sit(person))
        while any(who.computer for who in self._table.record.seats):
            await self._manager.lobbies.change_lobby(CHANNEL, RemoveComputer(honest))
        for person in PEOPLE:
            await self._have(self._sit(person))
        host = self._table.record.host_id
        if host == self._cheat.id:
            self.now += HOST_PATIENCE
            host = honest
        await self._manager.lobbies.start(CHANNEL, host)

    def _sit(self, person: Person) -> Act:
        return partial(self._manager.lobbies.change_lobby, CHANNEL, Sit(person))

    async def _have(self, act: Act) -> None:
        with suppress(Refused):
            await act()

    def _begun(self) -> None:
        self._is_on = True
        self._laws.begin(self._table.record)
        self._look()

    # The match ------------------------------------------------------------------------------------

    async def sequence(self) -> None:
        """Alternate the cheat's attempts with the others' turns, ``LENGTH`` times.

        Raises:
            Broken: a law did not hold.
        """
        for _ in range(LENGTH):
            if self.is_over():
                break
            await self._others_answer()
            if not self.is_over():
                await self._try("forget" if self._random.random() < FORGET else self._random.choice(WAYS))
        self._is_on = self._is_on and not self.is_over()

    async def _others_answer(self) -> None:
        """Have all other asked players answer at once or after a moment, and computers in their time."""
        for _ in range(self._random.randint(0, 6)):
            if self.is_over():
                return
            table = self._table
            own = table.record.seat_of(self._cheat.id)
            others = [seat for seat in table.people_asked() if seat != own]
            computer = table.computer_to_ask()
            for person in self._honest:
                if table.record.seats[table.own_seat(person.id)].is_away:
                    await self._manager.presence.come_back(CHANNEL, person.id)
            if others:
                await self._answer(others[0], table.record.seats[others[0]].user_id)
            elif computer is not None:
                await self._pass(PACE)
            if not self.is_over() and self._random.random() < 0.2:
                await self._say_no()

    async def _say_no(self) -> None:
        """Have an honest player refuse a vote, as they would; some do not answer."""
        for proposal, missing in self._table.voting.missing(self._table.record).items():
            honest = next((person for person in missing if person != self._cheat.id), None)
            if honest is not None:
                no = partial(self._manager.votes.agree, CHANNEL, honest, proposal, agrees=False)
                await self._do(no, "honest no")
                return

    async def _answer(self, seat: int, user_id: int | None) -> None:
        action = self._table.clock.questions.by_seat[seat].decision.sample(self._random)
        if user_id is None:
            await self._manager.due.act_for_computer(self._table, seat, action, self._table.revision)
        else:
            try:
                await self._manager.play.act(CHANNEL, user_id, action)
            except Refused as refused:
                raise Broken(f"an honest player who is asked was refused ({refused})") from None
        self._look()

    async def _try(self, way: str) -> None:
        self.tried.append(way)
        if way == "wait":
            await self._pass(self._random.choice((0.5, 5, 40, 120)))
        elif way == "forget":
            await self._people.forget(self._cheat.id)
            self.done[way] += 1
            self._laws.forgotten()
            self._look()
        elif way == "against":
            for proposal in tuple(self._table.voting.votes):
                await self._do(partial(self._agree, proposal, agrees=False), way)
        else:
            await self._do(partial(self._act, way), way)

    async def _act(self, way: str) -> None:
        """Do what a player has a control or a command for, or use a forged control."""
        manager, cheat, random = self._manager, self._cheat.id, self._random
        match way:
            case "act" | "act for another":
                await manager.play.act(CHANNEL, cheat, self._some_answer(is_own=way == "act"))
            case "act again":
                answer, old = self._some_answer(), max(0, self._table.revision - random.randint(1, 5))
                await manager.play.act(CHANNEL, cheat, answer, table_id=self._some_table(), revision=old)
            case "rule":
                await manager.play.act(CHANNEL, cheat, random.choice((Redeal(), Penalize(0, 200, "fun"))))
            case "leave":
                await manager.presence.leave(CHANNEL, cheat, "steady")
            case "come back" | "next deal":
                press = manager.presence.come_back if way == "come back" else manager.play.next_deal
                await press(CHANNEL, cheat, table_id=self._some_table())
            case "take back":
                await manager.votes.take_back(CHANNEL, cheat)
            case "claim" | "say" | "plan":
                await self._act_without_answering(way)
            case "lobby":
                change = random.choice(changes_of(self._cheat, random, is_match=self._is_on))
                await manager.lobbies.change_lobby(CHANNEL, change, table_id=self._some_table())
            case "start":
                await manager.lobbies.start(CHANNEL, cheat, table_id=self._some_table())
                if not self._is_on:
                    self._begun()
            case "again":
                await self._open(self._cheat)
            case _:
                seat = random.randrange(4) if way == "without" else self._table.record.seat_of(cheat)
                await self._agree(Proposal(VOTES[way], None if way in {"redeal", "close"} else seat))

    async def _act_without_answering(self, way: str) -> None:
        """Do what a player may do apart from answering."""
        manager, cheat, random = self._manager, self._cheat.id, self._random
        of_table, now = self._some_table() or 0, self._table.revision
        if way == "claim":
            await manager.votes.claim(CHANNEL, cheat, table_id=of_table, revision=now, is_sure=False)
        elif way == "say":
            await manager.play.say(CHANNEL, cheat, random.choice(tuple(Phrase)), table_id=of_table)
        else:
            plans: tuple[Plan | None, ...] = (PassAhead(0), CardAhead(card(Color.RED, 14)), None)
            plan = random.choice(plans)
            await manager.play.plan(CHANNEL, cheat, plan, table_id=of_table, revision=now)

    async def _agree(self, proposal: Proposal, *, agrees: bool = True) -> None:
        table_id = self._some_table()
        await self._manager.votes.agree(CHANNEL, self._cheat.id, proposal, agrees=agrees, table_id=table_id)

    def _some_table(self) -> int | None:
        """The table a control names: none, the present one, or the one before."""
        if self.is_over():
            return None
        now = self._table.record.id
        return self._random.choice((None, now, now - 1))

    def _some_answer(self, *, is_own: bool = True) -> Action:
        """An answer to the cheat's question or to another player's; None if no player is asked."""
        table, own = self._table, self._table.record.seat_of(self._cheat.id)
        fitting = [one for seat, one in table.clock.questions.by_seat.items() if (seat == own) == is_own]
        return fitting[0].decision.sample(self._random) if fitting else Redeal()

    async def _do(self, act: Act, way: str) -> None:
        try:
            await act()
        except (Refused, IllegalAction):
            return
        self.done[way] += 1
        self._look()

    async def _pass(self, seconds: float) -> None:
        """Let time pass, with all that falls due: stand-ins, votes, computers' answers."""
        until = self.now + seconds
        while not self.is_over():
            table = self._table
            late = {
                one: due for one, due in table.late_at(self._manager.desk.turn_time).items() if due <= until
            }
            vote_ends_at = table.voting.due(table.record)
            votes = [] if vote_ends_at is None or vote_ends_at > until else [vote_ends_at]
            computer = table.computer_to_ask()
            answers = [] if computer is None else [table.clock.questions.by_seat[computer].at + PACE]
            due = min([*late.values(), *votes, *(at for at in answers if at <= until)], default=until)
            self._laws.waited(table, due - self.now)
            self.now = max(self.now, due)
            if votes and vote_ends_at == due:
                await self._manager.votes.count_vote(table)
            elif computer is not None and answers[0] <= self.now:
                await self._answer(computer, None)
            elif late:
                await self._manager.presence.stand_in(CHANNEL, min(late, key=late.__getitem__), "steady")
            else:
                break
            self._look()
        self.now = until

    def _look(self) -> None:
        """Check the stored match against the laws."""
        if self._is_on:
            self._laws.look(None if self.is_over() else self._table, self._manager.desk.turn_time)


async def _no_copies(_: int) -> None:
    """An in-memory database has no copies to scrub."""


def changes_of(who: Person, random: Random, *, is_match: bool) -> list[LobbyChange]:
    """One of every change of a lobby; of games and seats, once those are settled."""
    me = who.id
    settled: list[LobbyChange] = [
        RemovePlayer(me, random.randrange(4)),
        LetBack(me, random.choice(PEOPLE).id),
        ChooseGame(me, "boston"),
        ChooseRules(me, "boston", {}),
        ChooseOptions(me, {"deals": 1}),
        ChooseSeats(me, 5),
        ChooseTurnTime(me, 8),
        ChooseAll(me, (ChooseGame(me, "boston_three"), ChooseSeats(me, 3))),
        ChooseAllowed(me, Allowed(hints=False)),
        ChooseLevel(me, "new"),
        ChoosePersona(me, random.randrange(4), "rosie"),
    ]
    return [
        *(settled if is_match else []),
        CloseLobby(me),
        Sit(who, random.randrange(4)),
        Swap(me, *random.sample(range(4), 2)),
        StandUp(me),
        AddComputers(me, "random", None),
        RemoveComputer(me),
        SetComputers(me, "random", 1),
        ChooseCounted(me, counted=random.random() < 0.5),
    ]


@asynccontextmanager
async def searching(seed: int) -> AsyncIterator[Search]:
    """A channel without a match yet; its actions are drawn from a seed."""
    in_loop = InLoop()
    database = in_loop.database()
    try:
        yield Search(in_loop, database, Random(seed))
    finally:
        await database.close()


async def search(sequences: int, seed: int = 1) -> Counter[str]:
    """Try ``sequences`` sequences, match after match; returns how often each action was not refused.

    Raises:
        Broken: a law did not hold; names the channel's seed and the last actions.
    """
    done: Counter[str] = Counter()
    while sequences > 0:
        async with searching(seed) as channel:
            try:
                sequences -= await _tried(channel, sequences)
            except Broken as broken:
                last = ", ".join(channel.tried[-3 * LENGTH :])
                raise Broken(f"seed {seed}: {broken}: {last}") from None
            done += channel.done
        seed += 1
    return done


async def _tried(channel: Search, most: int) -> int:
    """Number of sequences tried in the matches of a channel, at most ``most``."""
    tried = 0
    for _ in range(MATCHES):
        await channel.begin()
        begun_at = tried
        while not channel.is_over() and tried < most:
            check_law(tried - begun_at < LONGEST, "a match does not come to its end")
            await channel.sequence()
            tried += 1
        if tried >= most:
            break
    return tried
