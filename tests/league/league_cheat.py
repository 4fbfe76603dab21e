"""One cheat in a league: matches on fixed deals with the cheat's actions, against the same ones played on.

All seats, and stand-ins, answer at first sight (`first_sight.py`), so both have the same cards and plays.
The others refuse every vote, join every rematch, and disputes are rejected.
The real services on an in-memory database.
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
from bot.computers.first_sight import first_sight
from bot.computers.kinds import BEST
from bot.league.creation import NewLeague
from bot.league.ledger import LedgerKeeper
from bot.league.results import LeagueResults
from bot.league.rosters import Rosters
from bot.league.service import Leagues, game_of, wanted_table
from bot.league.standings_pages import Standings
from bot.models.credits import Competing, Entrant
from bot.models.endings import CHOICES
from bot.models.scoring import Method
from bot.models.stored_league import League, MatchState, Season
from bot.models.stored_settings import ServerSettings
from bot.models.stored_tables import Status
from bot.server.house_rules import Wanted
from bot.server.store import ServerStore
from bot.stats.contribution import rating_board
from bot.stats.store.rating_rows import RatingStore
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import ShownTable
from bot.table.desk.table import Table
from bot.table.lobby.before_match import CloseLobby, Person
from bot.table.lobby.seating import AddComputers, Sit
from bot.table.manager import GameManager
from bot.table.opening import WantedTable
from bot.table.turns.time_limit import TurnTime
from rules.core.actions import Action
from rules.core.protocol import IllegalAction, OptionValue
from tests.table.in_loop import InLoop
from tests.table.people import CHANNEL

ORGANIZER: Final = 9
BEGAN: Final = 1.7e9
DEALS: Final = 6
"""Sets of deals for each league; the gains of playing on are computed once for each."""
MATCHES: Final = 2
"""Most matches of one cheat: the first, and those the cheat asks for."""
DATABASE_LASTS: Final = 150
"""Series on one database."""
WAYS: Final = (
    *("leave", "leave", "leave", "come back", "come back"),
    *("redeal", "close", "close lobby", "start", "next deal"),
    *("rematch, too early", "rematch outside, too early", "second table"),
)
AT_THE_END: Final = ("rematch", "rematch outside", "rematch, closed", None, None)
"""The cheat's actions once a match is over."""


class Plan(NamedTuple):
    """A league, and the number of computers at its table."""

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
class Gains:
    """A player's gains from matches: the higher each, the better."""

    value: float
    """The value that decides the place in the season."""
    won: int
    not_lost: int
    rating: Mapping[tuple[str, int], float] = field(default_factory=dict)
    """Rating means by board and number of players rated together; an unrated player has the initial mean."""

    def is_above(self, other: Gains) -> str | None:
        """Name of a gain that is higher than the other's, or None."""
        for name in ("value", "won", "not_lost"):
            if getattr(self, name) > getattr(other, name):
                return name
        boards = self.rating.keys() | other.rating.keys()
        high = [key for key in boards if self.rating.get(key, 25.0) > other.rating.get(key, 25.0) + 1e-9]
        return f"rating {high}" if high else None


class CheatGained(AssertionError):
    """A cheat gained more than playing on brings."""


class Played(NamedTuple):
    """One match of a series: its deals, and whether it is for the league."""

    number: int
    for_league: bool = True


@dataclass
class Series:
    """The result of a cheat's series: the matches in order of their ends, and the players' gains."""

    ended: tuple[Played, ...]
    worths: list[Gains]
    """By seat."""


class AnswerCache:
    """Cached answers at first sight: each is computed once, as all players think alike.

    A question follows from the match's deals and the answers so far, whichever player sits there, and from
    where in it cards were dealt again.
    """

    def __init__(self) -> None:
        self.answers: dict[tuple[object, ...], list[Action]] = {}

    def answer(self, table: Table, seat: int, deals: tuple[object, ...], number: int) -> Action:
        """A seat's answer, by its number in a match on some deals."""
        answers = self.answers.setdefault(deals, [])
        if number == len(answers):
            answers.append(first_sight(BEST, table.match.brief(seat), Random(number)))
        return answers[number]


class Club:
    """Series of matches, each of other people and of a league of its own."""

    def __init__(self, sights: AnswerCache) -> None:
        self.database = InLoop().database()
        self.sights = sights
        self.series = 0
        self.done: Counter[str] = Counter()
        self._now = BEGAN
        self._random = Random(0)
        self.tables: Final = GameManager(
            self.database, turn_time=TurnTime.of(0), random=self._random, now=lambda: self._now
        )
        self._leagues = Leagues(self.database, lambda: self._now)
        self._rosters = Rosters(self.database, self._leagues, lambda: self._now)
        self._results = LeagueResults(self.database, self._leagues, lambda: self._now)
        self._book = LedgerKeeper(self.database, at_once)

    async def close(self) -> None:
        """Close the services."""
        await self.tables.close()
        await self.database.close()

    async def play_on(self, plan: Plan, deals: int, matches: tuple[Played, ...]) -> list[Gains]:
        """Each seat's gains from matches played one after another to their ends."""
        evening = await self._evening(plan, deals, 0)
        for played in matches:
            await evening.begin(played, None if played.for_league else await evening.last())
            await evening.play(None)
        return (await self._series(evening, None)).worths

    async def cheat(self, plan: Plan, deals: int, cheat: int, acts: Random) -> Series:
        """The gains from matches in which one player cheats; ``acts`` draws how."""
        evening = await self._evening(plan, deals, cheat)
        await evening.begin(Played(0))
        await evening.play(acts)
        return await self._series(evening, acts)

    async def _evening(self, plan: Plan, deals: int, cheat: int) -> _Evening:
        """A table of a new league of new people, before the first match."""
        self.series += 1
        guild_id = 500 + self.series
        people = [Person(10**6 * self.series + seat, f"Player {seat}") for seat in range(4)]
        leaving = CHOICES[deals % len(CHOICES)]
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
        return _Evening(self, plan, deals, league, season, people, people[cheat % len(people)])

    async def _series(self, evening: _Evening, acts: Random | None) -> Series:
        """Book the matches, sometimes after a dispute, and return their series."""
        await self._book.catch_up()
        league, plan, people = evening.league, evening.plan, evening.people
        if acts is not None and acts.random() < 0.3:
            with suppress(Refused):  # a match that was not recorded cannot be disputed
                await self._dispute(league, acts.choice(evening.table_ids), evening.cheat)
        entrants: list[Entrant] = [(one.id,) for one in people]
        if plan.competing is Competing.PAIRS:
            entrants = [tuple(sorted((people[seat].id, people[(seat + 2) % 4].id))) for seat in range(4)]
        is_fewest = game_of(league).about.ranking.value == "fewest"
        sign = -1 if plan.method is Method.AVERAGE and is_fewest else 1
        worths = [
            await self._worth(league.guild_id, evening.season.id, entrant, person, sign)
            for entrant, person in zip(entrants, people, strict=True)
        ]
        return Series(tuple(evening.ended), worths)

    async def _dispute(self, league: League, table_id: int, cheat: Person) -> None:
        """Have the cheat dispute a match, which an organizer rejects."""
        await self._results.rule(league, table_id, MatchState.DISPUTED, cheat.id, "not so")
        self.done["dispute"] += 1
        await self._book.catch_up()
        await self._results.rule(league, table_id, MatchState.COUNTS, ORGANIZER, "it was so")
        await self._book.catch_up()

    async def _worth(
        self, guild_id: int, season_id: int, entrant: Entrant, person: Person, sign: int
    ) -> Gains:
        line = await Standings(self.database).line(season_id, entrant)
        assert line is not None
        found = {}
        for board in (rating_board(), rating_board(family="tricks"), rating_board(season_id=season_id)):
            for who in {(person.id,), entrant}:
                rating = await RatingStore(self.database).rating(guild_id, board, who)
                if rating is not None:
                    found[board.split()[0], len(who)] = rating.mean
        value = 0.0 if line.value is None else sign * float(line.value)
        return Gains(value, line.won, -line.lost, found)

    def shuffle(self, deals: int, number: int) -> None:
        """Have the next table opened play the deals of a match."""
        self._random.seed(1000 * deals + number)

    def pass_time(self) -> None:
        """Let a second pass."""
        self._now += 1


class _Match:
    """A match under way."""

    def __init__(self, played: Played, table: Table) -> None:
        self.played, self.table = played, table
        self.channel = table.record.channel_id
        self.answers = 0
        self.redeals: tuple[int, ...] = ()
        """Numbers of answers after which cards were dealt again."""

    @property
    def is_under_way(self) -> bool:
        """Whether the match is not over."""
        return self.table.record.status is Status.PLAYING


class _Evening:
    """The people of one league, their matches under way, and the cheat's actions in them."""

    def __init__(
        self,
        club: Club,
        plan: Plan,
        deals: int,
        league: League,
        season: Season,
        people: list[Person],
        cheat: Person,
    ) -> None:
        self._club, self._deals = club, deals
        self.plan, self.league, self.season, self.people, self.cheat = plan, league, season, people, cheat
        self.ended: list[Played] = []
        """The matches that are over, in the order of their ends."""
        self.table_ids: list[int] = []
        """The tables of all matches, in the order of their beginnings."""
        self._ended_at: list[tuple[int, int]] = []
        self._under_way: list[_Match] = []

    # Matches ------------------------------------------------------------------------------------------

    async def last(self) -> ShownTable:
        """The table of the match that ended last."""
        table_id, channel = self._ended_at[-1]
        return await self._club.tables.reading.recall(channel, table_id)

    async def begin(self, played: Played, last: ShownTable | None = None) -> None:
        """Open a table for the league, or for a rematch; seat all players, and start the match.

        Raises:
            Refused: that is not possible now.
        """
        host = self.people[0] if last is None else self.cheat
        self._club.shuffle(self._deals, played.number)
        channel = CHANNEL + played.number if last is None else last.place.channel_id
        table = await self._open(channel, host, last, for_league=played.for_league)
        await self._sit_down(table, host)
        if table.record.status is Status.LOBBY:
            await self._club.tables.lobbies.start(channel, host.id)
        self._under_way.append(_Match(played, table))
        self.table_ids.append(table.record.id)

    async def _open(self, channel: int, host: Person, last: ShownTable | None, *, for_league: bool) -> Table:
        """Open a table as `/league play` and *Rematch* do."""
        tables, wanted = self._club.tables, wanted_table(self.league, self.season)
        if last is not None:
            wanted = wanted if for_league else WantedTable.like(last)
            wanted = wanted._replace(rematch_of=last.id)
        await tables.lobbies.open_table(self.league.guild_id, channel, host, wanted)
        return await tables.desk.awake(channel)

    async def _sit_down(self, table: Table, host: Person) -> None:
        """Seat all players as in every match, the host first; computers fill the other seats."""
        tables, channel = self._club.tables, table.record.channel_id
        for person in sorted(self.people, key=lambda person: person != host):
            seat = self.people.index(person)
            if table.record.seat_of(person.id) != seat:
                await tables.lobbies.change_lobby(channel, Sit(person, seat))
        if any(who.is_empty for who in table.record.seats):
            await tables.lobbies.change_lobby(channel, AddComputers(host.id, "random", None))

    async def play(self, acts: Random | None) -> None:
        """Play until no match is under way; ``acts`` draws the cheat's actions, None means none."""
        chance = 0.0 if acts is None else acts.choice((0.02, 0.05, 0.2))
        while self._under_way:
            self._club.pass_time()
            match = self._under_way[0] if acts is None else acts.choice(self._under_way)
            if acts is not None and acts.random() < chance:
                await self._try(match, acts.choice(WAYS))
            if match.is_under_way:
                await self._answer(
                    match
                )  # once all have left computers play on as soon as the match is deserted
            if not match.is_under_way:
                self._under_way.remove(match)
                self.ended.append(match.played)
                self._ended_at.append((match.table.record.id, match.channel))
                if acts is not None:
                    await self._after(acts.choice(AT_THE_END))

    async def _answer(self, match: _Match) -> None:
        """Give the first asked seat's answer at first sight."""
        tables, table = self._club.tables, match.table
        seat = min(table.clock.questions.by_seat)
        deals = (self.plan.game, *self.plan.options.items(), self._deals, match.played.number, match.redeals)
        action = self._club.sights.answer(table, seat, deals, match.answers)
        match.answers += 1
        who = table.record.seats[seat]
        if who.computer is not None or who.user_id is None:
            await tables.due.act_for_computer(table, seat, action, table.revision)
        else:
            await tables.play.act(match.channel, who.user_id, action)

    # The cheat ----------------------------------------------------------------------------------------

    async def _try(self, match: _Match, way: str) -> None:
        """Have the cheat try an action at a match under way."""
        tables, channel, cheat = self._club.tables, match.channel, self.cheat.id
        acts: dict[str, Callable[[], Awaitable[object]]] = {
            "leave": lambda: tables.presence.leave(channel, cheat, "random"),
            "come back": lambda: tables.presence.come_back(channel, cheat),
            "redeal": lambda: self._propose(match, Proposal("redeal")),
            "close": lambda: self._propose(match, Proposal("end")),
            "close lobby": lambda: tables.lobbies.change_lobby(channel, CloseLobby(cheat)),
            "start": lambda: tables.lobbies.start(channel, cheat),
            "next deal": lambda: tables.play.next_deal(channel, cheat),
            "rematch, too early": lambda: self._again(match, for_league=True),
            "rematch outside, too early": lambda: self._again(match, for_league=False),
            "second table": self._second_table,
        }
        try:
            await acts[way]()
        except (Refused, IllegalAction):
            return
        self._club.done[way] += 1

    async def _again(self, match: _Match, *, for_league: bool) -> None:
        """Ask for a rematch of a match under way, which is not possible."""
        last = await self._club.tables.reading.shown(match.channel, finished=True)
        await self._open(match.channel, self.cheat, last, for_league=for_league)

    async def _second_table(self) -> None:
        """Open a second table for the league during a match, and seat all players."""
        number = len(self.table_ids)
        if number == MATCHES:
            raise Refused("That is enough for one evening.")
        await self.begin(Played(number))

    async def _after(self, way: str | None) -> None:
        """Have the cheat ask for a rematch of the match that has just ended."""
        number, last = len(self.table_ids), await self.last()
        if way is None or number == MATCHES:
            return
        if way == "rematch, closed":
            await self._open(last.place.channel_id, self.cheat, last, for_league=True)
            await self._club.tables.lobbies.change_lobby(last.place.channel_id, CloseLobby(self.cheat.id))
        else:
            await self.begin(Played(number, way == "rematch"), last)
        self._club.done[way] += 1

    async def _propose(self, match: _Match, proposal: Proposal) -> None:
        """Propose a vote, which the others refuse at once."""
        tables, table = self._club.tables, match.table
        await tables.votes.agree(match.channel, self.cheat.id, proposal)
        if proposal.kind == "redeal" and proposal not in table.voting.votes:  # the cheat alone decided it
            match.redeals = (*match.redeals, match.answers)
            match.answers = 0
        for person in self.people:
            if person != self.cheat and match.is_under_way and proposal in table.voting.votes:
                await tables.votes.agree(match.channel, person.id, proposal, agrees=False)


@asynccontextmanager
async def a_club(sights: AnswerCache) -> AsyncIterator[Club]:
    """A club on a database of its own."""
    club = Club(sights)
    try:
        yield club
    finally:
        await club.close()


class _Fair:
    """The gains of playing on, computed once for each league, its deals and matches."""

    def __init__(self) -> None:
        self._worths: dict[tuple[int, int, tuple[Played, ...]], list[Gains]] = {}

    async def worths(self, club: Club, which: int, deals: int, matches: tuple[Played, ...]) -> list[Gains]:
        """Each seat's gains from matches, in the order in which they end."""
        place = which, deals, matches
        if place not in self._worths:
            self._worths[place] = await club.play_on(PLANS[which], deals, matches)
        return self._worths[place]


async def search(draws: int, seed: int = 1, deals: int = DEALS) -> Counter[str]:
    """Let a cheat try series on sets of deals; returns counts of the actions not refused.

    Raises:
        CheatGained: the matches gained the cheat more than playing on does in the same ones.
    """
    random, done = Random(seed), Counter[str]()
    fair, sights = _Fair(), AnswerCache()
    while draws > 0:
        async with a_club(sights) as club:
            for _ in range(min(draws, DATABASE_LASTS)):
                await _draw(club, random, fair, deals)
            done += club.done
        draws -= DATABASE_LASTS
    return done


async def _draw(club: Club, random: Random, fair: _Fair, deals: int) -> None:
    """Play matches with a cheat, and compare the gains with playing on."""
    which, dealt, cheat = random.randrange(len(PLANS)), random.randrange(deals), random.randrange(4)
    acts = random.getrandbits(32)
    series = await club.cheat(PLANS[which], dealt, cheat, Random(acts))
    own = cheat % len(series.worths)
    found = series.worths[own]
    expected = (await fair.worths(club, which, dealt, series.ended))[own]
    above = found.is_above(expected)
    if above is not None:
        raise CheatGained(
            f"{PLANS[which]}, deals {dealt}, seat {own}, acts {acts}, {series.ended}: "
            f"{above} is higher: {found} instead of {expected}"
        )
