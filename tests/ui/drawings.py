"""Every panel of the bot, drawn with given names and a given reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from discord import ui

from bot.common.pages import Page
from bot.league.creation import ties_of
from bot.league.evenings import EveningResult
from bot.league.files import Checked
from bot.league.paper.dates import A_DAY, When
from bot.league.paper.lines import ReadMatch
from bot.league.paper.reading import Asked, Problem, SeasonFile
from bot.league.paper.result import PaperResult, league_game, with_settled_winner
from bot.league.paper.unclear import NO_ANSWERS, Doubt, Unclear
from bot.league.paper.values import Lapsed, Recorded, Unconfirmed
from bot.league.results import SeasonResult
from bot.league.rosters import Outcome
from bot.league.schedules import Fixture
from bot.league.standings import Share
from bot.league.standings_pages import Origin, StandingsPage
from bot.models.credits import Competing, Credit, Named, Verdict
from bot.models.evening_kinds import EveningKind
from bot.models.scoring import Method, Scoring, Terms, TieBreak, written
from bot.models.stored_evenings import SeasonEvening
from bot.models.stored_league import (
    Absent,
    Did,
    League,
    LeagueAct,
    MatchState,
    PairRequest,
    ScheduledMatch,
    Season,
    SeasonEntry,
    SeasonMatch,
    StandingLine,
    Unfinished,
)
from bot.models.stored_results import MatchNotes, MatchPlayer, MatchResult, StandIn, TimeOut
from bot.table.desk.agreement import ABOUT_A_SEAT, Proposal, Vote
from bot.table.lobby.before_match import Person
from bot.table.lobby.lining_up import LineUp
from bot.table.lobby.news import LobbyNews, LobbyNote, What
from bot.table.match.deal_end import DealEnd, deal_end_after, is_scored
from cogs.evening.pages import deal_sheet_panel, scores_panel, where_text
from cogs.evening.panel import evening_panel
from cogs.league.file_panel import checked_panel
from cogs.league.fixtures_panel import draw_panel, fixtures_panel, names_by_entrant
from cogs.league.history_panel import history_panel
from cogs.league.more import league_more_panel
from cogs.league.panel import (
    LeagueNow,
    close_panel,
    closed_panel,
    created_panel,
    league_panel,
    scoring_panel,
)
from cogs.league.paper_panel import (
    denied_panel,
    lapsed_panel,
    recorded_panel,
    unclear_panel,
    unconfirmed_panel,
)
from cogs.league.partners import asked_panel, ended_text, over_text, partner_panel
from cogs.league.results_panel import evening_panel_of, evenings_panel, match_panel, results_panel
from cogs.league.roster_panel import roster_panel
from cogs.league.standings_panel import heads_panel, own_lines, standing_lines, standings_panel
from cogs.people.data import my_data_panel
from cogs.rules_pages.screen import RulesAddress, explained, rules_page, short_rules, terms_of
from cogs.server.referee import penalty_told, ruling_note
from cogs.stats.counting_panel import rating_counting, record_counting, rivals_counting
from cogs.stats.leaderboard_panel import leaderboard_panel
from cogs.stats.rating_panel import rating_panel
from cogs.stats.record_panel import record_panel
from cogs.stats.rivals_panel import rivals_panel
from cogs.table.ended_panel import ended_panel
from cogs.table.lobby_panel import lobby_panel
from cogs.table.more import more_panel
from cogs.table.options_panel import options_panel
from cogs.table.posting import panel_of
from cogs.table.recap import deal_panel
from cogs.table.score_sheet import score_sheet
from cogs.table.seats import players_panel
from cogs.table.vote_panel import vote_panel
from cogs.ui.addresses import RecordAddress
from cogs.ui.figure_words import shown as shown_figures
from cogs.ui.items import note
from cogs.ui.rules_panel import rules_texts
from rules.catalog import find_game, game_with
from rules.codes import encode
from rules.core.events import HeardEvent, Ruled
from rules.core.outcome import Ranking
from rules.core.protocol import Game
from tests.ui import figures
from tests.ui.evenings import a_deal_sheet, an_evening, begun, ended, shown_as
from tests.ui.tables import Moment, drawn_hand, lobby, match, seats_of, shown, who_acts, with_sheet

GAMES = (
    "kentucky",
    "three_handed_1914",
    "over_the_top_1988",
    "tuxedo_old",
    "doubt_old",
    "donkey",
    "everlasting",
)
LOOKED_AT = 3
"""Number of states of each match that are drawn."""
PROPOSALS = (Proposal("end"), Proposal("redeal"), *(Proposal(kind, 1) for kind in ABOUT_A_SEAT))

Drawing = tuple[str, ui.LayoutView]


def drawings(names: Sequence[str], reason: str) -> Iterator[Drawing]:
    """Each panel with its name; all have the names of four users."""
    yield from _before(names)
    for key in GAMES:
        yield from _during(key, names)
    yield from _scores(names, reason)
    yield from _statistics(names)
    yield from _votes(names)
    yield from _leagues(names, reason)
    yield from _evenings(names)


def _leagues(names: Sequence[str], reason: str) -> Iterator[Drawing]:
    """Two pairs, the first of which has won; the other users have left, and ask each other to be partners."""
    league = League(1, 1, "Tuesday", "1000-4DAG-9", 4, Competing.PAIRS, True, 7, 1, 1e9, 5, 6)
    scoring = Scoring(ties=ties_of(Method.MATCH_POINTS, Ranking.MOST), least=3)
    season = Season(1, 1, 1, written(Terms(scoring)), 1e9, 2e9)
    roster = [
        SeasonEntry((1_000_000_001, 1_000_000_002), tuple(names[:2]), 1e9),
        SeasonEntry((1_000_000_003, 1_000_000_004), tuple(names[2:]), 1e9, 1.1e9),
    ]
    home, away = (entry.entrant for entry in roster)
    asked = PairRequest(1, home[0], away[0], names[0], names[2], 1e9)
    fixtures = [
        Fixture(ScheduledMatch(1, 1, home, away), is_played=True),
        Fixture(ScheduledMatch(2, 2, away, home, Absent.AWAY), is_played=False),
        Fixture(ScheduledMatch(3, 3, home, away), is_played=False),
    ]
    players = tuple(
        MatchPlayer(seat, seat % 2, user_id, names[place], None, 300 - seat % 2, 1 + seat % 2, seat % 2 == 0)
        for seat, (place, user_id) in enumerate(((0, home[0]), (2, away[0]), (1, home[1]), (3, away[1])))
    )
    match = SeasonMatch(7, 1, 1, MatchState.DISPUTED, {0: -20, 1: 1250}, True, {0: home, 1: away})
    result = MatchResult(1, "kentucky", None, "", 1, Ranking.MOST, players, 1e9, seats=4)
    others = (
        SeasonResult(match, result),
        SeasonResult(replace(match, table_id=8, points=None, plays_for={0: away}), result),
    )
    act = LeagueAct(
        1, 1, Did.CORRECTED, 1e9, 1, 7, detail={"before": {}, "after": {"points": [1]}}, reason=reason
    )
    page = Page(others, 1, 3, 20)
    yield "a league", league_panel(LeagueNow(league, season, roster))
    yield "a new league", created_panel(league, season)
    earlier = [replace(season, number=number) for number in range(40)]
    more = league_more_panel(league, season, earlier, is_in=True, organizes=True, manages=True)
    yield "what else there is to do", more
    yield "one's own data", my_data_panel("What is kept.", [replace(league, id=one) for one in range(50)])
    yield "its scoring", scoring_panel(league, season)
    yield "its end", close_panel(league, season, Unfinished(3, 1, 2, 1, 1))
    figure = (TieBreak.WINS, Fraction(1))
    stood = [
        StandingLine(1, Named(one.entrant, one.names), Fraction(2), 1, 1, 0, 0, 0, 300, (figure,), False)
        for one in roster
    ]
    table = StandingsPage(tuple(stood), 0, 2, 20, scoring, is_final=False)
    credit = Credit(7, home, (away,), Verdict.WON, points=300)
    own = own_lines(season, stood[0], [Origin(Share(credit, 2, 1), 1e9)] * 12, names_by_entrant(roster))
    yield "who has won it", closed_panel(league, season, [one.who for one in stood])
    yield "that it is not known yet", closed_panel(league, season, None, "Give <@&7> to them yourself.")
    yield "its standings", standings_panel(league, season, table)
    yield "one's own place", scoring_panel(league, season, own)
    yield "a league with standings", league_panel(LeagueNow(league, season, roster, standing_lines(table), 9))
    yield "its roster", roster_panel(league, season, roster, [asked], organizes=True)
    yield "somebody asked", asked_panel(league, asked)
    yield "nobody asked any more", note(over_text(league))
    for outcome in Outcome:
        yield f"a request {outcome}", note(ended_text(league, outcome, asked.asker, asked.asked))
    yield "somebody without a partner", partner_panel(league, [asked])
    yield "its schedule", fixtures_panel(league, season, fixtures, roster, home[0], organizes=True)
    yield "its schedule once more", draw_panel(league, season, fixtures)
    yield "its results", results_panel(league, season, page, names_by_entrant(roster))
    yield "its history", history_panel(league, season, Page((act,), 0, 1, 1))
    yield "one match", match_panel(league, season, others[0], names_by_entrant(roster), organizes=True)
    yield from _of_evenings(league, season, roster)
    yield from _with_real_cards(league, season, players, reason)


def _of_evenings(league: League, season: Season, roster: Sequence[SeasonEntry]) -> Iterator[Drawing]:
    """Evenings of a season that is scored by duplicate deals."""
    won = tuple(
        Credit(7, one.entrant, (), None, points=-12_345, matchpoints=100, possible=160) for one in roster
    )
    names = {who: name for one in roster for who, name in zip(one.entrant, one.names, strict=True)}
    results = tuple(
        EveningResult(SeasonEvening(number, 1, 2**60, 1e9, MatchState.DISPUTED), won * 12, names)
        for number in range(5)
    )
    yield "its evenings", evenings_panel(league, season, Page(results, 0, 3, 11))
    yield "one evening", evening_panel_of(league, season, results[0], organizes=True)


def _with_real_cards(
    league: League, season: Season, players: Sequence[MatchPlayer], reason: str
) -> Iterator[Drawing]:
    """Matches with real cards, and files of them."""
    sat = tuple(Person(one.user_id or 0, one.name) for one in players)
    result = PaperResult(sat, 1e9, (30_100, -12_345), ((100, -150),) * 200)
    playing = league_game(encode("kentucky", {}), 4)
    unconfirmed = Unconfirmed(3, league, season, playing, result, sat[0].id, 1e9, 1, 2)
    confirmed_by = sat[1].id
    recorded = Recorded(12, league, season, unconfirmed.score, sat[0].id, confirmed_by, is_void=False)
    yield "a match with real cards", unconfirmed_panel(unconfirmed)
    yield "a match that counts", recorded_panel(recorded)
    yield "a match that isn't right", denied_panel(unconfirmed, sat[1].id, reason)
    yield "a match that lapsed", lapsed_panel(Lapsed(3, league, season, 1, 2))
    yield "one that lapsed with it", lapsed_panel(Lapsed(3, league, replace(season, closed_at=9.0), 1, 2))
    problems = (Problem(2, "date: The cell is empty."),) * 30
    yield "a bad file", checked_panel(Checked(1, league, season, SeasonFile((), problems)))
    when = When(1e9, A_DAY)
    lines = tuple(
        ReadMatch(
            line, "09/09/2001", when, replace(result, winner=1), LineUp({}, frozenset()), MatchState.VOID
        )
        for line in range(2, 99)
    )
    good = SeasonFile(lines, (), titles=tuple(range(99, 199)), unread=(reason,) * 20, is_windows_text=True)
    yield "a good file", checked_panel(Checked(1, league, season, good, {Doubt.SLASHES: 0}))
    try:
        with_settled_winner(replace(result, winner=1), playing, NO_ANSWERS)
    except Unclear as unclear:
        asked = tuple(Asked(line, unclear.question) for line in range(99))
        file = SeasonFile((), (), asked)
        yield "an unclear file", checked_panel(Checked(1, league, season, file, {Doubt.SLASHES: 0}))
        yield "an unclear match", unclear_panel(league, 2**40 - 1, unclear, {Doubt.SLASHES: 0})


def _before(names: Sequence[str]) -> Iterator[Drawing]:
    table = lobby("kentucky", (*names[:3], None))
    with_computer = [table.seats[0], table.seats[1]._replace(user_id=None, computer=True), *table.seats[2:]]
    yield "lobby", lobby_panel(table._replace(seats=tuple(with_computer)))
    by, removed = Person(10, names[0]), Person(99, names[3])
    notes = (LobbyNote(What.COUNTED, by), LobbyNote(What.REMOVED, by, (removed,)))
    news = table._replace(lobby=table.lobby._replace(news=LobbyNews(notes, (removed,))))
    yield "lobby with news", lobby_panel(news)
    yield "players", players_panel(news)
    yield "closed", ended_panel(table)
    yield "options", options_panel(table)
    yield from _rules(game_with(table.rules.about.key, table.rules.changes), RulesAddress(table.id))


def _rules(game: Game[Any], address: RulesAddress) -> Iterator[Drawing]:
    yield "rules in short", short_rules(game, address)
    for number, _ in enumerate(rules_texts(game), start=1):
        yield "rules", rules_page(game, address, number)
    for term in terms_of(game):
        view = explained(game, address, term.word)
        assert view is not None
        yield f"word {term.word}", view


def _during(key: str, names: Sequence[str]) -> Iterator[Drawing]:
    for number, moment in enumerate(moments(key)):
        table = shown(moment, names)
        away = table.seats[-1]._replace(computer=True)
        yield f"table {key} {number}", panel_of(table._replace(seats=(*table.seats[:-1], away)))
        for seat in {0, *moment.game.table_view(moment.state).asked}:
            yield f"hand {key} {number}", drawn_hand(table, moment.game.seat_view(moment.state, seat))
        yield f"score sheet {key} {number}", score_sheet(table)
    for number, (moment, told) in enumerate(ends(key)):
        table = shown(moment, names)
        table = table._replace(
            turn=table.turn._replace(asked=(), next_deal_at=1.7e9),
            match=table.match._replace(deal_end=told),
        )
        yield f"deal {key} {number}", deal_panel(table, told)
        yield f"between deals {key} {number}", panel_of(table)
        yield f"hand between deals {key} {number}", drawn_hand(table, moment.game.seat_view(moment.state, 0))


def _scores(names: Sequence[str], reason: str) -> Iterator[Drawing]:
    for key in ("kentucky", "three_handed_1914"):
        table = with_sheet(shown(moments(key)[0], names), 6, 45)
        assert table.view is not None
        ruled = Ruled(6, 1, -20, reason, tuple(side.total for side in table.view.totals))
        view = table.view._replace(sheet=(*table.view.sheet, ruled), news=(ruled,))
        table = table.with_view(view)
        notes = MatchNotes(stand_ins=(StandIn(1, 2, 9),), time_outs=(TimeOut(2, 1),))
        yield f"rulings {key}", score_sheet(table, notes)
        yield f"table with a ruling {key}", panel_of(table)
        yield f"deal with a ruling {key}", deal_panel(table, [ruled])
    told = penalty_told(lobby("kentucky", names).seats[1], 20, reason)
    yield "ruling", ruling_note(names[0], told)


def _statistics(names: Sequence[str]) -> Iterator[Drawing]:
    """Cards and ratings of players; names are escaped here, as the callers of the panels do."""
    one, other, third, fourth = names
    card = replace(figures.card(one, partners=(other, third)), name=shown_figures(figures.who(one)))
    yield "record", record_panel(card)
    yield "record of all games", record_panel(replace(card, address=RecordAddress(card.address.entrants)))
    yield "pair", record_panel(replace(figures.card(one, other), name=shown_figures(figures.who(one, other))))
    yield "no record", record_panel(replace(card, record=None))
    rivalry = figures.rivalry((one, other), (third, fourth))
    pairs = shown_figures(rivalry.one), shown_figures(rivalry.other)
    yield "rivals", rivals_panel(rivalry, pairs, RecordAddress(((1, 2), (3, 4))), figures.SCOPES)
    rating = replace(figures.rating_card(one), name=card.name)
    yield "rating", rating_panel(rating)
    found = figures.board([(name,) for name in names])
    yield "leaderboard", leaderboard_panel(found, figures.SEASON, figures.SCOPES)
    yield (
        "head to head",
        heads_panel(figures.cross_table([names[:2], names[2:]]), figures.SEASON, figures.SCOPES),
    )
    assert card.record is not None
    assert rating.rated is not None
    yield "record counted", record_counting(card.name, card.address, card.record, 3)
    yield "rivals counted", rivals_counting(rivalry)
    yield "rating counted", rating_counting(card.name, rating.rated)


def _votes(names: Sequence[str]) -> Iterator[Drawing]:
    table = shown(moments("kentucky")[0], names)
    yield "more", more_panel(table, table.seats[0], decides=True)
    for proposal in PROPOSALS:
        asked = table._replace(
            voting=table.voting._replace(
                votes={proposal: Vote(frozenset({10, 12}), frozenset({13}), 1.7e9)},
                missing={proposal: frozenset({11})},
            )
        )
        yield f"vote {proposal.kind}", vote_panel(asked, proposal)
        yield f"agreed {proposal.kind}", vote_panel(table, proposal)


def _evenings(names: Sequence[str]) -> Iterator[Drawing]:
    for kind in EveningKind:
        sign_up = an_evening(kind, names, draws_pairs=False)
        yield f"sign-up {kind}", evening_panel(shown_as(sign_up))
        board = begun(sign_up)
        yield f"board {kind}", evening_panel(shown_as(board), "This server has too many open threads.")
        final = shown_as(ended(board))
        yield f"final {kind}", evening_panel(final)
        yield f"all scores {kind}", scores_panel(final, 1)
        yield f"my table {kind}", note(where_text(shown_as(board), 1001))
    yield "a deal laid open", deal_sheet_panel(shown_as(ended(board)), a_deal_sheet(board))


@cache
def moments(key: str) -> list[Moment]:
    """Some states of a match: the first, some from its middle, the last."""
    every = list(match(key, 5))
    return [*every[:: len(every) // LOOKED_AT + 1], every[-1]]


@cache
def ends(key: str) -> list[tuple[Moment, tuple[HeardEvent, ...]]]:
    """Recaps of the first deals of a match."""
    end: DealEnd = ()
    game, random = find_game(key), Random(5)
    state, found = game.start(seats_of(key)), list[tuple[Moment, tuple[HeardEvent, ...]]]()
    while len(found) < 2 and (decisions := game.decisions(state)):
        seat = who_acts(decisions, random)
        state, events = game.apply(state, seat, decisions[seat].sample(random))
        end = deal_end_after(end, events)
        if is_scored(events):
            found.append((Moment(game, state), end))
    return found
