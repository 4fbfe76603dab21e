"""The menu of *More*: what can be looked up from a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bot.common.errors import Refused
from cogs.framework.extension import Extension, Press
from cogs.framework.permissions import SHOWS
from cogs.framework.replies import NO_SUCH_BUTTON
from cogs.table.more_panel import LOOK_UPS
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction


async def look_up(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the entry chosen in the menu: run the handler of its verb.

    Raises:
        Refused: it is none of what the menu offers.
    """
    chosen = next((verb for verb in LOOK_UPS if verb in values[:1]), None)
    if chosen is None:
        raise Refused(NO_SUCH_BUTTON)
    await interaction.client.handlers[chosen](interaction, Control(chosen, control.table_id, 0), ())


class LookUps(Extension):
    """The menu of what can be looked up."""

    presses: ClassVar = {Verb.LOOK_UP: Press(look_up, SHOWS)}


setup = LookUps.setup
