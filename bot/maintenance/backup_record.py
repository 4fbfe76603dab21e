"""When backups succeeded and failed. A module of its own, since the health check must load no database."""

from __future__ import annotations

from typing import NamedTuple


class BackupRecord(NamedTuple):
    """When backups last succeeded and failed, in epoch seconds."""

    made_at: float | None
    """Time of the newest backup; None without one."""
    failed_at: float | None
    """Time of the last failure since then; None if none has failed."""
