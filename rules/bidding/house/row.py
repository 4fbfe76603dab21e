"""One option players may agree on, as a row: section, label, help and usual values."""

from __future__ import annotations

from typing import NamedTuple

from rules.bidding.house.needs import Need
from rules.core.protocol import Choice, OptionSection, OptionValue
from rules.core.words import counted, signed


class Row(NamedTuple):
    """One option; its key is a field of the Variant, or ``field`` says where in it the value stands."""

    key: str
    section: OptionSection
    label: str
    help: str
    choices: tuple[Choice, ...]
    needs: tuple[Need, ...] = ()
    field: str = ""

    @property
    def path(self) -> tuple[str, ...]:
        """The way to the value in the Variant."""
        return tuple((self.field or self.key).split("."))


def choices(*values: tuple[OptionValue, str]) -> tuple[Choice, ...]:
    """Values with their labels."""
    return tuple(Choice(value, label) for value, label in values)


def numbers(*values: int, none: str = "") -> tuple[Choice, ...]:
    """Numbers that speak for themselves, after a name for none."""
    first = (Choice(None, none),) if none else ()
    return (*first, *(Choice(value, signed(value)) for value in values))


def points(*values: int) -> tuple[Choice, ...]:
    """Points that may count."""
    return tuple(Choice(value, counted(value, "point") if value else "Nothing") for value in values)


def switch(no: str, yes: str) -> tuple[Choice, ...]:
    """No and yes."""
    return (Choice(False, no), Choice(True, yes))
