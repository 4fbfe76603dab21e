"""Which press on a message is the newest: what is drawn meanwhile for an earlier one comes too late."""

from __future__ import annotations

from typing import Final

MOST: Final = 1_000
"""Messages that are kept in mind."""


class PageTurns:
    """The newest press on each message whose pages are turned."""

    def __init__(self) -> None:
        self._newest: dict[int, int] = {}

    def turn(self, message_id: int, press_id: int) -> None:
        """A message shows another page from now on."""
        self._newest.pop(message_id, None)
        self._newest[message_id] = press_id
        if len(self._newest) > MOST:
            del self._newest[next(iter(self._newest))]

    def is_newest(self, message_id: int, press_id: int) -> bool:
        """Whether a message still shows the page that a press led to."""
        return self._newest.get(message_id) == press_id
