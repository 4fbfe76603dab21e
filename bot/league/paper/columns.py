"""The columns of a season file for a league's game, shared by import and export."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.league.paper.result import LeagueGame

DATE: Final = "date"
WINNER: Final = "winner"
DEALS: Final = "deals"
STATE: Final = "state"
ENDED: Final = "ended"
BROKEN_OFF: Final = "broken off"
"""Value of the column ``ended`` for a match that no one won."""
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""First characters that make a spreadsheet take a cell for a formula."""
ESCAPE: Final = "'"
"""Prefix that makes such a cell plain text."""


class Columns(NamedTuple):
    """The names of a season file's columns: for each side's players, and for its points."""

    players: tuple[tuple[str, ...], ...]
    """By side, one column for each player."""
    points: tuple[str, ...]
    """One column for each side."""

    @property
    def needed(self) -> tuple[str, ...]:
        """Required columns, in the order they are written: the date, then each side's players and points."""
        sides = (
            name for names, points in zip(self.players, self.points, strict=True) for name in (*names, points)
        )
        return (DATE, *sides)

    @property
    def known(self) -> tuple[str, ...]:
        """All columns: those in ``needed``, then the optional winner, deals, state and ended."""
        return (*self.needed, WINNER, DEALS, STATE, ENDED)


def columns_of(playing: LeagueGame) -> Columns:
    """The columns for a league's game."""
    players = tuple(
        tuple(f"side{side}_player{player}" for player in range(1, len(seats) + 1))
        for side, seats in enumerate(playing.sides, 1)
    )
    return Columns(players, tuple(f"side{side}_points" for side in range(1, len(playing.sides) + 1)))


def escape_formula(text: str) -> str:
    """The text, with ``ESCAPE`` in front if a spreadsheet would take it for a formula."""
    return f"{ESCAPE}{text}" if text.startswith(FORMULA) else text


def unescape_formula(cell: str) -> str:
    """The text that ``escape_formula`` was given."""
    return cell[1:] if cell.startswith(ESCAPE) and cell[1:].startswith(FORMULA) else cell
