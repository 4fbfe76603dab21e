"""Finished matches of every released version keep their results: each deal, the totals, the winners.

Planted changes were caught: without points for most tricks 46 of version 1's 469 logs failed,
with version 2's partners 13, with its bird at 10½ 2.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.bidding.house import options as house
from rules.catalog import GAMES, game_with
from rules.codes import code_of
from rules.core.actions import parse_action
from rules.core.protocol import Game, IllegalAction, InvalidOption, OptionValue
from rules.versions import NEWEST
from tests.rules.old_logs import DATA, OldMatch, old_matches, path_of, result_of, sheet_line

RELEASED = [version for version in range(1, NEWEST + 1) if path_of(version).exists()]
"""The versions of the releases so far; the newest is not released before its logs are kept."""
MATCHES = tuple((version, number) for version in RELEASED for number in range(len(old_matches(version))))


def test_logs_of_all_released_versions_are_kept() -> None:
    assert RELEASED in ([*range(1, NEWEST)], [*range(1, NEWEST + 1)])


def replayed(match: OldMatch, version: int) -> OldMatch:
    """The end of a log's match by a version of the rules.

    Raises:
        IllegalAction: what was done is not allowed.
        InvalidOption: what was agreed on is not allowed.
    """
    game: Game[Any] = game_with(match.key, match.options, version)
    state = game.start(match.seats)
    sheet = []
    for line in match.actions:
        seat, action = line.split(" ", 1)
        state, events = game.apply(state, int(seat), parse_action(action))
        sheet += [scored for event in events if (scored := sheet_line(event))]
    if game.outcome(state) is None:
        raise IllegalAction("The match goes on.")
    totals, winners = result_of(game, state)
    return match._replace(sheet=sheet, totals=totals, winners=winners)


def is_read_otherwise(match: OldMatch, version: int) -> bool:
    try:
        return replayed(match, version) != match
    except (IllegalAction, InvalidOption):
        return True


@pytest.mark.parametrize("version", RELEASED)
def test_logs_cover_every_game_and_table_and_many_house_rules(version: int) -> None:
    matches = old_matches(version)
    kept = {(match.key, match.seats) for match in matches}
    assert kept >= {(key, seats) for key, game in GAMES.items() for seats in game.about.seats}
    house_rules = {(match.key, str(match.options)) for match in matches if match.options.keys() - {"deals"}}
    assert len(house_rules) >= 150
    assert path_of(version).stat().st_size < 500_000


@pytest.mark.parametrize(("version", "number"), MATCHES)
def test_finished_match_replays_to_the_same_result(version: int, number: int) -> None:
    match = old_matches(version)[number]
    assert replayed(match, version) == match


CHANGES_IN_2: Mapping[str, tuple[str, Mapping[str, OptionValue]]] = {
    "partners who each keep a record": ("kentucky", {"credit": "each", "target": 150, "max_deals": 3}),
    "a bird at 10½ when the lowest wins": ("kentucky", {"rook": "ten_half", "no_trump": "reversed"}),
    "a counter in sight bars a claim": ("over_the_top_1988", {"misdeal_claim": "no_counters"}),
    "no bid that can never be made": ("kentucky", {"exact_makes": False}),
    "givers of 1988 choose": ("panjandrum_1988", {"panjandrum_free": True}),
    "most tricks count once decided": ("partnership_regular", {"target_checked": "each_trick"}),
    "a bid that cannot be made any more": ("regular_old", {"target_checked": "each_trick"}),
    "the highest bid of Cordova": ("cordova", {}),
}


@pytest.mark.parametrize("what", CHANGES_IN_2)
def test_logs_contain_each_change_of_version_2(what: str) -> None:
    key, options = CHANGES_IN_2[what]
    concerned = [
        match for match in old_matches(1) if match.key == key and options.items() <= match.options.items()
    ]
    assert any(is_read_otherwise(match, 2) for match in concerned)


def test_options_refused_today_are_read_for_their_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(house, "conflict", lambda _variant: "That is not played any more.")
    agreed = {"target": 433}
    with pytest.raises(InvalidOption, match="not played any more"):
        game_with("kentucky", agreed)
    assert game_with("kentucky", agreed, 1).changes() == agreed


def test_version_is_not_an_option_and_not_in_a_code() -> None:
    old, new = (game_with("kentucky", {"target": 400}, version) for version in (1, NEWEST))
    assert (old.version, new.version) == (1, NEWEST)
    assert old.options == new.options
    assert old.changes() == new.changes()
    assert old.parameters() == new.parameters()
    assert code_of(old) == code_of(new)


def test_rules_of_a_newer_bot_are_refused() -> None:
    with pytest.raises(InvalidOption, match="newer than this bot"):
        game_with("kentucky", {}, NEWEST + 1)


@pytest.mark.parametrize("module", ["tests.rules.old_logs", "tests.rules.transcript"])
def test_help_of_the_log_writer_writes_no_file(module: str) -> None:
    before = times()
    told = subprocess.run([sys.executable, "-m", module, "--help"], check=True, capture_output=True)

    assert b"usage" in told.stdout
    assert times() == before


def times() -> dict[Path, int]:
    """The modification time of each file in the tests of the rules, without Python's caches."""
    return {
        path: path.stat().st_mtime_ns
        for path in DATA.parent.rglob("*.*")
        if path.parent.name != "__pycache__"
    }
