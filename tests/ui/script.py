"""A game with words given by a test, which all panels then show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.core.actions import Action
from rules.core.decisions import Option
from rules.core.events import GameEvent, HeardEvent
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Words, ZoneName

LABELS: Final[dict[Action, str]] = {}
NAMES: Final[list[ZoneName]] = []


class Place(StrEnum):
    """A zone of the test's cards, or a step of play."""

    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Remark(GameEvent):
    """A remark to show."""

    text: str


class Script(Words):
    """The words of one table."""

    def __init__(self, prompt: str = "", question: str = "", reason: str = "") -> None:
        self._prompt = prompt
        self._question = question
        self._reason = reason

    def phase(self, table: TableView) -> str:
        return "Play"

    def goal(self, table: TableView) -> str:
        return "to 50"

    def zone(self, zone: Zone) -> ZoneName:
        assert zone.number is not None
        return NAMES[zone.number]

    def event(self, event: HeardEvent) -> str:
        return event.text if isinstance(event, Remark) else super().event(event)

    def prompt(self, table: TableView) -> str:
        return self._prompt

    def question(self, view: SeatView) -> str:
        return self._question

    def reason(self, view: SeatView) -> str:
        return self._reason

    def answer(self, view: SeatView, action: Action) -> str:
        return LABELS[action]

    def call(self, table: TableView, action: Action) -> str:
        return LABELS[action]


def option(label: str, action: Action) -> Option:
    """An answer by its name."""
    LABELS[action] = label
    return Option(action)


def named(name: str, heading: str = "") -> int:
    """The number of a zone by its name."""
    NAMES.append(ZoneName(name, heading))
    return len(NAMES) - 1
