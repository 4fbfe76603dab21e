"""The services of the application, by subject; ``bot/app.py`` makes them."""

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
from bot.league.ledger import Bookkeeper
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


@dataclass(frozen=True, slots=True)
class LeagueServices:
    """Leagues, who competes in their seasons, and what was played there."""

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
    """What follows from results, and what is read from that."""

    book: Bookkeeper
    ratings: Ratings
    leaderboards: Leaderboards
    records: Records
    moments: Moments
    histories: Histories
    leads: Leads


@dataclass(frozen=True, slots=True)
class ReplayServices:
    """Matches that are over, shown again and analysed."""

    replays: Replays
    analyses: Analyses


@dataclass(frozen=True, slots=True)
class LearnServices:
    """What helps people to learn."""

    hints: Hints
    lessons: Lessons


@dataclass(frozen=True, slots=True)
class PeopleServices:
    """What is kept of people, and what each has settled."""

    own_data: People
    settings: PersonalSettings


@dataclass(frozen=True, slots=True)
class ServerServices:
    """What servers have settled."""

    house_rules: HouseRules
    management: Management


@dataclass(frozen=True, slots=True)
class DeliveryServices:
    """What is sent to Discord, and what was."""

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
    """What keeps the bot well."""

    upkeep: Upkeep
    backups: Backups | None
    """None where none are made by the clock."""
    retention: Retention
    first_sights: FirstSights
