"""Discord's state and rules: servers, channels, messages and interactions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from cogs.ui.controls import Control
from tests.sim.ids import APPLICATION, DAY, GUILD, Ids
from tests.sim.messages import Channel, Guild, Message, Panel, Parts, Pressable
from tests.sim.typed import Command, commands_in

ANSWERABLE: Final = 3.0
"""Seconds within which an interaction must be answered."""
TOKEN_LIFE: Final = 15 * 60.0
NONCE_LIFE: Final = 5 * 60.0
KEPT: Final = DAY
"""Seconds after which the simulation drops messages no longer needed."""
EPHEMERAL: Final = 64

Answer = dict[str, Any] | None


class Refusal(Exception):
    """A refusal of Discord, with a status and an error code."""

    def __init__(self, status: int, code: int, text: str) -> None:
        super().__init__(f"{status} {code} {text}")
        self.status = status
        self.code = code
        self.text = text


UNKNOWN_CHANNEL: Final = (404, 10003, "Unknown Channel")
UNKNOWN_MESSAGE: Final = (404, 10008, "Unknown Message")
UNKNOWN_WEBHOOK: Final = (404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION: Final = (404, 10062, "Unknown interaction")
ACKNOWLEDGED: Final = (400, 40060, "Interaction has already been acknowledged.")
HAS_THREAD: Final = (400, 160004, "A thread has already been created for this message")
UNKNOWN_MEMBER: Final = (404, 10007, "Unknown Member")
ARCHIVED: Final = (400, 50083, "Thread is archived")
NO_MESSAGES_PLEASE: Final = (403, 50007, "Cannot send messages to this user")
MISSING_ACCESS: Final = (403, 50001, "Missing Access")
INVALID_TOKEN: Final = (401, 50027, "Invalid Webhook Token")


@dataclass
class Press:
    """An interaction: a press, a command or a form."""

    id: int
    token: str
    user_id: int
    channel_id: int
    made_at: float
    what: str
    message: Message | None = None
    pressed: Pressable | None = None
    values: Sequence[str] = ()
    """The options chosen in a menu, or the texts typed."""
    control: Control | None = None
    """The control of a press or form; None for a command."""
    command: str = ""
    """The typed command's name; empty for a press."""
    answered_at: float | None = None
    answer: str = ""
    """The kind of its reply: ``redrawn``, ``private``, ``public``, ``quiet``, ``modal`` or ``offers``."""
    data: dict[str, Any] = field(default_factory=dict)
    """A modal, or autocomplete choices."""
    original: Message | None = None
    loading: Literal["", "private", "public"] = ""
    """Who will see the reply that is still loading; empty if none is."""
    said: str = ""
    """The last text its user read in a reply or follow-up."""


class Server:
    """Discord's servers. Every change is reported to the listeners."""

    def __init__(self, time: Callable[[], float], ids: Ids, shards: int = 1) -> None:
        self.shards: Final = shards
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.presses: dict[str, Press] = {}
        self.watchers: list[Callable[[Message], None]] = []
        """Listeners for messages sent or edited."""
        self.answered: list[Callable[[Press], None]] = []
        """Listeners for replies and follow-ups."""
        self.changed: dict[int, Callable[[], None]] = {}
        """Listeners for changes in a person's present channel, by user id."""
        self.forbidden: set[int] = set()
        """Ids of channels where the bot has no rights at present."""
        self.made: list[Callable[[Channel], None]] = []
        """Listeners for threads the bot makes."""
        self.opened: list[Callable[[Channel], None]] = []
        """Listeners for reopened threads."""
        self.commands: Sequence[Command] = ()
        """The commands the bot has registered."""
        self.touched: dict[int, float] = {}
        """The time of the last interaction, by channel id."""
        self.unheard_of: set[int] = set()
        """Messages the bot does not know it has sent: the response was lost, or the process killed."""
        self.deleted: dict[int, float] = {}
        """The time of the last deletion of a message, by channel id."""
        self._time = time
        self._ids = ids
        self._nonces: dict[tuple[int, object], Message] = {}
        self._conversations: set[int] = set()
        """Conversations that were opened and have no message yet."""

    # Channels -------------------------------------------------------------------------------------

    def add_guild(self, name: str) -> Guild:
        """Add a server with the bot: the first shards get one each, the last one all others."""
        number = len(self.guilds)
        guild = Guild(GUILD + number + (min(number, self.shards - 1) << 22), name)
        self.guilds[guild.id] = guild
        return guild

    def shard_of(self, guild_id: int) -> int:
        """The shard of a server."""
        return (guild_id >> 22) % self.shards

    def add_channel(self, name: str, guild: Guild, parent: Channel | None = None) -> Channel:
        """Add a channel, or a thread of ``parent``."""
        channel = Channel(self._ids.new(), name, guild, parent)
        self.channels[channel.id] = channel
        return channel

    def open_channels(self, guild: Guild | None = None) -> list[Channel]:
        """The channels and threads not deleted, of all servers or of one."""
        return [one for one in self.channels.values() if not one.is_deleted and guild in {None, one.guild}]

    def is_reachable(self, channel: Channel) -> bool:
        """Whether the bot is in the channel's server and may act in it."""
        return channel.guild.has_bot and not channel.is_deleted and channel.id not in self.forbidden

    def delete_channel(self, channel: Channel) -> list[Channel]:
        """Delete a channel with all its messages and threads; returns the threads."""
        threads = [one for one in self.open_channels() if one.parent is channel]
        for deleted in (channel, *threads):
            deleted.is_deleted = True
            deleted.public.clear()
            deleted.private.clear()
        return threads

    def open_thread(self, channel: Channel) -> None:
        """Unarchive a thread."""
        if channel.is_archived:
            channel.is_archived = channel.is_locked = False
            self.touched[channel.id] = channel.opened_at = self._time()
            for told in self.opened:
                told(channel)

    def leave(self, user_id: int, guild: Guild) -> None:
        """Have a member leave a server, with their private messages there."""
        guild.absent.add(user_id)
        for channel in self.open_channels(guild):
            channel.private.pop(user_id, None)

    def find(self, message_id: int) -> Message | None:
        """A message by id; None if it has been deleted."""
        for channel in self.channels.values():
            for message in (*channel.public, *(one for own in channel.private.values() for one in own)):
                if message.id == message_id:
                    return message
        return None

    # What people do -------------------------------------------------------------------------------

    def press(
        self,
        user_id: int,
        channel: Channel,
        what: str,
        message: Message | None = None,
        pressed: Pressable | None = None,
        values: Sequence[str] = (),
        *,
        control: Control | None = None,
        command: str = "",
    ) -> Press:
        """Record an interaction; its token lets the bot edit the pressed message for a while."""
        now, number = self._time(), self._ids.new()
        token = f"token-{number}"
        self.presses[token] = press = Press(
            *(number, token, user_id, channel.id, now, what, message, pressed, values, control, command)
        )
        self.touched[channel.id] = now
        if message is not None:
            message.touched_at = now
        return press

    def forget(self, shown: Collection[int]) -> None:
        """Drop old messages and interactions, except messages with ids in ``shown``."""
        before = self._time() - KEPT
        self._nonces = {key: one for key, one in self._nonces.items() if one.made_at > before}
        self.presses = {token: press for token, press in self.presses.items() if press.made_at > before}
        for channel in self.channels.values():
            channel.public = [
                *(one for one in channel.public[:-8] if one.made_at > before or one.id in shown),
                *channel.public[-8:],
            ]
            channel.private = {
                user: kept
                for user, own in channel.private.items()
                if (kept := [one for one in own if one.touched_at > before])
            }

    def register(self, payload: Sequence[dict[str, Any]]) -> None:
        """Register the bot's commands."""
        self.commands = tuple(commands_in(payload))

    # What the bot does ----------------------------------------------------------------------------

    def channel(self, channel_id: int) -> Answer:
        """Fetch a channel the bot may see."""
        return channel_payload(self._channel(channel_id))

    def post(self, channel_id: int, parts: Parts, nonce: object) -> Answer:
        """Post a message in a channel or conversation; sent twice with the same nonce it is posted once."""
        if channel_id in self._conversations:
            self._conversations.remove(channel_id)
            return self._payload(Message(self._ids.new(), channel_id, Panel(parts), self._time()))
        channel = self._channel(channel_id)
        earlier = self._nonces.get((channel_id, nonce))
        if channel.is_archived and channel.is_locked:
            raise Refusal(*ARCHIVED)
        self.open_thread(channel)
        if nonce is None or earlier is None or earlier.made_at + NONCE_LIFE < self._time():
            message = self._add(channel, parts, None)
            self._nonces[channel_id, nonce] = message
            return self._payload(message)
        if not self.is_there(earlier):
            raise Refusal(*UNKNOWN_MESSAGE)
        return self._payload(earlier)

    def message(self, user_id: int) -> Answer:
        """Open a conversation with a user; half of them take no direct messages."""
        if user_id % 2:
            raise Refusal(*NO_MESSAGES_PLEASE)
        self._conversations.add(conversation := self._ids.new())
        return {"id": str(conversation), "type": 1, "recipients": [member_payload(user_id)["user"]]}

    def start_thread(self, channel_id: int, name: str, message_id: int | None = None) -> Answer:
        """Make a thread on a message, with the message's id, or a private thread."""
        channel = self._channel(channel_id)
        if message_id is not None:
            self._public(channel_id, message_id)
            if message_id in self.channels:
                raise Refusal(*HAS_THREAD)
        thread = Channel(
            self._ids.new() if message_id is None else message_id,
            name,
            channel.guild,
            channel,
            is_evenings=True,
            is_secret=message_id is None,
        )
        self.channels[thread.id] = thread
        self.touched[thread.id] = self._time()
        for told in self.made:
            told(thread)
        return channel_payload(thread)

    def put_away(self, thread_id: int, *, is_archived: bool) -> Answer:
        """Archive or unarchive a thread; locked ones only by moderators."""
        thread = self._channel(thread_id)
        if thread.is_locked:
            raise Refusal(*ARCHIVED)
        if is_archived:
            thread.is_archived = True
        else:
            self.open_thread(thread)
        return channel_payload(thread)

    def rename(self, channel_id: int, name: str) -> Answer:
        """Rename a thread."""
        channel = self._channel(channel_id)
        if channel.is_archived:
            raise Refusal(*ARCHIVED)
        channel.name = name
        return channel_payload(channel)

    def let_in(self, thread_id: int, user_id: int) -> Answer:
        """Add a user to a thread."""
        self._check_member(self._channel(thread_id).guild, user_id)
        return None

    def member(self, guild_id: int, user_id: int) -> Answer:
        """Fetch a member of a server."""
        self._check_member(self.guilds[guild_id], user_id)
        return member_payload(user_id)

    def edit(self, channel_id: int, message_id: int, parts: Parts) -> Answer:
        """Edit a public message."""
        return self._redraw(self._public(channel_id, message_id), parts)

    def delete(self, channel_id: int, message_id: int) -> Answer:
        """Delete a public message."""
        message = self._public(channel_id, message_id)
        self.remove(message)
        return None

    def answer(self, token: str, kind: int, data: dict[str, Any]) -> Answer:
        """Answer an interaction: once, within three seconds."""
        press = self.presses.get(token)
        if press is None or (press.answered_at is None and self._time() > press.made_at + ANSWERABLE):
            raise Refusal(*UNKNOWN_INTERACTION)
        if press.answered_at is not None:
            raise Refusal(*ACKNOWLEDGED)
        channel = self.channels[press.channel_id]
        if channel.is_deleted or not channel.guild.has_bot:
            raise Refusal(*UNKNOWN_INTERACTION)
        parts = data.get("components") or ()
        if kind == 4:
            is_private = bool(int(data.get("flags") or 0) & EPHEMERAL)
            press.original = self._add(channel, parts, press.user_id if is_private else None)
            press.answer = "private" if is_private else "public"
            press.said = press.original.panel.text
        elif kind == 7:
            if press.message is None or not self.is_there(press.message):
                raise Refusal(*UNKNOWN_MESSAGE)
            press.original = press.message
            self._draw(press.message, parts)
            press.answer = "redrawn"
        elif kind == 5:
            press.loading = "private" if int(data.get("flags") or 0) & EPHEMERAL else "public"
            press.answer = press.loading
        else:
            press.answer = {9: "modal", 8: "offers"}.get(kind, "quiet")
            press.data = data
            press.original = press.message
        press.answered_at = self._time()
        if press.message is not None:
            press.message.known_at = press.answered_at
        interaction: dict[str, Any] = {
            "id": press.id,
            "type": 3,
            "response_message_loading": bool(press.loading),
        }
        if press.original is not None:
            interaction["response_message_id"] = press.original.id
            interaction["response_message_ephemeral"] = press.original.reader is not None
        return {"interaction": interaction}

    def original(self, token: str) -> Answer:
        """Fetch the reply to an interaction."""
        return self._payload(self._original(token))

    def follow_up(self, token: str, data: dict[str, Any]) -> Answer:
        """Send another message with an interaction's token."""
        press = self._answered(token)
        parts: Parts = data.get("components") or ()
        if press.loading:
            return self._payload(self._load(press, parts))
        is_private = bool(int(data.get("flags") or 0) & EPHEMERAL)
        message = self._add(self.channels[press.channel_id], parts, press.user_id if is_private else None)
        message.touched_at = press.made_at
        self._has_said(press, message)
        return self._payload(message)

    def edit_by_token(self, token: str, message_id: int, parts: Parts) -> Answer:
        """Edit a message with an interaction token of its reader."""
        return self._redraw(self._by_token(token, message_id), parts)

    def edit_original(self, token: str, parts: Parts) -> Answer:
        """Edit the reply to an interaction."""
        press = self._answered(token)
        if press.loading:
            return self._payload(self._load(press, parts))
        return self._redraw(self._original(token), parts)

    def delete_by_token(self, token: str, message_id: int) -> Answer:
        """Delete a message with an interaction token of its reader."""
        self.remove(self._by_token(token, message_id))
        return None

    def delete_original(self, token: str) -> Answer:
        """Delete the reply to an interaction."""
        self.remove(self._original(token))
        return None

    def _load(self, press: Press, parts: Parts) -> Message:
        """Fill the loading reply."""
        reader = press.user_id if press.loading == "private" else None
        message = press.original = self._add(self.channels[press.channel_id], parts, reader)
        press.loading = ""
        self._has_said(press, message)
        return message

    def _has_said(self, press: Press, message: Message) -> None:
        press.said = message.panel.text
        for watcher in self.answered:
            watcher(press)

    def remove(self, message: Message) -> None:
        """Delete a public or private message."""
        channel = self.channels[message.channel_id]
        (channel.public if message.reader is None else channel.private[message.reader]).remove(message)
        self.deleted[channel.id] = self._time()
        self._tell(channel.id)

    # Inside ---------------------------------------------------------------------------------------

    def _check_member(self, guild: Guild, user_id: int) -> None:
        if user_id in guild.absent:
            raise Refusal(*UNKNOWN_MEMBER)

    def _channel(self, channel_id: int) -> Channel:
        channel = self.channels.get(channel_id)
        if channel is None or channel.is_deleted:
            raise Refusal(*UNKNOWN_CHANNEL)
        if not self.is_reachable(channel):
            raise Refusal(*MISSING_ACCESS)
        return channel

    def _public(self, channel_id: int, message_id: int) -> Message:
        channel = self._channel(channel_id)
        for message in reversed(channel.public):
            if message.id == message_id:
                if channel.is_archived:
                    raise Refusal(*ARCHIVED)
                return message
        raise Refusal(*UNKNOWN_MESSAGE)

    def _answered(self, token: str) -> Press:
        press = self.presses.get(token)
        if press is None or self._time() > press.made_at + TOKEN_LIFE:
            raise Refusal(*INVALID_TOKEN)
        if press.answered_at is None or self.channels[press.channel_id].is_deleted:
            raise Refusal(*UNKNOWN_WEBHOOK)
        return press

    def _redraw(self, message: Message, parts: Parts) -> Answer:
        self._draw(message, parts)
        return self._payload(message)

    def _original(self, token: str) -> Message:
        message = self._answered(token).original
        if message is None or not self.is_there(message):
            raise Refusal(*UNKNOWN_MESSAGE)
        return message

    def _by_token(self, token: str, message_id: int) -> Message:
        press = self._answered(token)
        for message in self.channels[press.channel_id].private.get(press.user_id, ()):
            if message.id == message_id:
                return message
        raise Refusal(*UNKNOWN_MESSAGE)

    def is_there(self, message: Message) -> bool:
        channel = self.channels[message.channel_id]
        own: Iterable[Message] = (
            channel.public if message.reader is None else channel.private.get(message.reader, ())
        )
        return any(one is message for one in own)

    def _add(self, channel: Channel, parts: Parts, reader: int | None) -> Message:
        now = self._time()
        message = Message(self._ids.new(), channel.id, Panel(parts), now, reader, now, now)
        (channel.public if reader is None else channel.private.setdefault(reader, [])).append(message)
        self._shown(message)
        return message

    def _draw(self, message: Message, parts: Parts) -> None:
        message.panel = Panel(parts)
        message.drawn_at = self._time()
        self._shown(message)

    def _shown(self, message: Message) -> None:
        own = message.panel.of_table
        message.table_id = own[0].table_id if own else message.table_id
        for watcher in self.watchers:
            watcher(message)
        self._tell(message.channel_id, message.reader)

    def _tell(self, channel_id: int, reader: int | None = None) -> None:
        for look in tuple(self.changed.values()) if reader is None else (self.changed.get(reader),):
            if look is not None:
                look()

    def _payload(self, message: Message) -> dict[str, Any]:
        return message_payload(message, ())


def channel_payload(channel: Channel) -> dict[str, Any]:
    """The payload of a channel or thread."""
    payload: dict[str, Any] = {
        "id": str(channel.id),
        "type": 0,
        "name": channel.name,
        "guild_id": str(channel.guild.id),
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
        "parent_id": None,
    }
    if channel.parent is None:
        return payload
    return payload | {
        "type": 12 if channel.is_secret else 11,
        "parent_id": str(channel.parent.id),
        "owner_id": str(APPLICATION),
        "message_count": len(channel.public),
        "member_count": 1,
        "thread_metadata": {
            "archived": channel.is_archived,
            "locked": channel.is_locked,
            "auto_archive_duration": 1440,
            "archive_timestamp": "2026-01-01T00:00:00+00:00",
        },
    }


def member_payload(user_id: int) -> dict[str, Any]:
    """The payload of a member of a server."""
    user = {
        "id": str(user_id),
        "username": f"player{user_id}",
        "global_name": f"Player {user_id}",
        "discriminator": "0",
        "avatar": None,
    }
    return {
        "user": user,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def message_payload(message: Message, parts: Parts) -> dict[str, Any]:
    """The payload of a message, with the given parts."""
    return {
        "id": str(message.id),
        "channel_id": str(message.channel_id),
        "author": {
            "id": str(APPLICATION),
            "username": "Rookery",
            "discriminator": "0",
            "avatar": None,
            "bot": True,
        },
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "components": list(parts),
        "flags": 32768 | (EPHEMERAL if message.reader is not None else 0),
    }
