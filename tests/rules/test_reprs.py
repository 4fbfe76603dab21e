"""No ``repr`` of anything the rules hand out names a card: a log that catches it tells none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

import pytest

from rules.catalog import GAMES, find_game
from rules.core.actions import Capture, Play
from rules.core.cards import CARDS, Card, CardSet, parse_cards
from rules.core.events import Secret
from tests.ui.tables import who_acts

NAMES: Final = frozenset(str(card) for card in CARDS)
WORD: Final = re.compile(r"[\w']+")
TITLE: Final = re.compile(r"title='[^']*'")
"""Left out: the title of a game may name the bird."""
ACTS: Final = 250
"""Acts of a match that are checked: several deals of most games."""


def things(key: str, seats: int, seed: int) -> Iterator[object]:
    """The objects of a random match: its states, decisions, actions, events and views."""
    game, random = find_game(key), Random(seed)
    state = game.start(seats)
    for _ in range(ACTS):
        decisions = game.decisions(state)
        if not decisions:
            break
        seat = who_acts(decisions, random)
        action = decisions[seat].sample(random)
        yield from (state, game.table_view(state), *decisions.values(), action)
        yield from (game.seat_view(state, each) for each in range(seats))
        state, events = game.apply(state, seat, action)
        yield from events
        yield from (event.event for event in events if isinstance(event, Secret))
    yield from (state, game.outcome(state))


def told(things: Iterable[object]) -> Iterator[str]:
    """The reprs that name a card."""
    for thing in things:
        for text in (repr(thing), f"{[thing]}"):
            if NAMES & set(WORD.findall(TITLE.sub("", text))):
                yield f"{type(thing).__name__}: {text}"


@pytest.mark.parametrize("key", GAMES)
def test_repr_of_a_matchs_objects_shows_no_card(key: str) -> None:
    for seats in {min(find_game(key).about.seats), max(find_game(key).about.seats)}:
        assert next(told(things(key, seats, seed=7)), None) is None


def test_repr_of_cards_and_collections_shows_no_card() -> None:
    cards = parse_cards("R14 Rook G5' Y1")
    held = {"hand": cards, "set": CardSet.of(cards), "pairs": [(cards[0], None)]}
    assert list(told([*cards, held, Capture(cards[0], cards[1:]), Play(cards[0])])) == []
    assert [f"{card}" for card in cards] == ["R14", "Rook", "G5'", "Y1"]


def test_telling_repr_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Card, "__repr__", Card.__str__)
    assert next(told(things("tuxedo_old", 2, seed=7)), None) is not None
    assert list(told([Capture(CARDS[0], CARDS[1:3])])) != []
