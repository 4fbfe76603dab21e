"""Interactions in progress: acknowledged if the answer takes long, answered if the handler ends without."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

import discord
from discord import app_commands

from bot.common.background import Background
from bot.common.errors import Refused
from cogs.framework.extension import OPENS_FORM_KEY
from cogs.framework.replies import NO_SUCH_BUTTON, Unanswered, answer_error
from cogs.ui.answers import answer_of
from cogs.ui.controls import BUTTON, OPENS_FORM, SELECT, control_of
from cogs.ui.items import TROUBLE

log = logging.getLogger(__name__)

ACKNOWLEDGED_AFTER: Final = 1.0
"""Seconds after which an interaction without an answer is acknowledged. Discord waits for three."""
FORM_AFTER: Final = 2.4
"""Seconds where the answer may be a form, which cannot follow an acknowledgement."""
ABANDONED_AFTER: Final = 14 * 60.0
"""Seconds after which the user is told that no answer comes. Discord's tokens last 15 minutes."""
LAST_ANSWERS: Final = 0.5
"""Seconds that a shutdown waits for handlers, and again for the users of cancelled ones to be told."""
CLOSING: Final = "The bot is restarting. Nothing is lost. Try again in a minute."


class UnderWay:
    """Tracks interactions: acknowledges those not answered soon, and ends handlers at shutdown."""

    def __init__(self) -> None:
        self._handlers: dict[asyncio.Task[Any], discord.Interaction[Any]] = {}
        self._timers: dict[discord.Interaction[Any], asyncio.TimerHandle] = {}
        self._background = Background()
        self._is_closing = False
        self._is_over = False

    def expect(self, interaction: discord.Interaction[Any]) -> None:
        """Some time after it arrived, acknowledge an unanswered interaction, or refuse it if unhandled."""
        if interaction.type in {discord.InteractionType.autocomplete, discord.InteractionType.ping}:
            return
        answer_of(interaction)  # its time counts from here
        seconds = FORM_AFTER if _opens_form(interaction) else ACKNOWLEDGED_AFTER
        self._timers[interaction] = asyncio.get_running_loop().call_later(seconds, self._check, interaction)

    def handle(self, interaction: discord.Interaction[Any]) -> None:
        """Register the current task as an interaction's handler, and answer if it ends without an answer."""
        task = asyncio.current_task()
        assert task is not None
        if task not in self._handlers:
            self._handlers[task] = interaction
            task.add_done_callback(self._ended)

    async def close(self, *, is_over: bool = False) -> None:
        """Wait ``LAST_ANSWERS`` for handlers, then cancel the rest and tell their users.

        With ``is_over`` another process answers what has no answer yet, and no one is told.
        """
        self._is_closing, self._is_over = True, is_over
        own = asyncio.current_task()
        for cuts_off in (False, True):
            handlers = [task for task in self._handlers if task is not own]
            if handlers:
                if cuts_off:
                    for task in handlers:
                        task.cancel()
                await asyncio.wait(handlers, timeout=LAST_ANSWERS)
        try:
            await asyncio.wait_for(self._background.finish(), LAST_ANSWERS)
        except TimeoutError:
            log.info("not everyone could be told that the bot ends")

    def _check(self, interaction: discord.Interaction[Any]) -> None:
        """Acknowledge an interaction that has a handler but no answer; refuse one without a handler."""
        self._timers.pop(interaction, None)
        answer = answer_of(interaction)
        if answer.was_tried:
            return
        if interaction in self._handlers.values():
            self._background.begin(answer.acknowledge())
            asyncio.get_running_loop().call_later(ABANDONED_AFTER, self._abandon, interaction)
        else:
            self._background.begin(_tell(interaction, Refused(NO_SUCH_BUTTON)))

    def _abandon(self, interaction: discord.Interaction[Any]) -> None:
        """Tell a user that no answer will come, shortly before the interaction expires."""
        if interaction in self._handlers.values() and not answer_of(interaction).is_complete:
            self._background.begin(_tell(interaction, Unanswered("not within fourteen minutes")))

    def _ended(self, task: asyncio.Task[Any]) -> None:
        """Callback of a handler that returned, failed or was cancelled."""
        interaction = self._handlers.pop(task)
        if interaction.type is discord.InteractionType.autocomplete:
            if not interaction.response.is_done():
                self._background.begin(_offer_nothing(interaction))
            return
        if timer := self._timers.pop(interaction, None):
            timer.cancel()
        answer = answer_of(interaction)
        error = None if task.cancelled() else task.exception()
        # discord.py's tasks of events end as if they had not been cancelled.
        has_failed = task.cancelled() or task.cancelling() > 0 or error is not None
        if answer.is_complete or (answer.was_tried and not answer.is_loading and not has_failed):
            return
        if self._is_over and not answer.is_given:
            return
        why = error or answer.untold or Unanswered("the handler said nothing")
        self._background.begin(_tell(interaction, Refused(CLOSING) if self._is_closing else why))


def _opens_form(interaction: discord.Interaction[Any]) -> bool:
    """Whether an interaction may be answered with a form."""
    command = interaction.command
    if isinstance(command, app_commands.Command):
        return bool(command.extras.get(OPENS_FORM_KEY))
    control = control_of(interaction, (BUTTON, SELECT))
    return control is not None and control.verb in OPENS_FORM


async def _tell(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Tell a user that no other answer comes."""
    control = control_of(interaction)
    try:
        await answer_error(interaction, error, None if control is None else control.verb)
    except Exception as failure:  # noqa: BLE001  (nothing is left to try)
        log.error("an interaction stays without an answer (%s)", type(failure).__name__)


async def _offer_nothing(interaction: discord.Interaction[Any]) -> None:
    """Reply to a failed autocomplete with no choices."""
    try:
        await interaction.response.autocomplete([])
    except TROUBLE as error:
        log.info("an offer was lost (%s)", type(error).__name__)
