"""Gauges of the running bot, read every few seconds while metrics are on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from bot.common import metrics

if TYPE_CHECKING:
    from bot.app import App

EVERY: Final = 5.0
"""Seconds between two readings."""


async def keep_gauges(app: App) -> None:
    """Set the gauges every ``EVERY`` seconds, until cancelled."""
    # In the event loop, not when Prometheus asks: its questions are answered in a thread.
    while True:
        set_gauges(app)
        await asyncio.sleep(EVERY)


def set_gauges(app: App) -> None:
    """Set the gauges to the present numbers of shards, leases, tables and requests."""
    tables, delivery = app.tables.desk.tables, app.delivery
    metrics.SHARDS.set(len(app.shards.mine))
    metrics.LOCKS.set(app.duty.leases.number)
    metrics.TABLES.set(len(tables.loaded), "awake")
    metrics.TABLES.set(len(tables.unloaded_tables), "asleep")
    metrics.TABLES.set(len(tables.quarantined_tables), "set_aside")
    metrics.WAITING_REQUESTS.set(delivery.outgoing.waiting)
    metrics.REFUSED_REQUESTS.set(delivery.invalid_requests.count)
