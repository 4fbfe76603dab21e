"""The columns of a season's file, for a league's game: the same for what is read and for what is written."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.league.paper.result import LeagueGame

DATE: Final = "date"
WINNER: Final = "winner"
DEALS: Final = "deals"
STATE: Final = "state"
ENDED: Final = "ended"
BROKEN_OFF: Final = "broken off"
"""How a match ended that nobody has won."""
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a cell begins that a spreadsheet would take for more than text."""
HARMLESS: Final = "'"
"""What is put before it."""


class Columns(NamedTuple):
    """The names of the columns."""

    players: tuple[tuple[str, ...], ...]
    """By side, one for each player."""
    points: tuple[str, ...]
    """By side."""

    @property
    def needed(self) -> tuple[str, ...]:
        """What every file has, in the order it is written in."""
        sides = (
            name for names, points in zip(self.players, self.points, strict=True) for name in (*names, points)
        )
        return (DATE, *sides)

    @property
    def known(self) -> tuple[str, ...]:
        """All of them: the last may be left out."""
        return (*self.needed, WINNER, DEALS, STATE, ENDED)


def columns_of(playing: LeagueGame) -> Columns:
    """The columns for a league's game."""
    players = tuple(
        tuple(f"side{side}_player{player}" for player in range(1, len(seats) + 1))
        for side, seats in enumerate(playing.sides, 1)
    )
    return Columns(players, tuple(f"side{side}_points" for side in range(1, len(playing.sides) + 1)))


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"{HARMLESS}{text}" if text.startswith(FORMULA) else text


def meant(cell: str) -> str:
    """What ``harmless`` was given."""
    return cell[1:] if cell.startswith(HARMLESS) and cell[1:].startswith(FORMULA) else cell
