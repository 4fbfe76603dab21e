"""The figures of a match that is played: answers, commits, edits, tables."""

from __future__ import annotations

import re

import pytest

from bot.common.metrics import serving
from bot.condition import set_gauges
from bot.models.endings import Ending
from tests.common.test_metrics import figures, free_port
from tests.e2e.players import Club


def value(page: str, name: str) -> float:
    """The value of one figure; 0 for one that is not there."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", page, re.MULTILINE)
    return float(found[1]) if found else 0.0


async def test_figures_tell_of_presses_commits_edits_and_tables(club: Club) -> None:
    port = free_port()
    with serving(port):
        await club.begin()
        before = value(figures(port), 'rookery_answer_seconds_count{kind="component"}')
        await club.asked.press_hand("70")
        await club.asked.press("My hand")
        set_gauges(club.app)
        page = figures(port)

    assert value(page, 'rookery_answer_seconds_count{kind="component"}') >= before + 2
    assert value(page, 'rookery_answer_seconds_count{kind="application_command"}') >= 1
    assert value(page, "rookery_store_units_sum") >= value(page, "rookery_store_units_count") >= 2
    assert value(page, "rookery_store_seconds_count") == value(page, "rookery_store_units_count")
    assert value(page, "rookery_edit_lateness_seconds_count") >= 1
    assert value(page, 'rookery_tables{state="awake"}') == 1
    assert value(page, "rookery_store_failures_total") == 0


async def test_operator_reads_of_tables_in_the_log_but_not_of_people(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", logger="bot"):
        await club.begin()
        table = club.table.record.id
        await club["Ann"].command("leave")
        await club.app.tables.close_table(club.channel_id, Ending.MANAGER, by=club["Ann"].id)

    told = [record.getMessage() for record in caplog.records if record.name.startswith("bot.table")]
    assert told[0].startswith(f"table {table} is open (")
    assert told[-1] == f"table {table} is over (manager)"
    assert not any(player.name in caplog.text or str(player.id) in caplog.text for player in club.everyone)
