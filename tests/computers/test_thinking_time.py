"""A computer's time to answer does not reveal if it had a choice, or how hard it was."""

from __future__ import annotations

import asyncio
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bot.app import App
from bot.computers.brief import Brief, decision_of
from bot.table import dues
from rules.core.actions import Action
from tests.table.people import ANN, CHANNEL, begin
from tests.table.stage import Stage, Thinkers, some_turns_of_the_loop
from tests.table.standing_time import StandingTime

PACE, STEP = 1.0, 0.125
ANSWERS = 40


class Ponderers(Thinkers):
    """Computers that think at length where they have a choice, and not at all where they have none."""

    def __init__(self) -> None:
        super().__init__()
        self.had_choice: list[bool] = []
        self._random = Random(2)

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        has_choice = len(list(islice(decision_of(brief).answers(), 2))) > 1
        self.had_choice.append(has_choice)
        await asyncio.sleep(self._random.uniform(0.1, 0.4) if has_choice else 0.0)
        return await super().choose(kind, brief, seed)


async def revision(app: App) -> int:
    """How often the table has changed, after what is due has had its turns."""
    await some_turns_of_the_loop()
    assert await app.maintenance.upkeep.is_writable()
    return (await app.tables.reading.shown(CHANNEL, finished=True)).revision


async def times(stage: Stage, time: StandingTime, ponderers: Ponderers) -> tuple[list[float], list[float]]:
    """Seconds until computers' forced answers, and until their other answers."""
    forced: list[float] = []
    free: list[float] = []
    async with stage.open(pace=PACE) as app:
        await begin(app.tables, ANN, deals=3)
        await app.tables.presence.leave(CHANNEL, ANN.id, "random")
        while app.tables.desk.live_tables and len(forced) + len(free) < ANSWERS:
            passed, before = 0.0, await revision(app)
            while await revision(app) == before:
                time.let_pass(STEP)
                passed += STEP
            (free if ponderers.had_choice[-1] else forced).append(passed)
    return forced, free


def told_apart(forced: list[float], free: list[float]) -> float:
    """How often a free answer takes longer than a forced one: the area under the ROC, a half if alike."""
    pairs = [(one, other) for one in forced for other in free]
    return sum(1.0 if other > one else 0.5 if other == one else 0.0 for one, other in pairs) / len(pairs)


async def test_forced_answer_takes_as_long_as_a_free_one(tmp_path: Path, time: StandingTime) -> None:
    ponderers = Ponderers()
    forced, free = await times(Stage(tmp_path / "t.sqlite3", time, ponderers), time, ponderers)

    assert min(len(forced), len(free)) >= 5
    assert 0.45 <= told_apart(forced, free) <= 0.55
    assert set(forced + free) == {PACE}


async def test_thinking_time_without_a_head_start_reveals_forced_answers(
    tmp_path: Path, time: StandingTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dues, "HEAD_START", 0)
    ponderers = Ponderers()
    forced, free = await times(Stage(tmp_path / "t.sqlite3", time, ponderers), time, ponderers)

    assert told_apart(forced, free) > 0.9
