"""A Discord on this machine that closes each gateway connection with a code, once the bot has identified."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from aiohttp import WSMsgType, web

API: Final = "/api/v10"
ME: Final = {"id": "77", "username": "Rookery", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION: Final = {
    "id": "77",
    "name": "Rookery",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "00",
    "flags": 0,
    "owner": ME,
}


class RefusingDiscord:
    """Accepts the token over REST, recommends ``shards`` and closes the gateway with ``code``."""

    def __init__(self, code: int, shards: int = 1) -> None:
        self._code = code
        self._shards = shards
        self.identified: Final[list[list[int]]] = []
        """Number and count of the shard of each IDENTIFY."""
        self.origin = ""

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Serve on a free port of this machine."""
        app = web.Application()
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_route("*", "/{path:.*}", self._rest)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            self.origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
            yield
        finally:
            await runner.cleanup()

    async def _rest(self, request: web.Request) -> web.Response:
        answers: dict[str, object] = {
            "/users/@me": ME,
            "/oauth2/applications/@me": APPLICATION,
            "/gateway/bot": {
                "url": self.origin.replace("http", "ws") + "/gateway/",
                "shards": self._shards,
                "session_start_limit": {
                    "total": 1000,
                    "remaining": 999,
                    "reset_after": 0,
                    "max_concurrency": 1,
                },
            },
        }
        data = answers.get(request.path.removeprefix(API), [])
        # discord.py needs this exact content type.
        return web.Response(body=json.dumps(data).encode(), headers={"Content-Type": "application/json"})

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})
        async for said in socket:
            if said.type is not WSMsgType.TEXT:
                break
            payload: dict[str, Any] = json.loads(said.data)
            if payload["op"] == 2:
                self.identified.append(payload["d"]["shard"])
                await socket.close(code=self._code)
        return socket
