"""The people of the club: they read the messages Discord shows them, and press their controls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

from cogs.people.data import FORGOTTEN
from cogs.ui.controls import IN_HANDS, Verb
from tests.sim import curiosity, daily_life, evenings, league_life, lobbies
from tests.sim.company import Company
from tests.sim.ids import DAY, MINUTE
from tests.sim.messages import Channel, Guild, Message, Pressable
from tests.sim.news import News
from tests.sim.server import ANSWERABLE, TOKEN_LIFE, Press
from tests.sim.typed import ADMIN, ANSWERS, Command, filled_in

if TYPE_CHECKING:
    from tests.sim.world import World

HAND_LASTS: Final = 14 * MINUTE
REMATCHES: Final = frozenset({Verb.AGAIN, Verb.REMATCH})
WATCH: Final = frozenset({Verb.WATCH})
TO_A_SEAT: Final = frozenset({Verb.TAKE_OVER, Verb.WAIT})
WATCHES: Final = 0.2
"""Probability that an onlooker presses something."""
EVENINGS: Final = 0.8
"""Probability of coming on an evening of the club, when most people come."""
EVERY: Final = 3 * DAY
"""Seconds between evenings of the club; the simulation begins with one."""
ARRIVALS: Final = 20 * MINUTE
"""Seconds in which people arrive on an evening."""
MOMENT: Final = 20.0
"""Seconds left of a visit below which a person does not count as there."""
COMPANY: Final = 0.8
"""Probability of going to a channel where others are."""
ODD: Final = 0.05
"""Probability of doing something unusual."""
PROPOSES: Final = 0.03
"""Probability that a player proposes a vote."""
RULES: Final = 0.04
"""Probability that a manager in a match types a manager's command."""
ANYBODY: Final = 0.2
"""Probability of naming members who may not be there."""
CLAIMS: Final = 0.1
"""Probability of claiming the rest of the tricks if offered."""
AGREES: Final = 0.7
"""Probability of answering a proposal."""
MINDS: Final = 0.15
"""Probability that this answer is no."""
TYPES: Final = 0.05
"""Probability of typing a command instead of pressing."""
COMMANDS: Final[Mapping[Verb, str]] = {
    Verb.CLAIM: "rook claim",
    Verb.TAKE_BACK: "rook ask take back",
    Verb.WITHOUT: "rook ask go on without",
    Verb.ASK_BACK: "rook ask come back",
    Verb.REMATCH: "table rematch",
    Verb.OPEN_SEATS: "table seats open kept seats",
    Verb.LET_BACK: "table seats let back",
    Verb.REMOVE_PLAYER: "table seats remove",
}
"""Commands that do the same as a verb's button, possibly with the member the button names."""
TYPES_INSTEAD: Final = 0.4
"""Probability of typing such a command where possible, which is seldom."""
TOGETHER: Final = (Verb.AGREE, Verb.AGAINST, Verb.REDEAL, Verb.CANCEL)
"""Verbs of proposals and votes."""
ENOUGH: Final = 0.8
"""Probability of discarding once enough cards are chosen, instead of choosing others."""
SELDOM_OFFERED: Final = (Verb.TAKE_BACK, Verb.WITHOUT, Verb.ASK_BACK)
"""Verbs pressed with the same probability when offered, which is seldom."""
LOOK_UPS: Final = (
    *(Verb.LAST_TRICK, Verb.SHEET, Verb.MORE, Verb.RULES, Verb.OPTIONS),
    *(Verb.HELP, Verb.RECORD, Verb.LEADERBOARD, Verb.RIVALS, Verb.RATING, Verb.HEADS, Verb.COUNTING),
    *(Verb.EVENING_SCORES, Verb.EVENING_DEALS),
    *(Verb.LEAGUE_STANDINGS, Verb.LEAGUE_SCHEDULE, Verb.LEAGUE_RESULTS, Verb.LEAGUE_SCORING),
)
"""Verbs a curious person looks up."""


class Forgotten(Exception):
    """Raised once the bot has told a member that they are forgotten: they do nothing more."""


class Person:
    """A member of the club, who visits now and then for a match or two."""

    def __init__(
        self, world: World, member: int, *, visits: float, random: Random, guilds: Collection[Guild]
    ) -> None:
        self.id = member
        self.name = f"Player {self.id}"
        self._world = world
        self._visits = visits
        self.random = random
        self._guilds = guilds
        self._news = News(world.loop)
        self._old: list[tuple[Message, Pressable]] = []
        """Controls seen some time ago, for stale presses."""

    async def live(self) -> None:
        """Come and go until cancelled."""
        while True:
            await asyncio.sleep(self._until_next_visit())
            channel = self._where()
            if channel is None:
                continue
            member = self.id
            self._world.server.changed[member] = self._news.tell
            try:
                await self._visit(channel)
            except Forgotten:
                self._become_another()
            del self._world.server.changed[member]

    def _until_next_visit(self) -> float:
        now = self._world.loop.time()
        at = now + self.random.expovariate(self._visits / DAY)
        in_the_evening = at // EVERY * EVERY + self.random.uniform(0, ARRIVALS)
        return (in_the_evening if now < in_the_evening and self.random.random() < EVENINGS else at) - now

    def _where(self) -> Channel | None:
        """A channel the bot is in, mostly one where others are; None without any."""
        here = [guild for guild in self._guilds if guild.has_bot and self.id not in guild.absent]
        there = self._world.server.open_channels()
        channels = [one for one in there if one.guild in here and not one.is_evenings]
        if not channels:
            return None
        lively = [channel for channel in channels if self._world.present.get(channel.id)]
        return self.random.choice(lively if lively and self.random.random() < COMPANY else channels)

    def _become_another(self) -> None:
        """Replace a forgotten member by a new one."""
        self.id = self._world.replaced(self.id)
        self.name = f"Player {self.id}"

    async def _visit(self, channel: Channel) -> None:
        ends = self._world.loop.time() + self.random.uniform(10, 60) * MINUTE
        here, own_id = self._world.present.setdefault(channel.id, []), self.id
        here.append(own_id)
        try:
            await self._be_in(channel, ends)
        finally:
            here.remove(own_id)

    async def _be_in(self, channel: Channel, ends: float) -> None:
        while self._world.loop.time() < ends and self._may_be_in(channel):
            self._news.clear()
            await asyncio.sleep(self.random.lognormvariate(0.5, 0.8))
            if channel.is_evenings and not self._is_played_at(channel):
                return
            if await self._do_something(channel):
                continue
            is_news = await self._news.within(self.random.uniform(20, 180))
            if not is_news and self.random.random() < 0.15:
                return

    def _may_be_in(self, channel: Channel) -> bool:
        """Whether the member sees a channel and can act there; writing reopens an archived thread."""
        if channel.is_deleted or self.id in channel.guild.absent:
            return False
        if channel.is_archived and not channel.is_locked:
            self._world.server.open_thread(channel)
        return not channel.is_archived

    async def _do_something(self, channel: Channel) -> bool:
        """Do one thing in a channel; returns whether there was anything to do."""
        if self.random.random() < ODD:
            return await self._do_something_odd(channel)
        if (
            await curiosity.looks_around(self, channel)
            or await daily_life.plays(self, channel)
            or await league_life.takes_part(self, channel)
        ):
            return True
        table = self._table(channel)
        is_kept = table is not None and self.sits_at(table) and table.panel.offers(Verb.HAND)
        if not is_kept and await evenings.takes_part(self, channel):
            return True
        if table is None:
            return not channel.is_evenings and await self._open(channel)
        verbs = {one.control.verb for one in table.panel.controls}
        if lobbies.LOBBY & {one.control.verb for one in table.panel.all_controls}:
            return await lobbies.gathers(self, channel, table)
        if Verb.AGAIN in verbs:
            again = self.random.random() < 0.3
            return await (self.press_one(table, REMATCHES) if again else self._open(channel))
        if not self.sits_at(table):
            return await self._look_on(channel, table, verbs)
        return await self._play(channel, table, verbs)

    async def _look_on(self, channel: Channel, table: Message, verbs: set[Verb]) -> bool:
        """As an onlooker, watch the match or ask for a seat; returns whether the person did."""
        own = self.own(channel, TO_A_SEAT)
        if own is not None and self.random.random() < WATCHES:
            return await self.press_one(own, TO_A_SEAT)
        return Verb.WATCH in verbs and self.random.random() < WATCHES and await self.press_one(table, WATCH)

    async def _play(self, channel: Channel, table: Message, verbs: set[Verb]) -> bool:
        """As a player, vote, answer, call or open the hand; returns whether there was anything to do."""
        if self.random.random() < AGREES and await self._agree(channel):
            return True
        if self.random.random() < PROPOSES:
            return await self._propose(channel, table)
        if self.manages and self.random.random() < RULES:
            return await self.type_one(channel, [one.name for one in self._commands(of_managers=True)])
        hand = self.hand(channel)
        if hand is not None and self.random.random() < TYPES and await self._type_answer(channel):
            return True
        if hand is not None and await self.press_one(hand, self._answering(hand)):
            return True
        if {Verb.CALL, Verb.NEXT_DEAL} & verbs and self.random.random() < 0.6:
            return await self.press_one(table, {Verb.CALL, Verb.NEXT_DEAL})
        if hand is None or self._is_old(hand) or self.random.random() < 0.1:
            return await self.press_one(table, {Verb.HAND})
        return False

    async def _agree(self, channel: Channel) -> bool:
        """Vote on another player's proposal; returns whether there was one."""
        answer = Verb.AGAINST if self.random.random() < MINDS else Verb.AGREE
        for message in reversed(channel.public[-3:]):
            if await self.press_one(message, {answer}):
                return True
        return False

    async def _propose(self, channel: Channel, table: Message) -> bool:
        """Propose something to the table; returns whether the person did."""
        if await self.press_one(table, {Verb.MORE}):
            more = self.own(channel, TOGETHER)
            if more is not None and not await self.press_one(more, SELDOM_OFFERED):
                await self.press_one(more, TOGETHER)
        return True

    def own(self, channel: Channel, verbs: Collection[Verb]) -> Message | None:
        """The person's newest private message with a usable control of ``verbs``; None without one."""
        own = channel.private.get(self.id, ())
        return next((one for one in reversed(own) if any(one.panel.offers(verb) for verb in verbs)), None)

    async def _do_something_odd(self, channel: Channel) -> bool:
        """Do something unusual: press a stale button, type a command, leave, vote, go away."""
        table, hand = self._table(channel), self.hand(channel)
        kind = self.random.randrange(10)
        if kind == 0 and self._old:
            message, pressable = self.random.choice(self._old)
            return await self.press(message, pressable)
        if kind in {1, 2, 3, 4} and (commands := self.commands_seen()):
            return await self.type(channel, self.random.choice(commands))
        if kind == 5 and table is not None:
            return await self.press_one(table, {Verb.LEAVE, Verb.CANCEL})
        if kind == 6:
            await asyncio.sleep(self.random.expovariate(1 / (20 * MINUTE)))
            return True
        if kind == 7 and hand is not None:
            self._world.dismiss(hand)
            return True
        own = channel.private.get(self.id, ())
        for message in reversed((*channel.public[-4:], *own[-2:])):
            if await self.press_one(message, TOGETHER if self.random.random() < 0.5 else LOOK_UPS):
                return True
        return True

    # What one sees --------------------------------------------------------------------------------

    def _answering(self, hand: Message) -> frozenset[Verb]:
        """Verbs to press in a hand: cards for the nest until they are enough, then mostly the discard."""
        if hand.panel.offers(Verb.CLAIM) and self.random.random() < CLAIMS:
            return frozenset({Verb.CLAIM})
        verbs = {one.control.verb for one in hand.panel.controls}
        is_enough = verbs >= {Verb.LAY, Verb.ANSWER} and self.random.random() < ENOUGH
        return frozenset({Verb.ANSWER}) if is_enough else IN_HANDS

    def hand(self, channel: Channel) -> Message | None:
        """The person's newest hand message; None without one."""
        own = channel.private.get(self.id, ())
        return next((one for one in reversed(own) if "### Your hand" in one.panel.text), None)

    def _table(self, channel: Channel) -> Message | None:
        """The newest message of a table in a channel; None without one."""
        return next(
            (
                message
                for message in reversed(channel.public)
                if any(
                    one.control.verb in {Verb.MORE, Verb.AGAIN, *lobbies.LOBBY}
                    for one in message.panel.all_controls
                )
            ),
            None,
        )

    def sits_at(self, table: Message) -> bool:
        """Whether the person has a seat, by the table's message."""
        return f"**{self.name}" in table.panel.text or f"{self.name}**" in table.panel.text

    def _is_played_at(self, channel: Channel) -> bool:
        table = self._table(channel)
        return table is not None and table.panel.offers(Verb.HAND)

    def tried(self, name: str) -> int:
        """How often the club has pressed a verb or typed a command."""
        return self._world.tried[name]

    @property
    def manages(self) -> bool:
        """Whether the person manages the servers."""
        return self.id in self._world.managers

    def there(self, channel: Channel) -> Sequence[int]:
        """Ids of people in a channel who stay a while."""
        return [one for one in self._world.present.get(channel.id, ()) if one not in self._world.leaving]

    def channel(self, number: int) -> Channel | None:
        """The channel or thread of an id; None if there is none the person may be in."""
        found = self._world.server.channels.get(number)
        return None if found is None or found.is_deleted else found

    def told(self, channel: Channel) -> str:
        """The text of the person's newest private message in a channel; empty without one."""
        own = channel.private.get(self.id)
        return own[-1].panel.text if own else ""

    def has_league(self, guild: Guild) -> bool:
        """Whether a server has a league."""
        return self._world.has_league(guild)

    def _is_old(self, hand: Message) -> bool:
        return hand.touched_at + HAND_LASTS < self._world.loop.time()

    # What one does --------------------------------------------------------------------------------

    async def _open(self, channel: Channel) -> bool:
        if await league_life.plays(self, channel) or await evenings.opens(self, channel):
            return True
        return await self.type_one(channel, {"rook new"})

    async def go_to(self, thread: Channel) -> bool:
        """Stay at a table of an evening while it is played and the visit lasts; returns whether they did."""
        here, own_id = self._world.present.setdefault(thread.id, []), self.id
        came_at = self._world.loop.time()
        here.append(own_id)
        try:
            await self._be_in(thread, came_at + self.random.uniform(10, 40) * MINUTE)
        finally:
            here.remove(own_id)
        return self._world.loop.time() > came_at + MOMENT

    async def press_one(self, message: Message, verbs: Any) -> bool:
        fitting = [one for one in message.panel.controls if one.control.verb in verbs]
        if not fitting:
            return False
        chosen = self.random.choice(fitting)
        if self.random.random() < 0.05:
            self._old = [*self._old[-5:], (message, chosen)]
        if self.random.random() < 0.03:  # a double press
            self._begin_press(message, chosen)
            await asyncio.sleep(self.random.uniform(0, 0.3))
        command = COMMANDS.get(chosen.control.verb)
        if command is not None and self.random.random() < TYPES_INSTEAD:
            channel = self._world.server.channels[message.channel_id]
            return await self.type_one(channel, {command}, chosen.named or None)
        return await self.press(message, chosen)

    async def press(self, message: Message, pressable: Pressable) -> bool:
        if not self._world.server.is_there(message):
            return False
        press = self._begin_press(message, pressable)
        await self._answered(press)
        if self._world.was_refused(press):
            await self.reads()
        if press.answer == "modal":
            await asyncio.sleep(self.random.uniform(1, 10))
            channel = self._world.server.channels[message.channel_id]
            await self._fill_in(message, filled_in(press.data, self.random, self._company(channel)))
        return True

    async def _fill_in(self, message: Message, data: dict[str, Any]) -> None:
        channel = self._world.server.channels[message.channel_id]
        if channel.is_deleted:
            return
        values = [
            str(part["component"].get("value") or part["component"].get("values", ""))
            for part in data["components"]
        ]
        await self._answered(self._world.interact(self.id, channel, data, message=message, values=values))

    def _begin_press(self, message: Message, pressable: Pressable) -> Press:
        self._world.tried[pressable.control.verb] += 1
        component = pressable.component
        data: dict[str, Any] = {
            "interaction_type": 3,
            "custom_id": component["custom_id"],
            "component_type": component["type"],
        }
        values: Sequence[str] = ()
        if pressable.is_menu:
            values = data["values"] = self._chosen(component)
        channel = self._world.server.channels[message.channel_id]
        return self._world.interact(self.id, channel, data, message=message, pressed=pressable, values=values)

    def _chosen(self, component: dict[str, Any]) -> Sequence[str]:
        values = [str(option["value"]) for option in component["options"]]
        least, most = component.get("min_values", 1), component.get("max_values", 1)
        number = min(len(values), max(least, self.random.randint(least, most)))
        return self.random.sample(values, number)

    async def type_one(
        self, channel: Channel, names: Collection[str], named: Sequence[int] | None = None
    ) -> bool:
        """Type one of ``names`` with one of ``named``; returns False if the bot offers none of them."""
        commands = self.commands(names)
        company = None if named is None else Company(self.id, named)
        return bool(commands) and await self.type(channel, self.random.choice(commands), company)

    async def type(self, channel: Channel, command: Command, company: Company | None = None) -> bool:
        """Type a command with random values; returns whether it could be filled in."""
        self._world.tried[command.name] += 1
        company = company or self._company(channel)
        options = await command.filled(self.random, company, partial(self._offered, channel))
        if channel.is_deleted:
            return True
        values = [f"{one['name']}:{one['value']}" for one in options]
        press = self._world.interact(
            self.id, channel, command.data(2, options), command=command.name, values=values
        )
        await self._answered(press)
        if press.original is not None and self.random.random() < 0.5:
            await self._ask_to_be_forgotten(press.original)
        if press.answer != "public":
            await self.reads()  # refused, or answered privately
        return True

    async def reads(self) -> None:
        """Pause to read a private message."""
        await asyncio.sleep(self.random.uniform(5, 60))

    def _company(self, channel: Channel) -> Company:
        """The members the person may name: those there, sometimes any."""
        people = self._world.staying if self.random.random() < ANYBODY else self.there(channel)
        return Company(self.id, [one for one in people if one != self.id])

    async def _ask_to_be_forgotten(self, message: Message) -> None:
        """Ask to be forgotten if a message of one's own data offers it, and confirm.

        Raises:
            Forgotten: the bot says that it is done.
        """
        for asks in [one for one in message.panel.controls if one.control.verb is Verb.ASK_FORGET]:
            press = self._begin_press(message, asks)
            await self._answered(press)
            if press.original is not None:
                await self._be_forgotten(press.original)

    async def _be_forgotten(self, message: Message) -> None:
        """Confirm the request to be forgotten."""
        for sure in [one for one in message.panel.controls if one.control.verb is Verb.FORGET]:
            self._world.leaving.add(self.id)
            press = self._begin_press(message, sure)
            await self._answered(press)
            await self._wait(partial(_is_told, press), press.made_at + TOKEN_LIFE)
            if press.said == FORGOTTEN:
                raise Forgotten
        self._world.leaving.discard(self.id)

    async def _offered(self, channel: Channel, data: dict[str, Any]) -> Sequence[Any]:
        """The bot's autocomplete choices."""
        if channel.is_deleted:
            return ()
        press = self._world.interact(self.id, channel, data, command=f"offers {data['name']}")
        await self._answered(press)
        return [one["value"] for one in press.data.get("choices", ())]

    async def _type_answer(self, channel: Channel) -> bool:
        """Answer a decision by the first command with choices; returns False without one."""
        commands = self.commands(ANSWERS)
        for command in self.random.sample(commands, len(commands)):
            for option in command.options[:1]:
                typed = {"name": option["name"], "type": option["type"], "value": "", "focused": True}
                offered = await self._offered(channel, command.data(4, [typed]))
                if not offered:
                    break
            else:
                return await self.type(channel, command)
        return False

    def commands(self, names: Collection[str]) -> list[Command]:
        """The registered commands among ``names``."""
        return [command for command in self._world.server.commands if command.name in names]

    def commands_seen(self) -> list[Command]:
        """The commands the person considers; managers half of the time only their own."""
        return self._commands(of_managers=self.manages and self.random.random() < 0.5)

    def _commands(self, *, of_managers: bool) -> list[Command]:
        return [one for one in self._world.server.commands if (one.path[0] == ADMIN) is of_managers]

    async def _answered(self, press: Press) -> None:
        """Wait until a press is answered or has failed."""
        await self._wait(lambda: press.answered_at is not None, press.made_at + ANSWERABLE + 0.1)

    async def _wait(self, is_over: Callable[[], bool], ends: float) -> None:
        """Wait until a condition holds, or until the time ``ends``."""
        while not is_over() and (left := ends - self._world.loop.time()) > 0:
            self._news.clear()
            await self._news.within(left)


def _is_told(press: Press) -> bool:
    return bool(press.said)
