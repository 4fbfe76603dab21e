"""Checks the laws: after every commit, message and log line, and in quiet moments."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bot.supervisor import LONGEST_PAUSE
from bot.table.desk.shown import Update
from tests.cards_read import cards_in
from tests.sim.laws.duties import ONE_EACH
from tests.sim.laws.going_on import stands_still
from tests.sim.laws.ledger import Account, Change, Ledger
from tests.sim.laws.once import Once
from tests.sim.laws.results import wrong_results
from tests.sim.laws.rounds import LAW as ONE_ROUND
from tests.sim.laws.rounds import Rounds
from tests.sim.laws.screens import wrong_screens
from tests.sim.laws.secrets import early_sheets, is_daily, is_sheet, leaks
from tests.sim.messages import Channel, Guild, Message

if TYPE_CHECKING:
    from tests.sim.world import World

QUIET: Final = 8.0
"""Seconds without a change or press after which all messages must be current.

An edit is at most five seconds late; computers alone pause a second after their last action.
"""
MOMENT: Final = 0.01
"""The least seconds to wait, since a remainder by rounding would not advance time."""
CALM: Final = 135.0
"""Seconds after the last fault before a check: the bot retries within two minutes."""
AGAIN: Final = 40.0
"""Seconds after which the clock and computers have acted."""
READY_WITHIN: Final = LONGEST_PAUSE + 30.0
"""Seconds until the bot must have reconnected."""
OPENED: Final = 20.0
"""Seconds after which messages in a reopened thread must be current."""
SELDOM: Final = 600.0
"""Seconds between two checks where the bot has no rights."""
UNHURRIED: Final = 400.0
"""Seconds after which an asked player's turn is taken over."""


class Violation(NamedTuple):
    """A broken law."""

    law: str
    what: str
    table_id: int | None = None

    def __str__(self) -> str:
        table = "" if self.table_id is None else f"table {self.table_id}: "
        return f"{self.law}: {table}{self.what}"


class Laws:
    """Checks all events of a world against the laws."""

    def __init__(self, world: World) -> None:
        self.violation: Violation | None = None
        self.looks = 0
        """Number of checks of quiet tables."""
        self.unloaded = 0
        """Number of these checks in which the bot had unloaded the table."""
        self.broken = asyncio.Event()
        self.ledger = Ledger(world.disk, world.loop.time)
        self._world = world
        self._once = Once()
        self._rounds = Rounds(world.disk)
        self._looking: dict[int, asyncio.TimerHandle] = {}
        self._newest: dict[int, Account] = {}
        """By message without a table's control, the channel's newest table when it was first seen."""
        world.disk.committed.append(self._committed)
        world.server.watchers.append(self._shown)
        world.server.opened.append(self._opened)

    # What has been found --------------------------------------------------------------------------

    def found(self, law: str, problems: Iterable[str], table_id: int | None = None) -> None:
        """Record the first problem, which ends the simulation."""
        for what in problems:
            if self.violation is None:
                self.violation = violation = Violation(law, what, table_id)
                self._world.trace.note(f"broken: {violation}")
                self.broken.set()

    def broken_by(self, error: BaseException) -> None:
        """Record an error in the simulation itself."""
        text = "".join(traceback.format_exception(error))
        self.found("the simulation itself works", [text])

    def waited_for(self, seconds: float) -> None:
        """Record that a process took too long to become ready."""
        if seconds > READY_WITHIN:
            said = f"{seconds:.0f} s after the start, or the last fault, nobody can play"
            self.found("a process is ready in time", [said])

    def unheard(self, context: dict[str, Any]) -> None:
        """Record an unhandled error of a task or callback."""
        if "future" in context and not isinstance(context["future"], asyncio.Task):
            return  # left by a shield in a killed process
        error = context.get("exception")
        text = "".join(traceback.format_exception(error)) if error is not None else ""
        self.found("no error goes unheard", [f"{context.get('message')} {context.get('task', '')}\n{text}"])

    # What happens ---------------------------------------------------------------------------------

    def _committed(self) -> None:
        try:
            changes = list(self.ledger.read())
        except Exception as error:  # noqa: BLE001  (a log the rules do not accept)
            self.found("what is stored can be played", ["".join(traceback.format_exception(error))])
            return
        self.found(ONE_ROUND, self._rounds.problems())
        for change in changes:
            account = change.account
            number = account.record.id
            self.found(ONE_EACH, self._world.duties.wrong_writer(change), number)
            self.found(
                "nothing happens twice", self._once.problems(change, self._world.server.presses), number
            )
            if change.entries or not account.is_open:
                self.found("results are what the log gives", self._results(change), number)
            self._look_later(number)

    def _results(self, change: Change) -> Iterator[str]:
        if not change.account.is_open or len(change.entries) > 1:
            yield from wrong_results(change.account, self._world.disk)

    def told(self, update: Update) -> None:
        """Check a change that the bot broadcasts."""
        account = self.ledger.accounts.get(update.table.id)
        if account is not None and update.table.revision > account.revision:
            said = f"revision {update.table.revision} was told, {account.revision} is stored"
            self.found("stored, then told", [said], update.table.id)
        if account is not None and account.told != update.table.talk.said:
            account.told, account.told_at = update.table.talk.said, self._world.loop.time()

    def _shown(self, message: Message) -> None:
        for control in message.panel.of_revision:
            account = self.ledger.accounts.get(control.table_id)
            if account is not None and control.revision > account.revision:
                said = f"revision {control.revision} is shown, {account.revision} is stored"
                self.found("stored, then told", [said], control.table_id)
                break
        if is_sheet(message.panel):
            self.found("nobody reads a secret", early_sheets(self.ledger.accounts.values(), message.panel))
            return
        account = None if is_daily(message.panel) else self._of(message)
        if account is not None:
            self.found("nobody reads a secret", leaks(account, message), account.record.id)

    def _of(self, message: Message) -> Account | None:
        """The table of a message: by its controls, else the channel's newest when it was first seen."""
        if message.table_id is not None:
            return self.ledger.accounts.get(message.table_id)
        newest = self.ledger.latest.get(message.channel_id)
        return newest if newest is None else self._newest.setdefault(message.id, newest)

    def asked_too_soon(self, request: str) -> None:
        """Record a request sent during a rate limit."""
        self.found("Discord is asked for nothing while it takes nothing", [request])

    def logged(self, record: logging.LogRecord) -> None:
        """Check a line of the bot's log."""
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text += "\n" + "".join(traceback.format_exception(record.exc_info[1]))
        self._world.trace.note(f"log {record.levelname} {text.splitlines()[0]}")
        cards = cards_in(text)
        if cards:
            self.found("no card stands in a log", [f"{sorted(cards)}: {text}"])
        if record.levelno >= logging.ERROR and record.exc_info:
            self.found("nothing unexpected happens", [text])

    # Quiet moments --------------------------------------------------------------------------------

    def _look_later(self, table_id: int, wait: float = QUIET) -> None:
        earlier = self._looking.pop(table_id, None)
        if earlier is not None:
            earlier.cancel()
        world = self._world
        self._looking[table_id] = world.loop.call_later(
            max(wait, MOMENT), self._look, table_id, context=world.weather.context
        )

    def _look(self, table_id: int) -> None:
        del self._looking[table_id]
        account, world = self.ledger.accounts[table_id], self._world
        channel = world.server.channels[account.record.channel_id]
        wait = self._until_quiet(channel.id, max(account.at, account.told_at))
        if wait > 0:
            self._look_later(table_id, wait)
            return
        if channel.is_archived:
            self._look_later(table_id, SELDOM)
            return
        self.looks += 1
        if channel.is_deleted:
            self.found("a match ends with its channel", _orphaned(account), table_id)
            self._is_done_with(table_id)
            return
        if not channel.guild.has_bot:
            self.found("a match ends with its server", _orphaned(account), table_id)
            self._look_later(
                table_id, SELDOM
            )  # checked again, since its message must be current once the bot is back
            return
        self.found("what is shown is what holds", wrong_screens(world, account), table_id)
        if not account.is_open:
            self._is_done_with(table_id)
            return
        self.unloaded += self._sleeps(table_id)
        self.found("every match goes on", stands_still(world, account), table_id)
        since = world.loop.time() - account.at
        if since < UNHURRIED:
            self._look_later(table_id, AGAIN if since < AGAIN else UNHURRIED - since)

    def _opened(self, thread: Channel) -> None:
        for table_id, account in self.ledger.accounts.items():
            if account.record.channel_id == thread.id:
                self._look_later(table_id, OPENED)

    def _sleeps(self, table_id: int) -> bool:
        process = self._world.processes.serving(self.ledger.accounts[table_id].record.guild_id)
        return (
            process is not None
            and process.app is not None
            and process.app.tables.desk.tables.find(table_id) is None
        )

    def _until_quiet(self, channel_id: int, changed_at: float) -> float:
        world = self._world
        now = world.loop.time()
        if not world.processes.are_at_work:
            return QUIET
        calm = CALM - world.weather.calm_for()
        touched = max(changed_at, world.server.touched.get(channel_id, 0.0))
        return max(calm, touched + QUIET - now, world.processes.began_at + 2 * QUIET - now)

    def stop_watching(self, guild: Guild) -> None:
        """Stop checking the tables of a server that has removed the bot."""
        for table_id, account in tuple(self.ledger.accounts.items()):
            if account.record.guild_id == guild.id:
                self._looking.pop(table_id).cancel()
                self._is_done_with(table_id)

    def _is_done_with(self, table_id: int) -> None:
        self.ledger.forget(table_id)
        self._once.forget(table_id)


def _orphaned(account: Account) -> Iterator[str]:
    if account.is_open:
        yield "the bot cannot be there any more, and it is open still"
