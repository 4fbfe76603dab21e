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
def test_what_is_there_when_the_bot_begins_is_passed_over() -> None:
    stays = Circle()

    collect_seldom()

    assert gc.is_tracked(stays)
    assert not any(one is stays for one in gc.get_objects())
    assert gc.get_threshold()[2] == OLD


@pytest.mark.usefixtures("collecting")
def test_what_comes_later_and_goes_is_still_found() -> None:
    collect_seldom()
    gone = ref(Circle())

    gc.collect()

    assert gone() is None


@pytest.mark.usefixtures("collecting")
def test_what_went_before_another_connection_is_not_kept_by_it() -> None:
    collect_seldom()
    first = Circle()
    gone = ref(first)
    collect_seldom()
    del first

    collect_seldom()

    assert gone() is None
