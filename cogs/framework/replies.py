"""Replies to interactions. Every error becomes one private sentence that says what to do next."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Literal

import discord
from discord import app_commands, ui

from bot.common.errors import InDoubt, Refused, StoreError
from bot.common.text import escaped
from bot.delivery.pictures import Picture
from bot.models.stored_messages import LooseMessage
from cogs.framework.interactions import channel_of, guild_of, screens
from cogs.framework.old_names import renamed
from cogs.framework.permissions import SHOWS, UNKNOWN, Use
from cogs.ui.answers import answer_of, is_unanswerable, is_unknown_message, loss_of
from cogs.ui.controls import Verb
from cogs.ui.items import TROUBLE, Interaction, note
from cogs.ui.stats_parts import file_of
from rules.core.protocol import IllegalAction, InvalidOption

log = logging.getLogger(__name__)

UNSAVED: Final = (
    "That couldn't be saved, so it didn't happen. Nothing is lost. The bot's database refused it. "
    "Try again in a minute, and tell the bot's owner."
)
UNREAD: Final = (
    "That couldn't be read just now: the bot's database refused it. Nothing is lost. "
    "Try again in a minute, and tell the bot's owner."
)
IN_DOUBT: Final = (
    "The bot lost its database just then, so that may have happened or not. Nothing else is lost. "
    "Look at `{command}` in a minute and go on from there."
)
UNEXPECTED: Final = "Something went wrong. Nothing is lost. Look at `{command}` and try again."
NO_SUCH_BUTTON: Final = "That button is out of date. `/rook table` shows the table."
LOST: Final = "Discord lost my answer to that. `{command}` shows where things stand."
_EXPECTED: Final = (Refused, IllegalAction)
_OF_COMMANDS: Final[Mapping[type[BaseException], str]] = {
    app_commands.NoPrivateMessage: "Open tables in a server's channel, not in private messages.",
    app_commands.MissingPermissions: "Only this server's managers can do that.",
    app_commands.TransformerError: "That value doesn't fit. Choose one from the list.",
    app_commands.CommandNotFound: "That command has another name now, or is gone. `/rook help` knows more.",
}


class Unanswered(Exception):
    """The handler of an interaction ended, or was given up, without an answer."""


def sentence_for(error: BaseException, use: Use = UNKNOWN) -> str:
    """The sentence a user reads for an error; store errors and unexpected ones are logged.

    ``use`` is the declaration of the control or command that failed.
    """
    error = _cause(error)
    if isinstance(error, _EXPECTED):
        return str(error)
    if isinstance(error, InvalidOption):
        return escaped(str(error))  # it may quote what was typed
    if isinstance(error, StoreError):
        log.error("the store refused: %s", error)
        if use.may == SHOWS:
            return UNREAD
        return IN_DOUBT.format(command=use.look_up) if isinstance(error, InDoubt) else UNSAVED
    if isinstance(error, app_commands.CommandNotFound) and (now := renamed(_full_name(error))):
        return now
    if type(error) in _OF_COMMANDS:
        return _OF_COMMANDS[type(error)]
    if loss_of(error) is not None:
        return LOST.format(command=use.look_up)
    log.error("unexpected %s", type(error).__name__, exc_info=error)
    return UNEXPECTED.format(command=use.look_up)


async def answer_privately(interaction: discord.Interaction[Any], content: str | ui.LayoutView) -> None:
    """Reply with a private message, also as a follow-up to an earlier reply."""
    view = note(content) if isinstance(content, str) else content
    await answer_of(interaction).send(view)


async def tell(interaction: Interaction, sentence: str) -> None:
    """Reply with a sentence in a private message, in place of the one told before."""
    await screens(interaction).side.tell(interaction, note(sentence))


async def answer_in_place(
    interaction: Interaction,
    view: ui.LayoutView | Callable[[], ui.LayoutView],
    *,
    otherwise: str | None = None,
) -> None:
    """Reply by editing the pressed message; if it has been deleted, with a private message.

    Pass ``view`` as a function where others edit the message too: it is called when the edit is sent.
    ``otherwise`` is the private reply to a deleted message, by default the view.
    """

    async def draw() -> ui.LayoutView:
        return view() if callable(view) else view

    try:
        await screens(interaction).renderings.redraw(interaction, draw)
    except discord.NotFound as error:
        if not is_unknown_message(error):
            raise
        await answer_privately(interaction, otherwise or await draw())


async def answer_all(interaction: Interaction, view: ui.LayoutView, table_id: int) -> int:
    """Reply publicly about a table, store (or log) that it names the user, and return its id."""
    message_id = await answer_of(interaction).send(view, is_private=False)
    shown = interaction.client.app.delivery.shown_messages
    try:
        await shown.note_in_passing(message_id, table_id, interaction.user.id)
    except StoreError as error:
        log.warning("that a message names people could not be written down yet: %s", error)
    return message_id


async def answer_naming(
    interaction: Interaction, view: ui.LayoutView, kind: Literal["partners", "daily"], *people: int
) -> None:
    """Reply with a public message about no table, noted in the database as naming up to two ``people``."""
    message_id = await answer_of(interaction).send(view, is_private=False)
    first, second = (*people, None)[:2]
    place = message_id, channel_of(interaction), guild_of(interaction)
    await note_naming(interaction, LooseMessage(*place, kind, None, first, second))


async def note_naming(interaction: Interaction, message: LooseMessage) -> None:
    """Store that a message or thread names users, so that it can be scrubbed if they are forgotten."""
    try:
        await interaction.client.app.delivery.loose_messages.note(message)
    except StoreError as error:
        log.warning("that a message names people could not be written down yet: %s", error)


async def complete_answer(
    interaction: Interaction, view: ui.LayoutView, picture: Picture | None = None
) -> None:
    """Edit a reply to its final view. A failed edit is only counted: the earlier reply stays."""
    try:
        await answer_of(interaction).change(view, lambda: [] if picture is None else [file_of(picture)])
    except TROUBLE as error:
        interaction.client.app.delivery.lost_answers.note(type(error).__name__)


async def complete_side_message(
    interaction: Interaction, view: ui.LayoutView, picture: Picture | None = None
) -> None:
    """Edit a side message to its final view, unless a newer side message has replaced it."""
    await screens(interaction).side.complete(
        interaction, partial(complete_answer, interaction, view, picture)
    )


async def answer_error(interaction: Interaction, error: BaseException, verb: Verb | None = None) -> None:
    """Tell the user what went wrong with a command, or with the control of a verb.

    An interaction that has expired is only counted. An error that could not be told is ``untold``.
    """
    lost, cause = interaction.client.app.delivery.lost_answers, _cause(error)
    if (reason := loss_of(cause)) is not None:
        lost.note(reason)
        if is_unanswerable(cause):
            return
    use = interaction.client.uses.get(verb or _command_name(interaction), UNKNOWN)
    try:
        await tell(interaction, sentence_for(error, use))
    except TROUBLE as failure:
        lost.note(loss_of(failure) or type(failure).__name__)
        answer_of(interaction).untold = error


def _full_name(error: app_commands.CommandNotFound) -> str:
    return " ".join((*error.parents, error.name))


def _command_name(interaction: Interaction) -> str:
    """The full name of a typed command, with the value of its option ``what``; empty for none."""
    command = interaction.command
    if command is None:
        return ""
    what = getattr(interaction.namespace, "what", None)
    return f"{command.qualified_name} {what}" if what else command.qualified_name


def shorten_autocomplete_error(record: logging.LogRecord) -> bool:
    """Logging filter for discord.py: rewords a failed autocomplete without its user data; True for all."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return True
    if (reason := loss_of(error)) is not None:
        record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
        record.msg, record.args, record.exc_info = "an offer was lost (%s)", (reason,), None
    elif isinstance(error, StoreError):
        record.msg, record.args, record.exc_info = "the store refused: %s", (error,), None
    else:
        record.msg, record.args = "unexpected %s in what is offered", (type(error).__name__,)
    return True


def _cause(error: BaseException) -> BaseException:
    """The original error of a command, unwrapped from discord.py's."""
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error
