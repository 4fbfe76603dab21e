"""Builds the compiled search for its tests, or skips them without a compiler."""

from __future__ import annotations

import pytest

from bot.computers.native.building import build
from bot.computers.native.library import is_built


def need_the_compiled_search() -> None:
    """Build the search; skip the test where that cannot be done."""
    if build() is None or not is_built():
        pytest.skip("there is no C compiler here: deals are solved in Python")
