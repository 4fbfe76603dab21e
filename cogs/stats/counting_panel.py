"""Explains how figures are counted: a sentence for each, with the figures of the record in view."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from discord import ui

from bot.models.boards import Order, Period
from bot.models.stored_figures import Figures
from bot.stats.rating_model import ESTABLISHED
from bot.stats.values import RatingNow, Record, Rivalry
from cogs.stats.record_panel import NONE_DECIDED
from cogs.table.score_sheet import SCORE_COLOR
from cogs.ui.addresses import BoardAddress, RecordAddress
from cogs.ui.figure_words import adds_points, average, percent, shown
from cogs.ui.items import panel
from rules.core.words import counted, signed

MATCH_OWNER: Final = (
    "A match goes to whoever finished most of the seat's deals. A deal a computer finished for you "
    "isn't yours."
)
NINETEEN: Final = "19 times out of 20, the true strength is in that range."
PROVISIONAL: Final = f"It's provisional until {ESTABLISHED} matches, and has no place until then."


def record_counting(name: str, address: RecordAddress, record: Record, least: int) -> ui.LayoutView:
    """How a record is counted; ``least`` is the fewest matches together for a partner to be listed."""
    figures, is_one_game = record.figures, address.games.one_game is not None
    lines = [*_of_matches(figures, address.period), *_of_streaks(record), *_of_bids(figures, is_one_game)]
    if adds_points(address.games):
        lines += _of_points(figures)
    elif is_one_game:
        lines.append("Cards decide this game, so there are no points to add up.")
    else:
        lines.append("Choose one game to see points. Points of different games can't be added up.")
    if len(address.entrants[0]) == 1:
        lines.append(f"**Partners**: ranked by share won, after {counted(least, 'match')} together.")
    return _panel(f"How {name}'s stats are counted", lines)


def rivals_counting(rivalry: Rivalry) -> ui.LayoutView:
    """How two rivals' meetings are counted."""
    one, other, series = shown(rivalry.one), shown(rivalry.other), rivalry.series
    have = "has" if len(rivalry.one.entrant) == 1 else "have"
    lines = [
        f"**Matches**: {counted(rivalry.matches, 'match')} with {one} on one side and {other} on another.",
        f"{one} won {rivalry.won:,}, {other} won {rivalry.lost:,}, {rivalry.drawn:,} drawn, "
        f"neither won {rivalry.neither:,}.",
        "With more than two sides, who beat the other counts only if one of them won the match.",
        f"**Series**: the first to win {series.first_to:,} matches takes it, and a new one begins.",
        f"Now {one} {have} {series.won:,} and {other} {series.lost:,}. Draws count for no one.",
        f"Series won so far: {series.series_won:,} and {series.series_lost:,}.",
    ]
    return _panel("How this is counted", lines)


def rating_counting(name: str, rated: RatingNow) -> ui.LayoutView:
    """What a rating means and what changes it."""
    number, uncertainty = rated.rating.number, rated.rating.uncertainty
    lines = [
        f"**Number**: everyone begins at {signed(1500)}. A win adds to it, and a loss takes off.",
        "Beating strong opponents adds more than beating weak ones.",
        "With more than two sides every place counts: a second place may add to it, too.",
        f"**± {uncertainty:,}**: between {signed(number - uncertainty)} and {signed(number + uncertainty)}.",
        f"{NINETEEN} Each match makes it smaller.",
        f"**Matches**: {rated.rating.matches:,} counted so far. {PROVISIONAL}",
        "A match that starts with computers doesn't change it.",
        "If you leave for good, it drops in a league, and where the match then counts for you alone.",
        "In other matches it goes by the result your side gets without you.",
        "If an organizer voids a match, every rating from then on is worked out again.",
    ]
    return _panel(f"How the rating of {name} is counted", lines)


def board_counting(address: BoardAddress) -> ui.LayoutView:
    """How a leaderboard is ordered and which matches it has."""
    by = {
        Order.WINS: "**Place**: most matches won. On a tie, fewer matches played comes first.",
        Order.SHARE: "**Place**: the highest share won. On a tie, more matches played comes first.",
        Order.RATING: "**Place**: the highest rating. Provisional ratings come last, without a place.",
    }
    least = f"Only those with {counted(address.least, 'match')} or more are listed." if address.least else ""
    lines = [by[address.order], least, _which(address.period), MATCH_OWNER, "Ties share a place."]
    if address.order is Order.RATING:
        lines.append(f"**±**: {NINETEEN}")
    return _panel("How this is counted", [line for line in lines if line])


def _which(period: Period) -> str:
    if period == Period.CASUAL:
        return "**Matches**: casual ones without computers. They don't count on the leaderboard."
    if period == Period.COMPUTERS:
        return "**Matches**: casual ones with computers. They don't count on the leaderboard."
    if period.season_id is not None:
        return "**Matches**: those of this season that count."
    return "**Matches**: counted ones only. Months and years change at midnight UTC."


def _of_matches(figures: Figures, period: Period) -> Iterator[str]:
    yield f"{_which(period)} {MATCH_OWNER}"
    if not figures.matches:
        yield NONE_DECIDED
        return
    yield (
        f"{figures.won:,} won, {figures.drawn:,} drawn, {figures.lost:,} lost: {figures.matches:,} in all."
        f" {figures.won:,} of {figures.matches:,} is {percent(figures.win_share)}."
    )
    if figures.left_early:
        yield f"{figures.left_early:,} of the losses came from leaving early."


def _of_streaks(record: Record) -> Iterator[str]:
    yield (
        f"**Streak**: wins in a row; a draw or a loss ends it."
        f" The longest was {record.longest_streak:,}, now it is {record.streak:,}."
    )


def _of_bids(figures: Figures, is_one_game: bool) -> Iterator[str]:
    if figures.bids:
        yield (
            f"**Bids**: {counted(figures.bids, 'deal')} as bidder. {figures.made:,} made,"
            f" {figures.set_back:,} went set."
        )
    if figures.bids and is_one_game:
        yield f"These bids add up to {figures.bid_points:,}, so {average(figures.average_bid)} on average."
        if figures.made:
            over = f"{counted(figures.over_bid, 'point')} above the bid, in {figures.made:,} made"
            yield f"**Over the bid**: {over}. That is {average(figures.average_over)} for each."
        yield f"**Nest**: {_each(figures.nest, figures.bids)}."
    if figures.defended:
        yield (
            f"**Setting others**: {counted(figures.defended, 'deal')} against a bid,"
            f" and {figures.setting:,} of those bids went set."
        )


def _of_points(figures: Figures) -> Iterator[str]:
    if figures.deals:
        yield f"**Points per deal**: {_each(figures.scored, figures.deals)}, by your side."
    if figures.bids:
        yield f"As bidder: {_each(figures.declared, figures.bids)}."
    if figures.defended:
        yield f"Against a bid: {_each(figures.defending, figures.defended)}."


def _each(points: int, deals: int) -> str:
    return f"{counted(points, 'point')} in {counted(deals, 'deal')}, {average(Fraction(points, deals))} each"


def _panel(title: str, lines: list[str]) -> ui.LayoutView:
    return panel(ui.TextDisplay("\n".join((f"### {title}", *lines))), color=SCORE_COLOR)
