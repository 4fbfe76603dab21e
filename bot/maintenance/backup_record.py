"""What became of backups: apart from what makes them, since the health check loads no database."""

from __future__ import annotations

from typing import NamedTuple


class BackupRecord(NamedTuple):
    """What became of backups, in epoch seconds."""

    made_at: float | None
    """When the newest was made; None if there is none."""
    failed_at: float | None
    """When one could not be made since; None if none failed after the newest."""
