"""Statistics for panels that a test draws, as the ledger gives them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.common.pages import Page
from bot.league.standings_pages import CrossTable
from bot.models.boards import Games, Period
from bot.models.credits import Named, Verdict
from bot.models.stored_figures import Figures, Height
from bot.models.stored_league import Cell
from bot.stats.rating_model import Rating
from bot.stats.values import FormMatch, LeaderLine, Partner, RatingNow, RatingStep, Record, Rivalry, Series
from cogs.stats.rating_panel import RatingCard
from cogs.stats.record_panel import Card
from cogs.ui.addresses import BoardAddress, RatingAddress, RecordAddress
from cogs.ui.stats_parts import Scopes

ANN: Final = 123_456_789_012_345_678
KENTUCKY: Final = Games.game("kentucky")
FIGURES: Final = Figures(
    matches=20,
    won=12,
    drawn=1,
    lost=7,
    left_early=2,
    points=5_000,
    points_matches=20,
    deals=120,
    scored=6_060,
    bids=40,
    made=30,
    bid_points=4_480,
    over_bid=255,
    nest=600,
    declared=2_900,
    partner_bids=30,
    partner_made=20,
    defended=50,
    setting=10,
    defending=-450,
)
SCOPES: Final = Scopes(
    (
        Period.EVER,
        Period.CASUAL,
        Period.COMPUTERS,
        Period.month(2026, 11),
        Period.year(2026),
        Period.season(7),
    ),
    (Games.ALL, Games.family("bidding"), KENTUCKY),
    {7: "Club, season 7"},
)
RATING: Final = Rating(26.5, 4.0, 30)


def who(*names: str) -> Named:
    """A player, or a pair."""
    return Named(tuple(ANN + number for number in range(len(names))), names)


def form(ends: str) -> tuple[FormMatch, ...]:
    """Matches by their letters, the newest first."""
    verdicts = {
        "W": (Verdict.WON, 120),
        "D": (Verdict.DRAWN, 0),
        "L": (Verdict.LOST, -45),
        "N": (None, None),
    }
    return tuple(FormMatch(1_788_220_800.0, "kentucky", *verdicts[end]) for end in ends)


def record(*names: str, figures: Figures = FIGURES, heights: Sequence[Height] = ()) -> Record:
    """A record of matches, bids and points."""
    return Record(who(*names), figures, tuple(heights), form("WWLDW"), streak=2, longest_streak=5)


def card(*names: str, games: Games = KENTUCKY, partners: Sequence[str] = ()) -> Card:
    """The card of a player or a pair, with everything on it."""
    of = who(*names)
    return Card(
        " & ".join(names),
        RecordAddress((of.entrant,), games=games),
        record(*names, heights=(Height(100, 30, 25), Height(120, 10, 5))),
        SCOPES,
        tuple(Partner(who(name), FIGURES) for name in partners),
        RatingNow(of, RATING, 4),
        RatingAddress(of.entrant),
        (("kentucky", FIGURES), ("golden10_1988", Figures(matches=3, won=1, lost=2))),
    )


def rivalry(one: Sequence[str], other: Sequence[str]) -> Rivalry:
    """Two players who have met nine times."""
    series = Series(100, 0, 1, 5, 3)
    return Rivalry(who(*one), who(*other), 9, 5, 1, 3, 1_200, -50, series, form("WLDWW"))


def rating_card(*names: str, steps: int = 3) -> RatingCard:
    """A rating with its changes by some matches."""
    of = who(*names)
    changes = tuple(
        RatingStep(
            number, 1_788_220_800.0 + 90_000 * number, Rating(25.0, 8.0, number), Rating(25.5, 7.9, number)
        )
        for number in range(1, steps + 1)
    )
    return RatingCard(
        " & ".join(names),
        RatingAddress(of.entrant),
        RatingNow(of, RATING, None),
        changes,
        ("bidding", "tricks"),
    )


def board(names: Sequence[Sequence[str]], page: int = 0, pages: int = 3) -> Page[LeaderLine]:
    """A page of a leaderboard with equal entrants."""
    lines = tuple(LeaderLine(place, who(*one), FIGURES, RATING) for place, one in enumerate(names, start=1))
    return Page(lines, page, pages, 30)


def cross_table(names: Sequence[Sequence[str]], left_out: int = 0) -> CrossTable:
    """A cross table in which each entrant has beaten every lower one twice."""
    cells = {
        (row, column): Cell(2 if row < column else 0, 2 if row > column else 0)
        for row in range(len(names))
        for column in range(len(names))
        if row != column
    }
    return CrossTable(tuple(who(*one) for one in names), cells, left_out)


SEASON: Final = BoardAddress(period=Period.season(7))
