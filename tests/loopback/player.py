"""A user who plays at a channel's tables against computers, by what Discord shows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Container, Sequence
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Final

from cogs.ui.controls import IN_HANDS, Verb
from tests.loopback.local_discord import LocalDiscord, now
from tests.sim.messages import Channel, Message
from tests.sim.server import ANSWERABLE, Press

LEVEL: Final = "new"
"""The level of the computers: the one that thinks least."""
IN_LOBBIES: Final = frozenset({Verb.SIT, Verb.START})
OVER: Final = frozenset({Verb.AGAIN, Verb.REMATCH})
ON_TABLES: Final = frozenset({Verb.MORE, *IN_LOBBIES, *OVER})
HAND: Final = "### Your hand"
PROBED_EVERY: Final = 0.25
"""Seconds between two presses of a player who waits for the bot to come back."""
REOPENS_AFTER: Final = 2.0
"""Seconds without a change after which a player opens the hand again."""


class Player:
    """Opens tables with computers, answers when asked, and opens the hand again when nothing happens."""

    def __init__(
        self, discord: LocalDiscord, channel_id: int, user_id: int, random: Random, *, pause: float = 0.0
    ) -> None:
        self.id: Final = user_id
        self.name: Final = f"Player {user_id}"
        self.channel = discord.server.channels[channel_id]
        """The channel or thread the user is in."""
        self.presses: list[Press] = []
        """Every press and command, in order."""
        self._discord = discord
        self._random = random
        self._pause = pause
        """Seconds on average between an answer and the next press."""
        self.answers = 0
        """Number of presses that were answered."""
        self._answered_press_at = float("-inf")
        """When the last press that was answered was made."""
        self._is_leaving = False
        self._is_in_doubt = False
        """Whether a press has failed, so that the hand shown may be stale."""
        self._changed = asyncio.Event()
        """Set by each change of a channel the user has been in."""
        self._go_to(self.channel)

    # What a test asks ---------------------------------------------------------------------------------

    @property
    def unanswered(self) -> list[Press]:
        """The presses that failed: Discord has told the user so."""
        before = now() - ANSWERABLE
        return [one for one in self.presses if one.answered_at is None and one.made_at < before]

    @property
    def acts(self) -> list[Press]:
        """The presses that answer a game's question, answered by Discord or not."""
        return [
            one
            for one in self.presses
            if one.control is not None and one.control.verb in {Verb.ANSWER, Verb.PICK}
        ]

    @property
    def slowest(self) -> float:
        """The longest time from a press to its answer, in seconds."""
        return max(
            (one.answered_at - one.made_at for one in self.presses if one.answered_at is not None),
            default=0.0,
        )

    @property
    def situation(self) -> str:
        """What the user sees and has pressed last: what the message of a failed test tells."""
        table = self._table()
        hand = None if table is None else self._hand(table)
        last = [
            f"{one.what} at {one.made_at - now():.1f} s: {one.answer or 'unanswered'}, {one.said!r}"
            for one in self.presses[-3:]
        ]
        seen = [None if one is None else (one.panel.text, sorted(one.panel.labels)) for one in (table, hand)]
        return f"{self.name} in channel {self.channel.id} pressed {last}, sees {seen}"

    def is_answered_since(self, moment: float) -> bool:
        """Whether a press made since a moment of ``now()`` is answered."""
        return self._answered_press_at >= moment

    def forget(self, table_ids: Container[int]) -> None:
        """Drop the presses on controls of some tables."""
        self.presses = [
            one for one in self.presses if one.control is None or one.control.table_id not in table_ids
        ]

    # What the user does -------------------------------------------------------------------------------

    async def play(self) -> None:
        """Play until ``leave`` is called, and the last press is answered or has failed."""
        self._is_leaving = False
        while not self._is_leaving:
            if not await self.step():
                await self._until_change()
            elif self._pause:
                await asyncio.sleep(self._random.uniform(0, 2 * self._pause))

    async def until_hand(self) -> float:
        """Press *My hand* again and again, without waiting; returns the time of the first answer."""
        presses: list[Press] = []
        while not any(one.answered_at is not None for one in presses):
            table = self._table()
            assert table is not None
            hand = next(one for one in table.panel.controls if one.control.verb in {Verb.HAND, *OVER})
            presses.append(self._discord.press(self.id, table, hand))
            with suppress(TimeoutError):
                await self._discord.until(lambda: presses[-1].answered_at is not None, PROBED_EVERY)
        return min(one.answered_at for one in presses if one.answered_at is not None)

    def leave(self) -> None:
        """Press nothing more."""
        self._is_leaving = True
        self._changed.set()

    async def step(self) -> bool:
        """Do the next thing; returns False if there is nothing to do, or it did nothing."""
        self._changed.clear()
        table = self._table()
        if table is None or any(map(table.panel.offers, OVER)):
            return await self._begin()
        if any(map(table.panel.offers, IN_LOBBIES)):
            return await self._get_ready(table)
        hand = self._hand(table)
        if hand is None or self._is_in_doubt:
            return await self._press(table, {Verb.HAND})
        return await self._press(hand, self._answering(hand)) or await self._press(table, {Verb.NEXT_DEAL})

    async def _begin(self) -> bool:
        """Open a table; returns False if that did nothing."""
        return await self._type("rook new", level=LEVEL)

    async def _get_ready(self, lobby: Message) -> bool:
        """Prepare the start of a match; returns False if that did nothing."""
        return await self._press(lobby, {Verb.START})

    def _go_to(self, channel: Channel) -> None:
        self.channel = channel
        self._discord.listeners[channel.id][self.id] = self._changed

    async def _until_change(self) -> None:
        """Wait for a change in the channel; if none comes, open the hand again."""
        try:
            async with asyncio.timeout(REOPENS_AFTER):
                await self._changed.wait()
        except TimeoutError:
            table = self._table()
            if table is not None and not self._is_leaving:
                await self._press(table, {Verb.HAND})

    def _table(self) -> Message | None:
        """The newest message of a table; None without one."""
        return next(
            (one for one in reversed(self.channel.public) if any(map(one.panel.offers, ON_TABLES))), None
        )

    def _hand(self, table: Message) -> Message | None:
        """The user's newest hand at a table; None without one."""
        own = self.channel.private.get(self.id, ())
        return next(
            (one for one in reversed(own) if HAND in one.panel.text and one.table_id == table.table_id),
            None,
        )

    def _answering(self, hand: Message) -> Collection[Verb]:
        """Verbs to press in a hand: cards for the nest until they are enough, then the discard."""
        verbs = {one.control.verb for one in hand.panel.controls}
        is_enough = verbs >= {Verb.LAY, Verb.ANSWER}
        return {Verb.ANSWER} if is_enough else IN_HANDS - {Verb.OTHER_BID, Verb.BID}

    async def _press(self, message: Message, verbs: Collection[Verb]) -> bool:
        """Press one of a message's controls; returns False if it has none of these, or it did nothing."""
        fitting = [one for one in message.panel.controls if one.control.verb in verbs]
        if not fitting:
            return False
        chosen = self._random.choice(fitting)
        values: list[str] = []
        if chosen.is_menu:
            options = [str(option["value"]) for option in chosen.component["options"]]
            most = min(len(options), chosen.component.get("max_values", 1))
            values = self._random.sample(options, most)
        return await self._answered(self._discord.press(self.id, message, chosen, values))

    async def _type(self, name: str, /, **options: str | int) -> bool:
        press = self._discord.command(self.id, self.channel.id, name, **options)
        return await self._answered(press)

    async def _answered(self, press: Press) -> bool:
        self.presses.append(press)
        self._is_in_doubt = not await self._discord.answered(press)
        if not self._is_in_doubt:
            self.answers += 1
            self._answered_press_at = press.made_at
        return press.answer in {"redrawn", "public"} or HAND in press.said


@asynccontextmanager
async def playing(players: Sequence[Player]) -> AsyncIterator[None]:
    """Let players play in the block; their last presses are answered or have failed when it ends."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        yield
    finally:
        for player in players:
            player.leave()
        await asyncio.gather(*tasks)
