"""Exports a season's evenings of duplicate deals as CSV or JSON. Derived from deals, they have no import."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from io import StringIO
from typing import Any, Final, NamedTuple

from bot.league.paper.columns import escape_formula
from bot.league.paper.dates import written_date
from bot.league.paper.people import called, person
from bot.models.stored_league import MatchState

COLUMNS: Final = (
    *("evening", "date", "state", "player1", "player2"),
    *("match_points", "possible", "percent", "points"),
)


class ExportedLine(NamedTuple):
    """A player's or pair's match points and points at an evening."""

    people: tuple[tuple[int, str], ...]
    """Ids and names."""
    matchpoints: int
    possible: int
    """The most match points they could have won."""
    points: int

    @property
    def percent(self) -> float:
        """Percentage of the possible match points, to two places; 0 if none were possible."""
        return round(100 * self.matchpoints / self.possible, 2) if self.possible else 0.0


class ExportedEvening(NamedTuple):
    """An evening of a season as exported: its number, end and ruling, and its results, best first."""

    number: int
    ended_at: float
    """In epoch seconds."""
    state: MatchState
    lines: tuple[ExportedLine, ...]
    """Best first."""


def evenings_as_csv(evenings: Iterable[ExportedEvening]) -> str:
    """The evenings as CSV, a line for each player or pair."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for evening in evenings:
        date = written_date(evening.ended_at)
        for line in evening.lines:
            first, second = [*(escape_formula(called(*who)) for who in line.people), ""][:2]
            won = (line.matchpoints, line.possible, line.percent, line.points)
            writer.writerow((evening.number, date, evening.state, first, second, *won))
    return text.getvalue()


def evenings_as_json(evenings: Iterable[ExportedEvening], league: str, number: int, game: str) -> str:
    """The evenings as JSON, with the league, the season's number and the game."""
    document = {
        "league": league,
        "season": number,
        "game": game,
        "evenings": [
            {
                "evening": evening.number,
                "date": written_date(evening.ended_at),
                "state": evening.state,
                "lines": [_as_dict(line) for line in evening.lines],
            }
            for evening in evenings
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _as_dict(line: ExportedLine) -> dict[str, Any]:
    return {
        "players": [person(*who) for who in line.people],
        "match_points": line.matchpoints,
        "possible": line.possible,
        "percent": line.percent,
        "points": line.points,
    }
