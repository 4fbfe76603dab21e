"""The standings of a season, what the user's own place is made of, and the top head to head."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from discord import ui

from bot.delivery.pictures import Picture
from bot.league.evenings import is_by_evenings
from bot.league.service import terms_of
from bot.league.standings_pages import CrossTable, Origin, StandingsPage
from bot.models.boards import Period
from bot.models.credits import Credit, Entrant, How, Named, Verdict
from bot.models.scoring import Method, TieBreak
from bot.models.stored_league import Cell, League, Season, StandingLine
from bot.pictures.values import CrossTable as Drawn
from cogs.framework.leagues import league_name
from cogs.league.words import (
    EVENING_AVERAGE,
    NO_ONE_PLAYED,
    TIES,
    league_page,
    named,
    pager,
    season_button,
    some_of,
    value_text,
)
from cogs.table.score_sheet import SCORE_COLOR
from cogs.ui.addresses import BoardAddress
from cogs.ui.controls import Control, Verb
from cogs.ui.figure_words import average, percent, shown, stored_names
from cogs.ui.items import TableButton, panel, rows_of
from cogs.ui.stats_parts import Scopes, gallery, scope_line
from rules.core.words import counted, gained, signed

EMPTY: Final = "No one is in the standings yet. `/league join` puts you in."
ORIGINS: Final = 10
"""The newest matches listed under the user's own place."""
EQUALS: Final = 3
"""The most players named who share the user's place."""
VERDICTS: Final[Mapping[Verdict, str]] = {
    Verdict.WON: "won against",
    Verdict.DRAWN: "a draw with",
    Verdict.LOST: "lost to",
}
NEVER_MET = Cell(0, 0)


def standings_panel(league: League, season: Season, page: StandingsPage) -> ui.LayoutView:
    """A page of a season's standings, best first."""
    final = " · final" if page.is_final else ""
    lines = [f"### {league_name(league)} · Standings of season {season.number}{final}"]
    lines += standing_lines(page) or [EMPTY if season.is_open else NO_ONE_PLAYED]
    if page.lines:
        by_wins = "" if page.scoring.method is Method.PERCENT else "Won–lost–drawn. "
        lines.append(f"-# {by_wins}*How it counts* shows what decides your place.")
    buttons = [season_button(season, Verb.LEAGUE_SCORING, "How it counts")]
    if page.scoring.method is not Method.PERCENT:
        buttons.append(heads_button(season.id))
    return league_page(lines, *pager(Verb.LEAGUE_STANDINGS, season, page.page, page.pages), *rows_of(buttons))


def standing_lines(page: StandingsPage, *, with_ties: bool = True) -> list[str]:
    """Two lines of text for each line of standings: place and value, then details."""
    method = page.scoring.method
    return [
        text
        for line in page.lines
        for text in (_first(line, method), f"-# {' · '.join(_details(line, page, with_ties))}")
    ]


def _first(line: StandingLine, method: Method) -> str:
    place = "–" if line.place is None else f"{line.place}."
    left = " · left" if line.has_left else ""
    return f"**{place}** {shown(line.who)} · **{value_text(line.value, method)}**{left}"


def _details(line: StandingLine, page: StandingsPage, with_ties: bool) -> list[str]:
    method = page.scoring.method
    drawn = f"–{line.drawn}" if line.drawn else ""
    told = [f"{line.played:,} played: {line.won}–{line.lost}{drawn}"]
    if method is Method.PERCENT:
        told = [counted(line.played, "evening")]
    elif line.walkovers:
        told.append(f"{line.walkovers} won by forfeit")
    if line.who.entrant in page.provisional:
        told.append("provisional")
    if line.forfeits:
        told.append(f"{line.forfeits} forfeited")
    if line.points and method is not Method.TOTAL:
        told.append(f"{signed(line.points)} game points")
    if with_ties:
        told += [f"tie: {_tie(tie, figure, method)}" for tie, figure in _ties(line)[-1:]]
    return told


def _ties(line: StandingLine) -> Sequence[tuple[TieBreak, Fraction]]:
    """The tie-breaks that decided a line's place; empty without a value."""
    return () if line.value is None else line.breaks


def _tie(tie: TieBreak, figure: Fraction, method: Method) -> str:
    """A tie-break's figure in words."""
    match tie:
        case TieBreak.HEAD_TO_HEAD:
            return f"{TIES[tie]} {percent(figure)}"
        case TieBreak.FORFEITS:
            return counted(int(figure), "forfeit")
        case TieBreak.AVERAGE if method is Method.PERCENT:
            return f"{EVENING_AVERAGE} {average(figure)}"
        case _:
            return f"{TIES[tie]} {average(figure)}"


def own_lines(
    season: Season,
    line: StandingLine | None,
    origins: Sequence[Origin],
    names: Mapping[Entrant, Sequence[str]],
    equals: Sequence[Named] = (),
) -> list[str]:
    """Lines on what the user's place is made of, match by match; an empty list without a line.

    ``equals`` share the place.
    """
    if line is None:
        return []
    method = terms_of(season).scoring.method
    is_ranked = origins or line.has_left
    lines = ["", _own_place(season, line, equals, method) if is_ranked else _not_played(season)]
    if len(origins) > ORIGINS:
        earlier = len(origins) - ORIGINS
        told = counted(earlier, "evening" if method is Method.PERCENT else "match")
        lines.append(f"-# {told} before, then:")
    lines += [f"-# {_origin(one, method, names)}" for one in origins[-ORIGINS:]]
    lines += [f"-# Tie: {_tie(tie, figure, method)}." for tie, figure in _ties(line)]
    return lines


def _own_place(season: Season, line: StandingLine, equals: Sequence[Named], method: Method) -> str:
    if line.place is not None:
        place = f"place {line.place}"
    elif line.has_left:
        place = "no place, because you're out of the season"
    else:
        place = "no place yet" if season.is_open else "no place"
    value = "" if line.value is None else f", {value_text(line.value, method)}"
    shared = f" You share the place with {some_of(list(map(shown, equals)), EQUALS)}." if equals else ""
    return f"**You**: {place}{value}.{shared}"


def _not_played(season: Season) -> str:
    if is_by_evenings(season):
        return f"No evening of yours {'counts yet' if season.is_open else 'counted'}."
    return "You haven't played a match yet." if season.is_open else "You didn't play a match."


def _origin(one: Origin, method: Method, names: Mapping[Entrant, Sequence[str]]) -> str:
    credit = one.share.credit
    when = "" if one.finished_at is None else f" · <t:{round(one.finished_at)}:d>"
    if credit.verdict is None:
        share = value_text(Fraction(one.share.earned, one.share.of), method)
        won = f"{credit.matchpoints} of {credit.possible} match points"
        return f"**{share}** {won} · {signed(credit.points or 0)} game points{when}"
    against = " and ".join(named(who, names[who]) for who in credit.against if who in names) or "others"
    told = f"{VERDICTS[credit.verdict]} {against}"
    brought = "" if method is Method.RATING else f"**{gained(one.share.earned)}** "
    if one.is_forfeit:
        return f"{brought}{told} by forfeit" if credit.against else f"{brought}both stayed away"
    points = (
        "" if credit.points is None or method is Method.TOTAL else f" · {signed(credit.points)} game points"
    )
    return f"{brought}{told}{_ended(credit)}{points}{when}"


def _ended(credit: Credit) -> str:
    """Which side's leaving decided a match, or that it was broken off; empty for one that was played."""
    if credit.how is How.LEFT:
        return " by leaving" if credit.verdict is Verdict.LOST else ", because an opponent left"
    return ", broken off" if credit.how is How.BROKEN_OFF else ""


def heads_button(season_id: int) -> TableButton:
    """The button that shows a season's cross-table."""
    address = BoardAddress(period=Period.season(season_id))
    return TableButton(Control(Verb.HEADS, 0, 0, str(address)), "Head to head")


def heads_panel(
    table: CrossTable, address: BoardAddress, scopes: Scopes, picture: Picture | None = None
) -> ui.LayoutView:
    """The players or pairs by their number in the picture, with matches won and lost against each other."""
    lines = [f"### Head to head\n{scope_line(address, scopes)}"]
    for row, who in enumerate(table.entrants):
        cells = [table.cells.get((row, column), NEVER_MET) for column in range(len(table.entrants))]
        won, lost = sum(cell.won for cell in cells), sum(cell.lost for cell in cells)
        lines.append(f"{row + 1}\\. **{shown(who)}** · {won:,}–{lost:,}")
    if table.entrants:
        lines.append("-# Won–lost against the others listed here.")
    if table.left_out:
        lines.append(f"-# and {table.left_out:,} more")
    if not table.entrants:
        lines.append("No one has played in this season yet.")
    board = Control(Verb.LEADERBOARD, 0, 0, str(address))
    buttons = rows_of([TableButton(board, "Leaderboard")])
    return panel(ui.TextDisplay("\n".join(lines)), *gallery(picture), *buttons, color=SCORE_COLOR)


def heads_of(table: CrossTable) -> Drawn:
    """The data of the cross-table's picture: names, matches won (None if never met), entrants left out."""
    places = range(len(table.entrants))
    won = tuple(
        tuple(cell.won if (cell := table.cells.get((row, column))) else None for column in places)
        for row in places
    )
    return Drawn(tuple(stored_names(who) for who in table.entrants), won, table.left_out)
