"""After a stop or kill around the end of a match, every message reaches its final state."""

from __future__ import annotations

import os
import signal
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

import pytest

from tests.forked import begin
from tests.shown.player_process import play_until_stopped
from tests.shown.small_discord import Call, SmallDiscord

STOPS: Final = int(os.environ.get("ROOKERY_STOPS", "300"))
REACHABLE: Final = 5.0
"""Seconds until which an editable message must be final."""


class Life:
    """A process of the bot, with the test's end of its pipes."""

    def __init__(self, discord: SmallDiscord, path: Path, chance: Random, deals: int) -> None:
        self.news = ""
        self._discord = discord
        self._pipe, theirs = Pipe()
        events, self._events = Pipe(duplex=False)
        arguments = (path, chance.getrandbits(32), deals, theirs, events)
        self.process: BaseProcess = begin(play_until_stopped, *arguments)
        theirs.close()
        events.close()

    def serve(self, timeout: float, *, answers: bool = True) -> bool:
        """Carry out one request and, with ``answers``, respond to it; returns whether there was one."""
        ready = wait([self._pipe, self.process.sentinel], timeout)
        if self._pipe not in ready:
            return False
        try:
            said = self._pipe.recv()
        except (EOFError, OSError):
            return False
        reply = self._discord.answer(said) if isinstance(said, Call) else None
        if isinstance(said, str):
            self.news = said
        if answers:
            send_if_heard(self._pipe, reply)
        return True

    def give_rights_back(self) -> None:
        """Restore the bot's rights, and send the event."""
        self._discord.is_allowed = True
        self._events.send("rights")

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join()

    def stop(self) -> None:
        """Ask the process to end, and serve its requests until it has."""
        os.kill(self.process.pid or 0, signal.SIGTERM)
        end = monotonic() + 15
        while self.process.is_alive() and monotonic() < end:
            self.serve(0.05)
        assert self.process.exitcode == 0


def send_if_heard(pipe: Connection, reply: object) -> None:
    """Send a reply unless the other end is closed."""
    try:
        pipe.send(reply)
    except OSError:
        return


def stop_once(path: Path, seed: int) -> None:
    """Stop the bot at a random moment around the end of a match, start it again, and check the messages."""
    chance = Random(seed)
    discord, deals = SmallDiscord(), chance.choice((1, 1, 2))
    loses_rights = chance.random() < 0.5
    lost_after, stopped_after = chance.randrange(12), chance.randrange(16)
    first = Life(discord, path, chance, deals)
    while first.news != "close":
        assert first.serve(30), "it has ended before the match"
    for number in range(stopped_after):
        discord.is_allowed = not (loses_rights and number >= lost_after)
        if not first.serve(chance.random() * 0.2):
            break
    if chance.random() < 0.4:
        first.stop()
    else:
        first.serve(0.01, answers=chance.random() < 0.5)
        first.kill()

    second = Life(discord, path, chance, deals)
    for _ in range(chance.randrange(8) if loses_rights else 0):
        second.serve(0.5)
    if not discord.is_allowed:
        second.give_rights_back()
    while second.news != "over":
        assert second.serve(30), "the match does not go on"
    end = monotonic() + REACHABLE
    while (wrong := discord.wrong()) and monotonic() < end:
        second.serve(0.1)
    second.kill()
    assert not wrong, f"seed {seed}: {wrong}"


@pytest.mark.parametrize("seed", range(8))
def test_messages_are_final_soon_after_rights_return(tmp_path: Path, seed: int) -> None:
    stop_once(tmp_path / "club.sqlite3", seed)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_messages_are_final_after_any_of_many_stops(tmp_path: Path) -> None:
    for seed in range(100, 100 + STOPS):
        stop_once(tmp_path / f"{seed}.sqlite3", seed)
