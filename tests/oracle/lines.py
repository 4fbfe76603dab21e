"""The lines of a record and how they are read."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NoReturn


class Disagreement(Exception):
    """The record says something the rule book does not."""


@dataclass
class Line:
    """One line of the record and its number."""

    number: int
    data: dict[str, Any]

    def fail(self, sentence: str) -> NoReturn:
        """Disagree with this line."""
        raise Disagreement(f"line {self.number}: {sentence}")

    def kind(self) -> str:
        """The type of the line."""
        return str(self.data.get("type"))

    def whole(self, name: str) -> int:
        """A field that holds a whole number."""
        value = self.data.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail(f"{name} should be a whole number, it is {value!r}")
        return value

    def whole_or_none(self, name: str) -> int | None:
        """A field that holds a whole number or null."""
        return None if self.data.get(name) is None else self.whole(name)

    def cards(self, name: str) -> list[str]:
        """A field that holds a list of cards."""
        return card_list(self, name, self.data.get(name))

    def same_cards(self, name: str, cards: list[str]) -> None:
        """Compare a list of cards, in any order."""
        given = self.cards(name)
        if sorted(given) != sorted(cards):
            self.fail(f"{name} should be {' '.join(cards) or '-'}, the record says {' '.join(given) or '-'}")

    def same(self, name: str, expected: object) -> None:
        """Compare a field with what it should be; True is not 1 and 1 is not True."""
        value = self.data.get(name)
        if value != expected or type(value) is not type(expected):
            self.fail(f"{self.kind()}: {name} should be {expected!r}, the record says {value!r}")

    def absent(self, *names: str) -> None:
        """Fields that only other games have."""
        for name in names:
            if name in self.data:
                self.fail(f"{self.kind()}: there should be no {name}, it is {self.data[name]!r}")


def card_list(line: Line, name: str, value: object) -> list[str]:
    """The value as a list of strings."""
    if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
        line.fail(f"{name} should be a list of cards, it is {value!r}")
    return list(value)


def card_lists(line: Line, name: str, seats: int) -> list[list[str]]:
    """A field that holds a list of cards for each seat, by seat."""
    given = line.data.get(name)
    if not isinstance(given, dict) or sorted(given) != [str(seat) for seat in range(seats)]:
        line.fail(f"{name} should hold one hand for each seat")
    return [card_list(line, f"{name} of seat {seat}", given[str(seat)]) for seat in range(seats)]


class Reader:
    """The lines of the record, read one after the other."""

    def __init__(self, lines: Iterable[str | dict[str, Any]]) -> None:
        self.lines: list[Line] = []
        self.at = 0
        for number, text in enumerate(lines, start=1):
            line = parse(number, text)
            if line is not None:
                self.lines.append(line)

    def at_end(self) -> bool:
        """Have all lines been read?"""
        return self.at >= len(self.lines)

    def next_kind(self) -> str | None:
        """The type of the next line; None at the end."""
        return None if self.at_end() else self.lines[self.at].kind()

    def take(self, *kinds: str) -> Line:
        """The next line, which must be of one of these types."""
        wanted = " or ".join(kinds)
        if self.at_end():
            raise Disagreement(f"after the last line: the record stops where a {wanted} line should come")
        line = self.lines[self.at]
        if line.kind() not in kinds:
            line.fail(f"a {wanted} line should come here, the record has {line.kind()!r}")
        self.at += 1
        return line


def parse(number: int, text: str | dict[str, Any]) -> Line | None:
    """One line of text as a Line; None for an empty one."""
    if isinstance(text, dict):
        return Line(number, text)
    if not text.strip():
        return None
    try:
        data = json.loads(text)
    except ValueError:
        raise Disagreement(f"line {number}: this is not JSON") from None
    if not isinstance(data, dict):
        raise Disagreement(f"line {number}: this is not a JSON object")
    return Line(number, data)
