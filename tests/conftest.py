"""What every test shares: Hypothesis profiles, and where tests find a browser and a PostgreSQL server."""

import gc
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bot.common import worker_process
from bot.computers.bidding_games import compiled_search
from bot.database import sqlite
from bot.database.sqlite import IN_MEMORY, ready_connection
from bot.database.sqlite_migrate import check_version, migrate
from tests.forked import FORKED
from tests.postgres import PostgresServer, find_postgres, running_server

pytest_plugins = ["tests.cases", "tests.table.fixtures"]

FULL = compiled_search.DEALS
HASTY = 2
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLAYWRIGHT_CACHES = ("~/.cache/ms-playwright", "~/Library/Caches/ms-playwright")
PLAYWRIGHT_CHROMIUMS = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*")
MAC_CHROME = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")

# A deadline would measure the machine; a slow example shows in --durations.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "ci", settings.get_profile("default"), derandomize=True, max_examples=50, print_blob=True
)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=2000)
settings.load_profile(os.environ.get("ROOKERY_HYPOTHESIS", "default"))


def find_chromium() -> Path | None:
    """Look for Chromium: where ROOKERY_CHROMIUM says, on the path, then among Playwright's own."""
    named = [os.environ.get("ROOKERY_CHROMIUM", ""), *CHROMIUM_NAMES]
    on_path = next((found for name in named if name and (found := shutil.which(name))), None)
    if on_path:
        return Path(on_path)
    if sys.platform == "darwin" and MAC_CHROME.exists():
        return MAC_CHROME
    caches = [Path(cache).expanduser() for cache in PLAYWRIGHT_CACHES]
    own = (found for cache in caches for pattern in PLAYWRIGHT_CHROMIUMS for found in cache.glob(pattern))
    return next(own, None)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers solve few deals for a card: most tests ask whether they answer, not how well."""
    monkeypatch.setattr(compiled_search, "DEALS", HASTY)


@pytest.fixture
def full_strength(hasty: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers solve as many deals as at a table."""
    monkeypatch.setattr(compiled_search, "DEALS", FULL)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let one process run all browser tests, so that they may share one browser, and begin with long tests.

    One that began last would keep one process at work while the others have ended.
    """
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.xdist_group("browser"))
    items.sort(key=_longest_first)


def _longest_first(item: pytest.Item) -> float:
    """By the time that a test is given, if it is given more than usual."""
    timeout = item.get_closest_marker("timeout")
    return -timeout.args[0] if timeout is not None else 0.0


def pytest_collection_finish() -> None:
    """Keep what all tests share out of every later search for garbage."""
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a browser test where there is no browser, unless ROOKERY_REQUIRE_BROWSER insists."""
    if item.get_closest_marker("browser") is None or find_chromium():
        return
    reason = "no Chromium here: install chromium, or name one in ROOKERY_CHROMIUM"
    if os.environ.get("ROOKERY_REQUIRE_BROWSER"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session", autouse=True)
def new_databases_are_copied() -> Iterator[None]:
    """Bring a new SQLite database up to date as a copy of one that is: far quicker than step by step."""
    with closing(ready_connection(IN_MEMORY)) as template, pytest.MonkeyPatch.context() as patch:

        def copy_or_migrate(connection: sqlite3.Connection, path: Path, version: int) -> None:
            if version == 0:
                template.backup(connection)
            migrate(connection, path, check_version(connection, path))

        patch.setattr(sqlite, "migrate", copy_or_migrate)
        yield


@pytest.fixture(scope="session", autouse=True)
def workers_are_forked() -> Iterator[None]:
    """Fork worker processes from one that has imported what they need: two seconds less for each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_process, "CONTEXT", FORKED)
        yield


@pytest.fixture
def workers_are_spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start worker processes as the bot does, for tests of their start."""
    monkeypatch.setattr(worker_process, "CONTEXT", get_context("spawn"))


@pytest.fixture
def step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every migration, as the bot does, for tests of new databases."""
    monkeypatch.setattr(sqlite, "migrate", migrate)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """Give a browser test the executable to launch."""
    found = find_chromium()
    assert found, "only a test marked `browser` may ask for Chromium"
    return found


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Start a PostgreSQL server; skip where there is none, unless ROOKERY_REQUIRE_POSTGRES insists."""
    programs = find_postgres()
    if programs is None:
        reason = "no PostgreSQL here: install postgresql, or name its folder of programs in ROOKERY_POSTGRES"
        if os.environ.get("ROOKERY_REQUIRE_POSTGRES"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    with running_server(programs) as server:
        yield server
