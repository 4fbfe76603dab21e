"""The analysis of a finished deal, opened from its replay: only for those who may see that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from discord import ui

from bot.common.errors import Refused
from bot.replay.analysis import NO_ANALYSIS, Analysis, OtherTrump, may_be_analysed
from bot.replay.deals import StepKind
from bot.replay.match import Replay
from bot.table.desk.shown import ShownTable
from cogs.framework.extension import Extension, Press
from cogs.framework.interactions import show_privately
from cogs.framework.permissions import SHOWS
from cogs.framework.replies import complete_side_message
from cogs.replay.commands import replay_for
from cogs.replay.panel import REPLAY_COLOR, StepAddress, deal_name
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, TableButton, panel, rows_of
from cogs.ui.news import said
from cogs.ui.words import fitting
from rules.core.words import colored, counted, shown, who

ASKED_IN: Final = 60.0
"""Seconds in which a user may ask for ``MOST_ASKED`` analyses."""
MOST_ASKED: Final = 10
ASKED_OFTEN: Final = "You've had many deals worked out in a short time."
WORKING: Final = "*Playing the deal again with all the cards face up …*"


def analysis_panel(
    replay: Replay, place: int, analysis: Analysis | None, instead: str = WORKING
) -> ui.LayoutView:
    """The analysis of deal ``place``, from 0; ``instead`` while there is none."""
    table, _ = replay.at(place, 0)

    def draw(table: ShownTable) -> ui.LayoutView:
        head = (
            f"### Analysis · {deal_name(replay, place)}\n"
            "-# With all the cards face up, which no one could see then."
        )
        told = instead if analysis is None else "\n".join(said(table, line) for line in _lines(analysis))
        buttons = [TableButton(StepAddress(place, 0).control(table.id, "cards"), "Back to the deal")]
        if analysis is not None and analysis.costliest is not None:
            number = analysis.costliest.trick
            step = StepAddress(place, _step_of(replay, place, number))
            buttons.append(TableButton(step.control(table.id, "trick"), f"See trick {number}"))
        return panel(
            ui.TextDisplay(head), ui.Separator(), ui.TextDisplay(told), *rows_of(buttons), color=REPLAY_COLOR
        )

    return fitting(draw, table)


def _step_of(replay: Replay, place: int, trick: int) -> int:
    """Index of the step of a trick, from 1."""
    steps = replay.deals[place].steps
    return [number for number, step in enumerate(steps) if step.kind is StepKind.TRICK][trick - 1]


def _lines(analysis: Analysis) -> Iterator[str]:
    """The sentences of an analysis, as templates."""
    bid = "shot the moon" if analysis.shot else f"bid {analysis.bid}"
    took = counted(analysis.took, "point") if analysis.shot else analysis.took
    yield f"**{who(analysis.declarer)} {bid}** and took {took}."
    yield _could(analysis)
    if analysis.other_trump is not None:
        yield _other_trump(analysis.other_trump)
    if analysis.nest_when_dealt or analysis.nest_in_play:
        found, laid = (
            counted(points, "point") for points in (analysis.nest_when_dealt, analysis.nest_in_play)
        )
        yield f"Nest: {found} when dealt, {laid} in play."
    yield _costliest(analysis)


def _could(analysis: Analysis) -> str:
    """What could be taken, compared with the bid; a moon, which points do not make, is not compared."""
    could_take, is_exact = analysis.could_take
    about = "" if is_exact else "about "
    if analysis.shot:
        points = counted(could_take, "point")
        return f"With good play on both sides: {about}**{points}**. The moon needs every trick."
    over = could_take - analysis.bid
    against = (
        f"{over} more than was bid" if over > 0 else f"{-over} short of the bid" if over else "just the bid"
    )
    return f"With good play on both sides: {about}**{could_take}**, {against}."


def _other_trump(other: OtherTrump) -> str:
    same = "the same discards, " if other.has_nest else ""
    lowest = ", lowest wins" if other.trump.lowest_wins else ""
    return f"With {same}{colored(other.trump.color)} for trump{lowest}: about **{other.could_take}**."


def _costliest(analysis: Analysis) -> str:
    since = "" if analysis.known_from == 1 else f" from trick {analysis.known_from} on"
    costly = analysis.costliest
    if costly is None:
        return f"No card cost a point{since}."
    return (
        f"The card that cost most{since}: {who(costly.hand)} played {shown(costly.played)} "
        f"in trick {costly.trick}. {shown(costly.better)} was worth {costly.cost} more."
    )


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
