"""One option of a bidding game as a row of data: section, label, help and usual values."""

from __future__ import annotations

from typing import NamedTuple

from rules.bidding.house.needs import Need
from rules.core.protocol import Choice, OptionSection, OptionValue
from rules.core.words import counted, signed


class Row(NamedTuple):
    """One option: texts, choices, needs. Its key is a ``Variant`` field, or ``field`` gives a path to one."""

    key: str
    section: OptionSection
    label: str
    help: str
    choices: tuple[Choice, ...]
    needs: tuple[Need, ...] = ()
    field: str = ""
    offered_with: tuple[Need, ...] = ()
    """Conditions without which the option has no effect and is not offered, though still read."""

    @property
    def path(self) -> tuple[str, ...]:
        """The attribute names from the ``Variant`` to the value."""
        return tuple((self.field or self.key).split("."))


def choices(*values: tuple[OptionValue, str]) -> tuple[Choice, ...]:
    """Choices from pairs of value and label."""
    return tuple(Choice(value, label) for value, label in values)


def numbers(*values: int, none: str = "") -> tuple[Choice, ...]:
    """Choices labelled by their numbers; with a label ``none``, a choice of None with it comes first."""
    first = (Choice(None, none),) if none else ()
    return (*first, *(Choice(value, signed(value)) for value in values))


def unlabelled(value: OptionValue) -> str:
    """The text of a value that is none of the usual ones: a number with a comma in the thousands."""
    return signed(value) if type(value) is int else str(value)


def points(*values: int) -> tuple[Choice, ...]:
    """Choices labelled as points; 0 is "No points"."""
    return tuple(Choice(value, counted(value, "point") if value else "No points") for value in values)


def switch(no: str, yes: str) -> tuple[Choice, ...]:
    """Two choices: False, labelled ``no``, and True, labelled ``yes``."""
    return (Choice(False, no), Choice(True, yes))
