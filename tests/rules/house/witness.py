"""Witnesses: for each value of an option a seed of a match in which it changes something.

Two games that differ in this one value are played in step, the same answers in both, until the questions
asked, the events, the views or the rulings offered differ. ``python -m tests.rules.house.witness find`` looks
for the witnesses that `witnesses.json` lacks, and prints the values that have none.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from random import Random
from types import NoneType
from typing import Any, Final, NamedTuple

from bot.table.match.step import take_back_rule
from rules.bidding.engine import BiddingGame
from rules.bidding.house.forms import FORMS, fits, option_value
from rules.bidding.house.offered import BY_KEY, ROWS
from rules.bidding.house.options import is_shown
from rules.bidding.setup import make_setup
from rules.catalog import BIDDING_GAMES, GAMES, find_game, playable_game
from rules.core.actions import PASS, Action, Deal
from rules.core.cards import Card
from rules.core.decisions import CHANCE, REFEREE, ChooseGroup, Decision, Seat
from rules.core.events import Event, Secret
from rules.core.protocol import Choice, Game, InvalidOption, OptionValue
from rules.games.options import offers
from tests.rules.games import kit
from tests.rules.house import sensible
from tests.rules.playouts import carefully

Options = dict[str, OptionValue]

FILE: Final = Path(__file__).parent / "witnesses.json"
SILENT: Final = 1000
"""The way of players who pass as long as they may, with low cards, and the least seed of their matches."""
VIEWED: Final = 150
"""Steps after which views and rulings are no longer compared: they differ early or not at all."""
RULED: Final = 40
"""Steps between looks at what each ruling would bring."""
QUICK: Final = (250, 8)
"""Steps of a match and seeds tried at first."""
ADDED: Final = (80, 1)
"""The same with one option more, for values that need it."""
LONGER: Final = ((2_000, 4), (20_000, 1))
"""The same for values that take a whole match to show."""
SHORTER: Final[tuple[tuple[Options, int], ...]] = (
    ({"target": 20}, 12),
    ({"target": 50}, 12),
    ({"target": 100}, 4),
    ({"target": 500}, 2),
    ({"deals": 1}, 4),
    ({"deals": 3}, 4),
)
"""Options added, so that a match of random players ends soon, and seeds."""
ENOUGH: Final = 2
"""Values with a witness that an option which takes numbers needs."""
MOST_TRIES: Final = 200
MOST_OTHERS: Final = 4
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
    rows = {row.key: row for row in ROWS} if isinstance(game, BiddingGame) else offers(type(game.rules))
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
        usual = {row.key: option_value(game.variant, row) for row in ROWS}
    else:
        usual = game.rules.model_dump()
    for name, option in offered(key).items():
        yield from ((name, choice.value) for choice in option.choices if choice.value != usual[name])


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


def settings(key: str, name: str, value: OptionValue) -> Options | None:
    """The fewest other options with which a game offers a value; None if none are found.

    Changes the options that the refusals name, one after the other.
    """
    queue: list[Options] = [{}]
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
    return None


# --- two games in step --------------------------------------------------------------------------------------


def pair(key: str, name: str, value: OptionValue, others: Options) -> tuple[Game[Any], Game[Any]] | None:
    """The game without and with a value; None if they are refused or equal."""
    game, plain = made(key, {**others, name: value}), made(key, others)
    if isinstance(plain, str):  # two options that go together only
        plain = find_game(key)
    if isinstance(game, str) or not is_offered(game, name) or plain.meaning() == game.meaning():
        return None
    return plain, game


def difference(plain: Game[Any], game: Game[Any], seed: int, most: int) -> str | None:
    """What differs first in a match of two games played in step; None if nothing does in ``most`` acts."""
    if _tables(plain) != _tables(game) or take_back_rule(plain) != take_back_rule(game):
        return "the table"
    random, seats = Random(seed), _tables(plain)[seed % len(_tables(plain))]
    state, other = plain.start(seats), game.start(seats)
    if plain.time_limit(state) != game.time_limit(other):
        return "clock"
    for step in range(most):
        asked = plain.decisions(state)
        if _plainly(asked) != _plainly(game.decisions(other)):
            return "questions"
        if step < VIEWED and _seen(plain, state, seats) != _seen(game, other, seats):
            return "views"
        if step % RULED == RULED - 1 and _ruled(plain, state) != _ruled(game, other):
            return "a ruling"
        if not asked:
            return None
        seat = kit.who_acts(asked, random)
        way = SILENT if seed >= SILENT else seed % 4
        action = answer(plain, state, seat, asked[seat], way, random)
        state, told = plain.apply(state, seat, action)
        other, others_told = game.apply(other, seat, action)
        if told != others_told or _said(plain, told) != _said(game, told):
            return "events"
    return None


def _said(game: Game[Any], told: tuple[Event, ...]) -> list[str]:
    """The sentences of public events."""
    return [game.words.event(event) for event in told if not isinstance(event, Secret)]


def _ruled(game: Game[Any], state: Any) -> list[object]:
    """The events of every ruling offered now."""
    return [game.apply(state, REFEREE, ruling.action)[1] for ruling in game.rulings(state)]


def _tables(game: Any) -> tuple[int, ...]:
    """The numbers of players of a game."""
    return tuple(game.variant.seats if isinstance(game, BiddingGame) else game.seats())


def _plainly(asked: Mapping[Seat, Decision]) -> list[object]:
    """Decisions as values that can be compared."""
    return [
        (seat, question._replace(grouping=None), list(islice(question.answers(), 40)))  # type: ignore[arg-type]
        if isinstance(question, ChooseGroup)
        else (seat, question)
        for seat, question in asked.items()
    ]


def _seen(game: Game[Any], state: Any, seats: int) -> list[object]:
    """All that is shown and offered: views without the decisions compared before, and the rulings."""
    table = game.table_view(state)
    own = [game.seat_view(state, seat, table)._replace(decision=None) for seat in range(seats)]
    return [table, own, game.rulings(state)]


def answer(game: Game[Any], state: Any, seat: Seat, question: Decision, way: int, random: Random) -> Action:
    """By one of five ways: at random; low bids; simple players, also with a deck that favors one; silent."""
    if way == 0 or not isinstance(game, BiddingGame):
        return kit.at_random(question, random)
    action = question.sample(random)
    if way == SILENT and isinstance(action, Deal):
        action = _swapped(
            action, _hand(game, state, action, random), sorted(action.cards, key=_is_no_low_card)
        )
    elif way == SILENT:
        action = PASS
    elif way == 1:
        action = carefully(question, random)
    elif seat != CHANCE:
        action = sensible.answer(make_setup(game.variant, state.match.seats), state, question, random)
    elif way == 3 and isinstance(action, Deal):
        action = _stacked(game, state, action, random)
    # the players do not know every option
    return action if question.accepts(action) else question.sample(random)


def _stacked(game: BiddingGame, state: Any, action: Deal, random: Random) -> Deal:
    """A deal in which one seat gets the best cards, of one color above all, or it and the nest counters."""
    held = _hand(game, state, action, random)
    color, counters = random.randrange(4), make_setup(game.variant, state.match.seats).counters
    if random.random() < 0.3:
        held += list(game.apply(state, CHANCE, action)[0].deal.nest)
        return _swapped(action, held, sorted(action.cards, key=lambda card: card in counters, reverse=True))
    best = sorted(action.cards, key=lambda card: _strength(card, color), reverse=True)
    return _swapped(action, held, best)


def _hand(game: BiddingGame, state: Any, action: Deal, random: Random) -> list[Card]:
    """The cards that a deal gives to one of the seats."""
    after, _ = game.apply(state, CHANCE, action)
    return list(after.hands[random.randrange(state.match.seats)])


def _swapped(action: Deal, held: list[Card], ordered: list[Card]) -> Deal:
    """The deal with the first of the ordered cards in the place of those held."""
    wanted = ordered[: len(held)]
    given = [card for card in held if card not in wanted]
    places = dict(zip(given, (card for card in wanted if card not in held), strict=True))
    swapped = places | {there: here for here, there in places.items()}
    return Deal(tuple(swapped.get(card, card) for card in action.cards))


def _is_no_low_card(card: Card) -> tuple[bool, int]:
    """Sort key: the cards of the middle numbers first, which no game has as counters, the birds last."""
    return card.is_bird, abs(2 * card.rank - 15)


def _strength(card: Card, color: int) -> int:
    return 200 if card.is_bird else card.rank + 7 * (card.color == color)


# --- search and file ----------------------------------------------------------------------------------------


def find(key: str, name: str, value: OptionValue, effort: int = 1) -> Witness | None:
    """A witness of a value; None if none is found. ``effort``: how many times as many matches are tried."""
    needed = settings(key, name, value)
    for others, most, seeds in () if needed is None else _tries(key, name, needed):
        games = pair(key, name, value, others)
        tried = [*range(seeds * effort), *((SILENT, SILENT + 1) if others == needed else ())]
        seed = games and next((seed for seed in tried if difference(*games, seed, most)), None)
        if seed is not None:
            return Witness(seed, others)
    return None


def _tries(key: str, name: str, needed: Options) -> Iterator[tuple[Options, int, int]]:
    """Other options of a match, its most steps and the seeds to try, the cheap tries first."""
    yield needed, *QUICK
    ends, no_cards = offered(key)[name].section in ("Match", "Scoring"), ("Match", "Table")
    for most, seeds in LONGER if ends else LONGER[:1]:
        yield needed, most, seeds
    for more, seeds in SHORTER if ends else ():
        if name not in more:
            yield {**more, **needed}, LONGER[0][0], seeds
    for other, option in offered(key).items():
        if other not in (name, *needed) and option.section not in no_cards and not is_open(key, name):
            yield from (({**needed, other: choice.value}, *ADDED) for choice in option.choices)


def holds(key: str, name: str, value: OptionValue, witness: Witness) -> bool:
    """Whether a witness still shows a difference."""
    games = pair(key, name, value, witness.others)
    return games is not None and difference(*games, witness.seed, LONGER[-1][0]) is not None


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


def _search(
    task: tuple[str, dict[str, dict[str, Witness]], int],
) -> tuple[str, dict[str, dict[str, Witness]]]:
    """The witnesses of one game with those already kept."""
    key, kept, effort = task
    for name, value in values(key):
        witnesses, written = kept.setdefault(name, {}), json.dumps(value)
        if written in witnesses or (is_open(key, name) and len(witnesses) >= ENOUGH):
            continue
        witness = find(key, name, value, effort)
        if witness is not None:
            witnesses[written] = witness
    return key, kept


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
    parser.add_argument("--effort", type=int, default=1, help="how many times as many matches are tried")
    options = parser.parse_args()
    found = load()
    with Pool(options.jobs) as pool:
        tasks = [(key, found.get(key, {}), options.effort) for key in options.games]
        for key, by_name in pool.imap_unordered(_search, tasks):
            found[key] = by_name
            save({key: found[key] for key in GAMES if key in found})
            for name, value in lacking(key, by_name):
                print(f"{key} {name} = {json.dumps(value)} {settings(key, name, value)}", flush=True)  # noqa: T201
            print(f"{key}: done", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
