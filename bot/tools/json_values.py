"""Events of a game as JSON, field by field."""

from __future__ import annotations

import re
from dataclasses import fields
from enum import Enum

from rules.core.cards import Card, CardSet, Color
from rules.core.events import GameEvent

_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def event_type(event: GameEvent) -> str:
    """The type of an event in snake case, such as ``card_turned``."""
    return _WORDS.sub("_", type(event).__name__).lower()


def event_fields(event: GameEvent) -> dict[str, object]:
    """The fields of an event as JSON values, by name."""
    return {field.name: json_value(getattr(event, field.name)) for field in fields(event)}


def json_value(value: object) -> object:
    """Convert a value to JSON: cards in their notation, colors in words, tuples as lists or objects.

    Raises:
        TypeError: the type is not one that events hold.
    """
    match value:
        case Card():
            return str(value)
        case Color():
            return value.word
        case CardSet():
            return [str(card) for card in value]
        case Enum():
            return value.value
        case None | bool() | int() | str():
            return value
        case tuple() if hasattr(value, "_asdict"):
            return {name: json_value(part) for name, part in value._asdict().items()}
        case tuple():
            return [json_value(part) for part in value]
    raise TypeError(f"no JSON for {type(value).__name__}")
