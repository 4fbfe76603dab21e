"""docs/running.md: every alarm names a figure that is measured, or words that the bot writes to its log."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import discord
import pytest

from bot.common.metrics import METRICS
from bot.common.settings import Settings, environment_name
from tests.application.test_dashboard import OF_PROCESS

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
ALARMS: Final = [
    line.strip("| ").split(" | ")
    for line in PAGE.partition("### What does an alarm mean?\n")[2].partition("\n## ")[0].splitlines()
    if line.startswith("| ") and not line.startswith("| figure")
]
FIGURE: Final = re.compile(r"(?:rookery|process)_\w+")
SOURCES: Final = "\n".join(
    file.read_text(encoding="utf-8")
    for folder in (ROOT / "bot", ROOT / "cogs", Path(discord.__file__).parent)
    for file in folder.rglob("*.py")
)


@pytest.mark.parametrize("alarm", ALARMS, ids=lambda alarm: str(alarm[0])[:40])
def test_alarm_is_measured_or_logged_and_says_what_to_do(alarm: list[str]) -> None:
    trigger, meaning, what_to_do = alarm
    known = {metric.name for metric in METRICS} | OF_PROCESS
    for said in re.findall("`([^`]+)`", trigger):
        assert said == "rookery health" or said in (known if FIGURE.fullmatch(said) else SOURCES), said
    for name in re.findall(r"`(ROOKERY_\w+)", meaning + what_to_do):
        assert name in set(map(environment_name, Settings.model_fields))


def test_every_metric_has_an_alarm() -> None:
    named = set(FIGURE.findall(" ".join(trigger for trigger, *_ in ALARMS)))
    assert named == {metric.name for metric in METRICS} | OF_PROCESS
