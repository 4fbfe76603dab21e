"""Which cases of the tests run: ``--one-in 40`` keeps one in forty, and one case at least of every test.

A pytest plugin. A case is chosen by a hash of its id, so a new test changes nothing for the others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Generator, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

import pytest

OUTPUT: Final = "rookery_cases"
"""What a process of pytest-xdist tells under this key of its output: ``Share``, as a list."""

GROUP: Final = re.compile(r"@\w+$")
"""What pytest-xdist adds to the id of a case that runs in one process with others."""


class Share(NamedTuple):
    """The numbers of tests and cases of a run."""

    tests: int
    """Functions; each has a case or many."""
    run: int
    """Cases that run."""
    all: int
    """Cases there are."""


SHARE: Final = pytest.StashKey[Share]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--one-in``."""
    parser.addoption(
        "--one-in",
        type=int,
        default=1,
        metavar="N",
        help="run one in N cases, and one at least of every test",
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)  # before xdist reads the groups, after all others chose
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Leave out the cases that were not chosen."""
    cases = {id(item): item.nodeid for item in items}  # pytest-xdist adds its groups to them
    yield
    by_test: dict[str, list[str]] = defaultdict(list)
    for item in items:
        by_test[cases[id(item)].partition("[")[0]].append(cases[id(item)])
    chosen = {case for some in by_test.values() for case in chosen_cases(some, config.getoption("one_in"))}
    left_out = [item for item in items if cases[id(item)] not in chosen]
    config.stash[SHARE] = Share(len(by_test), len(chosen), len(items))
    if left_out:
        items[:] = [item for item in items if cases[id(item)] in chosen]
        config.hook.pytest_deselected(items=left_out)


def chosen_cases(cases: Sequence[str], one_in: int) -> list[str]:
    """The cases of one test that run, by their ids: one in so many, or the one of the smallest hash."""
    return [case for case in cases if _hash(case) % one_in == 0] or [min(cases, key=_hash)]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the share to the process that started this one."""
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    share = session.config.stash.get(SHARE, None)
    if output is not None and share:
        output[OUTPUT] = [*share]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Take the share from a process of pytest-xdist: every one collects the same."""
    if OUTPUT in (told := getattr(node, "workeroutput", {})):
        node.config.stash[SHARE] = Share(*told[OUTPUT])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the share of cases that ran, how to run all, and how to repeat each failure."""
    share = config.stash.get(SHARE, None)
    if share and share.run < share.all:
        terminalreporter.write_line(
            f"{share.run:,} of {share.all:,} cases of {share.tests:,} tests were chosen; "
            "all of them run by: make test-all"
        )
    failed = [
        GROUP.sub("", report.nodeid)
        for outcome in ("failed", "error")
        for report in terminalreporter.stats.get(outcome, [])
        if isinstance(report, pytest.TestReport)
    ]
    for case in dict.fromkeys(failed):
        quoted = case.replace("'", r"'\''")
        terminalreporter.write_line(f"Run it again: python -m pytest '{quoted}'")


def _hash(case: str) -> int:
    return int.from_bytes(sha256(case.encode()).digest()[:8])
