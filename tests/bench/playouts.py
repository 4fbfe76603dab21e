"""Checked random playouts of one deal through the public API, against OpenSpiel's spades in Python.

Both are counted in decisions of players a second of CPU time; OpenSpiel deals its cards one by one, which
takes its time but is no decision.
"""

from __future__ import annotations

from random import Random
from time import process_time

from rules.catalog import find_game
from rules.core.decisions import CHANCE
from tests.bench.measure import Figure, interleaved

PLAYOUTS = 300
GAMES = ("kentucky", "one_high")


def playouts() -> list[Figure]:
    """Measure two games of partners."""
    return [_figure(key) for key in GAMES]


def _figure(key: str) -> Figure:
    pair = interleaved(lambda: _ours(key), _spades)
    return Figure(
        f"random playouts of {key}",
        f"{pair.ours:,.0f} decisions/s",
        f"{pair.baseline:,.0f} in pyspiel's spades",
        pair.ratio,
        0.30,
        at_least=True,
    )


def _ours(key: str) -> float:
    game = find_game(key).with_options({"deals": 1})
    random = Random(1)
    decided = 0
    began = process_time()
    for _ in range(PLAYOUTS):
        state = game.start(game.about.seats[0])
        while decisions := game.decisions(state):
            for seat, decision in decisions.items():
                state, _ = game.apply(state, seat, decision.sample(random))
                decided += seat != CHANCE
    return decided / (process_time() - began)


def _spades() -> float:
    import pyspiel  # only in the benchmarks' own environment; the other parts run without it

    game = pyspiel.load_game("spades")
    random = Random(1)
    decided = 0
    began = process_time()
    for _ in range(PLAYOUTS):
        state = game.new_initial_state()
        while not state.is_terminal():
            decided += not state.is_chance_node()
            state.apply_action(random.choice(state.legal_actions()))
    return decided / (process_time() - began)
