"""A thousand tables fit into little memory and are taken up in little time."""

from pathlib import Path

import pytest

from tests.bot.memory import ACTIONS, idle_table_bytes, resume_times, store_matches

MOST_BYTES = 20 * 1024
MOST_TIMES = 8


@pytest.mark.slow
async def test_an_idle_table_is_small_and_taking_it_up_costs_little_more_than_its_rules(path: Path) -> None:
    matches = await store_matches(path, 200, ACTIONS)

    assert (await resume_times(path, matches)).ratio <= MOST_TIMES
    assert await idle_table_bytes(path) <= MOST_BYTES
