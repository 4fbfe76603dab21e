"""The first question of a host: how many play, who are partners, and so which game it begins from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from rules.catalog import find_game, playable_game
from rules.core.protocol import Game, InvalidOption, OptionValue
from rules.core.words import counted
from rules.questions import proposal

ASKED: Final = "How many play, and who plays together?"


class Seating(NamedTuple):
    """An answer: its label, the game and number of players, and the options that differ from its book."""

    label: str
    game: str
    seats: int
    options: Mapping[str, OptionValue]
    more: str = ""
    """What else it means, as a second line."""


_USUAL: Final = (
    Seating("Four: partners sit opposite and stay together", "kentucky", 4, {"seat_change": "no"}),
    Seating("Four: the bidder calls a partner", "high_card_partner", 4, {"seats": "4", "nest": 5}),
    Seating("Three: everyone alone", "kentucky", 3, {"seats": "3", "teams": "solo", "seat_change": "no"}),
    Seating("Five: the bidder calls a partner", "high_card_partner", 5, {}),
    Seating(
        "Five: everyone alone",
        "kentucky",
        5,
        {"seats": "5", "teams": "solo", "nest": 6, "seat_change": "no"},
    ),
    Seating("Six: three against three", "partnership_six", 6, {}),
    Seating("Six: the bidder calls a partner", "high_card_partner", 6, {"seats": "6", "nest": 5}),
    Seating(
        "Six: the bidder calls two partners",
        "high_card_partner",
        6,
        {"seats": "6", "nest": 5, "called_cards": 2},
    ),
    Seating("Two: a pile to draw from", "tennessee_1988", 2, {}),
    Seating("Two: a third hand lies face down", "regular_for_two", 2, {}),
)
_OWN: Final = frozenset({"seats", "teams", "seat_change", "called_cards", "credit"})
"""The options that say who are partners."""


def seatings(game: Game[Any], seated: int) -> tuple[Seating, ...]:
    """The answers with at least ``seated`` players: first those of the table's game by its book.

    An answer with the table's game keeps its other house rules, if they fit.
    """
    return tuple(_kept(one, game) for one in (*_of_book(game), *_USUAL) if one.seats >= seated and _fits(one))


def seating_now(answers: tuple[Seating, ...], game: Game[Any], seats: int) -> int | None:
    """The place of the answer that is in force at a table of ``seats``; None if it is none of them."""
    key, now = game.about.key, _own(game.changes())
    return next(
        (
            place
            for place, one in enumerate(answers)
            if (one.game, one.seats) == (key, seats) and _own(one.options) == now
        ),
        None,
    )


def _of_book(game: Game[Any]) -> Iterator[Seating]:
    book = find_game(game.about.key).about
    for seats in book.seats:
        label = f"As the book says: {counted(seats, 'player')}"
        yield Seating(label, book.key, seats, {}, f"{book.title} ({book.edition})")


def _kept(one: Seating, game: Game[Any]) -> Seating:
    """The answer with the table's other house rules, if these can be played with it."""
    if one.game != game.about.key:
        return one
    options = {**game.changes(), **one.options}
    options = {key: value for key, value in options.items() if key not in _OWN or key in one.options}
    more = proposal(find_game(one.game), options) or {}  # such as the nest that so many can deal evenly
    try:
        return one._replace(options=playable_game(one.game, {**options, **more}).changes())
    except InvalidOption:
        return one


def _own(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    return {key: value for key, value in options.items() if key in _OWN}


def _fits(one: Seating) -> bool:
    """Whether this version of the rules can play it."""
    try:
        playable_game(one.game, one.options)
    except InvalidOption:
        return False
    return True
