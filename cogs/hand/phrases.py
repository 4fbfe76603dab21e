"""Fixed phrases that players say at the table, by button and by command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from discord import app_commands

from bot.common.errors import Refused
from bot.table.desk.phrases import Phrase
from bot.table.desk.shown import ShownTable
from bot.table.talking import NO_PHRASES
from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import channel_of, show_privately, table_at
from cogs.framework.permissions import PLAYING, SHOWS
from cogs.table.phrases_panel import WORDS, phrases_panel
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction

MOST_PHRASES: Final = 4
PHRASES_WINDOW: Final = 60.0
"""Seconds in which one player may say ``MOST_PHRASES``."""
TOO_MANY: Final = "You've said a lot in a short time."
NO_SUCH_PHRASE: Final = "That isn't one of the phrases. Choose one with *Say …* in your hand."


async def press_phrases(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the phrases as buttons; refuse if the table does not allow them."""
    table = await table_at(interaction, control)
    if not table.talk.allowed.phrases:
        raise Refused(NO_PHRASES)
    await show_privately(interaction, phrases_panel(table))


async def press_say(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Say the phrase of a button to everyone at the table, and show the phrases again."""
    phrase = next((one for one in Phrase if one == control.argument), None)
    if phrase is None:
        raise Refused(NO_SUCH_PHRASE)
    table = await _say(interaction, phrase, control.table_id)
    await show_privately(interaction, phrases_panel(table, phrase))


@app_commands.command(name="say", description="Say a phrase at the table, for everyone there")
@app_commands.describe(phrase="What to say")
@app_commands.choices(phrase=[app_commands.Choice(name=words, value=one) for one, words in WORDS.items()])
async def say(interaction: Interaction, phrase: str) -> None:
    """Say a phrase to everyone at the table, and show the phrases as buttons."""
    said = Phrase(phrase)
    await show_privately(interaction, phrases_panel(await _say(interaction, said), said))


async def _say(interaction: Interaction, phrase: Phrase, table_id: int | None = None) -> ShownTable:
    """Say a phrase; a refused one does not count against the limit."""
    app, user_id = interaction.client.app, interaction.user.id
    with app.delivery.cooldowns.doing(("say", user_id), PHRASES_WINDOW, TOO_MANY, most=MOST_PHRASES):
        return await app.tables.talk.say(channel_of(interaction), user_id, phrase, table_id=table_id)


class Phrases(Extension):
    """The command and buttons of the fixed phrases."""

    typed: ClassVar = (Commands(ROOK, Topic.MATCH, PLAYING, (say,)),)
    presses: ClassVar = {
        Verb.PHRASES: Press(press_phrases, SHOWS),
        Verb.SAY: Press(press_say, PLAYING),
    }


setup = Phrases.setup
