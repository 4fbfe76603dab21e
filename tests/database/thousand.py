"""A database like that of a busy server: a thousand matches of every game, finished or under way."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Final, NamedTuple

from bot.computers.kinds import BEST as STEADY
from bot.daily.store import DailyStore
from bot.daily.stored import DailyDeal, DailyPlace
from bot.database.database import Database, Insert, Values
from bot.database.remembered import Remembered
from bot.delivery.store import HandMessage, HandMessageStore, LooseMessageStore
from bot.league.store.leagues import LeagueStore
from bot.league.store.matches import SeasonMatchStore
from bot.league.store.paper_matches import PaperMatchStore
from bot.league.store.rosters import RosterStore
from bot.learn.store import LessonStore
from bot.maintenance.store import RetentionStore
from bot.models.credits import Competing
from bot.models.endings import Leaving, Managed
from bot.models.shuffles import MatchSeed
from bot.models.stored_league import (
    Did,
    League,
    LeagueAct,
    PairRequest,
    PaperMatch,
    ScheduledMatch,
    Season,
    SeasonEntry,
)
from bot.models.stored_messages import LooseMessage, ShownMessage
from bot.models.stored_results import Results
from bot.models.stored_settings import AuditEntry, SavedRules, ServerSettings
from bot.models.stored_tables import LogEntry, SeatRecord, Status, TableRecord, Waiting
from bot.people.store.people import PeopleStore
from bot.people.store.personal_settings import PersonalSettingsStore
from bot.server.store import ServerStore
from bot.table.match.results import results_of
from bot.table.store.earlier_deals import EarlierDeal
from bot.table.store.seasons import SeasonPlaceStore
from bot.table.store.shown_messages import ShownStore
from bot.table.store.tables import TableStore
from bot.table.store.waiting import WaitingStore
from rules.catalog import GAMES
from rules.core.protocol import OptionValue
from tests.database.ledgers import Hand, ledger_of, new_season, play, result_of
from tests.database.samples import begun_evening, stored_tables

NAMES: Final = ("Ann", "Ünal “14” Öz", "Zoë 🐦", "O'Brien; DROP TABLE tables", "李小龍", "a\tb", "null", "ß")
STEP: Final = 17
"""Step between kinds of matches, so that few matches are of different games already."""
BEGAN: Final = 1.7e9 + 1 / 7


class Played(NamedTuple):
    """A match that was played to its end."""

    table: TableRecord
    log: list[LogEntry]
    results: Results


async def fill(database: Database, matches: int) -> None:
    """Store matches, one of each game and number of players in turn, by different people."""
    sorts = [(key, seats) for key, game in GAMES.items() for seats in game.about.seats]
    for number in range(matches):
        await _store(database, played(*sorts[number * STEP % len(sorts)]), number)
    for guild in range(40):
        await ServerStore(database).save_rules(
            guild, SavedRules(NAMES[guild % len(NAMES)], f"1000-{guild:04}")
        )
        await ServerStore(database).set_default_rules(guild, "kentucky")
        await ServerStore(database).set_server_settings(guild, ServerSettings(guild % 2 == 0, Leaving.ALONE))
    await _fill_book(database)
    await _fill_league(database)
    await _fill_people(database)
    await Remembered(database).set_setting("commands", "0123456789abcdef")
    await RetentionStore(database).note_left(36, BEGAN)
    await RetentionStore(database).pack_logs(BEGAN + matches // 50)
    for user_id in (1, 2):
        await PeopleStore(database).begin_forgetting(user_id)


async def _store(database: Database, match: Played, number: int) -> None:
    """Store a match of other people in another channel; every fifth is still under way."""
    people = {user: user + number * 1000 for user in range(1, 9)}
    seats = tuple(replace(who, user_id=people.get(who.user_id or 0)) for who in match.table.seats)
    shifted = match.table._replace(
        guild_id=number % 37,
        channel_id=2**62 + number,
        host_id=people[1],
        seats=seats,
        message_id=None if number % 3 else number,
        created_at=BEGAN + number,
    )
    table = await TableStore(database).create_table(shifted._replace(status=Status.LOBBY, revision=0))
    log = [
        replace(entry, user_id=people.get(entry.user_id or 0), at=entry.at + number) for entry in match.log
    ]
    if number % 5 == 0:
        await TableStore(database).append(
            table.id, log[: len(log) // 2], table=table._replace(status=Status.PLAYING)
        )
        await ShownStore(database).save_shown(ShownMessage(number + 1, table.id, "table", 1, 0))
        await HandMessageStore(database).save_hand(
            HandMessage(table.id, people[1], number, f"token {number}", BEGAN + number)
        )
        return
    assert match.results.match is not None
    deals = tuple(
        replace(
            deal,
            players=tuple(replace(one, user_id=people.get(one.user_id or 0)) for one in deal.players),
        )
        for deal in match.results.deals
    )
    players = tuple(replace(one, user_id=people.get(one.user_id or 0)) for one in match.results.match.players)
    ended = replace(match.results.match, guild_id=shifted.guild_id, players=players)
    closed = AuditEntry(shifted.guild_id, table.id, 1, Managed.RULED, BEGAN + number, "told the cards")
    results = Results(deals, ended, closed if number % 9 == 0 else None)
    await TableStore(database).append(table.id, log, results=results, table=shifted._replace(id=table.id))
    await ShownStore(database).note_past(2_000_000 + number, table.id, people[1])
    await ShownStore(database).note_unseen(table.id, BEGAN + number)
    if number % 11 == 0:
        await begun_evening(database, 2**61 + 2 * number, shifted.guild_id)


async def _fill_league(database: Database) -> None:
    """Fill every league table with a row."""
    made = LeagueAct(0, 1, Did.CREATED, BEGAN)
    league = League(0, 1, NAMES[1], "1000-4DAG-9", 4, Competing.PAIRS, False, 7, 1, BEGAN)
    league, season = await LeagueStore(database).create_league(league, Season(0, 0, 1, "{}", BEGAN), made)
    await RosterStore(database).enter(season.id, SeasonEntry((1, 2), NAMES[:2], BEGAN))
    await RosterStore(database).ask_to_pair(PairRequest(season.id, 3, 4, *NAMES[2:4], BEGAN))
    drawn = replace(made, league_id=league.id, season_id=season.id, what=Did.DREW)
    await SeasonMatchStore(database).draw_schedule(season.id, [ScheduledMatch(1, 1, (1, 2), (3, 4))], drawn)
    [first, *_] = await stored_tables(database)
    again = EarlierDeal(first.id, 1, tuple(range(len(first.seats))), "draw R14", "deal R1")
    table = await TableStore(database).create_table(first._replace(channel_id=5), season.id, again)
    await SeasonPlaceStore(database).line_up(table.id, {0: (1, 2), 1: (3, 4)}, 1)
    await TableStore(database).save_table(table._replace(status=Status.CANCELLED))
    await PaperMatchStore(database).keep_paper(PaperMatch(0, season.id, "{}", 1, BEGAN))


async def _fill_people(database: Database) -> None:
    """Store rows about people outside their matches."""
    await PersonalSettingsStore(database).set_in_words(1, in_words=True)
    await LessonStore(database).note_lesson(1, 2)
    await WaitingStore(database).wait(Waiting(5, 1, 1, BEGAN))
    await LooseMessageStore(database).note_loose(LooseMessage(3_000_000, 5, 1, "daily", first=1))
    deal = DailyDeal(DailyPlace(1, 0), "2026-11-23", "kentucky", {"deals": 1}, 2, MatchSeed(bytes(32)))
    place = (await DailyStore(database).draw_daily(deal)).place
    await DailyStore(database).begin_daily(place, 1, NAMES[0], [LogEntry(1, 0, 1, "bid 70", BEGAN)])


async def _fill_book(database: Database) -> None:
    """Store a ledger of all matches, a final season, and a match still to be booked."""
    league, season = await new_season(database, (1, 3), (2, 4), guild_id=1, name=NAMES[4])
    await play(
        database, result_of((1, 2, 3, 4), (Hand(0, 100, (120, 60)),), BEGAN, guild_id=1), season_id=season.id
    )
    closed = LeagueAct(league.id, 1, Did.CLOSED, BEGAN, season.id)
    await LeagueStore(database).close_season(season.id, closed)
    await ledger_of(database).catch_up()
    second = await LeagueStore(database).open_season(replace(season, number=2), closed)
    match = result_of((1, 2, 3, 4), (Hand(1, 100, (120, 60)),), BEGAN + 1, guild_id=1)
    await play(database, match, season_id=second.id)
    await RosterStore(database).enter(second.id, SeasonEntry((1, 3), NAMES[:2], BEGAN))
    await ledger_of(database).catch_up()
    await play(database, match, season_id=second.id)
    board = Insert("boards_to_rate (guild_id, board, finished_at, table_id)", [Values((1, "all", BEGAN, 1))])
    await database.write(board)


@cache
def played(key: str, number: int) -> Played:
    """A match of a few deals, played at random; every third seat is a computer's."""
    random = Random(f"{key} {number}")
    seats = tuple(
        SeatRecord(None, "Pearl", STEADY) if seat % 3 == 2 else SeatRecord(seat + 1, NAMES[seat])
        for seat in range(number)
    )
    game = GAMES[key].with_options(_short(key))
    table = TableRecord(
        id=0,
        guild_id=0,
        channel_id=0,
        host_id=1,
        game=key,
        options=game.changes(),
        seats=seats,
        status=Status.FINISHED,
        revision=0,
        message_id=None,
        created_at=BEGAN,
    )
    state, log, deals = game.start(number), list[LogEntry](), Results()
    while decisions := game.decisions(state):
        seat = random.choice(list(decisions))
        action = decisions[seat].sample(random)
        state, events = game.apply(state, seat, action)
        at = BEGAN + len(log) / 7
        log.append(LogEntry(len(log) + 1, seat, seats[seat].user_id if seat >= 0 else None, str(action), at))
        if found := results_of(table, game, state, events, at):
            deals = Results((*deals.deals, *found.deals), found.match)
    return Played(table._replace(revision=len(log)), log, deals)


def _short(key: str) -> dict[str, OptionValue]:
    """Options for as few deals as a game allows."""
    for option in GAMES[key].options:
        if option.key == "deals":
            wanted = [choice.value for choice in option.choices if isinstance(choice.value, int)]
            return {"deals": min(wanted, default=option.value)}
    return {}
