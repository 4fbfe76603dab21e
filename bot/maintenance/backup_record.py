"""What became of backups, for whoever tells how the bot is."""

from __future__ import annotations

from typing import NamedTuple


class BackupRecord(NamedTuple):
    """What became of backups, in epoch seconds."""

    made_at: float | None
    """When the newest was made; None if there is none."""
    failed_at: float | None
    """When one could not be made since; None if none failed after the newest."""
