"""The application: all services, by subject, and how they are built from the settings, wired once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypedDict, TypeVar, Unpack

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
from bot.delivery.loose_messages import LooseMessages
from bot.delivery.pictures import DrawingProcess, Pictures
from bot.delivery.requests import Outgoing
from bot.delivery.shown_messages import ShownMessages
from bot.evening.service import Evenings
from bot.handover import Duty
from bot.league.evenings import SeasonEvenings
from bot.league.files import SeasonFiles
from bot.league.ledger import LedgerKeeper
from bot.league.paper.service import PaperMatches
from bot.league.results import LeagueResults
from bot.league.rosters import Rosters
from bot.league.schedules import Schedules
from bot.league.service import Leagues
from bot.league.standings_pages import Standings
from bot.learn.hints import Hints
from bot.learn.service import Lessons
from bot.maintenance.backups import Backups, backup_folder, backups_of
from bot.maintenance.copies import Copies
from bot.maintenance.retention import Retention
from bot.maintenance.upkeep import Upkeep
from bot.people.personal_settings import PersonalSettings
from bot.people.service import People, Running
from bot.replay.analysis import Analyses
from bot.replay.service import Replays
from bot.server.house_rules import HouseRules
from bot.server.management import Management
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


@dataclass(frozen=True, slots=True)
class LeagueServices:
    """Leagues: seasons, rosters, schedules, results, standings and titles."""

    leagues: Leagues
    rosters: Rosters
    schedules: Schedules
    results: LeagueResults
    paper_matches: PaperMatches
    evenings: SeasonEvenings
    files: SeasonFiles
    standings: Standings


@dataclass(frozen=True, slots=True)
class StatsServices:
    """The ledger of results, and the ratings, leaderboards, records and histories derived from it."""

    ledger: LedgerKeeper
    ratings: Ratings
    leaderboards: Leaderboards
    records: Records
    moments: Moments
    histories: Histories
    leads: Leads


@dataclass(frozen=True, slots=True)
class ReplayServices:
    """Replays and analyses of matches that are over."""

    replays: Replays
    analyses: Analyses


@dataclass(frozen=True, slots=True)
class LearnServices:
    """Hints during a match, and lessons."""

    hints: Hints
    lessons: Lessons


@dataclass(frozen=True, slots=True)
class PeopleServices:
    """Users' own data (export, deletion) and personal settings."""

    own_data: People
    settings: PersonalSettings


@dataclass(frozen=True, slots=True)
class ServerServices:
    """A server's saved house rules and its managers' settings."""

    house_rules: HouseRules
    management: Management


@dataclass(frozen=True, slots=True)
class DeliveryServices:
    """Messages on Discord: shown, queued and refused ones, lost answers, cooldowns, pictures, card faces."""

    hand_messages: HandMessages
    hand_counts: HandCounts
    shown_messages: ShownMessages
    loose_messages: LooseMessages
    outgoing: Outgoing
    invalid_requests: InvalidRequests
    cooldowns: Cooldowns
    lost_answers: LostAnswers
    pictures: Pictures
    card_faces: CardFaces


@dataclass(frozen=True, slots=True)
class MaintenanceServices:
    """Upkeep: backups, deletion of old data, and counts of computers' answers without a search."""

    upkeep: Upkeep
    backups: Backups | None
    """None if scheduled backups are off."""
    retention: Retention
    first_sights: FirstSights


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
        self.stats.ledger.start(self.tables.desk.listen_to_ends)
        await self.evenings.resume()
        await self.league.paper_matches.resume()
        self.people.own_data.start()


class _Closable(Protocol):
    async def close(self) -> None: ...


Opened = TypeVar("Opened", bound=_Closable)


class _Closing(AsyncExitStack):
    """Services to close at shutdown, the last opened first."""

    def keep(self, thing: Opened) -> Opened:
        """Have a service closed at shutdown; returns the same service."""
        self.push_async_callback(thing.close)
        return thing


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
    async with _Closing() as closing:
        yield await _build(settings, parts, closing)


async def _build(settings: Settings, parts: Parts, closing: _Closing) -> App:
    """Build the services, each after those it needs; ``closing`` closes them in the opposite order."""
    shards, first_sights = parts.get("shards", Shards()), FirstSights()
    database = parts.get("database")
    if database is None:  # opened for this process alone
        database = closing.keep(await open_database(settings.database, lease=settings.lease))
    computers = parts.get("computers") or closing.keep(_started_pool(settings, first_sights))
    pictures = parts.get("pictures") or closing.keep(DrawingProcess())
    ask = parts.get("ask") or closing.keep(Arithmetic()).ask
    random, now = parts.get("random"), parts.get("now", time.time)
    database.shards = shards

    card_faces = CardFaces(pictures)
    personal_settings = closing.keep(PersonalSettings(database, card_faces))
    # Held while a match on a schedule is taken, the schedule is changed, or its season ends.
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
    paces = Paces(
        pace=settings.pace,
        trick_pause=settings.trick_pause,
        last_card_pause=settings.last_card_pause,
        by_hand=personal_settings.all_by_hand,
        remind_after=settings.remind_after,
        pause_after=settings.pause_after,
    )
    turns = closing.keep(Turns(tables, computers, paces, shards))
    clock = tables.desk.now

    ledger = closing.keep(LedgerKeeper(database, ask))
    leagues = Leagues(database, clock, ledger.wake, lining_up)
    closing.callback(tables.desk.listen_to_ends(leagues.follow))
    evenings = closing.keep(Evenings(database, tables, random, clock, leagues.tell))

    copies = Copies(settings.database, backup_folder(settings))
    invalid_requests = InvalidRequests(settings.invalid_requests)
    closing.keep(SharedRefusals(invalid_requests, database))
    season_evenings = SeasonEvenings(database, leagues, now)
    paper_matches = PaperMatches(database, leagues, clock)
    house_rules = HouseRules(database)
    loose_messages = LooseMessages(database)
    shown_messages = closing.keep(ShownMessages(database, loose_messages))
    running = Running(tables, evenings, ledger, leagues, paper_matches, personal_settings, shown_messages)
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
            files=SeasonFiles(database, leagues, season_evenings, clock),
            standings=Standings(database),
        ),
        stats=StatsServices(
            ledger=ledger,
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
            hand_messages=HandMessages(database, clock, Seal(settings.discord_token)),
            hand_counts=HandCounts(),
            shown_messages=shown_messages,
            loose_messages=loose_messages,
            outgoing=Outgoing(settings.requests_a_second * shards.share, invalid_requests.seconds_left),
            invalid_requests=invalid_requests,
            cooldowns=Cooldowns(clock),
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


def _started_pool(settings: Settings, first_sights: FirstSights) -> ComputerPool:
    pool = ComputerPool(first_sights, processes=settings.computer_processes)
    pool.start()
    return pool


@asynccontextmanager
async def open_card_faces() -> AsyncIterator[CardFaces]:
    """Yield card faces with a drawing process of their own, but no database, for ``python -m bot emojis``."""
    pictures = DrawingProcess()
    try:
        yield CardFaces(pictures)
    finally:
        await pictures.close()
