"""The answer of an interaction: given at once, or acknowledged and given late.

Discord accepts a first answer for three seconds, and follow-ups for fifteen minutes by other requests.
Callers use the same methods for both. A press is acknowledged without a message, so that its message can be
redrawn and a new one can be private or public; a command, with a private loading message, since the answer
may be a hand.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import Enum, auto
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord import ui

from bot.common import metrics
from bot.common.errors import Refused
from bot.delivery.card_faces import CardFaces
from cogs.ui.items import TROUBLE, note
from cogs.ui.refusals import (
    ANSWERED_ALREADY,
    INVALID_FORM,
    INVALID_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
)
from cogs.ui.refused_faces import replace_faces

log = logging.getLogger(__name__)
T = TypeVar("T")

LATE_FORM: Final = "That took too long just now. Nothing is lost. Press again."
MOMENT: Final = "One moment …"
SLOW_AFTER: Final = 2.0
"""Seconds after which an answer is logged as slow."""
_KEY: Final = "answer"
_UNANSWERABLE: Final = frozenset({UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, INVALID_TOKEN})
_CODES: Final = _UNANSWERABLE | {UNKNOWN_MESSAGE, ANSWERED_ALREADY}


def loss_of(error: BaseException) -> str | None:
    """Short reason if the error means a lost answer (expired, rate-limited, connection lost); else None."""
    match error:
        case discord.HTTPException() if error.code in _CODES:
            return str(error.code)
        case discord.HTTPException() if error.status == 429 or error.status >= 500:
            return str(error.status)
        case discord.RateLimited():
            return "429"
        case aiohttp.ClientError() | ConnectionError() | TimeoutError():
            return "connection"
        case _:
            return None


def is_unanswerable(error: BaseException) -> bool:
    """Whether the error means that an interaction can't be answered any more."""
    return isinstance(error, discord.HTTPException) and error.code in _UNANSWERABLE


def is_unknown_message(error: BaseException) -> bool:
    """Whether the error means that the pressed message was deleted."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_MESSAGE


def answer_of(interaction: discord.Interaction[Any]) -> Answer:
    """The answer of an interaction: one object for each interaction."""
    answer: Answer | None = interaction.extras.get(_KEY)
    if answer is None:
        answer = interaction.extras[_KEY] = Answer(interaction)
    return answer


class _State(Enum):
    """State of an interaction on Discord's side."""

    OPEN = auto()
    """Nothing, as far as known."""
    ACCEPTED = auto()
    """A silent acknowledgement of a press."""
    LOADING = auto()
    """A private message that shows as loading until it is filled."""
    GIVEN = auto()
    """The answer. Further messages are follow-ups."""


class Answer:
    """Answers an interaction once, early or late, and sends follow-ups.

    Methods raise one of ``TROUBLE`` if, as far as known, the message has not arrived.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self._interaction = interaction
        self._arrived_at = asyncio.get_running_loop().time()
        self._state = _State.OPEN
        self.was_tried = False
        """Whether an answer is or was being sent, so that no acknowledgement is needed."""
        self.untold: BaseException | None = None
        """The last error the user should have been told, if Discord lost that message."""
        self._acknowledging: asyncio.Task[None] | None = None
        self._uses_pressed = False
        """Whether the pressed message is, or may be, Discord's "original response"."""
        self._followup_id: int | None = None
        """Id of the follow-up that holds the answer, if it is not the original response."""

    @property
    def is_given(self) -> bool:
        """Whether Discord has received an answer or acknowledgement; the token works from then on."""
        return self._state is not _State.OPEN or self._interaction.response.is_done()

    @property
    def is_loading(self) -> bool:
        """Whether Discord shows a loading message that is not filled yet."""
        return self._state is _State.LOADING

    @property
    def is_complete(self) -> bool:
        """Whether the answer itself was given, not only an acknowledgement."""
        return self._state is _State.GIVEN

    def _note_given(self) -> None:
        """Note that the answer has arrived, and how long after the interaction."""
        if self._state is _State.GIVEN:
            return
        self._state = _State.GIVEN
        seconds, kind = asyncio.get_running_loop().time() - self._arrived_at, self._interaction.type.name
        metrics.ANSWER_SECONDS.observe(seconds, kind)
        if seconds > SLOW_AFTER:
            log.info("an answer took %.1f seconds (%s)", seconds, kind)

    async def acknowledge(self) -> None:
        """Acknowledge the interaction, unless an answer is or was being sent."""
        if self.was_tried or self._acknowledging is not None:
            return
        self._acknowledging = asyncio.create_task(self._acknowledge())
        await asyncio.wait((self._acknowledging,))

    async def _acknowledge(self) -> None:
        try:
            await self._defer(in_new_message=self._interaction.message is None)
        except TROUBLE as error:  # the answer itself may arrive
            log.info("an interaction could not be acknowledged (%s)", type(error).__name__)

    async def _defer(self, *, in_new_message: bool) -> None:
        """Acknowledge silently; with ``in_new_message``, and for commands, with a private loading message."""
        is_new = in_new_message or self._interaction.message is None
        try:
            await self._ask_for_time(in_new_message=is_new)
        except discord.HTTPException as error:
            if error.code != ANSWERED_ALREADY:
                raise
            self._state = _State.LOADING if is_new else _State.ACCEPTED

    async def _ask_for_time(self, *, in_new_message: bool) -> None:
        self._uses_pressed = not in_new_message
        if in_new_message:
            await self._interaction.response.defer(ephemeral=True, thinking=True)
        else:
            await self._interaction.response.defer()
        self._state = _State.LOADING if in_new_message else _State.ACCEPTED

    async def claim(self) -> bool:
        """Acknowledge an interaction that another process may have answered; returns whether none had.

        It is false, too, if Discord does not wait for an answer any more.
        """
        try:
            await self._ask_for_time(in_new_message=self._interaction.message is None)
        except TROUBLE as error:
            log.info("an interaction is left to the process before (%s)", type(error).__name__)
            return False
        return True

    async def _settle(self) -> None:
        """Stop further acknowledgements, and wait for one under way."""
        self.was_tried = True
        if self._acknowledging is not None:
            await asyncio.wait((self._acknowledging,))

    async def accept(self) -> None:
        """Answer a press without a message; no effect after an answer."""
        await self._settle()
        if self._state is _State.OPEN:
            await self._defer(in_new_message=False)
        if self._state is _State.ACCEPTED:
            self._note_given()

    async def load(self) -> None:
        """Show a private loading message, which ``send`` fills; no effect after an answer."""
        await self._settle()
        if self._state is _State.OPEN:
            await self._defer(in_new_message=True)

    async def show_form(self, form: ui.Modal) -> None:
        """Answer with a form, or raise ``Refused`` if the interaction is acknowledged already."""
        await self._settle()
        if self._state is not _State.OPEN:
            raise Refused(LATE_FORM)
        await self._in_words_if_refused(form, lambda: self._interaction.response.send_modal(form))
        self._note_given()

    async def send(self, view: ui.LayoutView, *, is_private: bool = True) -> int:
        """Answer with a new message, or send it as a follow-up; returns its id."""
        await self._settle()
        if self._state is _State.OPEN:
            return await self._in_words_if_refused(view, lambda: self._respond(view, is_private=is_private))
        if self._state is _State.LOADING:
            return await (self._fill(view) if is_private else self._replace(view))
        return await self._follow(view, is_private=is_private)

    async def send_file(self, text: str, file: discord.File) -> None:
        """Answer with a private message with a file, or send it as a follow-up."""
        await self._settle()
        if self._state is _State.OPEN:
            await self._interaction.response.send_message(text, file=file, ephemeral=True)
        else:
            await self._interaction.followup.send(text, file=file, ephemeral=True, wait=True)
        self._note_given()

    async def edit(self, view: ui.LayoutView, *, keeps_files: bool = True) -> int:
        """Answer by redrawing the pressed message; returns the id of the answer.

        For a command, or if a new message is loading, answers there instead.
        """
        await self._settle()
        interaction, message = self._interaction, self._interaction.message
        if message is None or self._state is _State.LOADING:
            return await self.send(view)
        files: list[discord.File] = discord.utils.MISSING if keeps_files else []
        if self._state is _State.OPEN:
            await self._in_words_if_refused(view, lambda: self._redraw(view, files))
        else:
            await self._in_words_if_refused(
                view, lambda: interaction.edit_original_response(view=view, attachments=files)
            )
        self._note_given()
        self._uses_pressed = True
        return message.id

    async def change(self, view: ui.LayoutView, files: Callable[[], list[discord.File]] = list) -> None:
        """Edit the message that holds the answer; ``files`` replace its files (by default none are left)."""
        interaction, followed_by = self._interaction, self._followup_id
        if followed_by is None:
            await self._in_words_if_refused(
                view, lambda: interaction.edit_original_response(view=view, attachments=files())
            )
        else:
            await self._in_words_if_refused(
                view, lambda: interaction.followup.edit_message(followed_by, view=view, attachments=files())
            )

    async def take_back(self) -> None:
        """Delete the message that was, or may have been, sent as the answer; never the pressed one."""
        if self._followup_id is not None:
            await self._interaction.followup.delete_message(self._followup_id)
        elif not self._uses_pressed:
            await self._interaction.delete_original_response()

    async def _respond(self, view: ui.LayoutView, *, is_private: bool) -> int:
        """Give the first answer as a new message; returns its id, even if Discord's response was lost."""
        interaction = self._interaction
        try:
            response = await interaction.response.send_message(view=view, ephemeral=is_private)
            message_id = response.message_id or (await interaction.original_response()).id
        except TROUBLE as error:
            if self._was_acknowledged(error):
                return await self.send(view, is_private=is_private)
            message_id = await self._arrived_id(error)
        self._note_given()
        self._uses_pressed = False
        return message_id

    async def _redraw(self, view: ui.LayoutView, files: list[discord.File]) -> None:
        """Give the first answer by editing the pressed message."""
        try:
            await self._interaction.response.edit_message(view=view, attachments=files)
        except TROUBLE as error:
            if self._was_acknowledged(error):
                await self._interaction.edit_original_response(view=view, attachments=files)
            else:
                await self._arrived_id(error)

    def _was_acknowledged(self, error: Exception) -> bool:
        """Whether the error of a first answer shows that an acknowledgement had arrived before it."""
        if self._acknowledging is None or getattr(error, "code", 0) != ANSWERED_ALREADY:
            return False
        self._state = _State.ACCEPTED if self._uses_pressed else _State.LOADING
        return True

    async def _arrived_id(self, error: Exception) -> int:
        """The id of a first answer that arrived although its response was lost; else raises ``error``."""
        is_hopeless = loss_of(error) is None or is_unanswerable(error) or is_unknown_message(error)
        # If an acknowledgement may have arrived, the response found may be that one.
        if is_hopeless or self._acknowledging is not None:
            raise error
        try:
            return (await self._interaction.original_response()).id
        except TROUBLE:
            raise error from None

    async def _fill(self, view: ui.LayoutView) -> int:
        """Fill the private loading message with the answer; returns its id."""
        interaction = self._interaction
        try:
            message = await self._in_words_if_refused(
                view, lambda: interaction.edit_original_response(view=view)
            )
        except discord.NotFound as error:
            if not is_unknown_message(error):
                raise
            return await self._follow(view, is_private=True)  # it was dismissed
        self._note_given()
        return message.id

    async def _replace(self, view: ui.LayoutView) -> int:
        """Answer publicly and delete the private loading message; returns the public one's id."""
        interaction = self._interaction
        # A follow-up would fill the loading message and be private, so that one is filled first.
        with suppress(discord.NotFound):
            await interaction.edit_original_response(view=note(MOMENT))
        try:
            return await self._follow(view, is_private=False)
        finally:
            with suppress(*TROUBLE):
                await interaction.delete_original_response()

    async def _follow(self, view: ui.LayoutView, *, is_private: bool) -> int:
        """Send a follow-up message; returns its id."""
        interaction = self._interaction
        message = await self._in_words_if_refused(
            view, lambda: interaction.followup.send(view=view, ephemeral=is_private, wait=True)
        )
        if self._state is not _State.GIVEN:
            self._note_given()
            self._followup_id = message.id
        return message.id

    async def _in_words_if_refused(
        self, view: ui.LayoutView | ui.Modal, send: Callable[[], Awaitable[T]]
    ) -> T:
        return await in_words_if_refused(self._interaction.client.app.delivery.card_faces, view, send)


async def in_words_if_refused(
    faces: CardFaces, view: ui.LayoutView | ui.Modal, send: Callable[[], Awaitable[T]]
) -> T:
    """Send a view; if Discord refuses its card faces, send it again in words.

    If that succeeds, all later messages go without faces. Raises what ``send`` raises.
    """
    try:
        return await send()
    except discord.HTTPException as refusal:
        if refusal.code != INVALID_FORM or not replace_faces(view):
            raise
    sent = await send()
    faces.drop()
    return sent
