"""Random options of commands that open tables, evenings and leagues: every game, with short matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple, Self

from bot.computers.levels import LEVELS
from bot.evening.opening import is_for_pairs
from rules.catalog import BIDDING_GAMES, GAMES
from rules.codes import encode
from rules.core.protocol import InvalidOption
from rules.presets import PRESETS
from rules.presets.preset import Preset
from tests.sim.company import Company

TAKES_BACK: Final = 0.1
"""Probability that cards may be taken back, if the game allows that option."""
FOR_ALL: Final = 0.6
"""Probability of a game that all people there can play."""
PAIRS: Final = 0.4
"""Probability that a league is for pairs."""
FILLED_AT_ONCE: Final = 0.1
"""Probability that a new table is full of computers."""
FILLED_UP: Final = 0.7
"""Probability that computers may fill in."""
STRING: Final = 3
INTEGER: Final = 4
BOOLEAN: Final = 5


def _short(preset: Preset) -> str:
    """A preset's code with as few deals as can be, unless it has no number of them."""
    with suppress(InvalidOption):
        return encode(preset.game, {**preset.options, "deals": fewest_deals(preset.game)})
    return encode(preset.game, preset.options)


class WantedTable(NamedTuple):
    """Options of ``/rook new``."""

    game: str | None
    seats: int | None
    rules: str | None
    level: str | None = None

    @classmethod
    def some(cls, random: Random, players: int) -> Self:
        """A random table, mostly for ``players`` people."""
        key = random.choice(sorted(GAMES))
        if players > 1 and random.random() < FOR_ALL:
            key = random.choice([one for one in sorted(GAMES) if players in GAMES[one].about.seats] or [key])
        numbers = GAMES[key].about.seats
        seats = players if players > 1 and players in numbers else random.choice(numbers)
        least = fewest_deals(key)
        deals = None if least is None else random.choice((least, least, least + 1))
        if random.random() < TAKES_BACK and any(one.key == "take_back" for one in GAMES[key].options):
            rules = {"take_back": random.choice(("until_next", "consent")), "deals": least}
            return cls(None, None, encode(key, rules))
        if random.random() < 0.1:
            preset = PRESETS[random.choice(sorted(PRESETS))]
            return cls(None, None, _short(preset))
        level = (
            random.choice(sorted(LEVELS))
            if key in BIDDING_GAMES and random.random() < FILLED_AT_ONCE
            else None
        )
        code = None if deals is None else encode(key, {"deals": deals})
        return cls(key if code is None else None, seats, code, level)

    def options(self) -> list[dict[str, Any]]:
        """The values as options of the command."""
        return options_of(game=self.game, rules=self.rules, seats=self.seats, level=self.level)


def a_table(random: Random, company: Company) -> list[dict[str, Any]]:
    """Options of ``/rook new``."""
    return WantedTable.some(random, len(company.all_members)).options()


def an_evening(random: Random, company: Company) -> list[dict[str, Any]]:
    """Options of ``/night new``: a short evening of any kind."""
    kind = random.choice(("progressive", "rotating", "duplicate"))
    return options_of(
        kind=kind,
        game=random.choice((None, *for_pairs())),
        rounds=None if kind == "rotating" else random.randint(1, 3),
        deals=random.randint(1, 2),
        filling=random.choice(("computers", "rests")) if kind == "progressive" else None,
        partners=random.choice(("drawn", "joined")) if kind == "duplicate" else None,
    )


def a_table_of_the_evening(random: Random, company: Company) -> list[dict[str, Any]]:
    """The table option of ``/night score``: mostly 1 or 2."""
    return options_of(table=random.randint(1, 2))


def a_league(random: Random, company: Company) -> list[dict[str, Any]]:
    """Options of ``/league create``: short matches, mostly with computers."""
    of_pairs = random.random() < PAIRS
    key = random.choice(for_pairs() if of_pairs or random.random() < PAIRS else sorted(GAMES))
    least = fewest_deals(key)
    return options_of(
        name=f"League {random.randint(1, 999)}",
        rules=key if least is None else encode(key, {"deals": least}),
        seats=4 if 4 in GAMES[key].about.seats else None,
        partners="pairs" if of_pairs else "players",
        scoring=random.choice((None, None, "total", "average", "rating")),
        weeks=random.choice((None, None, 1)),
        computers=random.random() < FILLED_UP,
        least=random.choice((None, 1, 2)),
        unfinished=random.choice((None, "void", "as it stood")),
    )


def a_match(random: Random, company: Company) -> list[dict[str, Any]]:
    """Options of ``/league record``: a match of people there, mostly complete."""
    number = min(len(company.all_members), random.choice((2, 4, 4, 4)))
    sides = 2 if number == 4 else number
    return options_of(
        players=company.some(random, number),
        points=" ".join(str(5 * random.randint(-20, 80)) for _ in range(sides))
        if random.random() < 0.8
        else None,
    )


def the_usual(random: Random, company: Company) -> list[dict[str, Any]]:
    """Options of ``/rook-admin rules`` for a default: half of the rules allow shooting the moon."""
    return options_of(rules=random.choice((None, encode("kentucky", {"shoot": True}))))


OPTION_MAKERS: Final[Mapping[str, Callable[[Random, Company], list[dict[str, Any]]]]] = {
    "rook new": a_table,
    "table setup": a_table,
    "night new": an_evening,
    "night score": a_table_of_the_evening,
    "league create": a_league,
    "rook-admin rules set default": the_usual,
    "league record": a_match,
}
"""Makers of a command's options, by the command's name."""


def options_of(**values: str | int | None) -> list[dict[str, Any]]:
    """Options of a command; None values are left out."""
    kinds = {str: STRING, int: INTEGER, bool: BOOLEAN}
    return [
        {"name": name, "type": kinds[type(value)], "value": value}
        for name, value in values.items()
        if value is not None
    ]


@cache
def for_pairs() -> tuple[str, ...]:
    """Keys of games for evenings and leagues of pairs."""
    return tuple(key for key in sorted(GAMES) if is_for_pairs(GAMES[key].about) and fewest_deals(key))


@cache
def fewest_deals(key: str) -> int | None:
    """The smallest value of a game's option ``deals``; None without that option."""
    deals = next((option for option in GAMES[key].options if option.key == "deals"), None)
    if deals is None:
        return None
    return min(choice.value for choice in deals.choices if isinstance(choice.value, int))
