"""Texts of a match for tests: cards in plain notation, seats still as ``{0}``."""

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
    """The lines of the table view on a deal, by label."""
    return {line.label: said(line.text, blue=table.blue) for line in game.words.lines(table)}


def notes(game: Game[Any], table: TableView, seat: Seat) -> list[str]:
    """The notes behind a seat."""
    return [said(note.text, blue=table.blue) for note in game.words.notes(table, seat)]


def news(game: Game[Any], table: TableView) -> list[str]:
    """The table's sentences on the last events."""
    return [said(game.words.event(event)) for event in table.news]


def reason(game: Game[Any], view: SeatView) -> str:
    """The reason why the other cards may not be chosen."""
    return said(game.words.reason(view))


def prompt(game: Game[Any], table: TableView) -> str:
    """The public prompt of the table."""
    return said(game.words.prompt(table))


def calls(game: Game[Any], table: TableView) -> list[str]:
    """The labels of the answers given at the table message."""
    labels = (game.words.call(table, option.action) for option in table.calls)
    return [said(label) for label in labels if label]


def question(game: Game[Any], view: SeatView) -> str:
    """The text of a seat's question."""
    return said(game.words.question(view))


def labels(game: Game[Any], view: SeatView, options: tuple[Option, ...]) -> list[str]:
    """The labels of some answers."""
    return [said(game.words.answer(view, option.action), blue=view.table.blue) for option in options]


def sections(game: Game[Any]) -> dict[str, str]:
    """The rules text, by heading."""
    return {section.heading: said(section.text) for section in game.about.rules}


def readings(game: Game[Any]) -> dict[str, str]:
    """Our readings of the rule books, by number in the register."""
    return {reading.register: said(reading.text) for section in game.about.rules for reading in section.ours}


def ours(game: Game[Any]) -> dict[str, str]:
    """Our readings of the rule books, by heading: each text after its number, if any."""
    return {
        section.heading: said(" ".join(f"{own.register} {own.text}".strip() for own in section.ours))
        for section in game.about.rules
    }


def registers(game: Game[Any]) -> dict[str, list[str]]:
    """The register numbers of our readings, by heading."""
    return {
        section.heading: [own.register for own in section.ours if own.register]
        for section in game.about.rules
    }


def told(game: Game[Any], events: Iterable[Event]) -> list[str]:
    """A game's own public sentences on events, without the events common to all matches."""
    own = (event for event in heard_by(events, None) if isinstance(event, GameEvent))
    return [sentence for sentence in (said(game.words.event(event)) for event in own) if sentence]


def goal(game: Game[Any]) -> str:
    """The goal of a match, in a few words."""
    return said(game.words.goal(game.table_view(game.start(game.about.seats[0]))))
