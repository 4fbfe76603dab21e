"""A fake Discord API with one application's emojis and account; the real client calls it over HTTP."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from aiohttp import web

APPLICATION: Final = 77
MOST: Final = 2000
_BOT: Final[dict[str, object]] = {
    "id": "77",
    "username": "rookery",
    "discriminator": "0",
    "avatar": None,
    "bot": True,
}


@dataclass
class EmojiDiscord:
    """The stored emojis, and the requests for them."""

    names: list[str] = field(default_factory=list)
    unlisted: set[str] = field(default_factory=set)
    """Names that are taken although no list shows them."""
    images: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    slow_down_at: set[int] = field(default_factory=set)
    """Indexes of the uploads that are answered with 429 first."""
    refuses: bool = False
    account: dict[str, bytes] = field(default_factory=dict)
    """What the account has: its avatar and its banner."""
    some_sent: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the third emoji is stored."""
    _posts: count[int] = field(default_factory=lambda: count(1))

    @asynccontextmanager
    async def served(self) -> AsyncIterator[str]:
        """Serve the API on a local port; yields its address."""
        api = web.Application(client_max_size=1 << 20)
        api.router.add_get("/users/@me", self._answer_me)
        api.router.add_patch("/users/@me", self._edit_me)
        api.router.add_get("/oauth2/applications/@me", self._answer_me)
        api.router.add_get(f"/applications/{APPLICATION}/emojis", self._list)
        api.router.add_post(f"/applications/{APPLICATION}/emojis", self._add)
        runner = web.AppRunner(api)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            yield f"http://127.0.0.1:{runner.addresses[0][1]}"
        finally:
            await runner.cleanup()

    @property
    def sent(self) -> list[str]:
        """Names of the stored emojis."""
        return list(self.images)

    async def _answer_me(self, request: web.Request) -> web.Response:
        application: dict[str, object] = {
            **_BOT,
            "icon": None,
            "name": "Rookery",
            "description": "",
            "bot_public": True,
            "summary": "",
        }
        application |= {"bot_require_code_grant": False, "verify_key": "", "flags": 0, "owner": _BOT}
        return _json(application if "oauth2" in request.path else self._me)

    async def _edit_me(self, request: web.Request) -> web.Response:
        form = await request.json()
        self.asked.append(" and ".join(form))
        if self.refuses:
            return _json({"code": 50035, "message": "You are changing your avatar too fast."}, 400)
        self.account |= {name: b64decode(form[name].partition(",")[2]) for name in form}
        return _json(self._me)

    @property
    def _me(self) -> dict[str, object]:
        return {**_BOT, **dict.fromkeys(self.account, "0" * 32)}

    async def _list(self, request: web.Request) -> web.Response:
        self.asked.append("list")
        if self.refuses:
            return _json({"code": 0, "message": "no"}, 403)
        return _json({"items": [self._emoji(name) for name in self.names]})

    async def _add(self, request: web.Request) -> web.Response:
        form = await request.json()
        name = form["name"]
        self.asked.append(name)
        if next(self._posts) in self.slow_down_at:
            return _json({"message": "slow down", "retry_after": 0.01, "global": False}, 429)
        if name in self.names or name in self.unlisted:
            problem = {"code": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "message": "taken"}
            return _json(
                {"code": 50035, "message": "Invalid", "errors": {"name": {"_errors": [problem]}}}, 400
            )
        if len(self.names) >= MOST:
            return _json({"code": 30008, "message": "Maximum number of emojis reached"}, 400)
        self.images[name] = b64decode(form["image"].partition(",")[2])
        self.names.append(name)
        if len(self.images) >= 3:
            self.some_sent.set()
        return _json(self._emoji(name), 201)

    def _emoji(self, name: str) -> dict[str, Any]:
        number = 1000 + self.names.index(name)
        return {"id": str(number), "name": name, "animated": False, "available": True, "user": _BOT}


def _json(body: object, status: int = 200) -> web.Response:
    # discord.py reads JSON only of exactly this type, and takes a 429 without Via for a ban
    headers = {"Content-Type": "application/json", "Via": "1.1 test"}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)
