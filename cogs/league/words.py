"""Words for leagues: names, scoring, results and organizers' acts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import discord
from discord import ui

from bot.common.pages import OnPage
from bot.common.text import shown_name
from bot.league.evenings import is_by_evenings
from bot.league.paper.unclear import Answers, Doubt, as_argument
from bot.league.results import SeasonResult
from bot.league.schedules import can_be_scheduled
from bot.league.service import game_of, terms_of
from bot.models.credits import Abandoned, Competing, Entrant, Named
from bot.models.scoring import Method, Scoring, TieBreak
from bot.models.stored_league import Did, League, Season
from bot.stats.rating_model import ESTABLISHED
from bot.table.lobby.before_match import NAME_LIMIT
from cogs.framework.leagues import LEAGUE_COLOR
from cogs.ui.controls import Control, Verb
from cogs.ui.figure_words import average, percent_to_a_tenth, shown
from cogs.ui.items import TableButton, page_buttons, panel
from cogs.ui.words import safe_name
from rules.catalog import game_with
from rules.codes import decode
from rules.core.about import About, Teams
from rules.core.outcome import Ranking
from rules.core.protocol import InvalidOption
from rules.core.words import TEAMS, counted, listed, signed

NO_ONE_PLAYED: Final = "No one played in this season."
LENGTHS: Final[Mapping[int, str]] = {
    0: "Until you close it",
    4: "4 weeks",
    8: "8 weeks",
    13: "13 weeks",
    26: "26 weeks",
    52: "A year",
}
"""How long a season can last, in weeks; 0 for no end."""
FOUR: Final = 4
METHODS: Final[Mapping[Method, str]] = {
    Method.MATCH_POINTS: "Wins: 2 points for a win, 1 for a draw",
    Method.TOTAL: "All game points added up",
    Method.AVERAGE: "Game points per match",
    Method.PERCENT: "Duplicate: match points won, in percent",
    Method.RATING: "Rating: beating strong players counts more",
}
"""The choices of how a season is scored."""
COMPETING: Final[Mapping[Competing, str]] = {
    Competing.PLAYERS: "Free: everyone joins and scores alone",
    Competing.PAIRS: "Fixed: pairs join and stay together",
}
"""The choices of who competes: players or fixed pairs."""
LEFT: Final = "Whoever leaves the season keeps their results, but has no place and can't win it."
ONLY_FORFEITS: Final = "Whoever has only forfeited has no place."
FORFEIT: Final = (
    "Whoever leaves a match for good forfeits it for their side, and the others win. "
    "A partner who stayed gets no result, or the win the side scored."
)
FORFEIT_ALONE: Final = "Whoever leaves a match for good forfeits it. The first of the others wins."
FORFEIT_OF_PAIRS: Final = "A pair forfeits a match that one of them leaves for good, and the others win."
MISSED: Final = "Deals a computer finishes for you, and rounds you miss after your first, count as not won."
CHANGES: Final = (
    "Only a match that reaches its end, with no computer added, changes the rating. "
    "A forfeit by leaving counts as a loss"
)
"""Which matches change a rating; a league of pairs adds to it."""
PARTNER: Final = " A partner who stayed keeps their rating."
ABANDONED: Final[Mapping[Abandoned, str]] = {
    Abandoned.LEAVERS_LOSE: (
        "A match broken off is a loss for anyone who left. If only one side stayed, it wins."
    ),
    Abandoned.AS_IT_STOOD: "A match broken off counts with the score it had. Anyone who left loses.",
    Abandoned.VOID: "A match broken off counts for no one.",
}
TIES: Final[Mapping[TieBreak, str]] = {
    TieBreak.HEAD_TO_HEAD: "wins against each other",
    TieBreak.WINS: "matches won",
    TieBreak.AVERAGE: "game points per match",
    TieBreak.FORFEITS: "fewer forfeits",
}
CHAMPIONS: Final = 3
"""The most winners of a season that are named."""
EVENING_AVERAGE: Final = "game points per evening"
"""The tie-break of seasons scored by evenings."""
FILL: Final[Mapping[bool, str]] = {False: "only people play", True: "computers may fill in"}
"""The words for a league's setting on computers."""
DID: Final[Mapping[Did, str]] = {
    Did.CREATED: "started the league",
    Did.CHANGED: "changed the league",
    Did.OPENED: "opened a season",
    Did.CLOSED: "closed the season",
    Did.TOOK_OUT: "took out",
    Did.DREW: "drew the schedule",
    Did.FORFEITED: "ruled on",
    Did.DISPUTED: "disputed",
    Did.VOIDED: "took out the result of",
    Did.RESTORED: "restored",
    Did.CORRECTED: "corrected",
    Did.RECORDED: "recorded",
    Did.IMPORTED: "imported results",
}


def organizers_text(role_id: int | None) -> str:
    """The words for a league's organizers: managers and, unless None, the role."""
    return "managers of this server" + ("" if role_id is None else f" and <@&{role_id}>")


def game_line(league: League) -> str:
    """A league's game, number of players, partnership and setting on computers."""
    try:
        about = game_of(league).about
    except InvalidOption:
        played = [f"A game this version doesn't know · code `{league.rules}`"]
    else:
        title = f"**{about.title}** ({about.edition})"
        played = [title, counted(league.seats, "player"), _partners_of(league, about)]
    return " · ".join([*played, *(["computers may fill in"] if league.computers else [])])


def _partners_of(league: League, about: About) -> str:
    """The words for a league's partnership: fixed, free, called or none."""
    if league.competing is Competing.PAIRS:
        return "fixed partners"
    if _has_partners(about, league.seats):
        return "free partners"
    return TEAMS[Teams.CALLED if about.teams is Teams.CALLED else Teams.SOLO]


def named(entrant: Entrant, names: Sequence[str]) -> str:
    """The names of a player or pair, safe to show: ``Ann & Ben``."""
    return shown(Named(entrant, tuple(names)))


def won_line(season: Season, winners: Sequence[Named]) -> str:
    """The sentence on a season's winners; names at most ``CHAMPIONS`` + 1."""
    if not winners:
        return "No one has a place, so no one has won it."
    told = some_of([f"**{shown(one)}**" for one in winners], CHAMPIONS)
    if len(winners) > 1:
        return f"🏆 {told} share first place."
    return f"🏆 {told} {agreeing(winners[0].entrant, 'win')} season {season.number}."


def some_of(people: Sequence[str], most: int) -> str:
    """A list of names; of more than ``most`` + 1 the first ``most`` and "others", at least two."""
    return listed(people if len(people) <= most + 1 else [*people[:most], "others"])


def agreeing(entrant: Entrant, verb: str) -> str:
    """A verb in the third person, singular for a player and plural for a pair."""
    return f"{verb}s" if len(entrant) == 1 else verb


def scoring_lines(league: League, season: Season) -> list[str]:
    """Sentences on how a season is scored; the first is the method."""
    terms, may_forfeit = terms_of(season), can_be_scheduled(league, season)
    scoring = terms.scoring
    if scoring.method is Method.PERCENT:
        return _percent_lines(scoring)
    are_pairs = league.competing is Competing.PAIRS
    about = _about_of(league.rules)
    has_partners = not are_pairs and (about is None or _has_partners(about, league.seats))
    lines = [_method_line(scoring)]
    ties = [_tie(tie, scoring) for tie in scoring.ties if may_forfeit or tie is not TieBreak.FORFEITS]
    if ties:
        told = ", then ".join(ties)
        lines.append(f"Ties are broken by {told}. Anyone still tied shares the place.")
    if scoring.method is Method.RATING:
        lines.append(f"{CHANGES}{' for the pair' if are_pairs else ''}.{PARTNER if has_partners else ''}")
    place = _place_line(scoring)
    lines += [place, LEFT] if place else [LEFT]
    if may_forfeit:
        lines.append(f"Whoever stays away from a match on the schedule loses it{_forfeit(scoring)}.")
    forfeit = FORFEIT_OF_PAIRS if are_pairs else FORFEIT if has_partners else FORFEIT_ALONE
    return [*lines, forfeit, ONLY_FORFEITS, ABANDONED[terms.abandoned]]


def _tie(tie: TieBreak, scoring: Scoring) -> str:
    """A tie-break in words, with its direction if fewer points are better."""
    is_fewest = tie is TieBreak.AVERAGE and scoring.ranking is Ranking.FEWEST
    return f"{'fewer ' if is_fewest else ''}{TIES[tie]}"


def _place_line(scoring: Scoring) -> str:
    """Sentences on the matches needed for a place or a settled rating; empty without such a bound."""
    played = "one match" if scoring.least == 1 else f"{scoring.least} matches"
    place = [f"You get a place once you've played {played}."] if scoring.least else []
    if scoring.method is Method.RATING:
        place.append(f"A rating is provisional until {ESTABLISHED} matches have changed it.")
    return " ".join(place)


def _method_line(scoring: Scoring) -> str:
    match scoring.method:
        case Method.MATCH_POINTS:
            loss = f", {scoring.loss} for a loss" if scoring.loss else ""
            return f"A win is {counted(scoring.win, 'point')}, a draw {scoring.draw}{loss}."
        case Method.TOTAL:
            return "All points of the games are added up."
        case Method.AVERAGE:
            best = "lowest" if scoring.ranking is Ranking.FEWEST else "highest"
            return f"What counts is the average of game points per match. The {best} is first."
        case Method.RATING:
            return "What counts is the rating. It goes up most when you beat strong players."
        case Method.PERCENT:
            return "What counts is the share of match points won on duplicate deals, in percent."


def _percent_lines(scoring: Scoring) -> list[str]:
    lines = [
        _method_line(scoring),
        "Each table that did worse with your cards gives you 2 match points, an equal one 1.",
        "Evenings opened with `/night new` for this league count. Tables with a computer count "
        "only where computers may fill in.",
        MISSED,
        f"Ties are broken by {EVENING_AVERAGE}. Anyone still tied shares the place.",
    ]
    if scoring.least:
        lines.append(f"You get a place once you've played {counted(scoring.least, 'evening')}.")
    return [*lines, LEFT]


def how_played(season: Season) -> str:
    """The command that plays for a season, and what it opens."""
    if is_by_evenings(season):
        return "`/night new` with this league opens an evening"
    return "`/league play` opens a table"


def _forfeit(scoring: Scoring) -> str:
    if scoring.method is Method.TOTAL and scoring.walkover:
        return f", and the others get {counted(scoring.walkover, 'point')}"
    if scoring.method is Method.MATCH_POINTS and scoring.forfeit != scoring.loss:
        return f", with {signed(scoring.forfeit)}"
    return ""


def value_text(value: Fraction | None, method: Method) -> str:
    """The figure that decides a place, with its unit; a dash for None."""
    if value is None:
        return "–"
    match method:
        case Method.MATCH_POINTS:
            return counted(int(value), "point")
        case Method.TOTAL | Method.RATING:
            return signed(int(value))
        case Method.AVERAGE:
            return f"{average(value)} a match"
        case Method.PERCENT:
            return percent_to_a_tenth(value / 100)


def result_line(found: SeasonResult, names: Mapping[Entrant, Sequence[str]]) -> str:
    """A match in one line: each side with its points, the winners bold.

    ``names`` are the roster's: a fixed pair is named by them, followed by the substitutes who played.
    """
    partners = []
    for sides in _partners(found):
        told = " & ".join(_side(found, side, names) for side in sides)
        partners.append(f"**{told}**" if any(map(found.has_won, sides)) else told)
    return " – ".join(partners)


def _partners(found: SeasonResult) -> list[tuple[int, ...]]:
    """The sides of a match, grouped by partners, who may each keep their own score."""
    pairs = [[one for one in found.result.players if one.seat % 2 == first] for first in (0, 1)]
    keep_own = len(found.sides) == len(found.result.players) == FOUR
    share_places = all(len({one.place for one in pair}) == 1 for pair in pairs)
    about = _about_of(found.result.rules_code)
    if keep_own and share_places and about is not None and _has_partners(about, FOUR):
        return [tuple(one.side for one in pair) for pair in pairs]
    return [(side,) for side in found.sides]


def _about_of(rules_code: str | None) -> About | None:
    """The game of a rules code; None if the code is None or unknown."""
    if rules_code is None:
        return None
    try:
        return game_with(*decode(rules_code)).about
    except InvalidOption:
        return None


def _has_partners(about: About, seats: int) -> bool:
    """Whether a game has partners known before the deal at this number of seats."""
    return about.teams is Teams.PARTNERS or (about.teams is Teams.PARTNERS_AT_FOUR and seats == FOUR)


def _side(found: SeasonResult, side: int, names: Mapping[Entrant, Sequence[str]]) -> str:
    """A side with its points, if the game keeps any."""
    players = [player for player in found.result.players if player.side == side]
    people = tuple(sorted(player.user_id for player in players if player.user_id is not None))
    who = " & ".join(safe_name(shown_name(one.user_id, one.name, NAME_LIMIT)) for one in players)
    pair = found.match.plays_for.get(side)
    if pair is not None and pair != people and pair in names:
        who = f"{named(pair, names[pair])} (played by {who})"
    return f"{who} {signed(found.points_of(side))}" if found.result.ranking.keeps_points else who


OF_DATES: Final = ("Month first", "Day first")
OF_WINNERS: Final = ("Go by the points", "Go by the winner")


def meant_buttons(control: Control, doubt: Doubt, answers: Answers) -> list[TableButton]:
    """A button for each meaning of an ambiguous value; its control also carries the earlier answers."""
    labels = OF_WINNERS if doubt is Doubt.WINNER else OF_DATES
    return [
        TableButton(control._replace(argument=as_argument({**answers, doubt: choice})), label)
        for choice, label in enumerate(labels)
    ]


def league_page(lines: Iterable[str], *rows: ui.Item[Any]) -> ui.LayoutView:
    """A message of a league: lines of text, then rows of controls."""
    return panel(ui.TextDisplay("\n".join(lines)), *rows, color=LEAGUE_COLOR)


def season_button(season: Season, verb: Verb, label: str) -> TableButton:
    """A button of ``verb`` for a season."""
    return TableButton(Control(verb, season.id, 0), label)


def league_button(
    league: League | None,
    verb: Verb,
    label: str,
    *,
    argument: str = "",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> TableButton:
    """A button of ``verb`` for a league, or for none yet."""
    return TableButton(Control(verb, 0 if league is None else league.id, 0, argument), label, style=style)


def pager(verb: Verb, season: Season, page: int, pages: int) -> list[ui.ActionRow[Any]]:
    """The buttons to the previous and next page; an empty list if there is only one page."""
    return page_buttons(lambda to, mark: Control(verb, season.id, to, mark), OnPage(page, pages))
