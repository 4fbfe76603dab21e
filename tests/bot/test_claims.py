"""How what is left is played out once it is granted: found exactly where any way to play gives it all."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.computers.any_legal import AnyLegal
from bot.computers.briefing import Briefing
from bot.errors import Refused
from bot.play.claims import card_asked, may_be_claimed, played_out
from bot.tools.simulate import next_to_act
from rules.catalog import find_game
from rules.core.events import DealScored, TrickTaken
from rules.core.protocol import Game

KENTUCKY = find_game("kentucky").with_options({"deals": 30})


def endings(game: Game[Any], cards: int, seed: int) -> Iterator[tuple[Any, int]]:
    """The positions of random deals in which somebody is to play, with so many cards or fewer."""
    briefing, state, random = Briefing(game), game.start(4), Random(seed)
    while decisions := game.decisions(state):
        asked = card_asked(decisions)
        if asked is not None and len(asked[1].held) <= cards:
            yield state, asked[0]
        seat = next_to_act(decisions)
        told = briefing.brief(state, seat) if seat >= 0 else None
        action = decisions[seat].sample(random) if told is None else AnyLegal().choose(told, random)
        state, events = game.apply(state, seat, action)
        briefing.hear(events)


def is_there_a_way(game: Game[Any], state: Any, side: int) -> bool:
    """Whether some way to play gives every trick to the seats of a side; all of them are tried."""
    asked = card_asked(game.decisions(state))
    if asked is None:
        return True
    seat, decision = asked
    for action in decision.answers():
        after, events = game.apply(state, seat, action)
        taken = [event.winner for event in events if isinstance(event, TrickTaken)]
        if all(winner % 2 == side for winner in taken) and is_there_a_way(game, after, side):
            return True
    return False


def test_a_way_is_found_exactly_where_there_is_one() -> None:
    found = refused = 0
    for state, seat in endings(KENTUCKY, 2, 1):
        if is_there_a_way(KENTUCKY, state, seat % 2):
            scored, now = [], state
            for who, play in played_out(KENTUCKY, state, seat):
                now, events = KENTUCKY.apply(now, who, play)
                assert all(event.winner % 2 == seat % 2 for event in events if isinstance(event, TrickTaken))
                scored += [event for event in events if isinstance(event, DealScored)]
            assert len(scored) == 1
            found += 1
        else:
            with pytest.raises(Refused, match="The cards don't allow that"):
                played_out(KENTUCKY, state, seat)
            refused += 1
    assert found > 30
    assert refused > 30


@pytest.mark.parametrize(
    ("key", "may"),
    [("kentucky", True), ("one_high", True), ("tennessee_1988", False), ("boston", False), ("high14", False)],
)
def test_tricks_are_claimed_where_everyone_plays_a_fixed_hand_of_their_own(key: str, *, may: bool) -> None:
    assert may_be_claimed(find_game(key)) is may
