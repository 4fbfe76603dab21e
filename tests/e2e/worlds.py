"""A small Discord in memory for tests: SimCord's, with the trouble of a real one.

SimCord's own actors do what a well-behaved user can do, one action after another. These helpers
add the rest: many at once, forged and outdated presses, failing calls, hostile administrators.
What they need beyond SimCord's public interface is gathered in this module.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from enum import Enum
from fnmatch import fnmatch
from functools import partial
from typing import Any, TypeVar
from unittest.mock import patch

import discord
import simcord
from discord.ext import commands
from simcord import env as simcord_env
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Message as StoredMessage
from simcord.backend.models import Overwrite
from simcord.enums import ComponentType, InteractionType, OverwriteType
from simcord.http import router
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter
from simcord.interactions import base_payload

from cogs.ui.refusals import ARCHIVED
from tests.e2e.copies import copied

T = TypeVar("T")
Message = discord.Message | simcord.ResponseMessage
TOKEN_LIFE_SECONDS = 15 * 60
LOOK_AGAIN_SECONDS = 0.001
SETTLE_TIMEOUT_SECONDS = 30.0
SETTLE_CHECKS = ("_is_parked", "_callback_is_parked")
"""SimCord's functions that decide which waits settling ignores."""
HORIZON_SECONDS = 0.2
"""Seconds; settling ignores timers that are due later: a test that needs them lets time pass."""


class Call(Enum):
    """The calls a bot makes to Discord, as (method, path pattern)."""

    ANSWER = ("POST", "/interactions/*/*/callback")
    FOLLOW_UP = ("POST", "/webhooks/*/*")
    EDIT_HAND = ("PATCH", "/webhooks/*/*/messages/*")
    DELETE_HAND = ("DELETE", "/webhooks/*/*/messages/*")
    POST_MESSAGE = ("POST", "/channels/*/messages")
    EDIT_MESSAGE = ("PATCH", "/channels/*/messages/*")
    DELETE_MESSAGE = ("DELETE", "/channels/*/messages/*")
    LET_INTO_THREAD = ("PUT", "/channels/*/thread-members/*")
    ANY = ("*", "*")


@dataclass(frozen=True)
class Seen:
    """A message as one user saw it at one moment."""

    id: int
    channel_id: int
    payload: dict[str, Any]

    def parts(self) -> Iterator[dict[str, Any]]:
        """All its components, nested ones too."""
        return _parts(self.payload["components"])

    def buttons(self) -> dict[str, str]:
        """The custom ids of its buttons, by label."""
        return {
            str(part.get("label")): part["custom_id"]
            for part in _parts(self.payload["components"])
            if part.get("type") == ComponentType.BUTTON and "custom_id" in part
        }

    def menus(self) -> list[str]:
        """The custom ids of its select menus, from top to bottom."""
        return [
            part["custom_id"]
            for part in _parts(self.payload["components"])
            if part.get("type") == ComponentType.STRING_SELECT
        ]

    def menu_values(self) -> list[set[str]]:
        """The values of each of its select menus."""
        return [
            {str(option["value"]) for option in part["options"]}
            for part in _parts(self.payload["components"])
            if part.get("type") == ComponentType.STRING_SELECT
        ]

    def text(self) -> str:
        """All text of the message."""
        return "\n".join(part["content"] for part in _parts(self.payload["components"]) if "content" in part)


@dataclass
class World:
    """One server with one channel and its players, and a running bot."""

    env: simcord.Env
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    owner: simcord.MemberActor
    players: dict[str, simcord.MemberActor]
    _wire: _Wire
    _forgiven: int = 0

    def errors(self) -> list[BaseException]:
        """Errors that escaped from the bot since the last call; a test fails on those it does not collect."""
        recorded = self.env.errors_since(self._forgiven)
        self._forgiven += len(recorded)
        return list(recorded)

    def player(self, name: str) -> simcord.MemberActor:
        """The member of that name."""
        return self.players[name]

    # ------------------------------------------------------------------------------------------------ clicks

    def look_at(self, message: Message) -> Seen:
        """Remember a message as it is now; pressed later, the press is outdated."""
        channel_id = message.channel.id if isinstance(message, discord.Message) else message.channel_id
        return self._seen(self.env.backend.get_message(channel_id, message.id))

    def visible_messages(self, viewer: int | None = None, channel_id: int | None = None) -> list[Seen]:
        """The messages of a channel, oldest first: the public ones, and what only the viewer sees."""
        stored = self.env.backend.messages.get(channel_id or self.channel.id, {})
        return [self._seen(stored[key]) for key in sorted(stored) if stored[key].visible_to(viewer)]

    def _seen(self, stored: StoredMessage) -> Seen:
        payload = serializers.message_payload(self.env.backend, stored)
        return Seen(stored.id, stored.channel_id, copied(dict(payload)))

    @contextmanager
    def as_bot(self) -> Iterator[None]:
        """Run the block as the bot's work: its timers follow the world's clock."""
        with self.env._bot_scope():
            yield

    async def press(
        self,
        who: simcord.MemberActor,
        seen: Seen,
        custom_id: str,
        *,
        values: Iterable[str] | None = None,
        late_by: int = 0,
    ) -> simcord.InteractionResult:
        """Press a button (or choose ``values`` in a menu) of a message as it was seen earlier.

        ``late_by`` are the milliseconds the press has been on its way.
        Unlike ``who.click`` this checks no precondition: the message may have been redrawn, deleted or
        be another player's hand, and the custom id may never have been on it.
        """
        kind = ComponentType.BUTTON if values is None else ComponentType.STRING_SELECT
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": int(kind)}
        if values is not None:
            data["values"] = list(values)
        return await self._interact(who, seen, InteractionType.MESSAGE_COMPONENT, data, late_by)

    async def type_into_modal(
        self, who: simcord.MemberActor, seen: Seen, custom_id: str, *values: str
    ) -> simcord.InteractionResult:
        """Send a modal of any id, whether it was ever shown or not, opened from a message."""
        fields = [
            {"type": int(ComponentType.TEXT_INPUT), "custom_id": f"{n}", "value": v}
            for n, v in enumerate(values)
        ]
        labels = [{"type": int(ComponentType.LABEL), "component": field} for field in fields]
        data = {"custom_id": custom_id, "components": labels}
        return await self._interact(who, seen, InteractionType.MODAL_SUBMIT, data)

    async def _interact(
        self,
        who: simcord.MemberActor,
        seen: Seen,
        kind: InteractionType,
        data: dict[str, Any],
        late_by: int = 0,
    ) -> simcord.InteractionResult:
        backend = self.env.backend
        record, payload = base_payload(
            backend, type=kind, channel_id=seen.channel_id, guild_id=who.guild.id, user_id=who.id, data=data
        )
        record.source_message_id = seen.id
        if late_by:
            record.id -= late_by << 22
            backend.interactions[record.id] = record
            backend.interaction_tokens[record.token] = record.id
            payload["id"] = str(record.id)
        backend.emit("INTERACTION_CREATE", {**payload, "message": copied(seen.payload)})
        await self.env.settle(idle=LOOK_AGAIN_SECONDS)
        return simcord.InteractionResult(self.env, record)

    # ------------------------------------------------------------------------------------------------ trouble

    def make_fail(self, call: Call, *, status: int = 500, code: int = 0, times: int | None = 1) -> None:
        """Let Discord refuse the next calls of a kind (``times=None``: all of them from now on)."""
        method, path = call.value
        self.env.inject_error(method, path, status=status, code=code, times=times)

    def lose_answers(self, call: Call, *, times: int = 1) -> None:
        """Let Discord carry out the next calls of a kind, and break the connection before it answers."""
        self._wire.losing += [call.value] * times

    def delay_call(self, call: Call) -> None:
        """Delay the next call of a kind until ``let_through``."""
        self._wire.holding.append(call.value)

    async def let_through(self) -> None:
        """Let the delayed calls arrive."""
        for held in self._wire.held:
            held.set()
        self._wire.held.clear()
        await self.env.settle()

    def delete_emojis(self) -> None:
        """Delete the bot's own emojis: Discord refuses messages with one from then on."""
        self._wire.knows_emojis = False

    @property
    def refused_emojis(self) -> int:
        """Number of messages that Discord has refused since then for an emoji."""
        return self._wire.refused_emojis

    def end_trouble(self) -> None:
        """End all trouble made above."""
        self.env.backend.faults.clear()
        self._wire.losing.clear()

    async def let_tokens_expire(self) -> None:
        """Let more than 15 minutes pass; the bot's timers go off on the way."""
        await self.env.advance_time(TOKEN_LIFE_SECONDS + 1)

    async def delete_as_admin(self, message: Message | Seen) -> None:
        """Let the server's owner delete a message."""
        if isinstance(message, Seen):
            message = next(each for each in self.channel.history() if each.id == message.id)
        await self.owner.delete(message)

    async def delete_channel(self) -> None:
        """Let the server's owner delete the channel."""
        self.env.backend.delete_channel(self.channel.id)
        await self.env.settle()

    async def leave_server(self, who: simcord.MemberActor) -> None:
        """Let a member leave the server; commands still reach them by their id."""
        self.guild.remove_member(who)
        await self.env.settle()

    async def remove_bot(self) -> None:
        """Remove the bot from the server."""
        self.env.backend.remove_guild(self.guild.id)
        await self.env.settle()

    async def remove_bot_for_a_while(self) -> None:
        """Remove the bot from the server, which keeps its channels and messages."""
        self.make_fail(Call.ANY, status=403, code=50001, times=None)
        self.env.backend.emit("GUILD_DELETE", {"id": str(self.guild.id)})
        await self.env.settle()

    async def invite_bot_again(self) -> None:
        """Add the bot to the server again."""
        self.end_trouble()
        backend = self.env.backend
        back = serializers.guild_create_payload(backend, backend.get_guild(self.guild.id))
        backend.emit("GUILD_CREATE", back)
        await self.env.settle()

    async def forbid_bot(self, **permissions: bool) -> None:
        """Take permissions from the bot in the channel: ``forbid_bot(send_messages=False)``.

        Called without arguments it gives them all back.
        """
        bot_id = self.env.backend.bot_user.id
        allow, deny = discord.PermissionOverwrite(**permissions).pair()
        self.env.backend.set_overwrite(
            self.channel.id,
            Overwrite(target_id=bot_id, type=OverwriteType.MEMBER, allow=allow.value, deny=deny.value),
        )
        await self.env.settle()

    async def archive_thread(self, thread_id: int, *, is_locked: bool = False) -> None:
        """Archive a thread, as Discord does in time; a locked one can be opened again by moderators only."""
        away = {"archived": True, "locked": is_locked}
        self.env.backend.edit_channel(thread_id, {}, thread_metadata=away)
        await self.env.settle()

    async def restart(self, build: Callable[[], commands.AutoShardedBot], *, politely: bool = True) -> None:
        """Stop the bot and start another in the same world; unless ``politely``, without a close."""
        old = self.env.bot
        if politely:
            await old.close()
        await self.env.restart_bot(build())
        if not politely:
            await old.close()


@asynccontextmanager
async def a_world(
    bot: commands.AutoShardedBot,
    *,
    players: Iterable[str] = ("Ann", "Bob", "Cleo", "Dan"),
) -> AsyncIterator[World]:
    """Start a bot in a new world, and close both at the end; fit for a fixture.

    ``simcord.run`` is not: it must be left in the context it was entered in.
    """
    env = simcord.Env(bot, settle_timeout=SETTLE_TIMEOUT_SECONDS, check_errors=False)
    # After each act SimCord checks every 50 ms whether the bot is done; ours is done sooner.
    vars(env)["_settle_internal"] = partial(env._settle_internal, idle=LOOK_AGAIN_SECONDS)
    one, other = SETTLE_CHECKS
    with _ignoring_later_timers(one), _ignoring_later_timers(other):
        await env.start()
        try:
            host = env.create_user("host", global_name="Host")
            guild = env.create_guild("Rookery Club", owner=host, shard_id=0)
            owner = guild.add_member(host)
            members = {
                name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in players
            }
            channel = guild.create_text_channel("card-table")
            await env.settle()
            wire = _Wire(env)
            world = World(env, guild, channel, owner, members, wire)
            with (
                patch.object(router, "dispatch", wire.dispatch),
                patch.object(FakeHTTPClient, "request", wire.slowed(FakeHTTPClient.request)),
                patch.object(FakeWebhookAdapter, "request", wire.slowed(FakeWebhookAdapter.request)),
            ):
                yield world
            if errors := world.errors():
                raise BaseExceptionGroup("the bot let errors escape", errors)
        finally:
            await env.bot.close()
            await env.shutdown()


@contextmanager
def _ignoring_later_timers(look: str) -> Iterator[None]:
    """Let SimCord's settling ignore timers beyond the horizon, although its timeout here is longer."""
    is_parked = vars(simcord_env)[look]

    def parks_soon(state: object, waiting: object, deadline: float) -> bool:
        near = asyncio.get_running_loop().time() + HORIZON_SECONDS
        return bool(is_parked(state, waiting, min(deadline, near)))

    with patch.object(simcord_env, look, parks_soon):
        yield


class _Wire:
    """The transport between the bot and Discord: calls are slow, answers get lost, a nonce is deduplicated.

    It refuses what SimCord does not: files without permission, edits in an archived thread.
    The bot gets the status of each refusal, as its real session reports it.
    """

    def __init__(self, env: simcord.Env) -> None:
        self._env = env
        self.losing: list[tuple[str, str]] = []
        self.holding: list[tuple[str, str]] = []
        self.held: list[asyncio.Event] = []
        self.knows_emojis = True
        """Whether Discord takes the bot's own emojis, in texts and on controls."""
        self.refused_emojis = 0
        self._dispatch = router.dispatch
        self._nonces: dict[str, Any] = {}

    def slowed(self, request: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        """A request of SimCord's that waits first if its call is delayed."""

        async def slow(sender: object, route: Any, *others: Any, **named: Any) -> Any:
            for holding in self.holding:
                if holding[0] == route.method and fnmatch(route.url.partition("?")[0], f"*{holding[1]}"):
                    self.holding.remove(holding)
                    self.held.append(held := asyncio.Event())
                    await self._env.external_wait(held.wait(), reason="it is held up on its way")
                    break
            return await request(sender, route, *others, **named)

        return slow

    def dispatch(self, backend: Any, method: str, path: str, **request: Any) -> Any:
        """Carry out a request, or return the message it has posted before."""
        nonce = (request.get("json") or {}).get("nonce") if method == "POST" else None
        if nonce in self._nonces:
            return self._nonces[nonce]
        try:
            _check_message(backend, method, path, has_files=bool(request.get("files")))
            if not self.knows_emojis and _OWN_EMOJI.search(repr(request.get("json"))):
                self.refused_emojis += 1
                raise BackendError(400, 50035, "Invalid Form Body")
            answer = self._dispatch(backend, method, path, **request)
        except BackendError as refusal:
            self._env.bot.app.delivery.invalid_requests.note(refusal.status)  # type: ignore[attr-defined]
            raise
        if nonce is not None:
            self._nonces[nonce] = answer
        for losing in self.losing:
            if losing[0] == method and fnmatch(path, losing[1]):
                self.losing.remove(losing)
                raise ConnectionResetError
        return answer


def _check_message(backend: Any, method: str, path: str, *, has_files: bool) -> None:
    """Check that the bot may post or edit a message; a posted one opens an archived thread again."""
    match method, *path.strip("/").split("/"):
        case ("POST", "channels", place, "messages") | ("PATCH", "channels", place, "messages", _):
            channel = backend.channels.get(int(place))
        case _:
            return
    if channel is None or channel.guild_id is None:
        return
    if has_files:
        backend.require_permissions(channel.guild_id, backend.bot_user.id, channel.id, "attach_files")
    thread = channel.thread_metadata
    if thread is not None and thread.archived:
        if method == "PATCH" or thread.locked:
            raise BackendError(400, ARCHIVED, "Thread is archived")
        backend.edit_channel(channel.id, {}, thread_metadata={"archived": False})


_OWN_EMOJI = re.compile(r"<:\w+:\d+>|'emoji': \{[^}]*'id': '?\d")


async def all_at_once(*acts: Coroutine[Any, Any, T]) -> list[T]:
    """Let many users act before the bot has handled any: ``all_at_once(*(p.click(...) for p in all))``.

    SimCord refuses two operations from two tasks. So each act is started here, up to its first wait
    (by then Discord has the interaction), and finished afterwards, all in this one task.
    """
    started = [_Started(act) for act in acts]
    return [await act for act in started]


class _Started:
    """A coroutine run up to its first wait, which must be a bare yield (``asyncio.sleep(0)``)."""

    def __init__(self, act: Coroutine[Any, Any, Any]) -> None:
        self._act = act
        assert act.send(None) is None, "the act waits for something else than its turn"

    def __await__(self) -> Generator[Any, Any, Any]:
        yield
        return (yield from self._act.__await__())


def _parts(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        yield from _parts(part.get("components") or ())
        if isinstance(part.get("accessory"), dict):
            yield part["accessory"]
