"""Presses that decide before a player's turn: to pass, or which card to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cogs.framework.extension import Extension, Press
from cogs.framework.interactions import channel_of, screens
from cogs.framework.permissions import PLAYING
from cogs.hand.ahead_panel import read_plan
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction


async def press_ahead(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store a pass or card for the user's turn, or drop the one stored, and redraw the hand."""
    hand = await interaction.client.app.tables.play.plan(
        channel_of(interaction),
        interaction.user.id,
        read_plan(values[0] if values else control.argument),
        table_id=control.table_id,
        revision=control.revision,
    )
    interaction.client.app.turns.look_again(control.table_id)
    await screens(interaction).hands.redraw(interaction, hand)


class DecidingAhead(Extension):
    """Controls to decide before one's turn."""

    presses: ClassVar = {Verb.AHEAD: Press(press_ahead, PLAYING)}


setup = DecidingAhead.setup
