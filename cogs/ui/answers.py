"""The one answer of an interaction: given within a second, or acknowledged then and given late.

Discord takes a first answer for three seconds, and what follows it for fifteen minutes by other requests. All
of that is here; whoever answers calls the same methods early and late. What an interaction was acknowledged
with decides where a late answer stands: a press is accepted without a word, so that its message can still be
redrawn and a new one is private or public as it likes; a command loads privately, since a hand may come.
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
from cogs.ui.refused_faces import say_in_words

log = logging.getLogger(__name__)
T = TypeVar("T")

LATE_FORM: Final = "That took too long just now. Nothing is lost. Press again."
MOMENT: Final = "One moment …"
_KEY: Final = "answer"
_NOBODY_THERE: Final = frozenset({UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, INVALID_TOKEN})
_CODES: Final = _NOBODY_THERE | {UNKNOWN_MESSAGE, ANSWERED_ALREADY}


def loss_of(error: BaseException) -> str | None:
    """Why an answer was lost, where Discord or the one who asked went away; None for anything else."""
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


def is_nobody_there(error: BaseException) -> bool:
    """Whether an interaction can't be answered any more, in no way."""
    return isinstance(error, discord.HTTPException) and error.code in _NOBODY_THERE


def is_unknown_message(error: BaseException) -> bool:
    """Whether the message that was pressed has been deleted meanwhile."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_MESSAGE


def answer_of(interaction: discord.Interaction[Any]) -> Answer:
    """The answer of an interaction, the same one whenever it is asked for."""
    answer: Answer | None = interaction.extras.get(_KEY)
    if answer is None:
        answer = interaction.extras[_KEY] = Answer(interaction)
    return answer


class _State(Enum):
    """What Discord has been told."""

    OPEN = auto()
    """Nothing, as far as is known."""
    ACCEPTED = auto()
    """That a press has arrived: nothing is seen of it."""
    LOADING = auto()
    """That a private message comes: it is shown as loading until it is filled."""
    GIVEN = auto()
    """The answer. What follows is sent in new messages."""


class Answer:
    """Answers an interaction once and follows that up, early or late.

    Its methods raise ``discord.DiscordException``, ``aiohttp.ClientError`` or ``OSError`` where what they say
    has not arrived, as far as can be known.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self._interaction = interaction
        self._state = _State.OPEN
        self._was_tried = False
        self._acknowledging: asyncio.Task[None] | None = None
        self._is_in_pressed = False
        """Whether Discord calls the pressed message the original response, or may do so."""
        self._followed_by: int | None = None
        """The message the answer stands in, where it is not the original response."""

    @property
    def is_given(self) -> bool:
        """Whether Discord has taken an answer or acknowledgement: the token serves from then on."""
        return self._state is not _State.OPEN or self._interaction.response.is_done()

    @property
    def is_loading(self) -> bool:
        """Whether Discord shows that a message comes, which has not."""
        return self._state is _State.LOADING

    @property
    def is_complete(self) -> bool:
        """Whether there is an answer, not only an acknowledgement."""
        return self._state is _State.GIVEN

    @property
    def was_tried(self) -> bool:
        """Whether an answer is or was on its way: nothing needs to be acknowledged any more."""
        return self._was_tried

    async def acknowledge(self) -> None:
        """Acknowledge the interaction, unless an answer is or was on its way."""
        if self._was_tried or self._acknowledging is not None:
            return
        self._acknowledging = asyncio.create_task(self._acknowledge())
        await asyncio.wait((self._acknowledging,))

    async def _acknowledge(self) -> None:
        try:
            await self._defer(in_new_message=self._interaction.message is None)
        except TROUBLE as error:  # the answer itself may arrive
            log.info("an interaction could not be acknowledged (%s)", type(error).__name__)

    async def _defer(self, *, in_new_message: bool) -> None:
        """Acknowledge a press without a word; with ``in_new_message`` show a private one as loading.

        A command can only be acknowledged with a message.
        """
        interaction = self._interaction
        is_new = in_new_message or interaction.message is None
        self._is_in_pressed = not is_new
        try:
            if is_new:
                await interaction.response.defer(ephemeral=True, thinking=True)
            else:
                await interaction.response.defer()
        except discord.HTTPException as error:
            if error.code != ANSWERED_ALREADY:
                raise
        self._state = _State.LOADING if is_new else _State.ACCEPTED

    async def _settle(self) -> None:
        """Nothing is acknowledged any more; an acknowledgement under way arrives first."""
        self._was_tried = True
        if self._acknowledging is not None:
            await asyncio.wait((self._acknowledging,))

    async def accept(self) -> None:
        """Answer a press of which nothing is seen but what it did."""
        await self._settle()
        if self._state is _State.OPEN:
            await self._defer(in_new_message=False)
        if self._state is _State.ACCEPTED:
            self._state = _State.GIVEN

    async def load(self) -> None:
        """Say at once that a private message comes, which ``send`` fills."""
        await self._settle()
        if self._state is _State.OPEN:
            await self._defer(in_new_message=True)

    async def show_form(self, form: ui.Modal) -> None:
        """Answer with a form.

        Raises:
            Refused: it comes too late, the interaction is acknowledged.
        """
        await self._settle()
        if self._state is not _State.OPEN:
            raise Refused(LATE_FORM)
        await self._in_words_if_refused(form, lambda: self._interaction.response.send_modal(form))
        self._state = _State.GIVEN

    async def send(self, view: ui.LayoutView, *, is_private: bool = True) -> int:
        """Answer with a new message, or follow the answer up with it; returns its id."""
        await self._settle()
        if self._state is _State.OPEN:
            return await self._in_words_if_refused(view, lambda: self._respond(view, is_private=is_private))
        if self._state is _State.LOADING:
            return await (self._fill(view) if is_private else self._replace(view))
        return await self._follow(view, is_private=is_private)

    async def send_file(self, text: str, file: discord.File) -> None:
        """Answer with a file for its user alone, or follow the answer up with it."""
        await self._settle()
        if self._state is _State.OPEN:
            await self._interaction.response.send_message(text, file=file, ephemeral=True)
        else:
            await self._interaction.followup.send(text, file=file, ephemeral=True, wait=True)
        self._state = _State.GIVEN

    async def edit(self, view: ui.LayoutView, *, keeps_files: bool = True) -> int:
        """Answer by redrawing the message that was pressed; returns its id.

        Without one, or where a new message loads already, that is the answer.
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
        self._state, self._is_in_pressed = _State.GIVEN, True
        return message.id

    async def change(self, view: ui.LayoutView, files: Callable[[], list[discord.File]] = list) -> None:
        """Show something else in the message the answer stands in, with these files and no others."""
        interaction, followed_by = self._interaction, self._followed_by
        if followed_by is None:
            await self._in_words_if_refused(
                view, lambda: interaction.edit_original_response(view=view, attachments=files())
            )
        else:
            await self._in_words_if_refused(
                view, lambda: interaction.followup.edit_message(followed_by, view=view, attachments=files())
            )

    async def take_back(self) -> None:
        """Delete the new message that was, or may have been, sent as the answer; a pressed one stays."""
        if self._followed_by is not None:
            await self._interaction.followup.delete_message(self._followed_by)
        elif not self._is_in_pressed:
            await self._interaction.delete_original_response()

    async def _respond(self, view: ui.LayoutView, *, is_private: bool) -> int:
        """Give the first answer as a new message; returns its id, even where what Discord said was lost."""
        interaction = self._interaction
        try:
            response = await interaction.response.send_message(view=view, ephemeral=is_private)
            message_id = response.message_id or (await interaction.original_response()).id
        except TROUBLE as error:
            if self._was_acknowledged(error):
                return await self.send(view, is_private=is_private)
            message_id = await self._found(error)
        self._state, self._is_in_pressed = _State.GIVEN, False
        return message_id

    async def _redraw(self, view: ui.LayoutView, files: list[discord.File]) -> None:
        """Give the first answer in the message that was pressed."""
        try:
            await self._interaction.response.edit_message(view=view, attachments=files)
        except TROUBLE as error:
            if self._was_acknowledged(error):
                await self._interaction.edit_original_response(view=view, attachments=files)
            else:
                await self._found(error)

    def _was_acknowledged(self, error: Exception) -> bool:
        """Whether the error of a first answer says that an acknowledgement arrived after all."""
        if self._acknowledging is None or getattr(error, "code", 0) != ANSWERED_ALREADY:
            return False
        self._state = _State.ACCEPTED if self._is_in_pressed else _State.LOADING
        return True

    async def _found(self, error: Exception) -> int:
        """The id of a first answer that has arrived, although the word of that was lost.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: the error: it has not, as far as is known.
        """
        is_hopeless = loss_of(error) is None or is_nobody_there(error) or is_unknown_message(error)
        # Where an acknowledgement may have arrived, what is found may be that.
        if is_hopeless or self._acknowledging is not None:
            raise error
        try:
            return (await self._interaction.original_response()).id
        except TROUBLE:
            raise error from None

    async def _fill(self, view: ui.LayoutView) -> int:
        """Show the answer in the private message that loads; returns its id."""
        interaction = self._interaction
        try:
            message = await self._in_words_if_refused(
                view, lambda: interaction.edit_original_response(view=view)
            )
        except discord.NotFound as error:
            if not is_unknown_message(error):
                raise
            return await self._follow(view, is_private=True)  # it was dismissed
        self._state = _State.GIVEN
        return message.id

    async def _replace(self, view: ui.LayoutView) -> int:
        """Answer for everyone in place of the private message that loads; returns the new one's id.

        What follows next would fill that one, and be as private: so it is filled before it goes.
        """
        interaction = self._interaction
        with suppress(discord.NotFound):
            await interaction.edit_original_response(view=note(MOMENT))
        try:
            return await self._follow(view, is_private=False)
        finally:
            with suppress(*TROUBLE):
                await interaction.delete_original_response()

    async def _follow(self, view: ui.LayoutView, *, is_private: bool) -> int:
        """Send a message that follows what Discord has been told; returns its id."""
        interaction = self._interaction
        message = await self._in_words_if_refused(
            view, lambda: interaction.followup.send(view=view, ephemeral=is_private, wait=True)
        )
        if self._state is not _State.GIVEN:
            self._state, self._followed_by = _State.GIVEN, message.id
        return message.id

    async def _in_words_if_refused(
        self, view: ui.LayoutView | ui.Modal, send: Callable[[], Awaitable[T]]
    ) -> T:
        return await in_words_if_refused(self._interaction.client.app.delivery.card_faces, view, send)


async def in_words_if_refused(
    faces: CardFaces, view: ui.LayoutView | ui.Modal, send: Callable[[], Awaitable[T]]
) -> T:
    """Send a view; if Discord refuses it and takes it without faces, no message has any from then on.

    ``send`` sends the view as it is then, and is called once more at most. Raises what ``send`` raises.
    """
    try:
        return await send()
    except discord.HTTPException as refusal:
        if refusal.code != INVALID_FORM or not say_in_words(view):
            raise
    sent = await send()
    faces.drop()
    return sent
