"""House rules put together at random, and matches played by them."""

from __future__ import annotations

from math import exp, log
from random import Random
from typing import Any

from rules.bidding.house.offered import OFFERED
from rules.bidding.house.row import Row
from rules.bidding.notation import write_numbers
from rules.bidding.variant import Variant
from rules.catalog import BIDDING_GAMES, playable_game
from rules.core.decisions import ChooseNumber, Decision
from rules.core.protocol import Game, InvalidOption, OptionValue
from rules.core.views import TableView
from rules.presets import PRESETS

Rules = tuple[str, dict[str, OptionValue]]
ENOUGH = 6_000
"""Limit of actions, above what such a match takes."""
USUAL = 0.7
"""Share of option values drawn from the offered ones; the others are any the option accepts."""
POINTS = (1, 2, 5, 10, 15, 20, 50, 100)
SCHEMA = Variant.model_json_schema()


def random_rules(random: Random) -> Rules:
    """A key and options of a game or preset, some changed at random; they may contradict each other."""
    if random.random() < 0.25:
        preset = PRESETS[random.choice(sorted(key for key in PRESETS if PRESETS[key].game in BIDDING_GAMES))]
        key, options = preset.game, dict(preset.options)
    else:
        key, options = random.choice(sorted(BIDDING_GAMES)), {}
    for row in random.sample(OFFERED, min(int(random.expovariate(0.2)) + 1, len(OFFERED))):
        options[row.key] = random_value(row, random)
    return key, options


def random_value(row: Row, random: Random) -> OptionValue:
    """A random value of an option: mostly an offered one, else any the option accepts."""
    match row.key:
        case "seats":
            return write_numbers(tuple(sorted(random.sample(range(2, 9), random.choice((1, 1, 1, 2, 3))))))
        case _ if random.random() < USUAL:
            return random.choice(row.choices).value
        case "numbers":
            return write_numbers(tuple(sorted(random.sample(range(1, 15), random.randint(5, 14)))))
        case "nest":
            nest, with_six = random.randint(0, 12), random.randint(0, 12)
            return random.choice((nest, f"{nest} 6:{with_six}"))
        case "second_bird":
            return f"{random.choice('RYGB')}{random.randint(1, 14)}"
        case "counters":
            numbers = sorted(random.sample(range(1, 15), random.randint(1, 5)))
            return " ".join(f"{number}:{random.choice(POINTS)}" for number in numbers)
        case "trick_points":
            trumps = random.sample(("red", "yellow", "green", "black", "none"), random.randint(1, 5))
            by_trump = " ".join(f"{trump}:{random.choice(POINTS)}" for trump in trumps)
            return random.choice((by_trump, random.randint(0, 100)))
        case _:
            return _anything(row, random)


def _anything(row: Row, random: Random) -> OptionValue:
    """Any value the model takes, large numbers as often as small ones of another size."""
    *outer, name = row.path
    field = (SCHEMA["$defs"]["Penalties"] if outer else SCHEMA)["properties"][name]
    kind = random.choice(field.get("anyOf", [field]))
    words: list[OptionValue] = kind.get("enum", [kind["const"]] if "const" in kind else [])
    if words:
        return random.choice(words)
    if kind["type"] != "integer":
        return random.choice([False, True]) if kind["type"] == "boolean" else None
    least, most = int(kind["minimum"]), int(kind["maximum"])
    size = int(exp(random.uniform(0, log(most - least + 1))))
    return most + 1 - size if least < 0 else least - 1 + size


def valid_rules(random: Random) -> tuple[Rules, Game[Any]]:
    """Random rules without contradiction, and their game."""
    while True:
        key, options = random_rules(random)
        try:
            return (key, options), playable_game(key, options)
        except InvalidOption:
            continue


def invalid_rules(random: Random) -> tuple[Rules, str]:
    """Random rules with a contradiction, and the reason of the refusal."""
    while True:
        key, options = random_rules(random)
        try:
            playable_game(key, options)
        except InvalidOption as refusal:
            return (key, options), str(refusal)


def shortened(game: Game[Any], deals: int) -> Game[Any]:
    """The game limited to `deals` deals, or unchanged if its match is one deal."""
    if "max_deals" not in game.parameters():
        return game
    return game.with_options(
        {"max_deals": deals, **({"deals": deals} if game.changes().get("deals") else {})}
    )


def play(game: Game[Any], seats: int, random: Random) -> TableView:
    """The last table view of a random match; every seat's view is made at every step."""
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
