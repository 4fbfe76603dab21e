"""The services of the application, grouped by subject; ``bot/app.py`` builds them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.computers.first_sights import FirstSights
from bot.delivery.card_faces import CardFaces
from bot.delivery.cooldowns import Cooldowns
from bot.delivery.counts import HandCounts, LostAnswers
from bot.delivery.hand_messages import HandMessages
from bot.delivery.invalid_requests import InvalidRequests
from bot.delivery.pictures import Pictures
from bot.delivery.requests import Outgoing
from bot.delivery.shown_messages import ShownMessages
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
from bot.maintenance.backups import Backups
from bot.maintenance.retention import Retention
from bot.maintenance.upkeep import Upkeep
from bot.people.personal_settings import PersonalSettings
from bot.people.service import People
from bot.replay.analyses import Analyses
from bot.replay.service import Replays
from bot.server.house_rules import HouseRules
from bot.server.management import Management
from bot.stats.histories import Histories
from bot.stats.leaderboards import Leaderboards
from bot.stats.leads import Leads
from bot.stats.records import Moments, Ratings, Records
from bot.table.waiting import WaitingLists


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
    titles: Titles


@dataclass(frozen=True, slots=True)
class StatsServices:
    """The ledger of results, and the ratings, leaderboards, records and histories derived from it."""

    book: LedgerKeeper
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
    """Users' own data (export, deletion), personal settings, and who waits for a seat."""

    own_data: People
    settings: PersonalSettings
    waiting: WaitingLists


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
