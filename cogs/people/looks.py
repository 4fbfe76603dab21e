"""The command that sets how a user sees cards: as drawn faces or in words."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from discord import app_commands

from bot.common.errors import NoTable
from cogs.framework.extension import Commands, Extension
from cogs.framework.groups import ROOK, Topic
from cogs.framework.interactions import screens, table_at
from cogs.framework.permissions import OF_ONESELF
from cogs.framework.replies import answer_privately
from cogs.ui.items import Interaction

IN_WORDS: Final = "You see cards in words now, in every message for you alone. Tables stay as they are."
IN_FACES: Final = "You see drawn cards now, as soon as Discord has them."


@app_commands.command(name="cards", description="Choose how you see cards")
@app_commands.describe(look="faces: drawn cards. words: R14, for you alone")
async def cards(interaction: Interaction, look: Literal["faces", "words"]) -> None:
    """Store how the user sees cards, and redraw their hand at this channel's table."""
    user_id = interaction.user.id
    await interaction.client.app.people.settings.set_words(user_id, in_words=look == "words")
    await answer_privately(interaction, IN_WORDS if look == "words" else IN_FACES)
    try:
        table = await table_at(interaction)
    except NoTable:
        return
    screens(interaction).hands.refresh(table, [user_id])


class Looks(Extension):
    """The command for how a user sees cards."""

    typed: ClassVar = (Commands(ROOK, Topic.ANY_TIME, OF_ONESELF, (cards,), "/rook cards"),)


setup = Looks.setup
