"""What the bot logs, as the laws hear it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from tests.sim.loop import OWNER

if TYPE_CHECKING:
    from tests.sim.laws.laws import Laws


class Listening(logging.Handler):
    """Hands every line of a living process to the laws."""

    def __init__(self, laws: Laws) -> None:
        super().__init__(logging.INFO)
        self._laws = laws

    def emit(self, record: logging.LogRecord) -> None:
        """Look at a line."""
        owner = OWNER.get()
        if owner is not None and not getattr(owner, "is_dead", False):
            self._laws.logged(record)
