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
from bot.common.clock import Clock
from bot.common.settings import Settings
from bot.delivery.card_faces import CardFaces
from bot.delivery.requests import Outgoing
from bot.table.desk.shown import ShownTable
from cogs.table.messages import TableMessages
from cogs.table.starters import Starters
from cogs.ui.renderings import Renderings
from cogs.ui.reposts import ChatBelow, RepostNotices
from tests.bench.measure import Figure
from tests.inline import InlinePictures
from tests.ui.tables import lobby
from tests.virtual_time import run

TABLES: Final = 200
PRESSES: Final = 300
"""Presses a second."""
SECONDS: Final = 60
CROWD: Final = 250
PACE: Final = 1.2
"""Seconds between two actions at a table."""
SLOWER: Final = 1.5
"""The bound: lateness of a table's edits relative to a server alone."""
ROUND_TRIP: Final = 0.08
DISCORDS: Final = 50


class _Wire:
    """Stands for the bot, its application and Discord, as far as messages need them."""

    def __init__(self, settings: Settings, tables: int) -> None:
        self.requests: list[float] = []
        self.stale: dict[int, float] = {}
        self.late: dict[int, list[float]] = {number: [] for number in range(tables)}
        empty = lobby()
        self.tables = {
            number: empty._replace(id=number, place=empty.place._replace(channel_id=number))
            for number in range(tables)
        }
        self.app = SimpleNamespace(
            settings=settings,
            tables=SimpleNamespace(
                reading=SimpleNamespace(recall=self._recall),
                desk=SimpleNamespace(now=Clock.of(lambda: 0.0)),
            ),
            turns=SimpleNamespace(reveal=self._note, hide=self._note),
            stats=SimpleNamespace(leads=SimpleNamespace(on=self._on)),
            delivery=SimpleNamespace(
                card_faces=CardFaces(InlinePictures()),
                pictures=InlinePictures(),
                outgoing=Outgoing(settings.requests_a_second),
                shown_messages=SimpleNamespace(of_table=self._of_table, note=lambda *_: None),
            ),
        )

    async def _recall(self, channel_id: int, table_id: int) -> ShownTable:
        return self.tables[table_id]

    async def _on(self, table: ShownTable) -> ShownTable:
        return table

    async def _note(self, table_id: int) -> None:
        pass

    async def _of_table(self, table_id: int) -> list[Any]:
        return []

    def get_guild(self, guild_id: int) -> None:
        return None

    def get_partial_messageable(self, channel_id: int) -> Any:
        return SimpleNamespace(get_partial_message=lambda _: SimpleNamespace(edit=self._edit_of(channel_id)))

    def _edit_of(self, channel_id: int) -> Any:
        async def edit(**_: Any) -> None:
            now = asyncio.get_running_loop().time()
            self.requests.append(now)
            self.late[channel_id].append(now + ROUND_TRIP - self.stale.pop(channel_id, now))
            await asyncio.sleep(ROUND_TRIP)

        return edit

    def changes(self, messages: TableMessages, number: int) -> None:
        """Make the message of a table stale."""
        self.stale.setdefault(number, asyncio.get_running_loop().time())
        messages.show(self.tables[number])


async def _press_on(wire: _Wire) -> None:
    messages = _messages_of(wire)
    random = Random(1)
    for _ in range(PRESSES * SECONDS):
        wire.changes(messages, random.randrange(TABLES))
        await asyncio.sleep(1 / PRESSES)


async def _play_with_crowd(wire: _Wire) -> None:
    """Run presses at one server's table while computers play at all tables of another server."""
    messages = _messages_of(wire)

    async def act(number: int, pace: float) -> None:
        random = Random(number)
        await asyncio.sleep(pace * random.random())
        while True:
            wire.changes(messages, number)
            await asyncio.sleep(pace * (0.5 + random.random()))

    for number, table in wire.tables.items():
        wire.tables[number] = table._replace(place=table.place._replace(guild_id=1 + bool(number)))
    acting = [asyncio.create_task(act(number, PACE)) for number in wire.tables]
    await asyncio.sleep(SECONDS)
    for task in acting:
        task.cancel()


def _messages_of(wire: _Wire) -> TableMessages:
    return TableMessages(
        cast("RookeryBot", wire),
        ChatBelow(0),
        Starters(cast("RookeryBot", wire)),
        Renderings(),
        RepostNotices(),
        lambda _: None,
        lambda _: None,
    )


def _lateness_with_crowd(crowd: int) -> tuple[float, int]:
    """A table's mean lateness with ``crowd`` tables of another server, and the most requests in a second."""
    wire = _Wire(Settings(_env_file=None), 1 + crowd)
    run(_play_with_crowd(wire))
    return sum(wire.late[0]) / len(wire.late[0]), _most_in_a_second(wire.requests)


def outgoing() -> list[Figure]:
    """Measure how late edits are at 300 presses a second, and how many requests that makes."""
    wire = _Wire(Settings(_env_file=None), TABLES)
    run(_press_on(wire))
    all_late = sorted(late for of_table in wire.late.values() for late in of_table)
    late = all_late[len(all_late) * 99 // 100]
    busiest = _most_in_a_second(wire.requests)
    load = f"{PRESSES} presses a second on {TABLES} tables"
    return [
        Figure(f"p99 lateness of edits, {load}", f"{late:.2f} s", "5 s", late / 5, 1.0),
        Figure(
            f"requests in the busiest second, {load}", str(busiest), f"{DISCORDS}", busiest / DISCORDS, 1.0
        ),
    ]


def with_crowd() -> list[Figure]:
    """Measure how much later a server's table is edited while 250 tables of another server change."""
    alone, _ = _lateness_with_crowd(0)
    late, busiest = _lateness_with_crowd(CROWD)
    load = f"beside {CROWD} tables of another server"
    return [
        Figure(f"lateness of a table {load}", f"{late:.2f} s", f"{alone:.2f} s alone", late / alone, SLOWER),
        Figure(
            f"requests in the busiest second {load}", f"{busiest}", f"{DISCORDS}", busiest / DISCORDS, 1.0
        ),
    ]


def _most_in_a_second(times: list[float]) -> int:
    most = first = 0
    for last, time in enumerate(times):
        while times[first] <= time - 1:
            first += 1
        most = max(most, last - first + 1)
    return most
