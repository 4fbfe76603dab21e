"""Users who play together: the members of a league, match after match, and the guests of evenings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from cogs.ui.controls import Verb
from rules.codes import encode
from tests.loopback.local_discord import LocalDiscord
from tests.loopback.player import Player
from tests.sim.evenings import THREAD, board_of
from tests.sim.messages import Message

MEMBERS: Final = 4
GUESTS: Final = 6
"""Guests of an evening: two tables, with computers on two seats."""
ONE_DEAL: Final = encode("kentucky", {"deals": 1})
"""Rules of a league of short matches."""
EVENINGS: Final[Sequence[Mapping[str, str | int]]] = (
    {"kind": "progressive", "rounds": 2, "deals": 1},
    {"kind": "duplicate", "rounds": 2, "deals": 1},
)
"""The evenings opened in turn."""


class Companion(Player):
    """One of several users who play together; the first of them is their host."""

    def __init__(
        self,
        discord: LocalDiscord,
        channel_id: int,
        user_id: int,
        company: Sequence[int],
        *,
        pause: float = 0.0,
    ) -> None:
        super().__init__(discord, channel_id, user_id, Random(user_id), pause=pause)
        self.home: Final = self.channel
        """The channel of the company."""
        self._is_host: Final = user_id == company[0]
        self._company: Final = frozenset(f"Player {one}" for one in company)

    def _sees_all(self, message: Message) -> bool:
        """Whether a message names the whole company."""
        return all(name in message.panel.text for name in self._company)


class Member(Companion):
    """A member of a league, who sits down at its tables; the host opens and starts them."""

    async def join(self) -> None:
        """Join the league of the server; the host creates it and has its message posted."""
        if self._is_host:
            await self._type("league create", name="Thursday League", rules=ONE_DEAL)
            created = self.presses[-1].original
            assert created is not None
            await self._press(created, {Verb.LEAGUE_POST})
        await self._type("league join")

    async def _begin(self) -> bool:
        return self._is_host and await self._type("league play")

    async def _get_ready(self, lobby: Message) -> bool:
        if self.name not in lobby.panel.text:
            return await self._press(lobby, {Verb.SIT})
        return self._is_host and self._sees_all(lobby) and await self._press(lobby, {Verb.START})


class Guest(Companion):
    """A guest of one evening after another, who plays in the threads of its tables; the host opens them."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._evenings = 0
        """Number of evenings the host has opened."""

    async def step(self) -> bool:
        """Play at the own table; without one, do what leads to it."""
        return await super().step() if self._table() is not None else await self._find_table()

    def _table(self) -> Message | None:
        """The own table of the thread, if it is in play."""
        newest = super()._table()
        is_own = newest is not None and newest.panel.offers(Verb.HAND) and self.name in newest.panel.text
        return newest if is_own else None

    async def _find_table(self) -> bool:
        """Open, join or start the evening, or go to the thread of the own table."""
        self._changed.clear()
        board = board_of(self.home)
        if board is None:
            self._go_to(self.home)
            return self._is_host and await self._open_evening()
        if not board.panel.offers(Verb.START_EVENING):
            await self._press(board, {Verb.MY_EVENING_TABLE})
            found = THREAD.search(self.presses[-1].said)
            if found is not None:
                self._go_to(self._discord.server.channels[int(found[1])])
            return self._table() is not None
        if self.name not in board.panel.text:
            return await self._press(board, {Verb.JOIN_EVENING})
        return self._is_host and self._sees_all(board) and await self._press(board, {Verb.START_EVENING})

    async def _open_evening(self) -> bool:
        options = EVENINGS[self._evenings % len(EVENINGS)]
        self._evenings += 1
        return await self._type("night new", **options)
