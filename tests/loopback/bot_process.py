"""The bot as a process of its own, with a Discord on this machine.

By hand: ``python -m tests.loopback.bot_process ORIGIN``.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main
from tests.application.command import ROOT
from tests.forked import begin

ENDED_WITHIN: Final = 30.0
"""Seconds a process may take to end after a signal, on a busy machine too."""


class BotProcess:
    """One process of the bot.

    Its sessions of a PostgreSQL database are those of the role, if it has one of its own.
    """

    def __init__(self, process: Any, log: Path, name: str = "bot", role: str = "") -> None:
        self.name: Final = name
        self.role: Final = role
        self.is_kept = False
        """Whether the fleet starts another process when this one ends, as a supervisor of containers does."""
        self._process = process
        self._log = log
        self._end = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().add_reader(process.sentinel, self._note_end)

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def pid(self) -> int:
        """Its process id."""
        number: int = self._process.pid
        return number

    @property
    def log(self) -> str:
        """What it has logged so far."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    @property
    def exit_code(self) -> int | None:
        """Its exit code, negative for the signal that ended it; None while it runs."""
        code: int | None = self._process.exitcode
        return code

    def kill(self) -> None:
        """Kill it and its workers: SIGKILL."""
        self._signal(signal.SIGKILL)

    def stop(self) -> None:
        """Tell it to stop: SIGTERM. One that has ended already needs no telling."""
        if self.exit_code is None:
            os.kill(self.pid, signal.SIGTERM)

    def freeze(self) -> None:
        """Stop it where it is, with its sockets open: SIGSTOP."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it run again: SIGCONT."""
        self._signal(signal.SIGCONT)

    async def ended(self, seconds: float = ENDED_WITHIN) -> int:
        """Wait until it has ended; returns the exit code.

        Raises:
            TimeoutError: it runs on.
        """
        async with asyncio.timeout(seconds):
            await asyncio.shield(self._end)
        code = self.exit_code
        assert code is not None
        return code

    def _note_end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        self._process.join()
        self._end.set_result(None)

    def _signal(self, number: signal.Signals) -> None:
        if self.exit_code is None:
            os.kill(self.pid, number)
            with suppress(ProcessLookupError):  # it has just begun, and is in no group yet
                os.killpg(self.pid, number)


async def start(
    origin: str, folder: Path, log: Path, settings: Mapping[str, str], *, name: str = "bot", role: str = ""
) -> BotProcess:
    """Start a process of the bot in a folder, with ``settings`` as its environment; it is not ready yet."""
    process = await asyncio.to_thread(begin, run_forked, origin, folder, log, settings)
    return BotProcess(process, log, name, role)


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
