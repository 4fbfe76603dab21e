"""A warning fails a test where its cause is ours; other people's code may warn as it likes."""

from __future__ import annotations

import warnings

import pytest


@pytest.mark.parametrize(
    "module", ["bot", "bot.table.desk.table", "cogs.dispatch.front", "rules.catalog", "tests.conftest"]
)
def test_warning_from_our_code_is_an_error(module: str) -> None:
    with pytest.raises(DeprecationWarning):
        warnings.warn_explicit("this was done in the past", DeprecationWarning, "", 1, module)


@pytest.mark.parametrize("module", ["discord.utils", "asyncio.tasks", "bottle", "pydantic.main"])
def test_warning_from_a_dependency_is_no_error(module: str) -> None:
    with warnings.catch_warnings(record=True) as seen:
        warnings.warn_explicit("this was done in the past", DeprecationWarning, "", 1, module)

    assert len(seen) == 1


@pytest.mark.parametrize(
    "warning",
    [
        ResourceWarning("unclosed database"),
        RuntimeWarning("coroutine 'close' was never awaited"),
        pytest.PytestUnraisableExceptionWarning("ValueError in __del__"),
        pytest.PytestUnhandledThreadExceptionWarning("ValueError in a thread"),
    ],
)
def test_leak_noticed_in_any_module_is_an_error(warning: Warning) -> None:
    with pytest.raises(type(warning)):
        warnings.warn_explicit(warning, type(warning), "", 1, "sys")
