"""A Discord of one channel that outlives the bot: it keeps messages and nonces, and can remove rights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any, Literal, NamedTuple

from discord.utils import time_snowflake

GUILD = 501
CHANNEL = 601
FINAL_VERBS = {"rematch", "again", "sheet", "replay", "record", "board"}
"""Verbs on a message in its final state."""


class Call(NamedTuple):
    """A request of the bot to Discord."""

    method: Literal["send", "edit", "delete"]
    message_id: int | None = None
    components: list[dict[str, Any]] | None = None
    nonce: str | None = None


class Answer(NamedTuple):
    """Discord's response: a status, an error code, the id of the message."""

    status: int
    code: int = 0
    message_id: int = 0


@dataclass
class SmallDiscord:
    """The channel, and whether the bot may see it."""

    is_allowed: bool = True
    messages: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    _nonces: dict[str, int] = field(default_factory=dict)
    _ids: Iterator[int] = field(default_factory=lambda: count(time_snowflake(datetime.now(UTC))))

    def answer(self, call: Call) -> Answer:
        """Carry out a request."""
        if not self.is_allowed:
            return Answer(403, 50001)
        if call.method == "send":
            assert call.components is not None
            if call.nonce in self._nonces:
                return Answer(200, message_id=self._nonces[call.nonce])
            message_id = next(self._ids)
            self.messages[message_id] = call.components
            if call.nonce is not None:
                self._nonces[call.nonce] = message_id
            return Answer(200, message_id=message_id)
        if call.message_id not in self.messages:
            return Answer(404, 10008)
        if call.method == "delete":
            del self.messages[call.message_id]
        else:
            assert call.components is not None
            self.messages[call.message_id] = call.components
        return Answer(200, message_id=call.message_id)

    def wrong(self) -> list[str]:
        """Problems in the channel once its only match is over; empty if all is right."""
        texts = {message_id: "\n".join(_texts(parts)) for message_id, parts in self.messages.items()}
        found = [
            f"{message_id} can be played on: {text}"
            for message_id, text in texts.items()
            if set(_verbs(self.messages[message_id])) - FINAL_VERBS or "Your turn" in text
        ]
        results = [message_id for message_id, text in texts.items() if "🏆" in text]
        return found if len(results) == 1 else [*found, f"{len(results)} messages show the result"]


def _parts(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        yield from _parts(part.get("components") or ())


def _texts(components: Iterable[dict[str, Any]]) -> Iterator[str]:
    return (part["content"] for part in _parts(components) if "content" in part)


def _verbs(components: Iterable[dict[str, Any]]) -> Iterator[str]:
    return (part["custom_id"].split(":")[1] for part in _parts(components) if "custom_id" in part)
