"""Starter messages of tables' threads: they show the parent channel what is played in the thread."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.table.desk.shown import ShownTable
from cogs.table.ended_panel import ended_text
from cogs.table.panel import result_text
from cogs.ui.answers import in_words_if_refused
from cogs.ui.items import NO_MENTIONS, panel
from cogs.ui.refusals import is_refusal
from cogs.ui.rules_panel import facts_line, rules_name
from cogs.ui.words import name_of, totals_text
from rules.core.about import About

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)


class Starters:
    """Edits the messages that tables' threads were made from; each has its thread's id."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._shown: dict[int, str] = {}
        """By message id: the text last shown, for open tables."""

    async def show(self, table: ShownTable) -> None:
        """Edit a thread's starter message if changed; skip other tables. Raises one of ``TROUBLE``."""
        if table.place.parent_id is None:
            return
        faces = self._bot.app.delivery.card_faces
        starter_id, said = table.place.channel_id, starter_text(table._replace(faces=faces.shown))
        if self._shown.get(starter_id) == said:
            return
        message = self._bot.get_partial_messageable(table.place.parent_id).get_partial_message(starter_id)
        view = starter_panel(said)
        try:
            async with self._bot.app.delivery.outgoing.turn(
                asyncio.get_running_loop().time(), table.place.guild_id
            ):
                await in_words_if_refused(
                    faces, view, lambda: message.edit(view=view, allowed_mentions=NO_MENTIONS)
                )
        except discord.HTTPException as error:
            if not is_refusal(error):
                raise
            log.info("the message of a thread is left as it is (%d)", error.code)
        if table.is_open:
            self._shown[starter_id] = said
        else:
            self._shown.pop(starter_id, None)


def opened_text(about: About, host: str) -> str:
    """Text for a new table; ``host`` is a name escaped for markdown."""
    return f"### {about.title}\n**{host}** opened a table. Take a seat in the thread."


def starter_text(table: ShownTable) -> str:
    """Text of the starter message: the game and score, or how the match ended."""
    about, view = table.rules.about, table.view
    if table.in_lobby:
        host = table.seat_of(table.host_id)
        return opened_text(about, "Someone" if host is None else name_of(host))
    if view is not None and view.outcome is not None:
        played = about.title, facts_line(about, table.rules.options), rules_name(table)
        return f"{result_text(table, view.outcome)}\n-# {' · '.join(filter(None, played))}"
    if view is None or not table.is_playing:
        return ended_text(table)
    facts = " · ".join(filter(None, ("Playing in the thread", rules_name(table))))
    return f"### {about.title}\n{totals_text(table, view.totals)}\n-# {facts}"


def starter_panel(said: str) -> ui.LayoutView:
    """The starter message with a text."""
    return panel(ui.TextDisplay(said))
