"""The collector of what waits in circles walks through what may go, not through the bot itself."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from bot.common.loop import OLD, collect_seldom


class Circle:
    """Something that keeps itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def collecting() -> Iterator[None]:
    """Leave the collector as it was."""
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
    gone = ref(Circle())

    gc.collect()

    assert gone() is None


@pytest.mark.usefixtures("collecting")
def test_garbage_from_before_a_reconnect_is_not_kept() -> None:
    collect_seldom()
    first = Circle()
    gone = ref(first)
    collect_seldom()
    del first

    collect_seldom()

    assert gone() is None
