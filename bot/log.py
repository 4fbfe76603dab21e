"""Logging: one line an event, to standard error, never a card or a token."""

from __future__ import annotations

import logging


def set_up_logging(level: str) -> None:
    """Log at a level; Discord's own libraries never below INFO, for their debug lines show tokens."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    for library in ("discord", "aiohttp", "aiosqlite", "asyncio"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
