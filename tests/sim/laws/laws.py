"""Where the laws are looked at: after every commit, message and line of a log, and in quiet moments."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bot.supervisor import LONGEST_PAUSE
from bot.table.desk.shown import Update
from tests.cards_read import cards_in
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
    from tests.sim.process import Process
    from tests.sim.world import World

QUIET: Final = 8.0
"""Seconds without a change and a press after which everything should be shown.

An edit is five seconds late at most; computers left alone pause a second after their last act.
"""
MOMENT: Final = 0.01
"""Seconds to wait at least: what remains by rounding alone would not let time go on."""
CALM: Final = 135.0
"""Seconds after the last fault: the bot tries again after two minutes at most."""
AGAIN: Final = 40.0
"""Seconds after which the clock and computers are through with whatever they were asked."""
READY_WITHIN: Final = LONGEST_PAUSE + 30.0
"""Seconds until the bot has tried to connect once more, and could."""
OPENED: Final = 20.0
"""Seconds after which what is shown in a thread that was opened again should be right."""
SELDOM: Final = 600.0
"""Seconds between two looks where the bot can do nothing."""
UNHURRIED: Final = 400.0
"""Seconds after which whoever is asked is helped out."""


class Violation(NamedTuple):
    """A law was broken."""

    law: str
    what: str
    table_id: int | None = None

    def __str__(self) -> str:
        table = "" if self.table_id is None else f"table {self.table_id}: "
        return f"{self.law}: {table}{self.what}"


class Laws:
    """Looks at everything that happens in a world."""

    def __init__(self, world: World) -> None:
        self.violation: Violation | None = None
        self.looks = 0
        """How often a quiet table was looked at."""
        self.asleep = 0
        """How often the bot had it in memory no more."""
        self.broken = asyncio.Event()
        self.ledger = Ledger(world.disk, world.loop.time)
        self._world = world
        self._once = Once()
        self._rounds = Rounds(world.disk)
        self._looking: dict[int, asyncio.TimerHandle] = {}
        self._newest: dict[int, Account] = {}
        """By message that no button says the table of: the newest of its channel when it was first shown."""
        world.disk.committed.append(self._committed)
        world.server.watchers.append(self._shown)
        world.server.opened.append(self._opened)

    # What has been found --------------------------------------------------------------------------

    def found(self, law: str, problems: Iterable[str], table_id: int | None = None) -> None:
        """End the simulation with the first problem."""
        for what in problems:
            if self.violation is None:
                self.violation = violation = Violation(law, what, table_id)
                self._world.trace.note(f"broken: {violation}")
                self.broken.set()

    def broken_by(self, error: BaseException) -> None:
        """Something of the world itself failed."""
        text = "".join(traceback.format_exception(error))
        self.found("the simulation itself works", [text])

    def waited_for(self, process: Process, seconds: float) -> None:
        """Nobody can play yet, and it is the process's own fault."""
        if seconds > READY_WITHIN and not process.is_dead and not process.is_ready:
            said = f"{seconds:.0f} s after the start, or the last fault, nobody can play"
            self.found("a process is ready in time", [said])

    def unheard(self, context: dict[str, Any]) -> None:
        """A task or a callback has failed, and nobody heard of it."""
        if "future" in context and not isinstance(context["future"], asyncio.Task):
            return  # what a shield has left behind of a process that was killed
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
        """A listener was told of a change."""
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
        """The table of a message: that of its buttons, else the newest of the channel when it was made."""
        if message.table_id is not None:
            return self.ledger.accounts.get(message.table_id)
        newest = self.ledger.latest.get(message.channel_id)
        return newest if newest is None else self._newest.setdefault(message.id, newest)

    def asked_too_soon(self, request: str) -> None:
        """The bot has sent something although Discord had told it to wait."""
        self.found("Discord is asked for nothing while it takes nothing", [request])

    def logged(self, record: logging.LogRecord) -> None:
        """The bot wrote a line into its log."""
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
        if channel.is_gone:
            self.found("a match ends with its channel", _orphaned(account), table_id)
            self._is_done_with(table_id)
            return
        if not channel.guild.has_bot:
            self.found("a match ends with its server", _orphaned(account), table_id)
            self._look_later(table_id, SELDOM)  # its message is to be right once the bot is back
            return
        self.found("what is shown is what holds", wrong_screens(world, account), table_id)
        if not account.is_open:
            self._is_done_with(table_id)
            return
        self.asleep += self._sleeps(table_id)
        self.found("every match goes on", stands_still(world, account), table_id)
        since = world.loop.time() - account.at
        if since < UNHURRIED:
            self._look_later(table_id, AGAIN if since < AGAIN else UNHURRIED - since)

    def _opened(self, thread: Channel) -> None:
        for table_id, account in self.ledger.accounts.items():
            if account.record.channel_id == thread.id:
                self._look_later(table_id, OPENED)

    def _sleeps(self, table_id: int) -> bool:
        process = self._world.process
        return (
            process is not None
            and process.app is not None
            and process.app.tables.desk.tables.find(table_id) is None
        )

    def _until_quiet(self, channel_id: int, changed_at: float) -> float:
        world = self._world
        now, process = world.loop.time(), world.process
        if process is None or not process.is_ready or not world.gateway.is_open or process.wire.under_way:
            return QUIET
        calm = CALM - world.weather.calm_for()
        touched = max(changed_at, world.server.touched.get(channel_id, 0.0))
        return max(calm, touched + QUIET - now, process.began_at + 2 * QUIET - now)

    def let_go(self, guild: Guild) -> None:
        """Look no more at the tables of a server: the bot knows nothing of them."""
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
