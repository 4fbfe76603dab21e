"""The characters computers sit down as: a name, and a temper in bidding."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from bot.computers.levels import Level

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
    """Standard deviations of the take that it bids above its level."""

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
"""In the order in which they sit down."""
