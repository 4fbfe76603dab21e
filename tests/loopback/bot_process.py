"""The bot's command line with a Discord on this machine: ``python -m tests.loopback.bot_process ORIGIN``."""

from __future__ import annotations

import sys

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main

if __name__ == "__main__":
    [_, origin] = sys.argv
    Route.BASE = f"{origin}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{origin.replace('http', 'ws')}/gateway/")
    sys.exit(main(["run"]))
