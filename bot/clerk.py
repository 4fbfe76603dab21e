"""The clerk: one process of a database does the work that is done once for all servers."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.app import App
from bot.common.background import keep_at
from bot.common.errors import StoreError
from bot.database.leases import Lease, Leases

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 5.0
"""Seconds between two looks whether the clerk's lease is free."""


async def serve_as_clerk(app: App) -> None:
    """Wait for the clerk's lease; then delete expired data, retry forgettings, back up, until cancelled."""
    await app.duty.begun.wait()
    while not await _is_clerk(app.duty.leases):  # noqa: ASYNC110  (another process gives the lease up)
        await asyncio.sleep(LOOK_EVERY)
    app.duty.is_clerk.set()
    work = [app.maintenance.retention.delete_on_schedule, app.people.own_data.retry_forever]
    if app.maintenance.backups is not None:
        work.append(app.maintenance.backups.back_up_on_schedule)
    await asyncio.gather(*map(keep_at, work))


async def _is_clerk(leases: Leases) -> bool:
    try:
        return await leases.get(Lease.CLERK)
    except StoreError as error:
        log.warning("it is not known whether there is a clerk: %s", error)
        return False
