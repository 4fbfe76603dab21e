"""The computer players by kind: what a table stores, what a person reads, who answers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.computers.any_legal import AnyLegal
from bot.computers.brief import Computer
from bot.computers.steady import Steady

COMPUTERS: Final[Mapping[str, Computer]] = MappingProxyType({"steady": Steady(), "random": AnyLegal()})

NAMES: Final[Mapping[str, str]] = MappingProxyType({"steady": "Steady", "random": "Random"})
"""How each kind is called at a table."""

DEFAULT: Final = "steady"


class UnknownComputer(Exception):
    """There is no computer player of this kind; ``str`` is the sentence that says so."""


def find_computer(kind: str) -> Computer:
    """The computer player of a kind.

    Raises:
        UnknownComputer: there is none.
    """
    computer = COMPUTERS.get(kind.strip().lower())
    if computer is None:
        raise UnknownComputer(f"There is no computer player “{kind}”. There are: {', '.join(COMPUTERS)}.")
    return computer
