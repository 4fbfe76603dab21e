"""The clerk: one process of a database does the work that is done once for all servers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, NoReturn

from bot.app import App
from bot.common.errors import StoreError
from bot.database.leases import Lease

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 5.0
"""Seconds between two looks whether the clerk's lease is free."""
AGAIN_AFTER: Final = 60.0
"""Seconds until work in the background that failed begins again."""


async def serve_as_clerk(app: App) -> None:
    """Wait for the clerk's lease; then delete expired data, retry forgettings, back up, until cancelled."""
    await app.duty.begun.wait()
    while not await app.duty.leases.get(Lease.CLERK):  # noqa: ASYNC110  (another process gives the lease up)
        await asyncio.sleep(LOOK_EVERY)
    app.duty.is_clerk.set()
    work = [app.maintenance.retention.delete_on_schedule, app.people.own_data.retry_forever]
    if app.maintenance.backups is not None:
        work.append(app.maintenance.backups.back_up_on_schedule)
    await asyncio.gather(*map(keep_at, work))


async def keep_at(work: Callable[..., Awaitable[object]], *about: object) -> NoReturn:
    """Do work that never ends, until cancelled; it begins again after an error, which is logged."""
    while True:
        try:
            await work(*about)
        except StoreError as error:
            log.warning("work in the background waits: %s", error)
        except Exception as error:
            log.exception("work in the background failed (%s)", type(error).__name__)
        await asyncio.sleep(AGAIN_AFTER)
