"""The record of a player or a pair: every figure as text, the form or the bids as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from discord import ui

from bot.delivery.pictures import Picture
from bot.league.standings_pages import Title
from bot.models.boards import Games
from bot.models.credits import Verdict
from bot.models.stored_figures import Figures
from bot.pictures.values import BidHeights, BidsAt, Form, FormBar, MatchEnd, Subject
from bot.stats.values import Partner, RatingNow, Record
from cogs.framework.leagues import league_name
from cogs.table.score_sheet import SCORE_COLOR
from cogs.ui.addresses import Chart, RatingAddress, RecordAddress
from cogs.ui.controls import Control, Verb
from cogs.ui.figure_words import adds_points, average, ordinal, percent, shown, shown_plain
from cogs.ui.items import TableButton, panel, rows_of
from cogs.ui.stats_parts import (
    NO_SCOPES,
    NONE_HERE,
    NOT_FOUND,
    Scopes,
    explain_button,
    gallery,
    games_name,
    is_of_all,
    menus,
    scope_line,
)
from rules.catalog import GAMES
from rules.core.words import counted

NONE_DECIDED: Final = "No match counts as won or lost yet. None went to its end without a player leaving."
GAMES_SHOWN: Final = 6
"""Games of a record of all games; the most played come first."""
TITLES_SHOWN: Final = 3
FEWEST_BARS: Final = 2
"""Matches from which a chart of them is drawn."""
ENDS: Final[Mapping[Verdict | None, MatchEnd]] = {
    Verdict.WON: MatchEnd.WON,
    Verdict.DRAWN: MatchEnd.DREW,
    Verdict.LOST: MatchEnd.LOST,
    None: MatchEnd.NEITHER,
}


@dataclass(frozen=True, slots=True)
class Card:
    """The record of a player or pair with name, titles, rating and partners, as it is shown."""

    name: str
    """The player's name, or the pair's with an ampersand."""
    address: RecordAddress
    record: Record | None
    """None if no such match was played."""
    scopes: Scopes = NO_SCOPES
    partners: Sequence[Partner] = ()
    """Best first."""
    rating: RatingNow | None = None
    rating_address: RatingAddress | None = None
    """Where the rating is shown in full."""
    by_game: Sequence[tuple[str, Figures]] = ()
    titles: Sequence[Title] = ()
    """Newest first."""


def record_panel(card: Card, picture: Picture | None = None) -> ui.LayoutView:
    """The record of a player or a pair; the text is complete without the picture."""
    address, record = card.address, card.record
    head = "\n".join([f"### {card.name}", *_titles(card.titles), scope_line(address, card.scopes)])
    filters = menus(Verb.RECORD, address, card.scopes)
    if record is None:
        nothing = NONE_HERE if is_of_all(address) else NOT_FOUND
        return panel(ui.TextDisplay(f"{head}\n{nothing}"), *filters, color=SCORE_COLOR)
    text = "\n".join((head, *_lines(card, record)))
    return panel(
        ui.TextDisplay(text), *gallery(picture), *filters, *rows_of(_buttons(card, record)), color=SCORE_COLOR
    )


def _titles(titles: Sequence[Title]) -> list[str]:
    """Lines for the seasons the player or pair has won."""
    lines = [
        f"🏅 Won {league_name(title.league)}, season {title.season.number}" for title in titles[:TITLES_SHOWN]
    ]
    more = len(titles) - TITLES_SHOWN
    return [*lines, *([f"-# and {more} more"] if more > 0 else [])]


def chart_of(card: Card, record: Record) -> Subject | None:
    """The data of a record's chart: bids by height, or the latest matches; None for a single match."""
    if card.address.chart is not Chart.BIDS and len(record.form) < FEWEST_BARS:
        return None
    name = shown_plain(record.who)
    if card.address.chart is Chart.BIDS:
        heights = (BidsAt(one.bid, one.bid, one.made, one.bids - one.made) for one in record.heights)
        return BidHeights(name, tuple(heights))
    return Form(name, tuple(FormBar(ENDS[one.verdict], one.margin) for one in reversed(record.form)))


def _lines(card: Card, record: Record) -> list[str]:
    """The lines of a record; points and bid heights only for a single game, as games score differently."""
    figures, is_one_game = record.figures, card.address.games.one_game is not None
    lines = [
        _won(figures, card.address.games),
        *_streaks(record),
        *_rating(card),
        *_bids(figures, is_one_game),
    ]
    if adds_points(card.address.games):
        lines += _points(figures)
    lines += _partners(card.partners)
    if not is_one_game and len(card.by_game) > 1:
        lines += [_game(game, own) for game, own in card.by_game[:GAMES_SHOWN]]
    return lines


def _won(figures: Figures, games: Games) -> str:
    if not figures.matches:
        return NONE_DECIDED
    done = _done(games).capitalize()
    parts = [
        f"{done} **{figures.won:,}** of {counted(figures.matches, 'match')} ({percent(figures.win_share)})"
    ]
    parts += [f"{figures.drawn:,} drawn"] if figures.drawn else []
    parts += [f"left {figures.left_early:,} early"] if figures.left_early else []
    return " · ".join(parts)


def _streaks(record: Record) -> list[str]:
    if not record.longest_streak:
        return []
    now = f" · {record.streak:,} now" if record.streak > 1 else ""
    return [f"Longest winning streak **{record.longest_streak:,}**{now}"]


def _rating(card: Card) -> list[str]:
    """The rating line; it names the family of games unless the card is of that family or a season."""
    rated, of = card.rating, card.rating_address
    if rated is None or of is None:
        return []
    place = "provisional" if rated.place is None else f"{ordinal(rated.place)} here"
    family = Games.family(of.family)
    is_named = of.season_id is None and card.address.games != family
    name = f"Rating in {games_name(family)}" if is_named else "Rating"
    return [f"{name} **{rated.rating.number:,}** ± {rated.rating.uncertainty:,} · {place}"]


def _bids(figures: Figures, is_one_game: bool) -> list[str]:
    lines = []
    if figures.bids:
        made, failed = percent(figures.made_share), percent(Fraction(figures.set_back, figures.bids))
        lines.append(f"Bids: made **{figures.made:,}** of {figures.bids:,} ({made})")
        if is_one_game:
            parts = [f"Average bid {average(figures.average_bid)}"]
            parts += [f"made with {average(figures.average_over)} to spare"] if figures.made else []
            parts += [f"{average(figures.average_nest)} points in the nest"] if figures.nest else []
            lines.append(" · ".join(parts))
        lines.append(f"Went set **{figures.set_back:,}** of {figures.bids:,} ({failed})")
    if figures.defended:
        share = percent(figures.setting_share)
        lines.append(f"Opponents' bids: set **{figures.setting:,}** of {figures.defended:,} ({share})")
    return lines


def _points(figures: Figures) -> list[str]:
    if not figures.deals:
        return []
    parts = [f"Points per deal **{average(figures.average_deal)}**"]
    parts += [f"as bidder {average(figures.average_declared)}"] if figures.bids else []
    parts += [f"against a bid {average(figures.average_defending)}"] if figures.defended else []
    return [" · ".join(parts)]


def _partners(partners: Sequence[Partner]) -> list[str]:
    if not partners:
        return []
    best, worst = partners[0], partners[-1]
    told = f"Best partner **{shown(best.who)}**, {_won_with(best)}"
    if len(partners) == 1:
        return [told]
    return [told, f"Worst partner **{shown(worst.who)}**, {_won_with(worst)}"]


def _won_with(partner: Partner) -> str:
    return f"{partner.figures.won:,} of {partner.figures.matches:,} won"


def _game(game: str, figures: Figures) -> str:
    games = Games.game(game)
    return f"-# {games_name(games)} · {_done(games)} {figures.won:,} of {figures.matches:,}"


def _done(games: Games) -> str:
    """The verb for a success: *solved* for a game that only one can play, else *won*."""
    game = GAMES.get(games.one_game or "")
    return "solved" if game is not None and game.about.seats == (1,) else "won"


def _buttons(card: Card, record: Record) -> list[TableButton]:
    address = card.address
    buttons = [explain_button(str(address))]
    if record.heights:
        other = Chart.FORM if address.chart is Chart.BIDS else Chart.BIDS
        label = "Show last matches" if other is Chart.FORM else "Show the bids"
        buttons.append(TableButton(Control(Verb.RECORD, 0, 0, str(replace(address, chart=other))), label))
    if card.rating_address is not None:
        control = Control(Verb.RATING, 0, 0, str(card.rating_address))
        buttons.append(TableButton(control, "Show the rating"))
    return buttons
