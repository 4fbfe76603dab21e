"""A league at one table: the services and a manager on an in-memory database, without a clock."""

from __future__ import annotations

from random import Random

from bot.common.arithmetic import at_once
from bot.database.database import Database
from bot.league.creation import NewLeague
from bot.league.ledger import LedgerKeeper
from bot.league.results import LeagueResults
from bot.league.rosters import Rosters
from bot.league.service import Leagues, wanted_table
from bot.league.standings_pages import Standings
from bot.models.credits import Abandoned, Competing
from bot.models.scoring import Method
from bot.models.stored_league import League, Season, StandingLine
from bot.models.stored_tables import Status
from bot.server.house_rules import Wanted
from bot.table.desk.table import Table
from bot.table.lobby.seating import AddComputers, Sit
from bot.table.manager import GameManager
from bot.table.turns.time_limit import NO_LIMIT, TurnTime
from tests.table.in_loop import InLoop
from tests.table.people import CHANNEL, FOUR, GUILD

ORGANIZER = 9


class LeagueRoom:
    """Begins leagues and has their matches played by random legal answers, computers included."""

    def __init__(self, turn_time: TurnTime = NO_LIMIT, database: Database | None = None) -> None:
        self.database = database or InLoop().database()
        self.now = 1.7e9
        self.random = Random(0)
        self.tables = GameManager(
            self.database, turn_time=turn_time, random=self.random, now=lambda: self.now
        )
        self.leagues = Leagues(self.database, lambda: self.now)
        self.rosters = Rosters(self.database, self.leagues, lambda: self.now)
        self.results = LeagueResults(self.database, self.leagues, lambda: self.now)
        self.standing = Standings(self.database)
        self._book = LedgerKeeper(self.database, at_once)

    async def close(self) -> None:
        """Close the services."""
        await self.tables.close()
        await self.database.close()

    async def begin(
        self,
        competing: Competing,
        *,
        game: str = "kentucky",
        name: str = "Tuesday",
        computers: bool = False,
        method: Method = Method.MATCH_POINTS,
        abandoned: Abandoned = Abandoned.LEAVERS_LOSE,
    ) -> tuple[League, Season]:
        """Begin a league with two deals a match and four players; in pairs, those opposite are partners."""
        wanted = Wanted(game, {"deals": 2}, game)
        new = NewLeague(
            name, wanted, 4, method, competing=competing, computers=computers, abandoned=abandoned
        )
        league, season = await self.leagues.create(GUILD, ORGANIZER, new)
        if competing is Competing.PAIRS:
            for one, other in ((FOUR[0], FOUR[2]), (FOUR[1], FOUR[3])):
                await self.rosters.pair(league, one, other)
                await self.rosters.pair(league, other, one)
        else:
            for person in FOUR:
                await self.rosters.join(league, person)
        return league, season

    async def start(self, league: League, season: Season, *, seed: int = 1, people: int = 4) -> Table:
        """Start a match of the given players; computers have the other seats."""
        self.random.seed(seed)
        self.now += 1
        await self.tables.lobbies.open_table(GUILD, CHANNEL, FOUR[0], wanted_table(league, season))
        for person in FOUR[1:people]:
            await self.tables.lobbies.change_lobby(CHANNEL, Sit(person))
        if people < league.seats:
            await self.tables.lobbies.change_lobby(CHANNEL, AddComputers(FOUR[0].id, "random", None))
        await self.tables.lobbies.start(CHANNEL, FOUR[0].id)
        [table] = self.tables.desk.live_tables
        return table

    async def answer(self, table: Table) -> None:
        """A random legal answer of the first asked seat."""
        self.now += 1
        seat = min(table.clock.questions.by_seat)
        action, who = table.match.asked[seat].sample(self.random), table.record.seats[seat]
        if who.computer is not None or who.user_id is None:
            await self.tables.due.act_for_computer(table, seat, action, table.revision)
        else:
            await self.tables.play.act(CHANNEL, who.user_id, action)

    async def play_out(self, table: Table, stop_at: int | None = None) -> None:
        """Play a match to its end, or at most the given number of answers."""
        answers = 0
        while table.record.status is Status.PLAYING and answers != stop_at:
            await self.answer(table)
            answers += 1

    async def standings(self, season: Season) -> dict[tuple[int, ...], StandingLine]:
        """A season's standings by entrant, once all is booked."""
        await self._book.catch_up()
        page = await self.standing.page(season.id, size=50)
        return {line.who.entrant: line for line in page.lines}
