"""Random sets of options, over all games and presets: refused with a reason, or played and scored again.

``python -m tests.rules.house.random_sets --sets 2000 --seed 1`` prints how many of each there were.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from multiprocessing import Pool
from random import Random
from typing import Any, Final, NamedTuple

from bot.tools.record import Record
from rules.bidding.engine import BiddingGame
from rules.bidding.house.forms import option_value
from rules.bidding.house.offered import BY_KEY
from rules.catalog import BIDDING_GAMES, OTHER_GAMES, find_game, playable_game
from rules.codes import decode, encode
from rules.core.protocol import Game, InvalidOption, OptionValue
from rules.presets import PRESETS
from tests import oracle
from tests.rules.games import scored_again
from tests.rules.house.house_rules import ENOUGH, USUAL, random_value
from tests.rules.house.in_step import answer
from tests.rules.house.witness import offered

Options = dict[str, OptionValue]
BIDDING: Final = 0.75
"""Share of the sets that are of bidding games: these have most of the options."""
STOPS: Final = 0.6
"""Share of refused options with which the set is kept as refused; else another option is drawn."""
READY: Final = 0.2
"""Share of the sets that begin with a preset: the families' ones have options that go together."""
FOLLOWS: Final = 0.4
"""Share of options drawn from those that are offered because of options drawn before."""
DRAWN: Final = 3
"""Values drawn for an option, of which the first is taken that is not the option's present one."""
UNASKED: Final = 0.2
"""Share of options drawn from all of a game, those not offered with the others too."""
MOST_DEALS: Final = 3


class Drawn(NamedTuple):
    """A random set of options, and the reason why it is refused; None if it can be played."""

    key: str
    options: Options
    refused: str | None


def begin(random: Random) -> tuple[str, Options]:
    """A game, without options or with those of a preset."""
    if random.random() < READY:
        preset = random.choice([PRESETS[key] for key in sorted(PRESETS)])
        return preset.game, dict(preset.options)
    return random.choice(sorted(BIDDING_GAMES if random.random() < BIDDING else OTHER_GAMES)), {}


def draw(random: Random) -> Drawn:
    """A game, perhaps with the options of a preset, and one to six options, drawn one after the other."""
    key, options = begin(random)
    game, usual = playable_game(key, options), {spec.key for spec in find_game(key).options}
    for _ in range(random.randint(1, 6)):
        names = sorted(offered(key)) if random.random() < UNASKED else [spec.key for spec in game.options]
        names = [name for name in names if name not in options]
        if not names:
            break
        if random.random() < FOLLOWS:
            names = [name for name in names if name not in usual] or names
        name = random.choice(names)
        tried = {**options, name: value_of(game, name, random)}
        try:
            game = playable_game(key, tried)
        except InvalidOption as refusal:
            if random.random() < STOPS:
                return Drawn(key, tried, str(refusal))
        else:
            options = tried
    return Drawn(key, options, None)


def value_of(game: Game[Any], name: str, random: Random) -> OptionValue:
    """One of an option's offered values, or any other the option may take; seldom the one it has."""
    if isinstance(game, BiddingGame):
        now = option_value(game.variant, BY_KEY[name])
        drawn = [random_value(BY_KEY[name], random) for _ in range(DRAWN)]
        return next((value for value in drawn if value != now), now)
    choices = [choice.value for choice in offered(game.about.key)[name].choices]
    value = random.choice(choices)
    if type(value) is int and len(choices) > 2 and random.random() < 1 - USUAL:
        return value + random.randint(-3, 3)
    return value


def fault(drawn: Drawn, random: Random) -> str | None:
    """What is wrong with a set: its refusal, its code, its match or the score of it; None if nothing is."""
    if drawn.refused is not None:
        return None if is_sentence(drawn.refused) else f"not a sentence: {drawn.refused}"
    game = playable_game(drawn.key, drawn.options)
    if decode(encode(drawn.key, game.changes())) != (drawn.key, game.changes()):
        return "another code"
    shorter = shortened(game, drawn.options, random)
    found = (
        again(shorter, random) if isinstance(shorter, BiddingGame) else scored_again.faults(shorter, random)
    )
    return found[0] if found else None


def is_sentence(text: str) -> bool:
    """Whether a refusal is a sentence, without identifiers."""
    return text.endswith(".") and not re.search(r"[{}_]|True|False", text)


def shortened(game: Game[Any], options: Options, random: Random) -> Game[Any]:
    """The game with a target a short match reaches, where none was drawn, and few deals at most."""
    fewer: Options = {}
    parameters: dict[str, Any] = game.parameters()
    if "max_deals" in parameters:
        fewer["max_deals"] = MOST_DEALS
        if parameters["deals"]:
            fewer["deals"] = min(parameters["deals"], MOST_DEALS)
        elif "target" not in options:
            fewer["target"] = 5 * random.randint(4, 30)
    elif "deals" in parameters and ("target" not in options or game.about.key == "club"):
        # random players do not get to a target of Club
        fewer["deals"] = MOST_DEALS
    return game.with_options(fewer)


def again(game: BiddingGame, random: Random) -> list[str]:
    """The disagreements of the naive oracle with a random match of a bidding game."""
    players, way = random.choice(game.variant.seats), random.randrange(4)
    state, kept = game.start(players), Record(game, players)
    told = [kept.opening()]
    for _ in range(ENOUGH):
        asked = game.decisions(state)
        if not asked:
            return oracle.check_record([json.dumps(line) for line in told])
        ((seat, question),) = asked.items()
        state, events = game.apply(state, seat, answer(game, state, seat, question, way, random))
        told.extend(kept.lines(events))
    return ["the match does not end"]


def check(seed: str) -> tuple[Drawn, str | None]:
    """A set of a seed, and what is wrong with it."""
    random = Random(seed)
    drawn = draw(random)
    try:
        return drawn, fault(drawn, random)
    except Exception as error:  # noqa: BLE001 - any failure is a fault of the set
        return drawn, f"{type(error).__name__}: {error}"


def main() -> None:
    """Check random sets, and print how many were refused and played, and the faults."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.house.random_sets")
    parser.add_argument("--sets", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    counted = Counter[str]()
    with Pool(options.jobs) as pool:
        seeds = (f"{options.seed} {number}" for number in range(options.sets))
        for drawn, wrong in pool.imap(check, seeds, chunksize=20):
            counted["refused" if drawn.refused else "played"] += 1
            if wrong is not None:
                counted["wrong"] += 1
                print(drawn.key, drawn.options, wrong, flush=True)  # noqa: T201
    print(dict(counted))  # noqa: T201


if __name__ == "__main__":
    main()
