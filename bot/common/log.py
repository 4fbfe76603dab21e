"""Logging: one line an event, to standard error, never a card or a token."""

from __future__ import annotations

import logging
import re
from typing import Final

_RECONNECTS: Final = "Attempting a reconnect in %.2fs"
_NO_VOICE: Final = "voice will NOT be supported"
_PRESSED: Final = re.compile(r"(discord-ui-dynamic-item-\w+)-.*?(?=['\"] coro=|$)", re.MULTILINE)
"""discord.py's name for the task of a press: it contains the control's whole custom_id."""


def set_up_logging(level: str) -> None:
    """Log from a level up; libraries (discord.py, aiohttp …) never below INFO: debug lines show tokens."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    for library in ("discord", "aiohttp", "aiosqlite", "asyncio"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
    logging.getLogger("discord.client").addFilter(told_briefly)
    logging.getLogger("asyncio").addFilter(without_presses)


def told_briefly(record: logging.LogRecord) -> bool:
    """Log filter: makes a broken connection a one-line warning; drops the one about missing voice support."""
    error = record.exc_info[1] if record.exc_info else None
    if record.msg == _RECONNECTS and error is not None:
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg = f"the connection to Discord broke ({type(error).__name__}). {record.getMessage()}"
        record.args = record.exc_info = None
    return not str(record.msg).endswith(_NO_VOICE)


def without_presses(record: logging.LogRecord) -> bool:
    """Log filter: cut the custom_id out of asyncio's task names, since it may name cards."""
    record.msg, record.args = _PRESSED.sub(r"\1", record.getMessage()), None
    return True
