"""What people of the club want to play: every game of the catalog, so that a match soon ends."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final, NamedTuple, Self

from rules.catalog import GAMES
from rules.codes import encode
from rules.presets import PRESETS

TAKES_BACK: Final = 0.1
"""How often what was done may be taken back, where the game has rules for that."""
STRING: Final = 3
INTEGER: Final = 4


class Wish(NamedTuple):
    """What somebody asks for with ``/rook new``."""

    game: str | None
    seats: int | None
    rules: str | None
    deals: int | None

    @classmethod
    def some(cls, random: Random) -> Self:
        """Something by chance."""
        key = random.choice(sorted(GAMES))
        seats = random.choice(GAMES[key].about.seats)
        least = fewest_deals(key)
        deals = None if least is None else random.choice((least, least, least + 1))
        if random.random() < TAKES_BACK and any(one.key == "take_back" for one in GAMES[key].options):
            rules = {"take_back": random.choice(("until_next", "consent")), "deals": least}
            return cls(None, None, encode(key, rules), None)
        if random.random() < 0.1:
            preset = PRESETS[random.choice(sorted(PRESETS))]
            return cls(None, None, preset.key, fewest_deals(preset.game))
        return cls(key, seats, None, deals)

    def options(self) -> list[dict[str, Any]]:
        """As options of the command."""
        texts = {"game": self.game, "rules": self.rules}
        numbers = {"seats": self.seats, "deals": self.deals}
        return [
            *({"name": name, "type": STRING, "value": text} for name, text in texts.items() if text),
            *({"name": name, "type": INTEGER, "value": number} for name, number in numbers.items() if number),
        ]


@cache
def fewest_deals(key: str) -> int | None:
    """The smallest number of deals a match of a game may be agreed on to have; None if it cannot be."""
    deals = next((option for option in GAMES[key].options if option.key == "deals"), None)
    if deals is None:
        return None
    return min(choice.value for choice in deals.choices if isinstance(choice.value, int))
