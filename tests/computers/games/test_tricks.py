"""A computer's knowledge of a deal of tricks, and the deals it samples."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.computers.brief import Briefing
from bot.computers.games.golden10 import FLIP
from bot.computers.games.high14 import STYLE
from bot.computers.games.playing_out import ALL, Style
from bot.computers.games.tricks import Known, known_from, sample
from rules.games.trick_taking import Deal
from tests.rules.games.kit import game_of, play

TABLES = [
    pytest.param("flip", 3, FLIP, id="flip-3"),
    pytest.param("flip", 6, FLIP, id="flip-6"),
    pytest.param("high14", 5, STYLE, id="high14-5"),
]


def positions(key: str, seats: int, style: Style) -> Iterator[tuple[Deal, Known]]:
    """Each deal of a random match, with the knowledge of the seat asked."""
    game = game_of(key, deals=1)
    briefing: Briefing[Any] = Briefing(game)
    for step in play(game, seats, seed=3):
        deal: Any = step.before.deal
        if deal is not None:
            yield deal, known_from(briefing.brief(step.before, step.seat), style)
        briefing.hear(step.events)


@pytest.mark.parametrize(("key", "seats", "style"), TABLES)
def test_no_held_card_is_ruled_out(key: str, seats: int, style: Style) -> None:
    shown = 0
    for deal, known in positions(key, seats, style):
        assert known.played == deal.trick
        assert known.leader == deal.leader
        for seat, hand in enumerate(deal.hands):
            assert not hand & known.missing[seat]
            assert seat == known.seat or not hand & ~known.unseen
        shown += any(known.missing)
    assert shown, "somebody has shown a void"


@pytest.mark.parametrize(("key", "seats", "style"), TABLES)
def test_sampled_deal_agrees_with_everything_known(key: str, seats: int, style: Style) -> None:
    random = Random(1)
    for deal, known in positions(key, seats, style):
        table = sample(known, random)
        assert table.hands[known.seat] == known.hand
        assert [hand.bit_count() for hand in table.hands] == [len(hand) for hand in deal.hands]
        in_trick = sum(1 << card for card in known.played)
        assert sum(table.hands) + sum(table.captured) + table.center + in_trick == ALL
        assert table.center.bit_count() == (0 if deal.taken else len(deal.center))
