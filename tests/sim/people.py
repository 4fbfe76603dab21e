"""The people of the club: they look at what Discord shows them, and press what they see."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from cogs.ui.controls import IN_HANDS, SELECT, Verb
from tests.sim.ids import DAY, MINUTE
from tests.sim.messages import Channel, Message, Pressable
from tests.sim.server import ANSWERABLE, Press
from tests.sim.wishes import Wish

if TYPE_CHECKING:
    from tests.sim.world import World

HAND_LASTS: Final = 14 * MINUTE
LOBBY: Final = frozenset({Verb.SIT, Verb.START})
ASIDE: Final = (Verb.LAST_TRICK, Verb.SHEET, Verb.MORE, Verb.RULES, Verb.OPTIONS)
"""What somebody looks at who is curious."""


class Person:
    """A member of the club, who comes now and then for a match or two."""

    def __init__(self, world: World, number: int, *, visits: float, random: Random) -> None:
        self.id = 10_000 + number
        self.name = f"Player {self.id}"
        self._world = world
        self._visits = visits
        self._random = random
        self._news = asyncio.Event()
        self._old: list[tuple[Message, Pressable]] = []
        """What was there to press some time ago."""

    async def live(self) -> None:
        """Come and go, for ever."""
        while True:
            await asyncio.sleep(self._random.expovariate(self._visits / DAY))
            self._world.server.changed[self.id] = self._news.set
            await self._visit(self._random.choice(self._world.server.open_channels()))
            del self._world.server.changed[self.id]

    async def _visit(self, channel: Channel) -> None:
        ends = self._world.loop.time() + self._random.uniform(10, 60) * MINUTE
        while self._world.loop.time() < ends and not channel.is_gone:
            self._news.clear()
            await asyncio.sleep(self._random.lognormvariate(0.5, 0.8))
            if await self._do_something(channel):
                continue
            try:
                await asyncio.wait_for(self._news.wait(), self._random.uniform(20, 180))
            except TimeoutError:
                if self._random.random() < 0.15:
                    return

    async def _do_something(self, channel: Channel) -> bool:
        """Do what comes to mind; whether there was anything."""
        if self._random.random() < 0.02:
            return await self._do_something_odd(channel)
        table = self._table(channel)
        if table is None:
            return await self._open(channel)
        verbs = {one.control.verb for one in table.panel.controls}
        sits_here = f"**{self.name}" in table.panel.text or f"{self.name}**" in table.panel.text
        if LOBBY & {one.control.verb for one in table.panel.all_controls}:
            return await self._gather(channel, table, verbs, sits_here)
        if Verb.AGAIN in verbs:
            again = self._random.random() < 0.3
            return await (self._press_one(table, {Verb.AGAIN}) if again else self._open(channel))
        return sits_here and await self._play(channel, table, verbs)

    async def _play(self, channel: Channel, table: Message, verbs: set[Verb]) -> bool:
        """In a match: answer, call, look at one's hand."""
        hand = self.hand(channel)
        if hand is not None and await self._press_one(hand, IN_HANDS - {Verb.OTHER_BID, Verb.BID}):
            return True
        if Verb.CALL in verbs and self._random.random() < 0.6:
            return await self._press_one(table, {Verb.CALL})
        if hand is None or self._is_old(hand) or self._random.random() < 0.1:
            return await self._press_one(table, {Verb.HAND})
        return False

    async def _gather(self, channel: Channel, table: Message, verbs: set[Verb], sits_here: bool) -> bool:
        """In a lobby: sit down, fill the seats, start."""
        if not sits_here:
            return await self._press_one(table, {Verb.SIT})
        if Verb.START in verbs and f"{self.name}** · host" in table.panel.text:
            return await self._press_one(table, {Verb.START})
        if self._random.random() < 0.5:
            return await self._press_one(table, {Verb.FILL, Verb.ADD})
        return False

    async def _do_something_odd(self, channel: Channel) -> bool:
        """What happens seldom: old buttons, commands, leaving, voting, going away."""
        table, hand = self._table(channel), self.hand(channel)
        kind = self._random.randrange(10)
        if kind == 0 and self._old:
            message, pressable = self._random.choice(self._old)
            return await self._press(message, pressable)
        if kind in {1, 2}:
            command = self._random.choice(
                ("hand", "table", "leave", "last-trick", "take-back", "redeal", "close")
            )
            return await self._type(channel, command)
        if kind == 3 and table is not None:
            return await self._press_one(table, {Verb.LEAVE, Verb.CANCEL, Verb.TAKE_BACK})
        if kind == 4:
            await asyncio.sleep(self._random.expovariate(1 / (20 * MINUTE)))
            return True
        if kind == 5 and hand is not None:
            self._world.dismiss(hand)
            return True
        for message in reversed(channel.public[-4:]):
            if await self._press_one(message, {Verb.AGREE, *ASIDE}):
                return True
        return True

    # What one sees --------------------------------------------------------------------------------

    def hand(self, channel: Channel) -> Message | None:
        """One's newest private message with a hand."""
        own = channel.private.get(self.id, ())
        return next((one for one in reversed(own) if "Your hand" in one.panel.text), None)

    def _table(self, channel: Channel) -> Message | None:
        """The newest message of a table, as far as one can tell."""
        return next(
            (
                message
                for message in reversed(channel.public)
                if any(
                    one.control.verb in {Verb.HAND, Verb.MORE, Verb.AGAIN, *LOBBY}
                    for one in message.panel.all_controls
                )
            ),
            None,
        )

    def _is_old(self, hand: Message) -> bool:
        return hand.touched_at + HAND_LASTS < self._world.loop.time()

    # What one does --------------------------------------------------------------------------------

    async def _open(self, channel: Channel) -> bool:
        wish = Wish.some(self._random)
        return await self._type(channel, "new", wish.options())

    async def _press_one(self, message: Message, verbs: Any) -> bool:
        fitting = [one for one in message.panel.controls if one.control.verb in verbs]
        if not fitting:
            return False
        chosen = self._random.choice(fitting)
        if self._random.random() < 0.05:
            self._old = [*self._old[-5:], (message, chosen)]
        if self._random.random() < 0.03:  # twice, quickly
            self._begin_press(message, chosen)
            await asyncio.sleep(self._random.uniform(0, 0.3))
        return await self._press(message, chosen)

    async def _press(self, message: Message, pressable: Pressable) -> bool:
        if not self._world.server.is_there(message):
            return False
        await self._answered(self._begin_press(message, pressable))
        return True

    def _begin_press(self, message: Message, pressable: Pressable) -> Press:
        component = pressable.component
        data: dict[str, Any] = {
            "interaction_type": 3,
            "custom_id": component["custom_id"],
            "component_type": component["type"],
        }
        what = component["custom_id"]
        if what.startswith(f"{SELECT}:"):
            data["values"] = self._chosen(component)
            what += f" {data['values']}"
        return self._world.interact(
            self.id, self._world.server.channels[message.channel_id], what, data, message, pressable
        )

    def _chosen(self, component: dict[str, Any]) -> Sequence[str]:
        values = [str(option["value"]) for option in component["options"]]
        least, most = component.get("min_values", 1), component.get("max_values", 1)
        number = min(len(values), max(least, self._random.randint(least, most)))
        return self._random.sample(values, number)

    async def _type(self, channel: Channel, command: str, options: Sequence[dict[str, Any]] = ()) -> bool:
        data = {
            "interaction_type": 2,
            "id": "1",
            "name": "rook",
            "type": 1,
            "options": [{"name": command, "type": 1, "options": list(options)}],
        }
        said = " ".join((command, *(f"{one['name']}:{one['value']}" for one in options)))
        press = self._world.interact(self.id, channel, f"/rook {said}", data)
        await self._answered(press)
        if press.answer != "public":
            await asyncio.sleep(self._random.uniform(5, 60))  # it was refused, or is told in private
        return True

    async def _answered(self, press: Press) -> None:
        """Wait until one's press is answered, or Discord says that it failed."""
        ends = press.made_at + ANSWERABLE + 0.1
        while press.answered_at is None and (left := ends - self._world.loop.time()) > 0:
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), left)
