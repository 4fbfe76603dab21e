"""The gateway over sockets: sessions of shards, paced IDENTIFYs, resumed sessions, close codes on demand.

Rules: https://discord.com/developers/docs/events/gateway
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, NamedTuple

from aiohttp import WSMsgType, web

from tests.sim.gateway import guild_payload
from tests.sim.ids import APPLICATION
from tests.sim.messages import Guild
from tests.sim.routes import ME
from tests.sim.server import Server

PATH: Final = "/gateway/"
HEARTBEAT_MS: Final = 41_250
IDENTIFY_EVERY: Final = 5.0
"""Seconds between two IDENTIFYs of a bucket: ``shard_id % max_concurrency``."""
MOST_SERVERS: Final = 2_500
"""The most servers of a session; with more, Discord demands more shards."""
REPLAYED: Final = 10_000
"""The most events kept for a session that may be resumed."""
AUTHENTICATION_FAILED: Final = 4004
INVALID_SHARD: Final = 4010
SHARDING_REQUIRED: Final = 4011
RECONNECT: Final = 7
INVALID_SESSION: Final = 9
CLOSED_WITHIN: Final = 0.5
"""Seconds a socket's other end may take to close; a stopped process never does."""

Payload = dict[str, Any]


class Shard(NamedTuple):
    """A shard as a session names it: its number, and how many there are."""

    id: int
    total: int

    def owns(self, guild_id: int) -> bool:
        """Whether it gets the events of a server; those without a server (id 0) go to shard 0.

        https://discord.com/developers/docs/events/gateway#sharding
        """
        return (guild_id >> 22) % self.total == self.id


class Identify(NamedTuple):
    """An IDENTIFY: the loop's time, the shard, and the seconds since the previous one of its bucket."""

    at: float
    shard: Shard
    after: float


@dataclass(eq=False)
class Session:
    """A session of a shard; it outlives its socket, and may be resumed."""

    id: str
    shard: Shard
    outbox: asyncio.Queue[Payload | int] | None = None
    """Payloads to send on its socket in order, and last a code to close it with; None without a socket."""
    sequence: int = 0
    events: deque[Payload] = field(default_factory=lambda: deque(maxlen=REPLAYED))

    def tell(self, name: str, data: Any) -> None:
        """Send an event, or keep it for a resume."""
        self.sequence += 1
        event = {"op": 0, "t": name, "s": self.sequence, "d": data}
        self.events.append(event)
        if self.outbox is not None:
            self.outbox.put_nowait(event)


class Gateway:
    """All sessions of one bot, of any number of processes."""

    def __init__(self, server: Server) -> None:
        self.url = ""
        self.shards = 1
        """The number of shards it recommends."""
        self.max_concurrency = 1
        self.identify_every = IDENTIFY_EVERY
        self.most_servers = MOST_SERVERS
        self.refusing: int | None = None
        """The code with which it closes each session that identifies; None to accept them."""
        self.sessions: Final[dict[str, Session]] = {}
        self.identified: Final[list[Identify]] = []
        """Every accepted IDENTIFY."""
        self.offences: Final[list[Identify]] = []
        """Every IDENTIFY that came too soon in its bucket, and was refused."""
        self.resumed: Final[list[Session]] = []
        """The session of each RESUME that succeeded."""
        self.closed: Final[list[int]] = []
        """The codes with which it has closed sessions that identified."""
        self._server = server
        self._last: dict[int, float] = {}
        """The time of the last accepted IDENTIFY, by bucket."""
        self._numbers = count(1)
        self._news = asyncio.Event()

    # What a test asks and does ----------------------------------------------------------------------

    def connected(self, shard_id: int | None = None) -> list[Session]:
        """The sessions that have a socket: of one shard, or all."""
        return [
            session
            for session in self.sessions.values()
            if session.outbox is not None and shard_id in {None, session.shard.id}
        ]

    async def until(self, is_so: Callable[[], bool], seconds: float = 60.0) -> None:
        """Wait until a condition holds, checked whenever a session begins, resumes or loses its socket.

        Raises:
            TimeoutError: it does not hold in time.
        """
        async with asyncio.timeout(seconds):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    async def until_connected(self, number: int, seconds: float = 60.0) -> None:
        """Wait until sessions of ``number`` different shards have a socket.

        Raises:
            TimeoutError: they have not in time.
        """
        await self.until(lambda: len({session.shard.id for session in self.connected()}) == number, seconds)

    def tell(self, name: str, data: Any, guild_id: int = 0) -> None:
        """Send a server's event to every session of its shard."""
        for session in self.sessions.values():
            if session.shard.owns(guild_id):
                session.tell(name, data)

    def kick(self, shard_id: int | None = None, code: int = 4000) -> None:
        """Close the sockets of one shard's sessions, or of all; they may resume."""
        for session in self.connected(shard_id):
            assert session.outbox is not None
            session.outbox.put_nowait(code)
            session.outbox = None

    def forget(self, shard_id: int | None = None) -> None:
        """Close the sockets of one shard's sessions, or of all, and let none of them resume."""
        self.kick(shard_id)
        for session in list(self.sessions.values()):
            if shard_id in {None, session.shard.id}:
                del self.sessions[session.id]

    def ask_to_reconnect(self, shard_id: int | None = None) -> None:
        """Ask one shard's sessions, or all, to reconnect and resume."""
        for session in self.connected(shard_id):
            assert session.outbox is not None
            session.outbox.put_nowait({"op": RECONNECT, "d": None, "s": None, "t": None})

    def remove(self, guild: Guild) -> None:
        """Remove the bot from a server."""
        guild.has_bot = False
        self.tell("GUILD_DELETE", {"id": str(guild.id)}, guild.id)

    # What a bot does --------------------------------------------------------------------------------

    def bot_payload(self) -> Payload:
        """The answer to ``GET /gateway/bot``."""
        return {
            "url": self.url,
            "shards": self.shards,
            "session_start_limit": {
                "total": 1000,
                "remaining": max(0, 1000 - len(self.identified)),
                "reset_after": 14_400_000,
                "max_concurrency": self.max_concurrency,
            },
        }

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket until it is closed."""
        socket = web.WebSocketResponse(timeout=CLOSED_WITHIN)
        await socket.prepare(request)
        outbox = asyncio.Queue[Payload | int]()
        outbox.put_nowait({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}, "s": None, "t": None})
        writing = asyncio.create_task(_write(socket, outbox))
        session: Session | None = None
        try:
            async for said in socket:
                if said.type is not WSMsgType.TEXT:
                    break
                payload = json.loads(said.data)
                match payload["op"]:
                    case 1:
                        outbox.put_nowait({"op": 11, "d": None, "s": None, "t": None})
                    case 2:
                        session = self._identify(payload["d"], outbox)
                    case 6:
                        session = self._resume(payload["d"], outbox)
        finally:
            writing.cancel()
            await asyncio.wait([writing])
            if session is not None and session.outbox is outbox:
                session.outbox = None
                if socket.close_code in {1000, 1001}:  # that ends a session
                    self.sessions.pop(session.id, None)
            self._news.set()
        return socket

    def _identify(self, data: Payload, outbox: asyncio.Queue[Payload | int]) -> Session | None:
        """Begin a session; None if it is refused."""
        shard = Shard(*data.get("shard", (0, 1)))
        code = self._code_for(shard)
        if code is not None:
            self.closed.append(code)
            outbox.put_nowait(code)
            return None
        now, bucket = asyncio.get_running_loop().time(), shard.id % self.max_concurrency
        identify = Identify(now, shard, now - self._last.get(bucket, float("-inf")))
        if identify.after < self.identify_every:
            self.offences.append(identify)
            outbox.put_nowait({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return None
        self._last[bucket] = now
        self.identified.append(identify)
        session = Session(f"session-{next(self._numbers)}", shard, outbox)
        self.sessions[session.id] = session
        for name, event in self._first_events(session):
            session.tell(name, event)
        self._news.set()
        return session

    def _code_for(self, shard: Shard) -> int | None:
        """The code to close a session with that identifies as a shard; None for none."""
        if self.refusing is not None:
            return self.refusing
        if not 0 <= shard.id < shard.total:
            return INVALID_SHARD
        return SHARDING_REQUIRED if len(self._guilds(shard)) > self.most_servers else None

    def _resume(self, data: Payload, outbox: asyncio.Queue[Payload | int]) -> Session | None:
        """Replay the events that a session has missed; None if it is not known any more."""
        session, seen = self.sessions.get(data["session_id"]), data["seq"]
        if session is None or (session.events and session.events[0]["s"] > seen + 1):
            outbox.put_nowait({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return None
        session.outbox = outbox
        for event in session.events:
            if event["s"] > seen:
                outbox.put_nowait(event)
        session.tell("RESUMED", {})
        self.resumed.append(session)
        self._news.set()
        return session

    def _guilds(self, shard: Shard) -> list[Guild]:
        """The servers of a shard that the bot is in."""
        return [one for one in self._server.guilds.values() if one.has_bot and shard.owns(one.id)]

    def _first_events(self, session: Session) -> Iterator[tuple[str, Payload]]:
        guilds = self._guilds(session.shard)
        yield (
            "READY",
            {
                "v": 10,
                "user": ME,
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.url,
                "shard": list(session.shard),
                "application": {"id": str(APPLICATION), "flags": 0},
            },
        )
        for guild in guilds:
            yield "GUILD_CREATE", guild_payload(self._server, guild)


async def _write(socket: web.WebSocketResponse, outbox: asyncio.Queue[Payload | int]) -> None:
    """Send what is in the outbox; a process that does not read delays its own socket alone."""
    with suppress(ConnectionError):
        while True:
            message = await outbox.get()
            if isinstance(message, int):
                await socket.close(code=message)
                return
            await socket.send_str(json.dumps(message))
