"""The gateway: sends events to the bot, in order, while it is connected."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
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
SHARD: Final = 0
MAY_ALL: Final = str((1 << 50) - 1)
RIGHTS: Final = 0x400 | 0x800 | 1 << 38 | 1 << 35 | 1 << 36
"""Permission bits: view and send in channels and threads, and create public and private threads."""


class Gateway:
    """The bot's gateway connection."""

    def __init__(
        self, loop: VirtualLoop, server: Server, weather: Weather, note: Callable[[str], None]
    ) -> None:
        self._loop = loop
        self._server = server
        self._weather = weather
        self._note = note
        self._process: Process | None = None
        self._bot: RookeryBot | None = None
        self._missed: list[tuple[str, Data]] | None = None
        """Events missed by a connection that may be resumed; None while connected."""
        self._arrival = 0.0
        self._identifying: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the bot receives events."""
        return self._bot is not None and self._missed is None

    async def serve(self, process: Process, bot: RookeryBot) -> None:
        """Connect a bot, and keep it connected until its process ends."""
        self._process, self._bot, self._missed = process, bot, []
        bot._connection.shard_ids = [SHARD]
        await self._identify(bot)
        try:
            await asyncio.Event().wait()
        finally:
            if self._bot is bot:
                self.cut()

    def cut(self) -> None:
        """Close the connection of an ended process."""
        self._process, self._bot, self._missed = None, None, None

    def lose(self) -> None:
        """Lose the connection; missed events may be sent later."""
        if self.is_open:
            self._missed = []
            self._soon(self._dispatch, self._bot, "shard_disconnect")

    def regain(self, *, resumed: bool) -> None:
        """Reconnect: ``resumed`` with the missed events, otherwise as a new session without them."""
        if self._missed is None or self._bot is None:
            return
        if not resumed:
            assert self._process is not None
            self._identifying = self._loop.create_task(
                self._identify(self._bot), context=self._process.context
            )
            return
        missed, self._missed = self._missed, None
        for name, data in missed:
            self.tell(name, data)
        self.tell("RESUMED", {"__shard_id__": SHARD})

    def tell(self, name: str, data: Data) -> None:
        """Send an event if the bot is connected."""
        if self._missed is not None:
            self._missed.append((name, data))
        elif self._bot is not None:
            self._soon(self._parse, self._bot, name, data)

    def interaction(self, press: Press, data: Data, *, may_manage: bool) -> None:
        """Send an interaction."""
        channel = self._server.channels[press.channel_id]
        if not channel.guild.has_bot or press.user_id in channel.guild.absent:
            return  # Discord shows the user that it failed
        self.tell("INTERACTION_CREATE", interaction_payload(self._server, press, data, may_manage=may_manage))

    def tell_channel(self, what: str, channel: Channel) -> None:
        """Send the event of a created, changed or deleted channel or thread."""
        if channel.guild.has_bot:
            kind = "CHANNEL" if channel.parent is None else "THREAD"
            self.tell(f"{kind}_{what}", channel_payload(channel))

    def tell_guild(self, guild: Guild) -> None:
        """Send GUILD_CREATE for a server."""
        data = guild_payload(self._server, guild)
        del data["unavailable"]
        self.tell("GUILD_CREATE", data)

    async def _identify(self, bot: RookeryBot) -> None:
        """Begin a session: events missed until then are lost."""
        await bot.before_identify_hook(SHARD, initial=True)
        if bot is not self._bot or self._missed is None:
            return
        self._missed = None
        guilds = [guild for guild in self._server.guilds.values() if guild.has_bot]
        named = [{"id": str(guild.id), "unavailable": True} for guild in guilds]
        self.tell(
            "READY",
            {
                "user": ME,
                "guilds": named,
                "shard": [SHARD, 1],
                "application": {"id": str(APPLICATION), "flags": 0},
            },
        )
        for guild in guilds:
            self.tell("GUILD_CREATE", guild_payload(self._server, guild))

    def _soon(self, call: Callable[..., None], *args: Any) -> None:
        """Schedule a call in the bot's context, after earlier events."""
        assert self._process is not None
        self._arrival = max(self._arrival, self._loop.time() + self._weather.delay())
        self._loop.call_at(self._arrival, call, *args, context=self._process.context)

    def _parse(self, bot: RookeryBot, name: str, data: Data) -> None:
        if bot is not self._bot:
            return
        if self._missed is not None:
            self._missed.append((name, data))
            return
        self._note(f"{name} {data.get('id', '')}")
        bot._connection.parsers[name](data)

    def _dispatch(self, bot: RookeryBot, event: str) -> None:
        if bot is self._bot:
            self._note(event)
            bot.dispatch(event, SHARD)


def guild_payload(server: Server, guild: Guild) -> Data:
    """The payload of a server."""
    channels = server.open_channels(guild)
    return {
        "id": str(guild.id),
        "name": guild.name,
        "unavailable": False,
        "member_count": 61,
        "roles": [],
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
