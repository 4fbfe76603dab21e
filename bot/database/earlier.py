"""SQL functions for migrations that need the rules: how matches of early versions are recorded now."""

from __future__ import annotations

import json
import sqlite3
from functools import lru_cache
from typing import Final

from rules.catalog import find_game, game_with
from rules.codes import code_of
from rules.core.decisions import Seat
from rules.core.protocol import InvalidOption

FIRST: Final = 1
"""The version of the rules of all matches from before the database stored versions."""


def add_functions(connection: sqlite3.Connection) -> None:
    """Register ``rules_code``, ``edition`` and ``side``, which migrations call, as SQL functions."""
    connection.create_function("rules_code", 2, rules_code)
    connection.create_function("edition", 1, edition)
    connection.create_function("side", 4, side)


@lru_cache
def rules_code(game: str, options: str) -> str | None:
    """The rules code of a game with its options (a JSON object); None if they are no longer valid."""
    try:
        return code_of(game_with(game, json.loads(options), FIRST))
    except InvalidOption:
        return None


def edition(game: str) -> str:
    """The edition of a game's rule book; empty if the game no longer exists."""
    try:
        return find_game(game).about.edition
    except InvalidOption:
        return ""


def side(game: str, options: str, seats: int, seat: Seat) -> int:
    """The side of a seat; the seat's own number if the game no longer exists."""
    sides = _sides(game, options, seats)
    return next((index for index, side in enumerate(sides) if seat in side), seat)


@lru_cache
def _sides(game: str, options: str, seats: int) -> tuple[tuple[Seat, ...], ...]:
    try:
        rules = game_with(game, json.loads(options), FIRST)
        return tuple(side.seats for side in rules.table_view(rules.start(seats)).totals)
    except InvalidOption:
        return ()
