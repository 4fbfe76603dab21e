"""Logging: one line an event, to standard error, never a card or a token."""

from __future__ import annotations

import logging
import re
from typing import Final

_RECONNECTS: Final = "Attempting a reconnect in %.2fs"
_NO_VOICE: Final = "voice will NOT be supported"
_PRESSED: Final = re.compile(r"(discord-ui-dynamic-item-\w+)-.*?(?=['\"] coro=|$)", re.MULTILINE)
"""What discord.py calls the task of a press: by all that the control carries."""


def set_up_logging(level: str) -> None:
    """Log at a level; Discord's own libraries never below INFO, for their debug lines show tokens."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    for library in ("discord", "aiohttp", "aiosqlite", "asyncio"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
    logging.getLogger("discord.client").addFilter(told_briefly)
    logging.getLogger("asyncio").addFilter(without_presses)


def told_briefly(record: logging.LogRecord) -> bool:
    """Have discord.py say in one line that the connection broke, and nothing of voices: the bot has none."""
    error = record.exc_info[1] if record.exc_info else None
    if record.msg == _RECONNECTS and error is not None:
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg = f"the connection to Discord broke ({type(error).__name__}). {record.getMessage()}"
        record.args = record.exc_info = None
    return not str(record.msg).endswith(_NO_VOICE)


def without_presses(record: logging.LogRecord) -> bool:
    """Have asyncio say of no task what was pressed: a control carries cards."""
    record.msg, record.args = _PRESSED.sub(r"\1", record.getMessage()), None
    return True
