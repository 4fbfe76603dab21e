"""No sequence of acts by one player changes or erases a result, or costs the others more than a time bank."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.play import agreement, table_now
from bot.play.turn_time import TurnTime
from tests.bot.one_cheat import Broken, search


@pytest.mark.timeout(300)
async def test_some_sequences_of_one_cheat_break_no_law() -> None:
    done = await search(300)
    assert {"leave", "come back", "take back", "redeal", "end"} <= done.keys()


@pytest.mark.long
@pytest.mark.timeout(7200)
async def test_a_hundred_thousand_sequences_of_one_cheat_break_no_law() -> None:
    await search(100_000, seed=1000)


def what_stood_in_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_now, "open_acts", lambda past: past)


def time_is_never_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def due(self: TurnTime, turn: Any) -> float:
        return float((turn.came_back_at or turn.asked_at) + self.limit)

    monkeypatch.setattr(TurnTime, "is_used_up", lambda *_: False)
    monkeypatch.setattr(TurnTime, "due", due)


def one_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "needed", lambda *_: 1)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("plant", "law"),
    [
        (what_stood_in_is_taken_back, "what a computer did for somebody was taken back"),
        (time_is_never_used_up, "others lost"),
        (one_decides, "one player"),
    ],
)
async def test_a_planted_fault_is_found(
    monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], law: str
) -> None:
    plant(monkeypatch)
    with pytest.raises(Broken, match=law):
        await search(3000)
