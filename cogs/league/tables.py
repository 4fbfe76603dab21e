"""Updates the open tables of leagues when their league changes.

A lobby shows who competes, and so who plays as a substitute; a match shows that its season has closed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bot.common.background import Repeated
from bot.common.errors import Refused, StoreError

if TYPE_CHECKING:
    from bot.app import App

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 30.0
"""Seconds until a retry after the database failed."""


class LeagueTables:
    """Redraws the tables of a league when the league changes."""

    def __init__(self, app: App) -> None:
        self._leagues = app.league.leagues
        self._tables = app.tables
        self._changed: set[int] = set()
        self._redrawing = Repeated(self._redraw)
        self._stop_listening: Callable[[], None] = lambda: None

    async def resume(self) -> None:
        """Listen for changes, and redraw the tables of all leagues, since changes may have been missed.

        Raises:
            StoreError: the tables cannot be read.
        """
        self._stop_listening = self._leagues.listen(self.show)
        for league_id, _ in await self._leagues.tables_to_tell():
            self.show(league_id)

    async def close(self) -> None:
        """Stop redrawing tables. The next start redraws all of them."""
        self._stop_listening()
        await self._redrawing.close()

    def show(self, league_id: int) -> None:
        """Schedule a redraw of a league's tables not started yet, or in play after their season's end."""
        self._changed.add(league_id)
        self._redrawing.now()

    async def _redraw(self) -> float | None:
        """Redraw the tables of changed leagues; returns seconds to a retry, or None if all are done."""
        changed, self._changed = self._changed, set()
        try:
            tables = await self._leagues.tables_to_tell()
        except StoreError as error:
            log.info("tables of leagues wait (%s)", type(error).__name__)
            self._changed |= changed
            return RETRY_AFTER
        for league_id, channel_id in tables:
            if league_id in changed:
                try:
                    await self._tables.lobbies.show_season(channel_id)
                except StoreError as error:
                    log.info("a table of league %d waits (%s)", league_id, type(error).__name__)
                    self._changed.add(league_id)
                except Refused:
                    pass  # a closed or damaged table says so itself
        return RETRY_AFTER if self._changed else None
