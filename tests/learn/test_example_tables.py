"""The table in the rules of a game is one that the game could deal and play."""

from __future__ import annotations

import pytest

from bot.learn.example_tables import example_table
from bot.pictures.values import TABLE_SEATS
from rules.catalog import BIDDING_GAMES, GAMES, find_game


@pytest.mark.parametrize("key", GAMES)
def test_example_table_has_three_cards_in_trick_and_no_duplicates(key: str) -> None:
    table = example_table(key, {})
    is_for_four = key in BIDDING_GAMES and TABLE_SEATS in find_game(key).about.seats
    if table.is_empty:
        assert not is_for_four or find_game(key).table_view(find_game(key).start(TABLE_SEATS)).others
        return
    assert is_for_four
    played = [seat.played for seat in table.seats if seat.played is not None]
    cards = [*played, *(card for seat in table.seats for card in seat.hand)]
    assert len(played) == 3
    assert len(set(cards)) == len(cards)
    assert sum(seat.takes for seat in table.seats) == 1
