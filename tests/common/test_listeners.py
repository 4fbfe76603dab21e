"""Listeners: who is told, in which order, and for how long."""

from __future__ import annotations

from collections.abc import Callable

from bot.common.background import Listeners


def told(listeners: Listeners[Callable[[int], None]], number: int) -> None:
    for listener in listeners.present:
        listener(number)


def test_everyone_is_told_in_the_order_they_came_until_they_stop() -> None:
    listeners, heard = Listeners[Callable[[int], None]](), list[tuple[str, int]]()
    stop = listeners.add(lambda number: heard.append(("first", number)))
    listeners.add(lambda number: heard.append(("second", number)))

    told(listeners, 1)
    stop()
    told(listeners, 2)

    assert heard == [("first", 1), ("second", 1), ("second", 2)]


def test_who_stops_while_others_are_told_is_not_missed_by_them() -> None:
    listeners, heard = Listeners[Callable[[int], None]](), list[int]()

    def once(number: int) -> None:
        heard.append(number)
        stop()

    stop = listeners.add(once)
    listeners.add(heard.append)

    told(listeners, 1)
    told(listeners, 2)

    assert heard == [1, 1, 2]


def test_who_listens_twice_and_stops_once_listens_still() -> None:
    listeners, heard = Listeners[Callable[[int], None]](), list[int]()
    listeners.add(heard.append)
    listeners.add(heard.append)()

    told(listeners, 1)

    assert heard == [1]
