"""A daily result as shown in a channel: only figures, and correct ones."""

from __future__ import annotations

import pytest

from bot.daily.page import DailyEnd, DailyPage, compared
from cogs.daily.panel import shared_panel
from tests.ui.tables import text

PAGE = DailyPage(number=4, title="Kentucky", next_at=1_700_000_000.0, streak=1, played=3)


@pytest.mark.parametrize(
    ("everyone", "told"),
    [
        ([-30], "and is 30 behind."),
        ([-30, 120, -90], "and is 30 behind, 2nd of 3."),
        ([-30, 120, -30], "and is 30 behind, sharing 2nd place of 3."),
        ([-30, -30], "and is 30 behind, sharing 1st place of 2."),
    ],
    ids=["alone", "a place", "a tie", "a tie for the first place"],
)
def test_shared_result_says_if_its_place_is_shared(everyone: list[int], told: str) -> None:
    end = DailyEnd(own=-70, against=-40, comparison=compared(-30, everyone), computer=None)
    assert f"<@7> played daily deal 4 {told}" in text(shared_panel(PAGE, end, 7))
