"""Deals drawn beforehand: every table gets them in order, in any game."""

from __future__ import annotations

from random import Random

import pytest

from bot.common.errors import Refused
from bot.table.match.chance import Chance, Shuffles, draw_beforehand
from bot.tools.simulate import next_to_act
from rules.catalog import GAMES, find_game
from rules.core.actions import Action, Deal
from rules.core.decisions import CHANCE
from rules.core.events import DealScored
from tests.rules.playouts import carefully
from tests.rules.transcript import PLAYERS

DEALS = 2


def dealt(key: str, drawn: dict[int, Action], seed: int) -> list[Action]:
    """The decks of the first deals of a match; passed-out deals are dealt again like the rest."""
    game, random = find_game(key), Random(seed)
    state = game.start(PLAYERS.get(key, game.about.seats[0]))
    decks: list[Action] = []
    shuffles, scored = Shuffles(), 0
    while scored < DEALS and (asked := game.decisions(state)):
        seat = next_to_act(asked)
        if seat == CHANCE:
            action = Chance(random, drawn, None, shuffles).answer(game, state, asked[seat])
            shuffles = shuffles.after(is_deal=isinstance(action, Deal))
            decks += [action] if isinstance(action, Deal) else []
        else:
            action = carefully(asked[seat], random)
        state, events = game.apply(state, seat, action)
        scored += sum(isinstance(event, DealScored) for event in events)
    return decks


@pytest.mark.parametrize("key", GAMES)
def test_each_table_gets_each_deal_once_and_in_order(key: str) -> None:
    game = find_game(key)
    try:
        drawn = draw_beforehand(game, PLAYERS.get(key, game.about.seats[0]), DEALS, Random(1))
    except Refused:
        return
    for seed in (2, 3):
        decks = dealt(key, drawn, seed)
        assert decks[:DEALS] == [drawn[number] for number in range(1, DEALS + 1)][: len(decks)]
