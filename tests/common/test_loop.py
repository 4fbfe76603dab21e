"""The garbage collector skips objects that were there before the bot started."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from bot.common.loop import OLD, collect_seldom


class Circle:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def collecting() -> Iterator[None]:
    """Restore the collector's thresholds after a test."""
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collecting")
def test_objects_from_before_the_start_are_not_scanned() -> None:
    stays = Circle()

    collect_seldom()

    assert gc.is_tracked(stays)
    assert not any(one is stays for one in gc.get_objects())
    assert gc.get_threshold()[2] == OLD


@pytest.mark.usefixtures("collecting")
def test_later_garbage_is_still_found() -> None:
    collect_seldom()
    reference = ref(Circle())

    gc.collect()

    assert reference() is None


@pytest.mark.usefixtures("collecting")
def test_garbage_from_before_a_reconnect_is_not_kept() -> None:
    collect_seldom()
    first = Circle()
    reference = ref(first)
    collect_seldom()
    del first

    collect_seldom()

    assert reference() is None
