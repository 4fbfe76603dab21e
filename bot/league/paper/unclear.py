"""What was written and can be read in two ways, and what people have answered about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from bot.common.errors import Refused


class Doubt(StrEnum):
    """What can be read in two ways; the text stands in controls."""

    SLASHES = "/"
    """03/04/2024."""
    DOTS = "."
    DASHES = "-"
    WINNER = "w"
    """The side that is said to have won has not won by the points."""


Answers = Mapping[Doubt, int]
"""The reading chosen for each doubt that was asked about, 0 or 1. It holds for every line alike."""
NO_ANSWERS: Final[Answers] = {}
ANSWER: Final = re.compile(rf"([{re.escape(''.join(Doubt))}])([01])")


class Question(NamedTuple):
    """Something that can be read in two ways."""

    doubt: Doubt
    written: str
    """As it was written, safe to show."""
    readings: tuple[str, str]
    """What it can mean, in the order of the answers, safe to show."""


class Unclear(Refused):
    """Something can be read in two ways, and it is not known in which."""

    def __init__(self, question: Question) -> None:
        first, second = question.readings
        super().__init__(f"{question.written} can be {first} or {second}.")
        self.question = question


def settled(question: Question, answers: Answers) -> int:
    """The reading that was chosen, 0 or 1.

    Raises:
        Unclear: it was not asked about yet.
    """
    if question.doubt not in answers:
        raise Unclear(question)
    return answers[question.doubt]


def as_argument(answers: Answers) -> str:
    """Answers as a control carries them."""
    return "".join(f"{doubt}{choice}" for doubt, choice in sorted(answers.items()))


def from_argument(argument: str) -> Answers:
    """The answers that a control carries; what is forged is left out."""
    return {Doubt(doubt): int(choice) for doubt, choice in ANSWER.findall(argument)}
