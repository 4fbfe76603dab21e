"""The bot's command line with a Discord on this machine: ``python -m tests.loopback.bot_process ORIGIN``."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main
from tests.application.command import ROOT


def run(origin: str) -> int:
    """Run the bot until it ends; returns its exit code."""
    Route.BASE = f"{origin}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{origin.replace('http', 'ws')}/gateway/")
    return main(["run"])


def run_forked(origin: str, folder: Path, log: Path, settings: Mapping[str, str]) -> None:
    """Run the bot in a folder as a forked process, with its own environment; its output goes to ``log``.

    The process group is its own, with its workers in it. If ``PYTHONPATH`` among the settings names another
    checkout, its code runs, which takes longer to start.
    """
    os.setpgid(0, 0)
    with log.open("ab") as file:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), stream.fileno())
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(settings)
    if Path(settings["PYTHONPATH"] or ROOT) != ROOT:
        os.execv(sys.executable, [sys.executable, "-m", "tests.loopback.bot_process", origin])
    sys.exit(run(origin))


if __name__ == "__main__":
    [_, origin] = sys.argv
    sys.exit(run(origin))
