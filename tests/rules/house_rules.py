"""House rules put together at random, and matches played by them."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.bidding.house.offered import ROWS
from rules.bidding.house.row import Row
from rules.catalog import BIDDING_GAMES, game_with
from rules.core.decisions import ChooseNumber, Decision
from rules.core.protocol import Game, InvalidOption, OptionValue
from rules.core.views import TableView
from rules.presets import PRESETS

Rules = tuple[str, dict[str, OptionValue]]
ENOUGH = 6_000
"""More actions than such a match takes."""
_SIZES = ("min_bid", "rook_points", "red_one_points", "last_trick", "majority", "moon", "table_talk")


def random_rules(random: Random) -> Rules:
    """A game or a preset and some options changed, which may or may not go together."""
    if random.random() < 0.25:
        preset = PRESETS[random.choice(sorted(PRESETS))]
        key, options = preset.game, dict(preset.options)
    else:
        key, options = random.choice(sorted(BIDDING_GAMES)), {}
    for row in random.sample(ROWS, random.randint(1, 6)):
        options[row.key] = random_value(row, random)
    return key, options


def random_value(row: Row, random: Random) -> OptionValue:
    """A usual value of an option, now and then another one."""
    if row.key == "seats":
        return str(random.randint(2, 8))
    if random.random() < 0.8:
        return random.choice(row.choices).value
    match row.key:
        case "numbers":
            return ",".join(map(str, sorted(random.sample(range(1, 15), random.randint(5, 14)))))
        case "counters":
            numbers = sorted(random.sample(range(1, 15), random.randint(1, 4)))
            return " ".join(f"{number}:{random.randint(1, 25)}" for number in numbers)
        case "target":
            return random.randint(5, 2000)
        case "deals" | "max_deals":
            return random.randint(1, 40)
        case key if key in _SIZES:
            return random.randint(0, 120)
        case _:
            return random.choice(row.choices).value


def valid_rules(random: Random) -> tuple[Rules, Game[Any]]:
    """Rules that go together, and their game."""
    while True:
        key, options = random_rules(random)
        try:
            return (key, options), game_with(key, options)
        except InvalidOption:
            continue


def invalid_rules(random: Random) -> tuple[Rules, str]:
    """Rules that do not go together, and the reason given."""
    while True:
        key, options = random_rules(random)
        try:
            game_with(key, options)
        except InvalidOption as refusal:
            return (key, options), str(refusal)


def shortened(game: Game[Any], deals: int) -> Game[Any]:
    """The same rules for a match of so many deals at the most."""
    return game.with_options(
        {"max_deals": deals, **({"deals": deals} if game.changes().get("deals") else {})}
    )


def play(game: Game[Any], seats: int, random: Random) -> TableView:
    """The end of a match, at every step of which everybody has looked at everything."""
    state = game.start(seats)
    for _ in range(ENOUGH):
        decisions = game.decisions(state)
        table = game.table_view(state)
        for seat in range(seats):
            game.seat_view(state, seat, table)
        if not decisions:
            assert table.outcome is not None
            return table
        seat = min(decisions)
        action = _answer(decisions[seat], random)
        assert decisions[seat].accepts(action)
        state, _events = game.apply(state, seat, action)
    raise AssertionError("The match does not end.")


def _answer(decision: Decision, random: Random) -> Any:
    """Any answer; in an auction often a pass, if one may pass."""
    if isinstance(decision, ChooseNumber) and decision.otherwise and random.random() < 0.5:
        return decision.otherwise[0].action
    return decision.sample(random)
