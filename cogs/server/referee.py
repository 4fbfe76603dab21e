"""Commands of a referee: penalties, redeals and the rule books' rulings, announced in the channel."""

from __future__ import annotations

from typing import ClassVar

import discord
from discord import app_commands, ui

from bot.common.errors import Refused
from bot.common.text import clean, escaped
from bot.table.desk.shown import ShownSeat, ShownTable
from cogs.framework.extension import ADMIN, Commands, Extension, Topic
from cogs.framework.interactions import called, channel_of, seat_at, table_at
from cogs.framework.permissions import RULING
from cogs.framework.replies import answer_all
from cogs.framework.rule_choices import choices_with, fixed_choices
from cogs.ui.items import Interaction, note
from cogs.ui.news import plain
from cogs.ui.words import REASON_LIMIT, plain_name, plain_reason, safe_name
from rules.core.actions import Action, Penalize, Redeal
from rules.core.words import counted


@app_commands.command(name="penalty", description="Take points off a player, as the referee")
@app_commands.describe(
    player="Who it's against. Partners share the score",
    points="Points taken off",
    reason="Reason (everyone sees it on the score sheet)",
)
@app_commands.checks.has_permissions(manage_guild=True)
async def penalty(
    interaction: Interaction,
    player: discord.User,
    points: app_commands.Range[int, 1, 1000],
    reason: app_commands.Range[str, 1, REASON_LIMIT],
) -> None:
    """Take points off a player's score, which partners share, by a referee's ruling."""
    seat = seat_at(await table_at(interaction), player)
    why = clean(reason, REASON_LIMIT)
    if not why:
        raise Refused("Say what the penalty is for.")
    await _rule(interaction, Penalize(seat.seat, points, why), penalty_told(seat, points, why))


@app_commands.command(name="redeal", description="Have this deal dealt again, as the referee")
@app_commands.describe(dealer="Who deals (default: the same dealer)", reason="Reason (everyone sees it)")
@app_commands.choices(dealer=fixed_choices({"same": "The same dealer", "next": "The next dealer"}))
@app_commands.checks.has_permissions(manage_guild=True)
async def redeal(
    interaction: Interaction,
    dealer: str = "same",
    reason: app_commands.Range[str, 1, REASON_LIMIT] | None = None,
) -> None:
    """Rule that the deal is dealt again, by the same or the next dealer."""
    by_next = dealer == "next"
    what = f"the deal is dealt again, by the {'next' if by_next else 'same'} dealer"
    why = plain_reason(clean(reason or "", REASON_LIMIT))
    await _rule(interaction, Redeal(next_dealer=by_next), f"{what}: {why}" if why else what)


@app_commands.command(name="rule", description="Make a ruling from the game's book")
@app_commands.describe(choice="Choose from the list")
@app_commands.checks.has_permissions(manage_guild=True)
async def rule(interaction: Interaction, choice: str) -> None:
    """Apply one of the rulings the game's rule book allows now."""
    table = await table_at(interaction)
    options = await interaction.client.app.tables.reading.rulings(table.place.channel_id)
    option = next((option for option in options if str(option.action) == choice), None)
    if option is None:
        raise Refused("That ruling isn't available now. Choose from the list.")
    await _rule(interaction, option.action, _ruling_text(table, option.action))


@rule.autocomplete("choice")
async def _complete_rule(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete choices of the rulings available now; an empty list for users who may not rule."""
    if not interaction.permissions.manage_guild:
        return []
    try:
        table = await table_at(interaction)
        options = await interaction.client.app.tables.reading.rulings(table.place.channel_id)
    except Refused:
        return []
    return choices_with(typed, ((_ruling_text(table, one.action), str(one.action)) for one in options))


def _ruling_text(table: ShownTable, ruling: Action) -> str:
    """A ruling in words, as plain text."""
    assert table.view is not None
    return plain(table, table.rules.words.ruling(table.view, ruling))


async def _rule(interaction: Interaction, action: Action, said: str) -> None:
    """Apply a ruling and announce it in the channel. ``said`` describes it in plain text."""
    table = await interaction.client.app.tables.play.rule(
        channel_of(interaction), interaction.user.id, action, reason=said
    )
    await answer_all(interaction, ruling_note(called(interaction.user), said), table.id)


def penalty_told(seat: ShownSeat, points: int, why: str) -> str:
    """A penalty with its player and reason, as plain text."""
    return f"a penalty of {counted(points, 'point')} for {plain_name(seat.name)}: {plain_reason(why)}"


def ruling_note(referee: str, said: str) -> ui.LayoutView:
    """The public message that says who ruled what."""
    return note(f"⚖️ **{safe_name(referee)}** rules: {escaped(said.removesuffix('.'))}.")


class Referee(Extension):
    """The referee's commands."""

    typed: ClassVar = (Commands(ADMIN, Topic.MANAGING, RULING, (penalty, redeal, rule)),)


setup = Referee.setup
