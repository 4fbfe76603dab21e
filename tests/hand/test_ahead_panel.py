"""Answers that can be decided ahead in the auction: only those that can come up."""

from __future__ import annotations

import pytest

from rules.core.actions import Bid
from rules.core.decisions import ChooseNumber
from tests.ui.tables import Moment, drawn_hand, first, parts, shown


def offered(key: str, high: int) -> list[str]:
    """The bids at which the last bidder may choose to pass, after a given high bid."""
    moment = first(key, ChooseNumber)
    seat, _ = moment.asked
    state, _ = moment.game.apply(moment.state, seat, Bid(high))
    later = Moment(moment.game, state)
    view = later.game.seat_view(state, (later.asked[0] + 1) % 4)
    drawn = drawn_hand(shown(later), view)
    return [option["value"] for part in parts(drawn) if part["type"] == 3 for option in part["options"]]


@pytest.mark.parametrize(("high", "passes"), [(100, [105, 110, 115]), (110, [115]), (115, [])])
def test_passing_ahead_is_not_offered_at_the_highest_bid(high: int, passes: list[int]) -> None:
    """In Kentucky 120 is the highest bid: it ends the auction."""
    assert offered("kentucky", high) == [f"pass {points}" for points in passes]
