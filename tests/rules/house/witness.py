"""Witnesses: for each value of an option a seed of a match in which it changes something.

Two games that differ in this one value are played in step, the same answers in both, until the questions
asked, the events, the views or the rulings offered differ. ``python -m tests.rules.house.witness find`` looks
for the witnesses that `witnesses.json` lacks, and prints the values that have none.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from multiprocessing import Pool
from pathlib import Path
from types import NoneType
from typing import Any, Final, NamedTuple

from rules.bidding.engine import BiddingGame
from rules.bidding.house.forms import FORMS, fits, option_value
from rules.bidding.house.offered import BY_KEY, OFFERED
from rules.bidding.house.options import changes, is_shown
from rules.catalog import BIDDING_GAMES, GAMES, find_game, playable_game
from rules.core.protocol import Choice, Game, InvalidOption, OptionValue
from rules.games.options import offers
from tests.rules.house.in_step import VIEWED, Way, difference, seeds_of

Options = dict[str, OptionValue]

FILE: Final = Path(__file__).parent / "witnesses.json"
DIRECTED: Final[Mapping[str, tuple[Options, int, Iterable[int]]]] = {
    "misdeal_numbers": ({}, 20, seeds_of(Way.MISDEALS, 4)),
    "alone_bonus": ({}, 400, seeds_of(Way.ALONE, 12)),
    "alone_doubles": ({}, 400, seeds_of(Way.ALONE, 12)),
    "moon": ({}, 400, seeds_of(Way.SWEEP, 12)),
    "moon_doubles": ({}, 400, seeds_of(Way.SWEEP, 12)),
    "moon_by": ({}, 400, seeds_of(Way.SWEEP, 12)),
    "bury_impossible": ({}, 400, seeds_of(Way.COUNTERS, 12)),
    "below_zero": ({}, 600, seeds_of(Way.HIGH_BIDS, 2)),
    "lose_at": ({"failure": "set_back", "max_bid": 1_000, "deals": 40}, 6_000, seeds_of(Way.HIGH_BIDS, 2)),
    "lead_wins": ({"failure": "set_back", "max_bid": 1_000, "deals": 40}, 6_000, seeds_of(Way.HIGH_BIDS, 2)),
    "max_deals": ({"target": 1_000}, 6_000, seeds_of(Way.HIGH_BIDS, 2)),
    "race": ({}, 600, seeds_of(Way.SHOUTING, 12)),
    "undo": ({}, 400, seeds_of(Way.TAKING_BACK, 4)),
    "club_over3000_min": ({}, 4_000, seeds_of(Way.COMPUTERS, 1)),
}
"""For values that are about a rare event: other options, most acts, and ways to play in which it happens."""
LOW_BIDS: Final = range(1, 1_000, 4)
"""Seeds of players who bid low, so that both sides often reach a low target, or the same points."""
SHORT: Final[tuple[tuple[Options, Iterable[int]], ...]] = (
    ({"target": 20}, range(4)),
    ({"target": 50}, range(4)),
    ({"target": 20, "min_bid": 5}, LOW_BIDS),
    ({"deals": 1, "min_bid": 5}, LOW_BIDS),
    ({"target": 50, "min_bid": 5}, LOW_BIDS),
    ({"target": 100}, range(4)),
    ({"target": 500}, range(2)),
    ({"deals": 1}, range(40)),
    ({"deals": 3}, range(4)),
)
"""Options added, so that a match of random players ends soon or is close, and seeds."""
ENDS_SOON: Final[tuple[Options, ...]] = ({"deals": 1}, {"deals": 2}, {"target": 20})
"""The same for the computers of games without bidding."""
MOST: Final = 20_000
"""Acts of a match at most."""
BY_PLAYERS: Final = ("called_cards", "alone_bonus")
"""Options with values that go by the number of players: offered where several numbers may play."""
ENOUGH: Final = 2
"""Values with a witness that an option which takes numbers needs."""
TYPED: Final[Mapping[str, OptionValue]] = {"misdeal_numbers": "2-10"}
"""Values to type in, of options of which some games refuse all usual values but one."""
MOST_TRIES: Final = 400
MOST_OTHERS: Final = 6
"""Sets of other options tried to have a value offered, and options in a set."""


class Witness(NamedTuple):
    """The seed of a match, and the other options that both of its games have."""

    seed: int
    others: Options


# --- the values to be witnessed -----------------------------------------------------------------------------


class Offered(NamedTuple):
    """Label and section of an option of a game, and its offered values."""

    label: str
    section: str
    choices: tuple[Choice, ...]


@cache
def offered(key: str) -> Mapping[str, Offered]:
    """Every option of a game, with those that are offered only if others are changed."""
    game: Any = find_game(key)
    rows = BY_KEY if isinstance(game, BiddingGame) else offers(type(game.rules))
    now = {spec.key: spec for spec in game.options}
    found = {name: Offered(row.label, row.section, now.get(name, row).choices) for name, row in rows.items()}
    if isinstance(game, BiddingGame):
        found["nest"] = Offered("Nest", "Nest", BY_KEY["nest"].choices)
        found["seats"] = Offered(
            "Players", "Deck", tuple(Choice(str(seats), str(seats)) for seats in range(2, 9))
        )
    return found


def values(key: str) -> Iterator[tuple[str, OptionValue]]:
    """Each option of a game with each value it can be given, without the usual one."""
    game: Any = find_game(key)
    if isinstance(game, BiddingGame):
        usual = {row.key: option_value(game.variant, row) for row in OFFERED}
    else:
        usual = game.rules.model_dump()
    for name, option in offered(key).items():
        yield from ((name, choice.value) for choice in option.choices if choice.value != usual[name])
        if name in TYPED:
            yield name, TYPED[name]


def made(key: str, options: Options) -> Game[Any] | str:
    """The game with options, or the reason of the refusal."""
    try:
        return playable_game(key, options)
    except InvalidOption as refusal:
        return str(refusal)


def is_open(key: str, name: str) -> bool:
    """Whether an option takes other numbers than those offered."""
    if key in BIDDING_GAMES:
        return name in FORMS or "a whole number" in fits(BY_KEY[name])
    return all(type(choice.value) in (int, NoneType) for choice in offered(key)[name].choices)


def is_offered(game: Any, name: str) -> bool:
    """Whether an option has an effect in a game, as the game says."""
    if isinstance(game, BiddingGame):
        return is_shown(game.variant, BY_KEY[name])
    return name not in game.rules.unused_options()


@cache
def settings(key: str, name: str, value: OptionValue) -> Options | None:
    """The fewest other options found with which a game offers a value; None if there are none.

    Changes the options that the refusals name, one after the other; else those in which another game differs
    that has the option.
    """
    by_players = name in BY_PLAYERS and isinstance(value, str)
    queue: list[Options] = [{"seats": "4,6"}, {"seats": "4-6"}] if by_players else [{}]
    for others in queue:  # it grows
        game = made(key, {**others, name: value})
        if not isinstance(game, str) and is_offered(game, name):
            return others
        if len(others) == MOST_OTHERS or len(queue) > MOST_TRIES:
            continue
        named = re.findall("“([^”]+)”", game) if isinstance(game, str) else ()
        queue += [
            {**others, other: choice.value}
            for other, option in offered(key).items()
            if other not in (name, *others) and (not named or option.label in named)
            for choice in option.choices
        ]
    return None if by_players else next(_borrowed(key, name, value), None)


def _borrowed(key: str, name: str, value: OptionValue) -> Iterator[Options]:
    """Other options with which a game offers a value, taken from games that have the option."""
    plain = find_game(key)
    if not isinstance(plain, BiddingGame):
        return
    for model in BIDDING_GAMES.values():
        if not is_offered(model, name):
            continue
        others = changes(model.variant, plain.variant)
        others.pop(name, None)
        if not _offers(key, name, value, others):
            continue
        for other in [*others]:
            fewer = {one: others[one] for one in others if one != other}
            others = fewer if _offers(key, name, value, fewer) else others
        yield others


def _offers(key: str, name: str, value: OptionValue, others: Options) -> bool:
    game = made(key, {**others, name: value})
    return not isinstance(game, str) and is_offered(game, name)


def pair(key: str, name: str, value: OptionValue, others: Options) -> tuple[Game[Any], Game[Any]] | None:
    """The game without and with a value; None if they are refused or equal."""
    game = made(key, {**others, name: value})
    if isinstance(game, str) or not is_offered(game, name):
        return None
    plain = _without(key, name, value, others)
    return None if plain.meaning() == game.meaning() else (plain, game)


def _without(key: str, name: str, value: OptionValue, others: Options) -> Game[Any]:
    """The game with other options alone; if it is refused, with another value, at last the book's game."""
    apart = (choice.value for choice in offered(key)[name].choices if choice.value != value)
    games = (made(key, options) for options in (others, *({**others, name: one} for one in apart)))
    return next((game for game in games if not isinstance(game, str)), find_game(key))


# --- search and file ----------------------------------------------------------------------------------------


class Try(NamedTuple):
    """Other options of a match, its most acts, the seeds to try, and how many acts compare views."""

    others: Options
    most: int
    seeds: Iterable[int]
    viewed: int = 0


def find(key: str, name: str, value: OptionValue) -> Witness | None:
    """A witness of a value; None if none is found."""
    needed = settings(key, name, value)
    for others, most, seeds, viewed in () if needed is None else _tries(key, name, needed):
        games = pair(key, name, value, others)
        seed = games and next((seed for seed in seeds if difference(*games, seed, most, viewed)), None)
        if seed is not None:
            return Witness(seed, others)
    return None


def _tries(key: str, name: str, needed: Options) -> Iterator[Try]:
    """The matches to try, the cheap ones first."""
    ends, no_cards = offered(key)[name].section in ("Match", "Scoring"), ("Match", "Table")
    yield Try(needed, 100, range(2), 4)
    if name in DIRECTED:
        more, most, seeds = DIRECTED[name]
        yield Try({**more, **needed}, most, seeds)
    if ends and key not in BIDDING_GAMES:
        yield Try(needed, 4_000, seeds_of(Way.COMPUTERS, 1))
        for more in ENDS_SOON:
            if name not in more:
                yield Try({**needed, **more}, 2_000, seeds_of(Way.COMPUTERS, 120))
    yield Try(needed, 300, range(8))
    for more, seeds in SHORT if ends else ():
        if name not in more:
            yield Try({**needed, **more}, 2_000, seeds)
    yield Try(needed, 300, seeds_of(Way.SILENT, 2))
    yield Try(needed, VIEWED, range(3), VIEWED)
    yield Try(needed, 2_000, range(4))
    if ends:
        yield Try(needed, MOST, range(1))
    for other, option in offered(key).items():
        if other not in (name, *needed) and option.section not in no_cards and not is_open(key, name):
            yield from (Try({**needed, other: choice.value}, 80, range(1), 8) for choice in option.choices)


def holds(key: str, name: str, value: OptionValue, witness: Witness) -> bool:
    """Whether a witness still shows a difference."""
    games = pair(key, name, value, witness.others)
    return games is not None and difference(*games, witness.seed, MOST) is not None


Found = dict[str, dict[str, dict[str, Witness]]]
"""Witnesses by game, option, and value as JSON."""


def load() -> Found:
    """The witnesses that are kept."""
    kept = json.loads(FILE.read_text()) if FILE.exists() else {}
    return {
        key: {
            name: {value: _witness(entry) for value, entry in witnesses.items()}
            for name, witnesses in by_name.items()
        }
        for key, by_name in kept.items()
    }


def _witness(entry: int | tuple[int, Options]) -> Witness:
    """A witness from its entry in the file: the seed, with other options if there are some."""
    return Witness(entry, {}) if isinstance(entry, int) else Witness(*entry)


def save(found: Found) -> None:
    """Keep the witnesses: one line for each option of a game."""
    games = []
    for key, by_name in found.items():
        lines = []
        for name, witnesses in by_name.items():
            entries = {value: one if one.others else one.seed for value, one in witnesses.items()}
            lines.append(f"  {json.dumps(name)}: {json.dumps(entries, ensure_ascii=False)}")
        games.append(f"{json.dumps(key)}: {{\n" + ",\n".join(lines) + "\n}")
    FILE.write_text("{\n" + ",\n".join(games) + "\n}\n")


def _search(task: tuple[str, str, dict[str, Witness]]) -> tuple[str, str, dict[str, Witness]]:
    """The witnesses of one option of a game with those already kept."""
    key, name, kept = task
    for value in [value for one, value in lacking(key, {name: kept}) if one == name]:
        if is_open(key, name) and len(kept) >= ENOUGH:
            break
        witness = find(key, name, value)
        if witness is not None:
            kept[json.dumps(value)] = witness
    return task


def lacking(key: str, found: dict[str, dict[str, Witness]]) -> Iterator[tuple[str, OptionValue]]:
    """The values of a game that need a witness and have none."""
    for name, value in values(key):
        witnesses = found.get(name, {})
        if json.dumps(value) not in witnesses and not (is_open(key, name) and len(witnesses) >= ENOUGH):
            yield name, value


def main() -> None:
    """Find the witnesses that are missing, and print the values without one."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.house.witness")
    parser.add_argument("command", choices=["find"])
    parser.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    found = load()
    tasks = [
        (key, name, found.get(key, {}).get(name, {}))
        for key in options.games
        for name in dict.fromkeys(name for name, _ in lacking(key, found.get(key, {})))
    ]
    with Pool(options.jobs) as pool:
        for key, name, witnesses in pool.imap_unordered(_search, tasks):
            if witnesses:
                found.setdefault(key, {})[name] = witnesses
                save({key: found[key] for key in GAMES if key in found})
    for key in options.games:
        for name, value in lacking(key, found.get(key, {})):
            print(f"{key} {name} = {json.dumps(value)} {settings(key, name, value)}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
