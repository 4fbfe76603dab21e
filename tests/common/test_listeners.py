"""Listeners: who is called, in which order, and for how long."""

from __future__ import annotations

from collections.abc import Callable

from bot.common.background import Listeners


def told(listeners: Listeners[Callable[[int], None]], number: int) -> None:
    for listener in listeners.present:
        listener(number)


def test_listeners_are_called_in_order_until_removed() -> None:
    listeners, heard = Listeners[Callable[[int], None]](), list[tuple[str, int]]()
    stop = listeners.add(lambda number: heard.append(("first", number)))
    listeners.add(lambda number: heard.append(("second", number)))

    told(listeners, 1)
    stop()
    told(listeners, 2)

    assert heard == [("first", 1), ("second", 1), ("second", 2)]


def test_listener_removed_during_a_call_skips_no_other() -> None:
    listeners, heard = Listeners[Callable[[int], None]](), list[int]()

    def once(number: int) -> None:
        heard.append(number)
        stop()

    stop = listeners.add(once)
    listeners.add(heard.append)

    told(listeners, 1)
    told(listeners, 2)

    assert heard == [1, 1, 2]


def test_listener_added_twice_and_removed_once_still_listens() -> None:
    listeners, heard = Listeners[Callable[[int], None]](), list[int]()
    listeners.add(heard.append)
    listeners.add(heard.append)()

    told(listeners, 1)

    assert heard == [1]
