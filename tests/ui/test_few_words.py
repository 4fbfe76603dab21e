"""What players read is short and plain: words are counted, and no code or stored value is among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

import pytest
from discord import ui

from bot.table.desk.shown import ShownTable
from cogs.table.lobby_panel import lobby_panel
from cogs.table.more import more_panel
from cogs.table.options_panel import PAGES, options_panel
from cogs.table.panel import table_panel
from cogs.table.posting import panel_of
from rules.catalog import BIDDING_GAMES, GAMES
from rules.core.decisions import ChooseCard
from tests.hand.test_hand_facts import in_the_middle
from tests.plain_words import codes_in
from tests.readable import everything
from tests.ui.drawings import drawings
from tests.ui.tables import EVERYONE, NAMES, Moment, drawn_hand, labels, lobby, match, menus, shown, text

LOBBY_MOST, QUESTION_MOST, MORE_MOST = 45, 35, 8
PLAIN = re.compile(r"[A-Za-z][A-Za-z'’]*")
SAID_IN_MARKS = re.compile(r"<[^>]*>|`[^`]*`|\b[RYGB]\d+\b")
"""Times, mentions, codes and cards, which are no words."""
ON_THE_TABLE = re.compile(r"^## .*(?:[❤⭐🍀🌑🐦▫➤])|^Last trick: ")
"""Lines of the cards in the tricks, with the names of those who played them."""
FOR_FOUR = sorted(key for key, game in BIDDING_GAMES.items() if 4 in game.about.seats)


def words(told: str) -> list[str]:
    """The words of a text, without cards, times, codes and players' names."""
    return [word for word in PLAIN.findall(SAID_IN_MARKS.sub(" ", told)) if word not in EVERYONE]


def all_read(view: ui.LayoutView) -> str:
    """All that is read in a message: texts, labels, and the entries of menus."""
    entries = [
        f"{option['label']} {option.get('description') or ''}"
        for menu in menus(view)
        for option in menu["options"]
    ]
    return "\n".join([text(view), *labels(view), *entries])


@pytest.mark.xdist_group("texts")
def test_pages_of_set_up_that_texts_name_exist() -> None:
    """Bug: *Turns* and *the options* were named, which no one finds."""
    named = [name for _, told in everything() for name in re.findall(r"\*Set up\*, page \*([^*]+)\*", told)]
    assert len(named) > 2
    assert set(named) <= set(PAGES.values())


@pytest.mark.parametrize("seated", range(1, 5))
def test_lobby_has_few_words(seated: int) -> None:
    names = [*NAMES[:seated], *[None] * (4 - seated)]
    drawn = lobby_panel(lobby("kentucky", names))
    assert len(words("\n".join([text(drawn), *labels(drawn)]))) <= LOBBY_MOST


@pytest.mark.parametrize("key", FOR_FOUR)
def test_hand_with_a_question_in_the_middle_of_a_trick_has_few_words(key: str) -> None:
    moment, _ = in_the_middle(key, seats=4)
    seat, decision = moment.asked
    assert isinstance(decision, ChooseCard)
    view = moment.game.seat_view(moment.state, seat)
    if decision.hand != seat or any(zone.seat is not None for zone in view.table.zones):
        pytest.skip("another hand lies open here")
    drawn = text(drawn_hand(shown(moment), view)).split("\n")
    told = words("\n".join(line for line in drawn if not ON_THE_TABLE.search(line)))
    assert len(told) <= QUESTION_MOST, told


def test_more_has_few_buttons() -> None:
    table = shown(next(iter(match("kentucky", 1))))
    views = [more_panel(table, seat, decides=True) for seat in (None, *table.seats)]
    empty = lobby("kentucky", ["Ann", "Bob", None, None])
    views += [
        more_panel(empty, seat, decides=decides) for seat in (None, *empty.seats) for decides in (False, True)
    ]
    assert max(len(labels(view)) for view in views) <= MORE_MOST


def screens(key: str) -> Iterator[ui.LayoutView]:
    """The lobby, its set-up pages, and moments of a match, at the table and in every hand."""
    first = next(iter(match(key, 1)))
    waiting = lobby(key, EVERYONE[: len(shown(first).seats)])
    yield panel_of(waiting)
    yield from (options_panel(waiting, page) for page in PAGES if not page.startswith("ask-"))
    yield from _options(waiting)
    for moment in islice(match(key, 2, deals=1) if key in BIDDING_GAMES else match(key, 2), 0, 60, 6):
        yield from _moment(moment)


def _options(waiting: ShownTable) -> Iterator[ui.LayoutView]:
    """The page of each option, opened."""
    yield from (
        options_panel(waiting, spec.section, spec.key)
        for spec in waiting.rules.options
        if spec.section in PAGES
    )


def _moment(moment: Moment) -> Iterator[ui.LayoutView]:
    table = shown(moment)
    yield table_panel(table)
    for seat in range(len(table.seats)):
        yield drawn_hand(table, moment.game.seat_view(moment.state, seat))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_code_identifier_or_ruling_is_read(key: str) -> None:
    for view in screens(key):
        assert not codes_in(all_read(view))


def test_no_panel_of_any_subject_has_a_code() -> None:
    for name, view in drawings(NAMES, "It was late."):
        assert not codes_in(all_read(view)), name


def test_every_value_of_an_option_is_read_by_its_label() -> None:
    for game in GAMES.values():
        for spec in game.options:
            stored = {str(one.value) for one in spec.choices if isinstance(one.value, str)}
            assert spec.shown in {one.label for one in spec.choices} or spec.shown not in stored
            assert all(one.label and "_" not in one.label for one in spec.choices)


AMOUNT: Final = re.compile(r"[−\d]|Red or no color 10")
"""Begins a label that is a number, points or a range: a plain choice."""


def test_label_of_an_option_in_words_is_understood_without_its_name() -> None:
    """*Never* said neither what nor who, and six options were *Allowed*."""
    keys: dict[str, set[str]] = {}
    for game in GAMES.values():
        for spec in game.options:
            for choice in spec.choices:
                if not AMOUNT.match(choice.label):
                    keys.setdefault(choice.label, set()).add(spec.key)
    assert not [label for label in keys if len(label.split()) < 2]
    shared = {label: found for label, found in keys.items() if len(found) > 1 and label != "No points"}
    assert all(found == {"tie", "extra_deal"} for found in shared.values()), shared
