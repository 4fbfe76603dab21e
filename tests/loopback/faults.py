"""Faults of a process, its connections and its database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from tests.loopback.bot_process import BotProcess
from tests.loopback.fleet import Fleet

Fault = Callable[[Fleet, BotProcess], Awaitable[None]]
FROZEN: Final = 1.0
"""Seconds a process stands still."""
HUNG: Final = 2.5
"""Seconds the database answers nothing: longer than a press waits, shorter than a statement may take."""
HANDED_OVER_WITHIN: Final = 90.0
"""Seconds until a process has ended that waits for the next one to take over."""
AGAIN: Final = 0.1
"""Seconds between two tries."""
SHORTEST_LEASE: Final = 5.0
"""Seconds; the shortest that the settings allow."""


async def killed(fleet: Fleet, process: BotProcess) -> None:
    """A process is killed where it is."""
    process.kill()
    await process.ended()


async def told_to_stop(fleet: Fleet, process: BotProcess) -> None:
    """A process is told to stop."""
    process.stop()
    await process.ended(HANDED_OVER_WITHIN)


async def frozen(fleet: Fleet, process: BotProcess) -> None:
    """A process stands still for a while, and then continues."""
    process.freeze()
    await asyncio.sleep(FROZEN)
    process.thaw()


async def frozen_past_lease(fleet: Fleet, process: BotProcess) -> None:
    """A process stands still until the database has ended its session, and then continues."""
    process.freeze()
    await asyncio.sleep(SHORTEST_LEASE + FROZEN)
    process.thaw()


async def cut_off(fleet: Fleet, process: BotProcess) -> None:
    """A process loses its sessions of the database, if another fault does not end it first."""
    while process.exit_code is None and not await fleet.cut(process):  # noqa: ASYNC110  (it has just been started)
        await asyncio.sleep(AGAIN)


async def database_restarted(fleet: Fleet, process: BotProcess) -> None:
    """The database's server crashes, and starts again."""
    await fleet.restart_postgres()


async def database_hung(fleet: Fleet, process: BotProcess) -> None:
    """The database's server stands still for a while: a write under way is in doubt."""
    await fleet.hang_postgres(HUNG)


async def gateway_lost(fleet: Fleet, process: BotProcess) -> None:
    """Every session of the gateway loses its socket, and may resume."""
    fleet.discord.gateway.kick()


async def sessions_forgotten(fleet: Fleet, process: BotProcess) -> None:
    """Every session of the gateway ends, and none may resume."""
    fleet.discord.gateway.forget()


FAULTS: Final[tuple[Fault, ...]] = (
    killed,
    told_to_stop,
    frozen,
    cut_off,
    database_restarted,
    gateway_lost,
    sessions_forgotten,
)
