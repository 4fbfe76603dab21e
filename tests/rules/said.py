"""What is said of a match, for tests to read: cards in plain notation, seats still as ``{0}``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.core.decisions import Option, Seat
from rules.core.events import Event, GameEvent, heard_by
from rules.core.protocol import Game
from rules.core.views import SeatView, TableView
from rules.core.words import BLUE_FIELDS, FIELDS

SEATS = [f"{{{seat}}}" for seat in range(20)]


def said(template: str, *, blue: bool = False) -> str:
    """A template with its cards and colors in plain notation."""
    return template.format(*SEATS, **(BLUE_FIELDS if blue else FIELDS))


def lines(game: Game[Any], table: TableView) -> dict[str, str]:
    """What the table says of a deal, by label."""
    return {line.label: said(line.text, blue=table.blue) for line in game.words.lines(table)}


def notes(game: Game[Any], table: TableView, seat: Seat) -> list[str]:
    """The notes behind a seat."""
    return [said(note.text, blue=table.blue) for note in game.words.notes(table, seat)]


def news(game: Game[Any], table: TableView) -> list[str]:
    """What happened last, in sentences."""
    return [said(game.words.event(event)) for event in table.news]


def reason(game: Game[Any], view: SeatView) -> str:
    """Why the other cards may not be chosen."""
    return said(game.words.reason(view))


def prompt(game: Game[Any], table: TableView) -> str:
    """What is to be done, for all to read."""
    return said(game.words.prompt(table))


def calls(game: Game[Any], table: TableView) -> list[str]:
    """How the answers are called that are given on the table itself."""
    return [said(game.words.call(table, option.action)) for option in table.calls]


def question(game: Game[Any], view: SeatView) -> str:
    """What a seat is asked."""
    return said(game.words.question(view))


def labels(game: Game[Any], view: SeatView, options: tuple[Option, ...]) -> list[str]:
    """How some answers are called."""
    return [said(game.words.answer(view, option.action), blue=view.table.blue) for option in options]


def sections(game: Game[Any]) -> dict[str, str]:
    """The rules as they are told, by heading."""
    return {section.heading: said(section.text) for section in game.about.rules}


def readings(game: Game[Any]) -> dict[str, str]:
    """What is played where the books leave it open, by number in the register."""
    return {reading.register: said(reading.text) for section in game.about.rules for reading in section.ours}


def ours(game: Game[Any]) -> dict[str, str]:
    """What is played where the books leave it open, by heading: each text behind its number, if any."""
    return {
        section.heading: said(" ".join(f"{own.register} {own.text}".strip() for own in section.ours))
        for section in game.about.rules
    }


def registers(game: Game[Any]) -> dict[str, list[str]]:
    """The numbers in the register by heading."""
    return {
        section.heading: [own.register for own in section.ours if own.register]
        for section in game.about.rules
    }


def told(game: Game[Any], events: Iterable[Event]) -> list[str]:
    """What happened in a game of its own, in sentences for everyone; without what every match tells."""
    own = (event for event in heard_by(events, None) if isinstance(event, GameEvent))
    return [sentence for sentence in (said(game.words.event(event)) for event in own) if sentence]


def goal(game: Game[Any]) -> str:
    """What wins the match, in a few words."""
    return said(game.words.goal(game.table_view(game.start(game.about.seats[0]))))
