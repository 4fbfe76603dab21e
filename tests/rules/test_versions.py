"""Matches and codes made by an earlier reading of a rule book keep their meaning."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalog import find_game, game_with
from rules.codes import decode, encode
from rules.core.protocol import IllegalAction, OptionValue
from rules.games.frame import State
from rules.games.panjandrum.events import PanjandrumCalled
from rules.versions import EARLIER, with_old_defaults
from tests.rules.games.kit import Step, play

CALLED: dict[str, OptionValue] = {"panjandrum_free": True}


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("1680-W4YKR", {}),
        ("168W-P485-YH7D", {**CALLED, "giver_chooses": False}),
        ("169C-P491-8QTKJ", CALLED),
        ("169C-P49R-1WYM-CK", {**CALLED, "giver_chooses": False, "accused_gives": 1}),
    ],
)
def test_code_of_panjandrum_keeps_the_meaning_of_its_time(code: str, options: dict[str, OptionValue]) -> None:
    """R-62: fines of 1988 came from the Hand alone unless the players agreed otherwise."""
    assert decode(code) == ("panjandrum_1988", options)
    assert decode(encode("panjandrum_1988", options)) == ("panjandrum_1988", options)


def test_code_of_the_other_edition_is_unchanged() -> None:
    assert decode("16GW-P484-GC3N") == ("panjandrum_1924", CALLED)
    assert encode("panjandrum_1924", CALLED) == "16GW-P484-GC3N"


def test_options_keep_the_defaults_of_their_version() -> None:
    key = "panjandrum_1988"
    assert with_old_defaults(key, CALLED, 1) == {**CALLED, "giver_chooses": False}
    assert with_old_defaults(key, {**CALLED, "giver_chooses": True}, 1) == {**CALLED, "giver_chooses": True}
    assert with_old_defaults(key, CALLED, 2) == CALLED
    assert with_old_defaults("panjandrum_1924", CALLED, 1) == CALLED


@pytest.mark.parametrize(
    ("version", "key"), [(version, key) for version in EARLIER for key in EARLIER[version]]
)
def test_every_earlier_default_differs_and_may_still_be_chosen(version: int, key: str) -> None:
    played = find_game(key).parameters()
    values = EARLIER[version][key]
    assert all(played[name] != value for name, value in values.items())
    assert game_with(key, values).parameters() == {**played, **values}


def replayed(game: Any, steps: list[Step]) -> State[Any]:
    """The end of a match by its log."""
    state = game.start(4)
    for step in steps:
        state, _ = game.apply(state, step.seat, step.action)
    return state  # type: ignore[no-any-return]


def test_match_of_the_first_version_is_replayed_unchanged() -> None:
    """With calls and fines; by the present reading a player would have been asked what to give."""
    before = game_with("panjandrum_1988", CALLED, 1)
    steps = play(before, 4, seed=1)  # type: ignore[arg-type]
    assert any(isinstance(event, PanjandrumCalled) for step in steps for event in step.events)
    assert replayed(before, steps) == steps[-1].after
    with pytest.raises(IllegalAction):
        replayed(game_with("panjandrum_1988", CALLED, 2), steps)
