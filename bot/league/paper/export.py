"""Exports a season's results as CSV or JSON. CSV of matches can be imported again; evenings have no import.

Evenings of duplicate deals are derived from their deals.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from io import StringIO
from typing import Any, Final, NamedTuple

from bot.league.evenings import EveningResult
from bot.league.paper.columns import BROKEN_OFF, DATE, DEALS, ENDED, STATE, WINNER, columns_of, escape_formula
from bot.league.paper.dates import written_date
from bot.league.paper.people import called, person
from bot.league.paper.result import LeagueGame, added_up
from bot.models.credits import Credit
from bot.models.stored_league import SeasonMatch
from bot.models.stored_results import DealResult, MatchPlayer, MatchResult
from rules.core.outcome import Ranking

EVENING_COLUMNS: Final = (
    *("evening", "date", "state", "player1", "player2"),
    *("match_points", "possible", "percent", "points"),
)


class ExportedMatch(NamedTuple):
    """A match of a season as exported: the ruling on it, its corrected result, and its deals."""

    ruled: SeasonMatch
    match: MatchResult
    """With corrections."""
    deals: tuple[DealResult, ...]


def as_csv(matches: Iterable[ExportedMatch], playing: LeagueGame) -> str:
    """The matches as CSV, a line for each, with a header."""
    columns = columns_of(playing)
    text = StringIO()
    writer = csv.DictWriter(text, columns.known)
    writer.writeheader()
    for kept in matches:
        cells: dict[str, object] = {
            DATE: written_date(kept.match.finished_at),
            WINNER: _winner(kept, playing),
            DEALS: escape_formula(_deals(kept, playing)),
            STATE: kept.ruled.state,
            ENDED: BROKEN_OFF if kept.match.broken_off else "",
        }
        by_seat = {player.seat: player for player in kept.match.players}
        for names, seats in zip(columns.players, playing.sides, strict=True):
            for name, seat in zip(names, seats, strict=True):
                cells[name] = escape_formula(called(*_who(by_seat.get(seat))))
        cells |= dict(zip(columns.points, _points(kept, playing), strict=True))
        writer.writerow(cells)
    return text.getvalue()


def as_json(matches: Iterable[ExportedMatch], league: str, number: int, playing: LeagueGame) -> str:
    """The matches as JSON, with the league, the season's number and the game."""
    document = {
        "league": league,
        "season": number,
        "game": playing.game.about.key,
        "matches": [_as_dict(kept, playing) for kept in matches],
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _as_dict(kept: ExportedMatch, playing: LeagueGame) -> dict[str, Any]:
    by_seat = {player.seat: player for player in kept.match.players}
    sides = [
        {
            "players": [person(*_who(by_seat.get(seat))) for seat in seats],
            "points": points,
            "place": next((_place(by_seat[seat], kept) for seat in seats if seat in by_seat), None),
        }
        for seats, points in zip(playing.sides, _points(kept, playing), strict=True)
    ]
    return {
        "match": kept.ruled.table_id,
        "corrected": kept.ruled.points is not None,
        "date": written_date(kept.match.finished_at),
        "state": kept.ruled.state,
        "real_cards": kept.ruled.is_paper,
        "broken_off": kept.match.broken_off,
        "sides": sides,
        "deals": [[side.scored for side in deal.sides] for deal in kept.deals],
    }


def _place(player: MatchPlayer, kept: ExportedMatch) -> int | None:
    """A player's place; None if the match was broken off."""
    return None if kept.match.broken_off else kept.match.place_of(player)


def _who(player: MatchPlayer | None) -> tuple[int | None, str]:
    """A player's id and name; those of a computer if there is no player."""
    return (None, "") if player is None else (player.user_id, player.name)


def _points(kept: ExportedMatch, playing: LeagueGame) -> tuple[int | None, ...]:
    """Points by side; places in a game decided by cards."""
    first_of = {player.seat: player for player in kept.match.players}
    sides = [first_of.get(seats[0]) for seats in playing.sides]
    has_places = playing.ranking is Ranking.CARDS
    return tuple(None if one is None else _place(one, kept) if has_places else one.points for one in sides)


def _deals(kept: ExportedMatch, playing: LeagueGame) -> str:
    """The deals, if they add up to the final points; else empty, as with penalties, corrections or cards."""
    scored = [tuple(side.scored for side in deal.sides) for deal in kept.deals]
    if playing.ranking is Ranking.CARDS or added_up(tuple(scored)) != _points(kept, playing):
        return ""
    return "; ".join(" ".join(map(str, deal)) for deal in scored)


def _winner(kept: ExportedMatch, playing: LeagueGame) -> str:
    """The side that won alone; empty if several share the win or places tell it."""
    won = sorted({player.side for player in kept.match.players if _place(player, kept) == 1})
    return str(won[0] + 1) if len(won) == 1 and playing.ranking is not Ranking.CARDS else ""


def evenings_as_csv(evenings: Iterable[EveningResult]) -> str:
    """The evenings as CSV, a line for each player or pair."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(EVENING_COLUMNS)
    for one in evenings:
        evening = (one.evening.id, written_date(one.evening.ended_at), one.evening.state)
        for credit in one.credits:
            people = zip(credit.entrant, one.names_of(credit.entrant), strict=True)
            first, second = [*(escape_formula(called(*who)) for who in people), ""][:2]
            writer.writerow((*evening, first, second, *_won(credit).values()))
    return text.getvalue()


def evenings_as_json(evenings: Iterable[EveningResult], league: str, number: int, game: str) -> str:
    """The evenings as JSON, with the league, the season's number and the game."""
    document = {
        "league": league,
        "season": number,
        "game": game,
        "evenings": [
            {
                "evening": one.evening.id,
                "date": written_date(one.evening.ended_at),
                "state": one.evening.state,
                "lines": [
                    {
                        "players": list(map(person, credit.entrant, one.names_of(credit.entrant))),
                        **_won(credit),
                    }
                    for credit in one.credits
                ],
            }
            for one in evenings
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _won(credit: Credit) -> dict[str, int | float]:
    """Match points, the most there were, their percentage to two places, and points, by name of column."""
    percent = round(100 * credit.matchpoints / credit.possible, 2) if credit.possible else 0.0
    return {
        "match_points": credit.matchpoints,
        "possible": credit.possible,
        "percent": percent,
        "points": credit.points or 0,
    }
