"""Discord's routes: what a request of the bot does to the server's state."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from tests.sim.ids import APPLICATION
from tests.sim.server import Server

ME: Final = {"id": str(APPLICATION), "username": "Rookery", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION_PAYLOAD: Final = {
    "id": str(APPLICATION),
    "name": "Rookery",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "owner": ME,
    "verify_key": "",
    "flags": 0,
}


class Request(NamedTuple):
    """A request of the bot."""

    method: str
    path: str
    payload: Any
    written: str
    """The JSON payload without its nonce."""
    nonce: object = None
    """Equal in all attempts of one request."""
    is_answer: bool = False
    """Whether it is bound to an interaction, and so exempt from the global limit."""


def handled(server: Server, request: Request) -> Any:  # noqa: PLR0911, PLR0912  (a table of routes)
    """Carry out a request; returns the response's data.

    Raises:
        Refusal: Discord refuses it.
        AssertionError: no route of the simulation fits.
    """
    payload: Any = request.payload or {}
    parts = payload.get("components") or () if isinstance(payload, dict) else ()
    match request.method, *request.path.strip("/").split("/"):
        case "GET", "channels", channel:
            return server.channel(int(channel))
        case "PATCH", "channels", channel:
            if "name" in payload:
                return server.rename(int(channel), payload["name"])
            return server.put_away(int(channel), is_archived=payload["archived"])
        case "POST", "channels", channel, "messages":
            return server.post(int(channel), parts, request.nonce)
        case "PATCH", "channels", channel, "messages", message:
            return server.edit(int(channel), int(message), parts)
        case "DELETE", "channels", channel, "messages", message:
            return server.delete(int(channel), int(message))
        case "POST", "channels", channel, "messages", message, "threads":
            return server.start_thread(int(channel), payload["name"], int(message))
        case "POST", "channels", channel, "threads":
            return server.start_thread(int(channel), payload["name"])
        case "PUT", "channels", thread, "thread-members", user:
            return server.let_in(int(thread), int(user))
        case "GET", "guilds", guild, "members", user:
            return server.member(int(guild), int(user))
        case "POST", "interactions", _, token, "callback":
            return server.answer(token, payload["type"], payload.get("data") or {})
        case "POST", "webhooks", _, token:
            return server.follow_up(token, payload)
        case "GET", "webhooks", _, token, "messages", "@original":
            return server.original(token)
        case "PATCH", "webhooks", _, token, "messages", "@original":
            return server.edit_original(token, parts)
        case "PATCH", "webhooks", _, token, "messages", message:
            return server.edit_by_token(token, int(message), parts)
        case "DELETE", "webhooks", _, token, "messages", "@original":
            return server.delete_original(token)
        case "DELETE", "webhooks", _, token, "messages", message:
            return server.delete_by_token(token, int(message))
        case "PUT", "applications", _, "commands":
            server.register(payload)
            return []
        case "GET", "gateway", "bot":
            limit = {"max_concurrency": 1}
            return {"url": "wss://gateway", "shards": server.shards, "session_start_limit": limit}
        case "GET", "users", "@me":
            return ME
        case "POST", "users", "@me", "channels":
            return server.message(int(payload["recipient_id"]))
        case "GET", "oauth2", "applications", "@me":
            return APPLICATION_PAYLOAD
    raise AssertionError(f"the simulation knows no {request.method} {request.path}")
