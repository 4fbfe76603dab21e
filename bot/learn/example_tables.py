"""The example table of the rules pages: a trick of a random deal."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from bot.pictures.values import NO_TABLE, TABLE_SEATS, TablePicture
from bot.replay.moments import table_picture
from rules.catalog import game_with
from rules.core.decisions import CHANCE
from rules.core.protocol import Game, OptionValue

NAMES: Final = ("You", "Left", "Across", "Right")
_DEAL: Final = 11
"""Seed of the example deal."""
_ACTS: Final = 400
"""Most actions before giving up; a trick comes much sooner."""


def example_table(key: str, changes: Mapping[str, OptionValue]) -> TablePicture:
    """A trick of three cards and all four hands; ``NO_TABLE`` if no bidding game for four, or none comes."""
    game: Game[Any] = game_with(key, changes)
    if game.about.kind != "bidding" or TABLE_SEATS not in game.about.seats:
        return NO_TABLE
    random, state = Random(_DEAL), game.start(TABLE_SEATS)
    for _ in range(_ACTS):
        view, decisions = game.table_view(state), game.decisions(state)
        if view.others or not decisions:
            return NO_TABLE
        if view.trick is not None and len(view.trick.plays) == TABLE_SEATS - 1:
            hands = [game.seat_view(state, seat).order for seat in range(TABLE_SEATS)]
            return table_picture("A trick, three cards in", view, hands, view.trick, NAMES)
        seat = CHANCE if CHANCE in decisions else min(seat for seat in decisions if seat >= 0)
        state, _ = game.apply(state, seat, decisions[seat].sample(random))
    return NO_TABLE
