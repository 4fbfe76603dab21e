"""Ambiguous values, and users' answers to them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from bot.common.errors import Refused


class Doubt(StrEnum):
    """Kinds of ambiguity: day and month, by separator, or the winner. Controls store the values."""

    SLASHES = "/"
    """A date like 03/04/2024."""
    DOTS = "."
    DASHES = "-"
    WINNER = "w"
    """The side named as winner did not win by the points."""


Answers = Mapping[Doubt, int]
"""The chosen reading, 0 or 1, for each doubt; it applies to every line."""
NO_ANSWERS: Final[Answers] = {}
ANSWER: Final = re.compile(rf"([{re.escape(''.join(Doubt))}])([01])")


class Question(NamedTuple):
    """An ambiguous value of a match: its kind, what was written, and two readings to choose from."""

    doubt: Doubt
    written: str
    """As written, escaped."""
    readings: tuple[str, str]
    """The two readings, escaped, in the order of the answers."""


class Unclear(Refused):
    """An ambiguous value without an answer; carries the question."""

    def __init__(self, question: Question) -> None:
        first, second = question.readings
        super().__init__(f"{question.written} can be {first} or {second}.")
        self.question = question


def settled(question: Question, answers: Answers) -> int:
    """The chosen reading, 0 or 1.

    Raises:
        Unclear: no answer was given.
    """
    if question.doubt not in answers:
        raise Unclear(question)
    return answers[question.doubt]


def as_argument(answers: Answers) -> str:
    """Answers as text for a control."""
    return "".join(f"{doubt}{choice}" for doubt, choice in sorted(answers.items()))


def from_argument(argument: str) -> Answers:
    """Answers from a control's text; malformed parts are ignored."""
    return {Doubt(doubt): int(choice) for doubt, choice in ANSWER.findall(argument)}
