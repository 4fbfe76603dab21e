"""A club that plays leagues for several seasons, through the application itself, on a database in a file.

From a seed, players join, play, leave in mid-match and return, substitute, and stay away; organizers
record, import, void, correct and restore; the bot is stopped during matches, and started again.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from io import StringIO
from random import Random
from typing import Final

from bot.app import App, open_app
from bot.common.address import Place
from bot.common.arithmetic import at_once
from bot.common.errors import TableOver
from bot.database.database import Database
from bot.league.creation import NewLeague
from bot.league.paper.columns import columns_of, escape_formula
from bot.league.paper.result import LeagueGame, league_game
from bot.league.paper.values import Typed
from bot.league.results import SeasonResult
from bot.league.service import wanted_table
from bot.models.credits import Competing
from bot.models.endings import Ending, Leaving
from bot.models.stored_league import Absent, League, MatchState
from bot.models.stored_settings import ServerSettings
from bot.models.stored_tables import OPEN
from bot.server.house_rules import Wanted
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import Update
from bot.table.desk.table import Table
from bot.table.lobby.before_match import Person
from bot.table.lobby.seating import AddComputers, Sit
from rules.core.events import MatchWon
from rules.core.outcome import Ranking
from tests.application.killed_player import SeededComputers
from tests.league.plans import LEAVING, PLANS, Plan, plan_of
from tests.table.people import GUILD, settings_for, until

BEGAN: Final = 1.7e9
ORGANIZER: Final = 10**17
CHANNELS: Final = (601, 602, 603)
AT_A_TIME: Final = 40
"""Answers after which the bot is stopped with matches under way."""


@dataclass
class Club:
    """The club, and a record of its actions so far."""

    place: Place
    chance: Random
    size: int
    """Number of members."""
    plans: Sequence[Plan] = PLANS
    database: Database | None = None
    """Used instead of one at that place, and left open when the bot stops."""
    clock: float = BEGAN
    tell: Callable[[str, int], None] = lambda _what, _number: None
    """Called with each confirmed action, and its table or a count."""
    did: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._settings = settings_for(self.place)
        self.members = [Person(ORGANIZER + number, f"Member {number}") for number in range(1, self.size + 1)]

    @asynccontextmanager
    async def open(self) -> AsyncIterator[App]:
        """Start the bot, and stop it at the end."""
        computers = SeededComputers(Random(self.chance.getrandbits(32)))
        async with open_app(
            self._settings,
            database=self.database,
            computers=computers,
            ask=at_once,
            random=Random(self.chance.getrandbits(32)),
            now=lambda: self.clock,
        ) as app:
            app.tables.desk.listen(self._hear)
            yield app

    def _hear(self, update: Update) -> None:
        """Note each finished match."""
        if any(isinstance(event, MatchWon) for event in update.events):
            self._note("match", update.table.id)

    def _note(self, what: str, number: int = 0) -> None:
        """Note an action, once it is confirmed."""
        self.did[what] += 1
        self.tell(what, number)

    async def play_season(self, number: int, matches: int) -> None:
        """Begin a season of every league, play ``matches`` matches, and end it."""
        async with self.open() as app:
            await self.begin(app, LEAVING[number % len(LEAVING)])
        played = 0
        while played < matches:
            async with self.open() as app:
                await self.play(app)  # the matches that the stop interrupted
                played += await self._meet(app)
            self._note("restart")
        async with self.open() as app:
            await self.play(app)
            await app.stats.ledger.catch_up()

    async def end_season(self) -> None:
        """Close the season of every league."""
        async with self.open() as app:
            for league in await app.league.leagues.of_server(GUILD):
                assert await app.league.leagues.close(
                    league, await app.league.leagues.season(league), ORGANIZER
                )
            await app.stats.ledger.catch_up()

    # Who competes -----------------------------------------------------------------------------------

    async def begin(self, app: App, leaving: Leaving) -> None:
        """Begin a season of every league, with the given meaning of leaving."""
        await app.server.management.set_settings(GUILD, ServerSettings(leaving=leaving))
        leagues = await app.league.leagues.of_server(GUILD)
        for plan in self.plans:
            league = next((one for one in leagues if one.name == plan.game), None)
            if league is None:
                league = await self._create(app, plan)
            else:
                await app.league.leagues.next_season(league, ORGANIZER)
            people = self.chance.sample(self.members, max(4, int(plan.share * self.size) // 4 * 4))
            if plan.competing is Competing.PAIRS:
                for one, other in zip(people[::2], people[1::2], strict=True):
                    await app.league.rosters.pair(league, one, other)
                    await app.league.rosters.accept(league, one.id, other)
            else:
                for person in people:
                    await app.league.rosters.join(league, person)
            if plan.competing is Competing.PAIRS or plan.seats == 2:
                await app.league.schedules.draw(league, ORGANIZER)

    async def _create(self, app: App, plan: Plan) -> League:
        new = NewLeague(
            *(plan.game, Wanted(plan.game, plan.options, plan.game), plan.seats, plan.method),
            competing=plan.competing,
            computers=plan.computers,
            abandoned=plan.abandoned,
        )
        league, _ = await app.league.leagues.create(GUILD, ORGANIZER, new)
        return league

    async def _sides(self, app: App, league: League) -> list[list[Person]]:
        """The players of a league match, side by side, sometimes with a substitute."""
        season = await app.league.leagues.open_season(league)
        roster = await app.league.rosters.of(season)
        there = [one.entrant for one in roster if one.left_at is None]
        sides = league_game(league.rules, league.seats).sides
        of_pairs = league.competing is Competing.PAIRS
        chosen = self.chance.sample(there, len(sides) if of_pairs else league.seats)
        competing = {user_id for one in roster for user_id in one.entrant}
        people = [[one for one in self.members if one.id in entrant] for entrant in chosen]
        if not of_pairs:
            players = [one for [one] in people]
            people = [[players[seat] for seat in seats] for seats in sides]
        others = [one for one in self.members if one.id not in competing]
        if others and self.chance.random() < 0.25:
            side = self.chance.choice(people)
            side[self.chance.randrange(len(side))] = self.chance.choice(others)
            self._note("substitute")
        return people

    # A club evening ---------------------------------------------------------------------------------

    async def _meet(self, app: App) -> int:
        """Do some random actions of a club evening; returns the number of matches."""
        matches = 0
        for channel_id in CHANNELS:
            await self.open_table(app, await self.any_league(app), channel_id)
            matches += 1
        await self.play(app, AT_A_TIME if self.chance.random() < 0.5 else None)
        for league in await app.league.leagues.of_server(GUILD):
            self.clock += 60
            if self.chance.random() < 0.15:
                matches += await self.record(app, league)
            if self.chance.random() < 0.1:
                matches += await self.take_over(app, league)
            if self.chance.random() < 0.6:
                await self.rule(app, league)
            if self.chance.random() < 0.15:
                await self.forfeit(app, league)
            if self.chance.random() < 0.05:
                await self._leave_league(app, league)
        return matches

    async def any_league(self, app: App) -> League:
        """A random league."""
        return self.chance.choice(await app.league.leagues.of_server(GUILD))

    async def open_table(self, app: App, league: League, channel_id: int) -> None:
        """Seat players for a league match, and start it."""
        self.clock += 60
        season = await app.league.leagues.open_season(league)
        people = _by_seat(await self._sides(app, league), league)
        if league.computers and self.chance.random() < 0.5:
            people.pop()
        await app.tables.lobbies.open_table(
            *(GUILD, channel_id, people[0]),
            wanted_table(league, season),
        )
        for person in people[1:]:
            await app.tables.lobbies.change_lobby(channel_id, Sit(person))
        if len(people) < league.seats:
            await app.tables.lobbies.change_lobby(channel_id, AddComputers(people[0].id, "random", None))
            self._note("computer")
        await app.tables.lobbies.start(channel_id, people[0].id)

    async def play(self, app: App, most: int | None = None) -> None:
        """Play matches a few answers at a time, until all are over or ``most`` answers are given."""
        answers = 0
        while (places := app.tables.reading.places()) and answers != most:
            table = await app.tables.desk.awake(self.chance.choice(places).channel_id)
            await until(app.tables, partial(_is_for_people, table))
            if not _is_open(table):
                continue  # a computer has played the last card
            answers += 1
            self.clock += 1
            seat, decision = next(iter(table.match.asked.items()))
            user_id = table.record.seats[seat].user_id
            assert user_id is not None
            await app.tables.play.act(table.record.channel_id, user_id, decision.sample(self.chance))
            if _is_open(table):
                with suppress(TableOver):  # a computer has played the last card in the meantime
                    await self._come_or_go(app, table)

    async def _come_or_go(self, app: App, table: Table) -> None:
        """Now and then have a player leave or return, or the match broken off."""
        channel_id, happens = table.record.channel_id, self.chance.random()
        seats = [who for who in table.record.seats if who.user_id is not None]
        here = [who.user_id for who in seats if who.user_id is not None and not who.is_away]
        away = [who.user_id for who in seats if who.user_id is not None and who.is_away]
        if happens < 0.004 and len(here) > 1:
            await app.tables.presence.leave(channel_id, self.chance.choice(here), "random")
            self._note("leaver", table.record.id)
        elif happens < 0.03 and away:
            await app.tables.presence.come_back(channel_id, away[0])
            self._note("back", table.record.id)
        elif happens > 0.997:
            await app.tables.close_table(channel_id, Ending.MANAGER, ORGANIZER)
            self._note("broken off", table.record.id)
        elif happens > 0.994:
            for who in here + away:
                if not _is_open(table):
                    break  # a casual match needs more than half
                await app.tables.votes.agree(channel_id, who, Proposal("end"))
            self._note("agreed", table.record.id)

    # Real cards -------------------------------------------------------------------------------------

    async def record(self, app: App, league: League) -> int:
        """Record a match with real cards, which the other side confirms or disputes."""
        playing, plan = league_game(league.rules, league.seats), plan_of(league)
        sides = await self._sides(app, league)
        lines = self._points(playing, plan)
        names = ", ".join(f"<@{one.id}>" for side in sides for one in side)
        points = "\n".join(" ".join(map(str, line)) for line in lines)
        at = self._some_time_ago("%Y-%m-%d %H:%M:%S")
        others = {one.id: one.name for one in self.members}
        waiting = await app.league.paper_matches.record(
            league, Typed(names, points, at), sides[0][0].id, others, organizes=False
        )
        if self.chance.random() < 0.3:
            await app.league.paper_matches.take_back(waiting, sides[1][0].id, organizes=False)
            self._note("denied")
            return 0
        recorded = await app.league.paper_matches.confirm(waiting, sides[1][0].id, organizes=False)
        self._note("recorded", recorded.table_id)
        return 1

    async def take_over(self, app: App, league: League) -> int:
        """Import some matches from a file."""
        playing, plan = league_game(league.rules, league.seats), plan_of(league)
        columns = columns_of(playing)
        text = StringIO()
        writer = csv.DictWriter(text, columns.known)
        writer.writeheader()
        number = self.chance.randint(1, 3)
        for _ in range(number):
            lines = self._points(playing, plan)
            line: dict[str, object] = {"date": self._some_time_ago("%Y-%m-%dT%H:%M:%SZ")}
            for names, people in zip(columns.players, await self._sides(app, league), strict=True):
                line |= {name: f"<@{one.id}>" for name, one in zip(names, people, strict=True)}
            line |= dict(zip(columns.points, map(sum, zip(*lines, strict=True)), strict=True))
            if len(lines) > 1:
                line["deals"] = escape_formula("; ".join(" ".join(map(str, deal)) for deal in lines))
            line["state"] = self.chance.choice(("counts", "counts", "disputed", "void"))
            line["ended"] = self.chance.choice(("", "", "", "broken off"))
            writer.writerow(line)
        others = {one.id: one.name for one in self.members}
        checked = await app.league.files.check(league, text.getvalue().encode(), others)
        assert not checked.file.problems, checked.file.problems
        await app.league.files.import_file(league, checked.number, ORGANIZER, lambda *_: None)
        self._note("imported", number)
        return number

    def _points(self, playing: LeagueGame, plan: Plan) -> Sequence[Sequence[int]]:
        """Points of each side, at the end or deal by deal; its place, where cards decide."""
        if playing.ranking is Ranking.CARDS:
            return [self.chance.sample((1, 2), 2)]
        deals = self.chance.choice((1, 1, 2, 3))
        return [[self.chance.randint(*plan.points) for _ in playing.sides] for _ in range(deals)]

    def _some_time_ago(self, form: str) -> str:
        """A past time at which no other match was played: a few later ones must be rated after it."""
        self.clock += 1
        return datetime.fromtimestamp(self.clock - self.chance.randrange(40_000), UTC).strftime(form)

    # Organizers -------------------------------------------------------------------------------------

    async def rule(self, app: App, league: League) -> None:
        """Rule on one of the matches of a season."""
        season = await app.league.leagues.open_season(league)
        page = self.chance.randrange((await app.league.results.page(season)).pages)
        results = (await app.league.results.page(season, page)).lines
        if not results:
            return
        found = self.chance.choice(results)
        what = self.chance.choice(_possible(found))
        about = (league, found.match.table_id)
        if what == "correct":
            points = tuple(self.chance.randint(*plan_of(league).points) for _ in found.sides)
            if found.match.points is not None and points == tuple(found.match.points.values()):
                return
            await app.league.results.correct(*about, points, ORGANIZER, "miscounted")
        elif what == "dispute":
            who = next(one.user_id for one in found.result.players if one.user_id is not None)
            await app.league.results.rule(*about, MatchState.DISPUTED, who, "not so")
        elif what == "void":
            await app.league.results.rule(*about, MatchState.VOID, ORGANIZER, "the wrong deck")
        else:
            await app.league.results.rule(*about, MatchState.COUNTS, ORGANIZER, "the right deck")
        self._note(what, found.match.table_id)

    async def forfeit(self, app: App, league: League) -> None:
        """Rule that a side stayed away from a scheduled match, or withdraw such a ruling."""
        season = await app.league.leagues.open_season(league)
        fixtures = [one for one in await app.league.schedules.of(season) if not one.is_played]
        ruled = [one for one in fixtures if one.match.absent is not None]
        if ruled and self.chance.random() < 0.2:
            await app.league.schedules.forfeit(league, ruled[0].match.number, None, ORGANIZER, "they came")
        elif fixtures:
            match = self.chance.choice(fixtures).match
            absent = self.chance.choice([one for one in Absent if one is not match.absent])
            await app.league.schedules.forfeit(league, match.number, absent, ORGANIZER, "nobody came")
            self._note("forfeit")

    async def _leave_league(self, app: App, league: League) -> None:
        """Have a player leave the league; the results stay in the standings."""
        season = await app.league.leagues.open_season(league)
        there = [one.entrant for one in await app.league.rosters.of(season) if one.left_at is None]
        if len(there) > league.seats + 1:
            await app.league.rosters.leave(league, self.chance.choice(there)[0])
            self._note("left league")


def _by_seat(sides: Sequence[Sequence[Person]], league: League) -> list[Person]:
    seats = league_game(league.rules, league.seats).sides
    seated = zip(seats, sides, strict=True)
    found = {seat: one for places, people in seated for seat, one in zip(places, people, strict=True)}
    return [found[seat] for seat in range(league.seats)]


def _is_open(table: Table) -> bool:
    return table.record.status in OPEN


async def _is_for_people(table: Table) -> bool:
    """Whether no computer is asked at a table."""
    seats = table.record.seats
    asked = [seat for seat in table.match.asked if seat >= 0]
    return not _is_open(table) or all(seats[seat].computer is None for seat in asked)


def _possible(found: SeasonResult) -> Sequence[str]:
    """The rulings possible on a match."""
    match found.match.state:
        case MatchState.VOID:
            return ("restore",)
        case MatchState.DISPUTED:
            possible = ["void", "restore"]
        case MatchState.COUNTS:
            possible = ["void", "dispute"]
    return [*possible, "correct"] if found.has_points else possible
