"""Builds the application from the settings: database, computers, tables, turns and services, wired once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol, TypedDict, TypeVar, Unpack

from bot.common.arithmetic import Arithmetic, Ask
from bot.common.clock import Clock
from bot.common.settings import Settings
from bot.common.shards import Shards
from bot.computers.first_sights import FirstSights
from bot.computers.worker import ComputerPlayers, ComputerPool
from bot.daily.service import Daily
from bot.database.database import Database
from bot.database.opening import open_database
from bot.delivery.card_faces import CardFaces
from bot.delivery.cooldowns import Cooldowns
from bot.delivery.counts import HandCounts, LostAnswers
from bot.delivery.hand_messages import HandMessages, Seal
from bot.delivery.invalid_requests import InvalidRequests, SharedRefusals
from bot.delivery.pictures import DrawingProcess, Pictures
from bot.delivery.requests import Outgoing
from bot.delivery.shown_messages import ShownMessages
from bot.evening.service import Evenings
from bot.handover import Duty
from bot.league.evening_results import SeasonEvenings
from bot.league.files import SeasonFiles
from bot.league.ledger import LedgerKeeper
from bot.league.paper.service import PaperMatches
from bot.league.results import LeagueResults
from bot.league.rosters import Rosters
from bot.league.schedules import Schedules
from bot.league.service import Leagues
from bot.league.standings_pages import Standings
from bot.league.titles import Titles
from bot.learn.hints import Hints
from bot.learn.service import Lessons
from bot.maintenance.backups import backup_folder, backups_of
from bot.maintenance.copies import Copies
from bot.maintenance.retention import Retention
from bot.maintenance.upkeep import Upkeep
from bot.people.personal_settings import PersonalSettings
from bot.people.service import People, Running
from bot.replay.analyses import Analyses
from bot.replay.service import Replays
from bot.server.house_rules import HouseRules
from bot.server.management import Management
from bot.services import (
    DeliveryServices,
    LeagueServices,
    LearnServices,
    MaintenanceServices,
    PeopleServices,
    ReplayServices,
    ServerServices,
    StatsServices,
)
from bot.stats.histories import Histories
from bot.stats.leaderboards import Leaderboards
from bot.stats.leads import Leads
from bot.stats.records import Moments, Ratings, Records
from bot.table.deciding import Claims
from bot.table.dues import Paces
from bot.table.manager import GameManager
from bot.table.opening import TableLimits
from bot.table.turn_driver import Turns
from bot.table.turns.time_limit import TurnTime


class _Closable(Protocol):
    async def close(self) -> None: ...


Opened = TypeVar("Opened", bound=_Closable)


@dataclass(frozen=True, slots=True)
class App:
    """All services of the running bot. The client and its cogs get every service from here."""

    settings: Settings
    duty: Duty
    tables: GameManager
    turns: Turns
    claims: Claims
    evenings: Evenings
    league: LeagueServices
    stats: StatsServices
    replay: ReplayServices
    daily: Daily
    learn: LearnServices
    people: PeopleServices
    server: ServerServices
    delivery: DeliveryServices
    maintenance: MaintenanceServices

    @property
    def shards(self) -> Shards:
        """The shards of this process."""
        return self.duty.shards

    async def resume(self) -> None:
        """Read from the database what was left: open tables, evenings, waiting lists, results not booked.

        Raises:
            StoreError: it cannot be read.
        """
        await self.people.settings.resume()
        await self.delivery.hand_messages.forget_expired()
        await self.tables.resume()
        self.turns.resume()
        self.stats.book.start(self.tables.desk.listen_to_ends)
        await self.evenings.resume()
        await self.league.paper_matches.resume()


class _Closing(AsyncExitStack):
    """Services to close at shutdown, the last opened first."""

    def keep(self, thing: Opened) -> Opened:
        """Have a service closed at shutdown; returns the same service."""
        self.push_async_callback(thing.close)
        return thing


class _Resources(NamedTuple):
    """What the services are built with: settings, shards, database, processes, randomness and the clock."""

    settings: Settings
    shards: Shards
    database: Database
    computers: ComputerPlayers
    pictures: Pictures
    ask: Ask
    random: Random | None
    now: Callable[[], float]


class _Play(NamedTuple):
    """The tables, the driver of their turns, hand messages and players' settings."""

    tables: GameManager
    turns: Turns
    hand_messages: HandMessages
    personal_settings: PersonalSettings
    card_faces: CardFaces
    lining_up: asyncio.Lock
    """Lock for taking a match on a schedule, changing the schedule, or ending its season."""


class _Figures(NamedTuple):
    """The ledger of results, standings, leagues and evenings."""

    book: LedgerKeeper
    standings: Standings
    leagues: Leagues
    evenings: Evenings


class Parts(TypedDict, total=False):
    """Objects that ``build_app`` uses instead of making its own. It closes none of these."""

    shards: Shards
    """The shards of this process, instead of the only one there is."""
    database: Database | None
    """Instead of the one the settings name."""
    computers: ComputerPlayers
    """Computer players, instead of a pool of processes."""
    pictures: Pictures
    """Draws pictures, instead of a process."""
    ask: Ask
    """Runs long computations (ratings, analyses), instead of a worker process."""
    random: Random | None
    """The source of chance, instead of the system's generator."""
    now: Callable[[], float]
    """The clock, in epoch seconds."""


@asynccontextmanager
async def open_app(settings: Settings, **parts: Unpack[Parts]) -> AsyncIterator[App]:
    """Build all services and resume what was left; close everything on exit.

    Raises:
        StoreError: the database cannot be used.
    """
    async with build_app(settings, **parts) as app:
        await app.resume()
        app.duty.begun.set()
        app.duty.is_clerk.set()
        yield app


@asynccontextmanager
async def build_app(settings: Settings, **parts: Unpack[Parts]) -> AsyncIterator[App]:
    """Open the database and build all services, with no stored state read; close everything on exit.

    Raises:
        StoreError: the database cannot be used.
    """
    first_sights = FirstSights()
    async with _Closing() as closing:
        resources = _Resources(
            settings,
            parts.get("shards", Shards()),
            parts.get("database") or closing.keep(await _opened_database(settings)),
            parts.get("computers") or closing.keep(_started_pool(settings, first_sights)),
            parts.get("pictures") or closing.keep(DrawingProcess()),
            parts.get("ask") or closing.keep(Arithmetic()).ask,
            parts.get("random"),
            parts.get("now", time.time),
        )
        resources.database.shards = resources.shards
        play = _build_play(resources, closing)
        figures = _build_figures(resources, play, closing)
        yield _build_app(resources, play, figures, first_sights, closing)


async def _opened_database(settings: Settings) -> Database:
    """The database that the settings name, for this process alone."""
    return await open_database(settings.database, lease=settings.lease)


def _started_pool(settings: Settings, first_sights: FirstSights) -> ComputerPool:
    pool = ComputerPool(first_sights, processes=settings.computer_processes)
    pool.start()
    return pool


def _build_play(resources: _Resources, closing: _Closing) -> _Play:
    """Build the tables and the driver of their turns and deadlines."""
    settings, shards, database, computers, pictures, _, random, now = resources
    card_faces = CardFaces(pictures)
    personal_settings = closing.keep(PersonalSettings(database, card_faces))
    lining_up = asyncio.Lock()
    tables = closing.keep(
        GameManager(
            database,
            turn_time=TurnTime.of(
                settings.turn_limit,
                settings.time_bank,
                lobby=settings.lobby_hours * 3600,
                deserted=settings.deserted_days * 24 * 3600,
                deal_pause=settings.deal_pause,
                slow_settings=personal_settings.all_slow,
            ),
            host_timeout=settings.host_patience,
            limits=TableLimits(settings.tables_a_person, settings.tables_a_server),
            random=random,
            now=Clock(now),
            lining_up=lining_up,
        )
    )
    turns = closing.keep(
        Turns(
            tables,
            computers,
            Paces(
                pace=settings.pace,
                trick_pause=settings.trick_pause,
                last_card_pause=settings.last_card_pause,
                by_hand=personal_settings.all_by_hand,
                remind_after=settings.remind_after,
                pause_after=settings.pause_after,
            ),
            shards,
        )
    )
    hand_messages = HandMessages(database, tables.desk.now, Seal(settings.discord_token))
    return _Play(tables, turns, hand_messages, personal_settings, card_faces, lining_up)


def _build_figures(resources: _Resources, play: _Play, closing: _Closing) -> _Figures:
    """Build the ledger of finished matches, the leagues and the evenings."""
    _, _, database, _, _, ask, random, _ = resources
    tables = play.tables
    book = closing.keep(LedgerKeeper(database, ask))
    leagues = Leagues(database, tables.desk.now, book.wake, play.lining_up)
    closing.callback(tables.desk.listen_to_ends(leagues.follow))
    evenings = closing.keep(Evenings(database, tables, random, tables.desk.now, leagues.tell))
    return _Figures(book, Standings(database), leagues, evenings)


def _build_app(
    resources: _Resources, play: _Play, figures: _Figures, first_sights: FirstSights, closing: _Closing
) -> App:
    """Build the remaining services, and the ``App`` that holds all of them."""
    settings, shards, database, computers, pictures, ask, random, now = resources
    tables, turns, hand_messages, personal_settings, card_faces, _ = play
    book, standings, leagues, evenings = figures
    copies = Copies(settings.database, backup_folder(settings))
    invalid_requests = InvalidRequests(settings.invalid_requests)
    closing.keep(SharedRefusals(invalid_requests, database))
    season_evenings = SeasonEvenings(database, leagues, now)
    paper_matches = PaperMatches(database, leagues, tables.desk.now)
    house_rules = HouseRules(database)
    shown_messages = closing.keep(ShownMessages(database))
    running = Running(tables, evenings, book, leagues, paper_matches, personal_settings, shown_messages)
    own_data = closing.keep(People(database, running, copies.forget))
    return App(
        settings=settings,
        duty=Duty(shards, database.leases),
        tables=tables,
        turns=turns,
        claims=Claims(tables.reading, tables.votes, computers),
        evenings=evenings,
        league=LeagueServices(
            leagues=leagues,
            rosters=Rosters(database, leagues, now),
            schedules=Schedules(database, leagues, now),
            results=LeagueResults(database, leagues, now),
            paper_matches=paper_matches,
            evenings=season_evenings,
            files=SeasonFiles(database, leagues, season_evenings, tables.desk.now),
            standings=standings,
            titles=Titles(database, standings),
        ),
        stats=StatsServices(
            book=book,
            ratings=Ratings(database),
            leaderboards=Leaderboards(database),
            records=Records(database),
            moments=Moments(database),
            histories=Histories(database),
            leads=Leads(database),
        ),
        replay=ReplayServices(Replays(database), Analyses(ask)),
        daily=closing.keep(Daily(database, computers, house_rules, random, now, ask)),
        learn=LearnServices(Hints(tables, computers), Lessons(database, computers)),
        people=PeopleServices(own_data, personal_settings),
        server=ServerServices(house_rules, Management(database)),
        delivery=DeliveryServices(
            hand_messages=hand_messages,
            hand_counts=HandCounts(),
            shown_messages=shown_messages,
            outgoing=Outgoing(settings.requests_a_second * shards.share, invalid_requests.seconds_left),
            invalid_requests=invalid_requests,
            cooldowns=Cooldowns(tables.desk.now),
            lost_answers=LostAnswers(),
            pictures=pictures,
            card_faces=card_faces,
        ),
        maintenance=MaintenanceServices(
            Upkeep(database),
            backups_of(settings, now),
            Retention(database, copies, settings, now),
            first_sights,
        ),
    )


@asynccontextmanager
async def open_card_faces() -> AsyncIterator[CardFaces]:
    """Yield card faces with a drawing process of their own, but no database, for ``python -m bot emojis``."""
    pictures = DrawingProcess()
    try:
        yield CardFaces(pictures)
    finally:
        await pictures.close()
