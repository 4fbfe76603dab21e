"""A fleet with players at the tables of several servers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final

from tests.loopback.audit import ALL_WELL, audit, until_final
from tests.loopback.fleet import Fleet, a_fleet
from tests.loopback.local_discord import LocalDiscord, now
from tests.loopback.player import Player
from tests.postgres import PostgresServer

FIRST_CHANNEL: Final = 1_000
FIRST_USER: Final = 5_000


class Club:
    """Players, each alone with computers at the tables of a channel of their own."""

    def __init__(self, fleet: Fleet, players: Sequence[Player]) -> None:
        self.fleet: Final = fleet
        self.discord: Final = fleet.discord
        self.players: Final = players

    async def play_on(self, presses: int) -> None:
        """Wait until some more presses of each player are answered."""
        goals = [(player, player.answers + presses) for player in self.players]
        await self.discord.until(lambda: all(player.answers >= goal for player, goal in goals))

    async def until_answered(self) -> None:
        """Wait until a press that each player makes from now on is answered."""
        began = now()
        await self.discord.until(lambda: all(player.is_answered_since(began) for player in self.players))

    def players_of(self, shards: Collection[int]) -> list[Player]:
        """The players at tables of some shards."""
        number = self.discord.gateway.shards
        return [player for player in self.players if (player.channel.guild.id >> 22) % number in shards]

    async def check(self) -> None:
        """Check, once the players have stopped, that messages become final, and audit what they did."""
        await until_final(self.fleet)
        assert await audit(self.fleet, self.players) == ALL_WELL
        assert not self.discord.unknown


@asynccontextmanager
async def a_club(
    postgres: PostgresServer,
    folder: Path,
    *,
    tables: int,
    processes: int = 1,
    shards: int = 1,
    pause: float = 0.0,
    is_paced: bool = True,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> AsyncIterator[Club]:
    """A fleet with connected shards, and players who do not play yet, each in a server of their own.

    ``pause``: seconds on average between an answer and the player's next press. Unless ``is_paced``, shards
    begin their sessions all at once.
    """
    discord = LocalDiscord({number << 22: [FIRST_CHANNEL + number] for number in range(1, tables + 1)})
    discord.gateway.shards = shards
    if not is_paced:
        discord.gateway.identify_every, discord.gateway.max_concurrency = 0.0, shards
    async with a_fleet(discord, postgres, folder) as fleet:
        for _ in range(processes):
            await fleet.start(is_kept=True, **settings)
        await discord.gateway.until_connected(shards)
        await discord.until(lambda: bool(discord.server.commands))
        yield Club(
            fleet,
            [
                Player(discord, channel, FIRST_USER + channel, Random(channel), pause=pause)
                for channel in discord.changes
            ],
        )
