"""No option without an effect: the kept witnesses still show a difference, and no value lacks one."""

from __future__ import annotations

import json

import pytest

from rules.catalog import GAMES, find_game
from rules.core.protocol import OptionValue
from tests.rules.house.in_step import difference
from tests.rules.house.witness import Witness, holds, lacking, load, pair

KEPT = load()
WITNESSES = [
    (key, name, json.loads(value), witness)
    for key, by_name in KEPT.items()
    for name, witnesses in by_name.items()
    for value, witness in witnesses.items()
]
NEVER_OFFERED = {"doubt_old": {"tie"}, "doubt_1924": {"tie"}}
"""Options of a game's kind that it offers with no others."""
EVERY = 97
"""One of so many witnesses is replayed in every run; ``make slow`` replays all."""
CHUNKS = 12


def replay(some: list[tuple[str, str, OptionValue, Witness]]) -> list[tuple[str, str, OptionValue]]:
    """The values with a witness that shows no difference any more."""
    return [(key, name, value) for key, name, value, witness in some if not holds(key, name, value, witness)]


def test_some_witnesses_still_show_a_difference() -> None:
    assert replay(WITNESSES[::EVERY]) == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_witness_still_shows_a_difference(chunk: int) -> None:
    assert replay(WITNESSES[chunk::CHUNKS]) == []


def test_games_that_differ_in_nothing_have_no_witness() -> None:
    """A law that can fail: a penalty for a late misdeal changes nothing where none is taken off."""
    game = find_game("regular_1988")
    late = game.with_options({"misdeal_until_trick": 2})
    assert all(difference(game, late, seed, 600) is None for seed in range(4))
    assert pair("regular_1988", "misdeal_until_trick", 2, {}) is None


def test_value_is_compared_with_another_where_the_usual_one_is_refused() -> None:
    games = pair("kentucky", "dummy", "south", {"teams": "dummy", "seats": "3", "credit": "each"})
    assert games is not None
    assert [game.changes()["dummy"] for game in games] == ["opposite", "south"]


@pytest.mark.parametrize("key", GAMES)
def test_every_value_has_a_witness(key: str) -> None:
    """Those too that a game offers only with other options. Of numbers, two."""
    missing = {name for name, _ in lacking(key, KEPT.get(key, {}))}

    assert missing == NEVER_OFFERED.get(key, set())
