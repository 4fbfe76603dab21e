"""Computer players by kind, the text a table stores for a computer.

A kind is a level, with a persona if the computer has a seat of its own: ``family/hazel``. Tables older than
levels have ``steady``, the champion.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from bot.computers.brief import AnyLegal, Computer
from bot.computers.levels import CHAMPION, LEVELS, Level
from bot.computers.steady import Steady

Temper = Literal["cautious", "plain", "bold"]


class Persona(NamedTuple):
    """A character a computer plays as. Its strength comes from the level."""

    key: str
    """The stored key."""
    name: str
    """The name players read."""
    temper: Temper
    """How it bids."""
    boldness: float
    """Standard deviations of the take that it bids above its level; negative for below."""

    def tempered(self, level: Level) -> Level:
        """The level with this persona's boldness in bidding."""
        return level._replace(eager=level.eager + self.boldness)


PERSONAS: Final[Mapping[str, Persona]] = MappingProxyType(
    {
        persona.key: persona
        for persona in (
            Persona("rosie", "Rosie", "plain", 0.0),
            Persona("jack", "Jack", "bold", 0.15),
            Persona("pearl", "Pearl", "cautious", -0.15),
            Persona("amos", "Amos", "plain", 0.0),
            Persona("hazel", "Hazel", "cautious", -0.15),
            Persona("otis", "Otis", "bold", 0.15),
        )
    }
)
"""By key, in the order in which they are seated."""

COMPUTERS: Final[Mapping[str, Computer]] = MappingProxyType(
    {key: Steady(level) for key, level in LEVELS.items()} | {"steady": Steady(), "random": AnyLegal()}
)
"""Computer players of the kinds without a persona."""
BEST: Final = CHAMPION.key
"""The kind that gives advice."""
USUAL: Final = CHAMPION.key
"""The kind used if no level is chosen, and for players who are away."""
_BETWEEN: Final = "/"


class UnknownComputer(Exception):
    """A kind without a computer player; its text is a sentence for players."""


@lru_cache(maxsize=64)
def find_computer(kind: str) -> Computer:
    """The computer player of a kind.

    Raises:
        UnknownComputer: there is none.
    """
    key, _, name = kind.strip().lower().partition(_BETWEEN)
    computer, level, persona = COMPUTERS.get(key), LEVELS.get(key), PERSONAS.get(name)
    if computer is not None and not name:
        return computer
    if level is not None and persona is not None:
        return Steady(persona.tempered(level))
    raise UnknownComputer(f"There is no computer player “{kind}”. There are: {', '.join(COMPUTERS)}.")


def is_known(kind: str) -> bool:
    """Whether there is a computer player of a kind."""
    try:
        find_computer(kind)
    except UnknownComputer:
        return False
    return True


def level_of(kind: str) -> Level | None:
    """The playing level of a kind; None for the player at random, and for an unknown kind."""
    key = kind.partition(_BETWEEN)[0]
    return CHAMPION if key == "steady" else LEVELS.get(key)


def persona_of(kind: str) -> Persona | None:
    """The persona in a kind; None if it has none, or an unknown one."""
    return PERSONAS.get(kind.partition(_BETWEEN)[2])


def seated_as(level: str, persona: Persona | None) -> str:
    """The kind of a level with a persona, or without one."""
    return level if persona is None else f"{level}{_BETWEEN}{persona.key}"
