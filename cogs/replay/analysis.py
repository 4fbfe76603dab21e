"""The analysis of a finished deal, opened from its replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from bot.common.errors import Refused
from bot.replay.analysis import NO_ANALYSIS, may_be_analysed
from cogs.framework.extension import Extension, Press
from cogs.framework.interactions import show_privately
from cogs.framework.permissions import SHOWS
from cogs.framework.replies import complete_side_message
from cogs.replay.analysis_panel import analysis_panel
from cogs.replay.commands import replay_for
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction

ASKED_IN: Final = 60.0
"""Seconds in which a user may ask for ``MOST_ASKED`` analyses."""
MOST_ASKED: Final = 10
ASKED_OFTEN: Final = "You've had many deals worked out in a short time."


async def press_analysis(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the analysis of a deal; a placeholder until it is computed."""
    app, place = interaction.client.app, control.revision
    replay = await replay_for(interaction, control.table_id)
    if not may_be_analysed(replay, place):
        raise Refused(NO_ANALYSIS)
    with app.delivery.cooldowns.doing(
        ("analysis", interaction.user.id), ASKED_IN, ASKED_OFTEN, most=MOST_ASKED
    ):
        await show_privately(interaction, analysis_panel(replay, place, None))
    try:
        view = analysis_panel(replay, place, await app.replay.analyses.of(replay, place))
    except Refused as error:
        view = analysis_panel(replay, place, None, instead=str(error))
    await complete_side_message(interaction, view)


class Analyzing(Extension):
    """The button of a deal's analysis."""

    presses: ClassVar = {Verb.ANALYSIS: Press(press_analysis, SHOWS)}


setup = Analyzing.setup
