"""One cheat in a league: a match on some deals, played to its end, and again with acts of the cheat.

All seats, and computers that stand in, answer by one fixed first sight, so both have the same cards and
plays. The others refuse every vote, and disputes are rejected. The real services on a database in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.common.arithmetic import at_once
from bot.common.errors import Refused
from bot.league.creation import NewLeague
from bot.league.results import LeagueResults
from bot.league.rosters import Rosters
from bot.league.service import Competing, League, Leagues, game_of, wanted_table
from bot.league.standings_pages import Standings
from bot.models.booking import rating_board
from bot.models.credits import Entry
from bot.models.endings import CHOICES
from bot.models.scoring import Method
from bot.models.stored import ServerSettings
from bot.server.house_rules import Wanted
from bot.server.store.settled import ServerStore
from bot.stats.ledger import Bookkeeper
from bot.stats.store.rating_rows import RatingStore
from bot.table.desk.agreement import Proposal
from bot.table.desk.table import Table
from bot.table.lobby.before_match import CloseLobby, Person
from bot.table.lobby.seating import AddComputers, Sit
from bot.table.manager import GameManager
from bot.table.turns.time_limit import TurnTime
from rules.core.protocol import IllegalAction, OptionValue
from tests.bot.in_loop import InLoop
from tests.bot.people import CHANNEL

ORGANIZER: Final = 9
BEGAN: Final = 1.7e9
SEEDS: Final = 12
"""Deals that are played of each league: what playing on brings is worked out once for each."""
DATABASE_LASTS: Final = 150
"""Matches on one database."""
WAYS: Final = (
    *("leave", "leave", "leave", "come back", "come back"),
    *("redeal", "close", "close lobby", "rematch", "next deal"),
)


class Plan(NamedTuple):
    """A league, and how many seats of its table computers fill."""

    game: str
    options: Mapping[str, OptionValue]
    competing: Competing = Competing.PLAYERS
    method: Method = Method.MATCH_POINTS
    computers: int = 0


PLANS: Final = (
    Plan("kentucky", MappingProxyType({"deals": 2}), Competing.PAIRS),
    Plan("kentucky", MappingProxyType({"deals": 2})),
    Plan("kentucky", MappingProxyType({"deals": 2}), method=Method.TOTAL),
    Plan("kentucky", MappingProxyType({"deals": 2}), method=Method.AVERAGE, computers=1),
    Plan("kentucky", MappingProxyType({"deals": 1}), method=Method.TOTAL, computers=3),
    Plan("golden10_1988", MappingProxyType({"deals": 2}), method=Method.AVERAGE),
    Plan("three_handed_1914", MappingProxyType({"deals": 2})),
    Plan("regular_for_two", MappingProxyType({"deals": 2}), method=Method.TOTAL),
)


@dataclass(frozen=True)
class Worth:
    """What a match has brought a player: the higher each is, the better."""

    value: float
    """What decides the place in the season."""
    won: int
    not_lost: int
    rating: Mapping[tuple[str, int], float] = field(default_factory=dict)
    """Means by board and by how many are rated together; of those who are not rated as at first."""

    def is_above(self, other: Worth) -> str | None:
        """What is higher than of another; None for nothing."""
        for name in ("value", "won", "not_lost"):
            if getattr(self, name) > getattr(other, name):
                return name
        boards = self.rating.keys() | other.rating.keys()
        high = [key for key in boards if self.rating.get(key, 25.0) > other.rating.get(key, 25.0) + 1e-9]
        return f"rating {high}" if high else None


class CheatedOn(AssertionError):
    """A cheat got more than playing on brings."""


class Club:
    """Matches of leagues, one after another, each of people and of a league of its own."""

    def __init__(self) -> None:
        in_loop = InLoop()
        self.database = in_loop.database()
        self.matches = 0
        self.done: Counter[str] = Counter()
        self._now = BEGAN
        self._random = Random(0)
        self._tables = GameManager(
            self.database, turn_time=TurnTime.of(0), random=self._random, now=lambda: self._now
        )
        self._leagues = Leagues(self.database, lambda: self._now)
        self._rosters = Rosters(self.database, self._leagues, lambda: self._now)
        self._results = LeagueResults(self.database, self._leagues, lambda: self._now)
        self._book = Bookkeeper(self.database, at_once)

    async def close(self) -> None:
        """Stop."""
        await self._tables.close()
        await self.database.close()

    async def play(self, plan: Plan, seed: int, cheat: int, acts: Random | None) -> list[Worth]:
        """Play a match; what it brings those who play it, by seat. ``acts`` draws what the cheat does."""
        self.matches += 1
        guild_id = 500 + self.matches
        people = [Person(10**6 * self.matches + seat, f"Player {seat}") for seat in range(4)]
        leaving = CHOICES[seed % len(CHOICES)]
        await ServerStore(self.database).set_server_settings(guild_id, ServerSettings(leaving=leaving))
        wanted = Wanted(plan.game, plan.options, plan.game)
        new = NewLeague(
            "Tuesday", wanted, None, plan.method, competing=plan.competing, computers=plan.computers > 0
        )
        league, season = await self._leagues.create(guild_id, ORGANIZER, new)
        people = people[: league.seats - plan.computers]
        if plan.competing is Competing.PAIRS:
            for one, other in ((people[0], people[2]), (people[1], people[3])):
                await self._rosters.pair(league, one, other)
                await self._rosters.pair(league, other, one)
        else:
            for person in people:
                await self._rosters.join(league, person)
        self._random.seed(seed)
        game = game_of(league)
        await self._tables.lobbies.open_table(
            guild_id,
            CHANNEL,
            people[0],
            wanted_table(league, season),
        )
        for person in people[1:]:
            await self._tables.lobbies.change_lobby(CHANNEL, Sit(person))
        if plan.computers:
            await self._tables.lobbies.change_lobby(CHANNEL, AddComputers(people[0].id, "random", None))
        await self._tables.lobbies.start(CHANNEL, people[0].id)
        [table] = self._tables.desk.live_tables
        match = _Match(self, table, people, people[cheat % len(people)], seed, acts)
        await match.play()
        await self._book.catch_up()
        if acts is not None and acts.random() < 0.3:
            with suppress(Refused):  # of a match that was not recorded there is nothing to dispute
                await self._dispute(league, table.record.id, match.cheat)
        entries: list[Entry] = [(one.id,) for one in people]
        if plan.competing is Competing.PAIRS:
            entries = [tuple(sorted((people[seat].id, people[(seat + 2) % 4].id))) for seat in range(4)]
        sign = -1 if plan.method is Method.AVERAGE and game.about.ranking.value == "fewest" else 1
        return [
            await self._worth(guild_id, season.id, entry, person, sign)
            for entry, person in zip(entries, people, strict=True)
        ]

    async def _dispute(self, league: League, table_id: int, cheat: Person) -> None:
        """Have the cheat dispute a match, which an organizer rejects."""
        await self._results.dispute(league, table_id, cheat.id, "not so")
        self.done["dispute"] += 1
        await self._book.catch_up()
        await self._results.restore(league, table_id, ORGANIZER, "it was so")
        await self._book.catch_up()

    async def _worth(self, guild_id: int, season_id: int, entry: Entry, person: Person, sign: int) -> Worth:
        line = await Standings(self.database).line(season_id, entry)
        assert line is not None
        found = {}
        for board in (rating_board(), rating_board(family="tricks"), rating_board(season_id=season_id)):
            for who in {(person.id,), entry}:
                rating = await RatingStore(self.database).rating(guild_id, board, who)
                if rating is not None:
                    found[board.split()[0], len(who)] = rating.mean
        value = 0.0 if line.value is None else sign * float(line.value)
        return Worth(value, line.won, -line.lost, found)

    @property
    def tables(self) -> GameManager:
        """The tables."""
        return self._tables

    def pass_time(self) -> None:
        """Let a second pass."""
        self._now += 1


class _Match:
    """A match under way, and what the cheat does in it."""

    def __init__(
        self, club: Club, table: Table, people: list[Person], cheat: Person, seed: int, acts: Random | None
    ) -> None:
        self._club, self._table, self._people = club, table, people
        self.cheat = cheat
        self._seed, self._acts = seed, acts
        self._answers = 0
        self._chance = 0.0 if acts is None else acts.choice((0.02, 0.05, 0.2))

    async def play(self) -> None:
        """Play it to its end."""
        tables = self._club.tables
        while tables.desk.live_tables:
            self._club.pass_time()
            if self._acts is not None and self._acts.random() < self._chance:
                await self._try(self._acts.choice(WAYS))
            if not tables.desk.live_tables:
                return
            await self._answer()  # once all have left computers play on as soon as the table is deserted

    async def _answer(self) -> None:
        """The answer at first sight of the first who is asked: a fixed one to each question of a match."""
        seat = min(self._table.clock.questions.by_seat)
        question = self._table.clock.questions.decisions[seat]
        self._answers += 1
        action = question.sample(Random(1000 * self._seed + self._answers))
        who = self._table.record.seats[seat]
        if who.computer is not None or who.user_id is None:
            await self._club.tables.due.act_for_computer(self._table, seat, action, self._table.revision)
        else:
            await self._club.tables.play.act(CHANNEL, who.user_id, action)

    async def _try(self, way: str) -> None:
        tables, cheat = self._club.tables, self.cheat.id
        acts: dict[str, Callable[[], Awaitable[object]]] = {
            "leave": lambda: tables.presence.leave(CHANNEL, cheat, "random"),
            "come back": lambda: tables.presence.come_back(CHANNEL, cheat),
            "redeal": lambda: self._propose(Proposal("redeal")),
            "close": lambda: self._propose(Proposal("end")),
            "close lobby": lambda: tables.lobbies.change_lobby(CHANNEL, CloseLobby(cheat)),
            "rematch": lambda: tables.lobbies.start(CHANNEL, cheat),
            "next deal": lambda: tables.play.next_deal(CHANNEL, cheat),
        }
        try:
            await acts[way]()
        except (Refused, IllegalAction):
            return
        self._club.done[way] += 1

    async def _propose(self, proposal: Proposal) -> None:
        """Ask for a vote, which the others refuse at once."""
        await self._club.tables.votes.agree(CHANNEL, self.cheat.id, proposal)
        for person in self._people:
            if (
                person != self.cheat
                and self._club.tables.desk.live_tables
                and proposal in self._table.voting.votes
            ):
                await self._club.tables.votes.agree(CHANNEL, person.id, proposal, agrees=False)


@asynccontextmanager
async def a_club() -> AsyncIterator[Club]:
    """A club on a database of its own."""
    club = Club()
    try:
        yield club
    finally:
        await club.close()


async def search(draws: int, seed: int = 1) -> Counter[str]:
    """Let a cheat try so many matches; returns what was done, and not refused.

    Raises:
        CheatedOn: a match brought the cheat more than playing on does.
    """
    random, done = Random(seed), Counter[str]()
    fair: dict[tuple[int, int], list[Worth]] = {}
    while draws > 0:
        async with a_club() as club:
            for _ in range(min(draws, DATABASE_LASTS)):
                await _draw(club, random, fair)
            done += club.done
        draws -= DATABASE_LASTS
    return done


async def _draw(club: Club, random: Random, fair: dict[tuple[int, int], list[Worth]]) -> None:
    """Play one match with a cheat, and once for each league and its deals one without."""
    which, deals, cheat = random.randrange(len(PLANS)), random.randrange(SEEDS), random.randrange(4)
    acts = random.getrandbits(32)
    if (which, deals) not in fair:
        fair[which, deals] = await club.play(PLANS[which], deals, 0, None)
    found = await club.play(PLANS[which], deals, cheat, Random(acts))
    own = cheat % len(found)
    above = found[own].is_above(fair[which, deals][own])
    if above is not None:
        brought = f"{found[own]} instead of {fair[which, deals][own]}"
        raise CheatedOn(
            f"{PLANS[which]}, deals {deals}, seat {own}, acts {acts}: {above} is higher: {brought}"
        )
