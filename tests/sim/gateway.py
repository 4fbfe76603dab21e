"""The gateway: sends events to the processes of the bot, in order, while they are connected."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

from tests.sim.ids import APPLICATION
from tests.sim.messages import Channel, Guild
from tests.sim.routes import ME
from tests.sim.server import Press, Server, channel_payload, member_payload, message_payload

if TYPE_CHECKING:
    from bot.client import RookeryBot
    from tests.sim.faults import Weather
    from tests.sim.loop import VirtualLoop
    from tests.sim.process import Process

Data = dict[str, Any]
MAY_ALL: Final = str((1 << 50) - 1)
RIGHTS: Final = 0x400 | 0x800 | 1 << 38 | 1 << 35 | 1 << 36
"""Permission bits: view and send in channels and threads, and create public and private threads."""


class Gateway:
    """The gateway: each shard's events go to every process that is connected for it."""

    def __init__(
        self, loop: VirtualLoop, server: Server, weather: Weather, note: Callable[[str], None]
    ) -> None:
        self.loop: Final = loop
        self.server: Final = server
        self.weather: Final = weather
        self.note: Final = note
        self.connections: tuple[Connection, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the events of every shard reach a process."""
        shards = range(self.server.shards)
        return all(any(one.is_open for one in self._of(shard)) for shard in shards)

    async def serve(self, process: Process, bot: RookeryBot) -> None:
        """Connect a bot for its shards, and keep it connected until its process ends."""
        shards = getattr(bot, "shard_ids", None) or [0]
        own = tuple(Connection(self, process, bot, shard) for shard in shards)
        self.connections += own
        bot._connection.shard_ids = shards
        try:
            for connection in own:
                await connection.identify()
            await asyncio.Event().wait()
        finally:
            self._drop(own)

    def cut(self, process: Process) -> None:
        """Close the connections of an ended process."""
        self._drop([one for one in self.connections if one.process is process])

    def lose(self, shard: int) -> None:
        """Lose the connections for a shard; missed events may be sent later."""
        for connection in self._of(shard):
            connection.lose()

    def regain(self, shard: int, *, resumed: bool) -> None:
        """Reconnect: ``resumed`` with the missed events, otherwise as a new session without them."""
        for connection in self._of(shard):
            connection.regain(resumed=resumed)

    def tell(self, name: str, data: Data, guild_id: int) -> None:
        """Send an event of a server."""
        first, *others = self._of(self.server.shard_of(guild_id)) or (None,)
        if first is not None:
            first.tell(name, data)
        for connection in others:
            connection.tell(name, deepcopy(data))  # a client keeps and changes what it gets

    def interaction(self, press: Press, data: Data, *, may_manage: bool) -> None:
        """Send an interaction."""
        guild = self.server.channels[press.channel_id].guild
        if not guild.has_bot or press.user_id in guild.absent:
            return  # Discord shows the user that it failed
        event = interaction_payload(self.server, press, data, may_manage=may_manage)
        self.tell("INTERACTION_CREATE", event, guild.id)

    def tell_channel(self, what: str, channel: Channel) -> None:
        """Send the event of a created, changed or deleted channel or thread."""
        if channel.guild.has_bot:
            kind = "CHANNEL" if channel.parent is None else "THREAD"
            self.tell(f"{kind}_{what}", channel_payload(channel), channel.guild.id)

    def tell_guild(self, guild: Guild) -> None:
        """Send GUILD_CREATE for a server."""
        data = guild_payload(self.server, guild)
        del data["unavailable"]
        self.tell("GUILD_CREATE", data, guild.id)

    def _of(self, shard: int) -> list[Connection]:
        return [one for one in self.connections if one.shard == shard]

    def _drop(self, connections: Sequence[Connection]) -> None:
        self.connections = tuple(one for one in self.connections if one not in connections)


class Connection:
    """The connection of one process for one shard: events come in order."""

    def __init__(self, gateway: Gateway, process: Process, bot: RookeryBot, shard: int) -> None:
        self.process: Final = process
        self.shard: Final = shard
        self._gateway = gateway
        self._bot = bot
        self._missed: list[tuple[str, Data]] | None = []
        """Events missed by a connection that may be resumed; None while connected."""
        self._arrival = 0.0
        self._identifying: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the bot receives events."""
        return self._missed is None

    async def identify(self) -> None:
        """Begin a session: events missed until then are lost."""
        await self._bot.before_identify_hook(self.shard, initial=True)
        if self._missed is None or self._is_cut():
            return
        self._missed = None
        server = self._gateway.server
        here = (guild for guild in server.guilds.values() if guild.has_bot)
        guilds = [guild for guild in here if server.shard_of(guild.id) == self.shard]
        named = [{"id": str(guild.id), "unavailable": True} for guild in guilds]
        self.tell(
            "READY",
            {
                "user": ME,
                "guilds": named,
                "shard": [self.shard, server.shards],
                "application": {"id": str(APPLICATION), "flags": 0},
            },
        )
        for guild in guilds:
            self.tell("GUILD_CREATE", guild_payload(server, guild))

    def lose(self) -> None:
        """Lose the connection; missed events may be sent later."""
        if self.is_open:
            self._missed = []
            self._soon(self._dispatch, "shard_disconnect")

    def regain(self, *, resumed: bool) -> None:
        """Reconnect: ``resumed`` with the missed events, otherwise as a new session without them."""
        if self._missed is None:
            return
        if not resumed:
            context = self.process.context
            self._identifying = self._gateway.loop.create_task(self.identify(), context=context)
            return
        missed, self._missed = self._missed, None
        for name, data in missed:
            self.tell(name, data)
        self.tell("RESUMED", {"__shard_id__": self.shard})

    def tell(self, name: str, data: Data) -> None:
        """Send an event."""
        if self._missed is not None:
            self._missed.append((name, data))
        else:
            self._soon(self._parse, name, data)

    def _is_cut(self) -> bool:
        return self not in self._gateway.connections

    def _soon(self, call: Callable[..., None], *args: Any) -> None:
        """Schedule a call in the bot's context, after earlier events."""
        loop = self._gateway.loop
        self._arrival = max(self._arrival, loop.time() + self._gateway.weather.delay())
        loop.call_at(self._arrival, call, *args, context=self.process.context)

    def _parse(self, name: str, data: Data) -> None:
        if self._is_cut():
            return
        if self._missed is not None:
            self._missed.append((name, data))
            return
        self._gateway.note(f"{name} {data.get('id', '')}")
        self._bot._connection.parsers[name](data)

    def _dispatch(self, event: str) -> None:
        if not self._is_cut():
            self._gateway.note(event)
            self._bot.dispatch(event, self.shard)


def guild_payload(server: Server, guild: Guild) -> Data:
    """The payload of a server."""
    channels = server.open_channels(guild)
    return {
        "id": str(guild.id),
        "name": guild.name,
        "unavailable": False,
        "member_count": 61,
        "roles": [{"id": str(guild.id), "name": "@everyone", "permissions": str(RIGHTS)}],
        "emojis": [],
        "features": [],
        "channels": [channel_payload(one) for one in channels if one.parent is None],
        "threads": [
            channel_payload(one) for one in channels if one.parent is not None and not one.is_archived
        ],
        "members": [],
        "owner_id": "1",
    }


def interaction_payload(server: Server, press: Press, data: Data, *, may_manage: bool) -> Data:
    """The payload of an interaction; ``data`` has its type as ``interaction_type``."""
    channel = server.channels[press.channel_id]
    event: Data = {
        "id": str(press.id),
        "application_id": str(APPLICATION),
        "type": data.pop("interaction_type"),
        "token": press.token,
        "version": 1,
        "guild_id": str(channel.guild.id),
        "guild": {"id": str(channel.guild.id), "locale": "en-US", "features": []},
        "channel": channel_payload(channel),
        "member": {
            **member_payload(press.user_id),
            "permissions": MAY_ALL if may_manage else "2147483648",
        },
        "app_permissions": str(0 if channel.id in server.forbidden else RIGHTS),
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {},
        "attachment_size_limit": 0,
        "data": data,
    }
    if press.message is not None:
        pressed = press.pressed
        shown = () if pressed is None else ({"type": 1, "id": 1, "components": [pressed.component]},)
        event["message"] = message_payload(press.message, shown)
    return event
