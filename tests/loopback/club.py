"""A fleet with players at the tables of several servers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final

from tests.loopback.audit import ALL_WELL, Audited, audit
from tests.loopback.company import GUESTS, MEMBERS, Guest, Member
from tests.loopback.final import until_final
from tests.loopback.fleet import Fleet, a_fleet
from tests.loopback.local_discord import LocalDiscord, now
from tests.loopback.player import Player
from tests.loopback.results import wrong_results
from tests.postgres import PostgresServer

FIRST_CHANNEL: Final = 1_000
FIRST_USER: Final = 5_000
FIRST_MEMBER: Final = 8_001
FIRST_GUEST: Final = 9_001


class Club:
    """Players, each alone with computers at the tables of a channel of their own.

    There may be a league and evenings in two further servers.
    """

    def __init__(
        self,
        fleet: Fleet,
        players: Sequence[Player],
        members: Sequence[Member] = (),
        guests: Sequence[Guest] = (),
    ) -> None:
        self.fleet: Final = fleet
        self.discord: Final = fleet.discord
        self.players: Final = players
        self.everyone: Final = (*players, *members, *guests)
        self._audited: Final = Audited()
        self.members: Final = members
        self.guests: Final = guests

    async def found_league(self) -> None:
        """Create the league, with all its members."""
        for member in self.members:
            await member.join()

    async def play_on(self, presses: int) -> None:
        """Wait until some more presses of everyone are answered."""
        goals = {player: player.answers + presses for player in self.everyone}
        await self._until(lambda player: player.answers >= goals[player])

    async def until_answered(self) -> None:
        """Wait until a press that everyone makes from now on is answered."""
        began = now()
        await self._until(lambda player: player.is_answered_since(began))

    async def _until(self, is_so: Callable[[Player], bool]) -> None:
        """Wait until something is so for everyone; a TimeoutError names all others."""
        try:
            await self.discord.until(lambda: all(map(is_so, self.everyone)))
        except TimeoutError:
            waiting = [player.situation for player in self.everyone if not is_so(player)]
            raise TimeoutError("\n".join(["These wait:", *waiting])) from None

    def players_of(self, shards: Collection[int]) -> list[Player]:
        """The players at tables of some shards."""
        number = self.discord.gateway.shards
        return [player for player in self.players if (player.channel.guild.id >> 22) % number in shards]

    async def check(self, *, counts_results: bool = True) -> None:
        """Check, once the players have stopped, that messages become final, and audit what they did.

        ``counts_results``: also compute all results again, which takes longer with each finished match.
        """
        await until_final(self.fleet)
        assert await audit(self.fleet, self.everyone, self._audited) == ALL_WELL
        if counts_results:
            assert await wrong_results(self.fleet) == []
        assert not self.discord.unknown

    async def forget(self) -> None:
        """Drop the checked presses and messages of finished matches, which would slow a long test."""
        await self._audited.add_finished(self.fleet, self.everyone)
        self.discord.forget()


@asynccontextmanager
async def a_club(
    postgres: PostgresServer,
    folder: Path,
    *,
    tables: int,
    processes: int = 1,
    shards: int = 1,
    pause: float = 0.2,
    buckets: int = 1,
    is_paced: bool = True,
    has_company: bool = False,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> AsyncIterator[Club]:
    """A fleet with connected shards, and players who do not play yet, each in a server of their own.

    ``pause``: seconds on average between an answer and the player's next press. ``buckets``: Discord's
    ``max_concurrency``. Unless ``is_paced``, shards begin their sessions all at once. With ``has_company``,
    there are a league and evenings too.
    """
    *own, of_league, of_evenings = [FIRST_CHANNEL + number for number in range(1, tables + 3)]
    channels = [*own, of_league, of_evenings] if has_company else own
    discord = LocalDiscord({number << 22: [channel] for number, channel in enumerate(channels, 1)})
    discord.gateway.shards, discord.gateway.max_concurrency = shards, buckets
    if not is_paced:
        discord.gateway.identify_every, discord.gateway.max_concurrency = 0.0, shards
    async with a_fleet(discord, postgres, folder) as fleet:
        for _ in range(processes):
            await fleet.start(is_kept=True, **settings)
        await discord.gateway.until_connected(shards)
        await discord.until(lambda: bool(discord.server.commands))
        players = [
            Player(discord, channel, FIRST_USER + channel, Random(channel), pause=pause) for channel in own
        ]
        if not has_company:
            yield Club(fleet, players)
            return
        members, guests = (
            range(FIRST_MEMBER, FIRST_MEMBER + MEMBERS),
            range(FIRST_GUEST, FIRST_GUEST + GUESTS),
        )
        club = Club(
            fleet,
            players,
            [Member(discord, of_league, one, members, pause=pause) for one in members],
            [Guest(discord, of_evenings, one, guests, pause=pause) for one in guests],
        )
        await club.found_league()
        yield club
