"""The rules text follows the options in force."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules.catalog import OTHER_GAMES
from rules.core.protocol import InvalidOption
from rules.games.options import offers
from tests.rules.games.kit import game_of

SEVERAL_OF_ONE = re.compile(r"(?<![\d,])1 (seconds|deals|times|players|piles)\b")
RACES = [key for key, game in OTHER_GAMES.items() if "race_window" in offers(type(game.rules))]
"""Games in which players may call; Panjandrum if it is played with calls."""


def told(key: str, **options: Any) -> str:
    """The rules of a game in one text, as `/rook rules` tells them."""
    sections = game_of(key, **options).about.rules
    return " ".join(
        text for section in sections for text in (section.text, *(own.text for own in section.ours))
    )


@pytest.mark.parametrize("key", OTHER_GAMES)
def test_number_one_is_told_in_the_singular(key: str) -> None:
    for name in offers(type(OTHER_GAMES[key].rules)):
        try:
            text = told(key, **{name: 1})
        except InvalidOption:
            continue
        assert not SEVERAL_OF_ONE.search(text), f"{name}: {text}"


@pytest.mark.parametrize("key", RACES)
def test_seconds_to_call_are_told(key: str) -> None:
    on: dict[str, Any] = {"tuxedo_old": {"orange": True}}.get(key, {})
    on |= {"panjandrum_free": True} if key.startswith("panjandrum") else {}
    assert re.search(r"for 7 seconds|7 seconds (to|for)", told(key, race_window=7, **on))
