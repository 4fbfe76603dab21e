"""Passes the bot's log to the laws."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from tests.sim.loop import OWNER

if TYPE_CHECKING:
    from tests.sim.laws.laws import Laws


class Listening(logging.Handler):
    """A logging handler that passes the lines of a living process to the laws."""

    def __init__(self, laws: Laws) -> None:
        super().__init__(logging.INFO)
        self._laws = laws

    def emit(self, record: logging.LogRecord) -> None:
        """Pass a line to the laws."""
        owner = OWNER.get()
        if owner is not None and not getattr(owner, "is_dead", False):
            self._laws.logged(record)
