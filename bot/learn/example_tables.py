"""The example table of the rules pages: a trick of a random deal."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from bot.pictures.values import NO_TABLE, TABLE_SEATS, TablePicture, TableSeat
from rules.bidding.facts import BiddingFacts
from rules.catalog import game_with
from rules.core.decisions import CHANCE, Seat
from rules.core.protocol import Game, OptionValue
from rules.core.views import TableView

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
            return _picture(game, state, view)
        seat = CHANCE if CHANCE in decisions else min(seat for seat in decisions if seat >= 0)
        state, _ = game.apply(state, seat, decisions[seat].sample(random))
    return NO_TABLE


def _picture(game: Game[Any], state: object, view: TableView) -> TablePicture:
    assert view.trick is not None
    played, winner = dict(view.trick.plays), view.trick.winner

    def seat_of(seat: Seat) -> TableSeat:
        held = game.seat_view(state, seat).order
        return TableSeat(NAMES[seat], held, played.get(seat), takes=seat == winner)

    named = view.facts.trump if isinstance(view.facts, BiddingFacts) else None
    trump = None if named is None else named.color
    seats = tuple(map(seat_of, range(TABLE_SEATS)))
    return TablePicture("A trick, three cards in", seats, trump, view.counters, view.blue)
