"""``python -m bot rebuild`` rebuilds all that is derived from results, and shows its progress."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.database.opening import open_database
from tests.database.ledgers import Hand, ledger_of, play, result_of
from tests.database.test_ledger import AT, FOUR, contents


@pytest.mark.parametrize(("matches", "said"), [(1, "1 match"), (3, "3 matches")])
async def test_rebuild_changes_no_correct_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], matches: int, said: str
) -> None:
    database = await open_database(tmp_path / "rookery.sqlite3")
    for number in range(matches):
        await play(database, result_of(FOUR, (Hand(0, 120, (130, 50)),), AT + number))
    await ledger_of(database).catch_up()
    before = await contents(database)
    await database.close()

    assert await asyncio.to_thread(main, ["rebuild"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"Booking matches: {matches} of {matches}",
        f"Standings, ratings and statistics were made again from {said}.",
    ]
    database = await open_database(tmp_path / "rookery.sqlite3")
    assert await contents(database) == before
    await database.close()


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings that name a database of the test's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROOKERY_DATABASE", str(tmp_path / "rookery.sqlite3"))
