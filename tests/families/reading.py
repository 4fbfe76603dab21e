"""Reading the lines of a record in turn, and comparing what was asked with what should be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.oracle.lines import Line, Reader


class Stopped(Exception):
    """The record ends here."""


class Reading:
    """The lines of one record."""

    def __init__(self, record: Iterable[dict[str, Any]]) -> None:
        self.reader = Reader(record)
        self.time_is_up = False

    def take(self, *kinds: str) -> Line:
        """The next line, which is one of these kinds; a call of time may come at any moment."""
        while self.comes("time"):
            self.reader.take("time")
            self.time_is_up = True
        if self.reader.at_end():
            raise Stopped
        return self.reader.take(*kinds)

    def comes(self, kind: str) -> bool:
        """Is the next line of this kind?"""
        return not self.reader.at_end() and self.reader.lines[self.reader.at].kind() == kind

    def answer(self, seat: int, offered: set[str], *kinds: str) -> Line:
        """A seat is asked, is offered exactly these answers, and gives one of them. Returns its line."""
        asked = self.take("asked")
        asked.same("seat", seat)
        listed = set(asked.cards("answers"))
        if listed != offered:
            extra, missing = sorted(listed - offered), sorted(offered - listed)
            asked.fail(f"wrongly offered: {extra}; missing: {missing}")
        given = self.take(*kinds)
        given.same("seat", seat)
        if given.data["answer"] not in offered:
            given.fail(f"{given.data['answer']} is not allowed")
        return given

    def same_cards(self, line: Line, cards: list[str]) -> None:
        """The cards of a line, in any order."""
        if sorted(line.cards("cards")) != sorted(cards):
            line.fail(f"{line.kind()}: the cards are {sorted(cards)}")
