"""The application put together: store, computers, manager and turns, from the settings."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from random import Random

from bot.computers.worker import ComputerPlayers, ComputerPool
from bot.play.manager import GameManager
from bot.play.turns import Turns
from bot.settings import Settings
from bot.store.opening import open_store


@dataclass(frozen=True, slots=True)
class App:
    """What the client and its cogs work with."""

    settings: Settings
    manager: GameManager
    turns: Turns


@asynccontextmanager
async def open_app(
    settings: Settings,
    *,
    computers: ComputerPlayers | None = None,
    random: Random | None = None,
    now: Callable[[], float] = time.time,
) -> AsyncIterator[App]:
    """Open the store, take up every table as it was stored, and close all of it at the end.

    ``random`` is chance, the system's generator by default; ``now`` the clock, in epoch seconds.

    Raises:
        StoreError: the database cannot be used.
    """
    async with AsyncExitStack() as closing:
        store = await open_store(settings.database)
        closing.push_async_callback(store.close)
        players = computers or ComputerPool()
        if computers is None:
            closing.push_async_callback(players.close)
        manager = GameManager(store, turn_limit=settings.turn_limit, random=random, now=now)
        closing.push_async_callback(manager.close)
        turns = Turns(manager, players, pace=settings.pace, remind_after=settings.remind_after)
        closing.push_async_callback(turns.close)
        await manager.resume()
        turns.resume()
        yield App(settings, manager, turns)
