"""Edits of table messages under load: how late they are, and whether Discord's global limit is ever hit.

Presses come at 300 a second on 200 tables, each of which makes its table's message stale. The real scheduler
of table messages, the real posting of them and the real budget run in virtual time, against a Discord that
takes 80 ms for a request and counts what it gets. The baseline is what the limit allows at best: all tables
in turn.
"""

from __future__ import annotations

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

from bot.client import RookeryBot
from bot.play.shown import ShownTable
from bot.services.outgoing import Outgoing
from bot.settings import Settings
from cogs.ui.table_messages import TableMessages
from tests.bench.measure import Figure
from tests.cogs.tables import lobby
from tests.virtual_time import run

TABLES: Final = 200
PRESSES: Final = 300
"""Presses a second."""
SECONDS: Final = 60
ROUND_TRIP: Final = 0.08
DISCORDS: Final = 50


class _Wire:
    """Everything the messages need of the bot, of its application and of Discord."""

    def __init__(self, settings: Settings) -> None:
        self.requests: list[float] = []
        self.stale: dict[int, float] = {}
        self.late: list[float] = []
        empty = lobby()
        self.tables = {number: empty._replace(id=number, channel_id=number) for number in range(TABLES)}
        self.app = SimpleNamespace(
            settings=settings,
            outgoing=Outgoing(settings.requests_a_second),
            tables=SimpleNamespace(recall=self._recall),
            shown_messages=SimpleNamespace(of_table=self._of_table, note=lambda *_: None),
        )

    async def _recall(self, channel_id: int, table_id: int) -> ShownTable:
        return self.tables[table_id]

    async def _of_table(self, table_id: int) -> list[Any]:
        return []

    def get_partial_messageable(self, channel_id: int) -> Any:
        return SimpleNamespace(get_partial_message=lambda _: SimpleNamespace(edit=self._edit_of(channel_id)))

    def _edit_of(self, channel_id: int) -> Any:
        async def edit(**_: Any) -> None:
            now = asyncio.get_running_loop().time()
            self.requests.append(now)
            self.late.append(now - self.stale.pop(channel_id, now))
            await asyncio.sleep(ROUND_TRIP)

        return edit


async def _press_on(wire: _Wire) -> None:
    messages = TableMessages(cast("RookeryBot", wire), lambda _: None, lambda _: None)
    random, loop = Random(1), asyncio.get_running_loop()
    for _ in range(PRESSES * SECONDS):
        number = random.randrange(TABLES)
        wire.stale.setdefault(number, loop.time())
        messages.show(wire.tables[number])
        await asyncio.sleep(1 / PRESSES)


def outgoing() -> list[Figure]:
    """Measure how late edits are at 300 presses a second, and how many requests that makes."""
    wire = _Wire(Settings(_env_file=None))
    run(_press_on(wire))
    late = sorted(wire.late)[len(wire.late) * 99 // 100]
    busiest = _most_in_a_second(wire.requests)
    load = f"{PRESSES} presses a second on {TABLES} tables"
    return [
        Figure(f"p99 lateness of edits, {load}", f"{late:.2f} s", "5 s", late / 5, 1.0),
        Figure(
            f"requests in the busiest second, {load}", str(busiest), f"{DISCORDS}", busiest / DISCORDS, 1.0
        ),
    ]


def _most_in_a_second(times: list[float]) -> int:
    most = first = 0
    for last, time in enumerate(times):
        while times[first] <= time - 1:
            first += 1
        most = max(most, last - first + 1)
    return most
