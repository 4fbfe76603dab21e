"""What people settle among themselves in a match: its end, a deal dealt again, an act taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.errors import NotSeated, NotStarted, Refused, Stale, TableOver
from bot.play.agreement import Proposal
from bot.play.lobby import CloseLobby
from bot.play.shown import ShownTable
from cogs.front import channel_of, front, front_of
from cogs.replies import answer_privately
from cogs.ui.controls import Control
from cogs.ui.items import Interaction, note
from cogs.ui.vote_panel import GONE, read, vote_panel

if TYPE_CHECKING:
    from bot.client import RookeryBot

END = Proposal("end")
REDEAL = Proposal("redeal")


# Commands -----------------------------------------------------------------------------------------


@app_commands.command(name="close", description="Close the table, or agree to end the match")
async def close(interaction: Interaction) -> None:
    """Close the lobby, or propose to end a match."""
    await _close(interaction, None)


@app_commands.command(name="redeal", description="Ask to throw in this deal and deal again")
async def redeal(interaction: Interaction) -> None:
    """Propose to throw the deal in."""
    await _propose(interaction, REDEAL)


@app_commands.command(
    name="take-back", description="Take back your last card or call, where the house rules allow"
)
async def take_back(interaction: Interaction) -> None:
    """Take the last act back, or ask everybody to allow it."""
    await _take_back(interaction)


# Presses ------------------------------------------------------------------------------------------


async def press_cancel(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Close the lobby or propose to end the match."""
    await _close(interaction, control)


async def press_redeal(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Propose to throw the deal in."""
    front(interaction).table_at(interaction, control)
    await _propose(interaction, REDEAL)


async def press_take_back(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Take the last act back, or ask everybody to allow it."""
    front(interaction).table_at(interaction, control)
    await _take_back(interaction)


async def press_agree(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Agree to what is proposed in the message that was pressed."""
    desk = front(interaction)
    proposal = read(control.argument)
    if proposal is None:
        raise Refused("There's nothing to vote on.")
    try:
        shown = await desk.manager.agree(
            channel_of(interaction),
            interaction.user.id,
            proposal,
            table_id=control.table_id,
            revision=control.revision,
        )
    except (Stale, TableOver):
        await interaction.response.edit_message(view=note(f"🤝 {GONE}"))
        return
    _refresh_hands(interaction, shown)
    await interaction.response.edit_message(view=vote_panel(shown, proposal))


# Shared -------------------------------------------------------------------------------------------


async def _close(interaction: Interaction, control: Control | None) -> None:
    desk = front(interaction)
    shown = desk.table_at(interaction, control)
    if not shown.in_lobby:
        await _propose(interaction, END)
        return
    await desk.manager.change_lobby(
        shown.channel_id,
        CloseLobby(interaction.user.id, may_manage=interaction.permissions.manage_guild),
        table_id=shown.id,
        revision=control.revision if control else None,
    )
    await answer_privately(interaction, "The table is closed.")


async def _propose(interaction: Interaction, proposal: Proposal) -> None:
    """Agree to something; whoever is the first proposes it to the others in the channel."""
    manager = front(interaction).manager
    shown = await manager.agree(channel_of(interaction), interaction.user.id, proposal)
    await interaction.response.send_message(view=vote_panel(shown, proposal))


async def _take_back(interaction: Interaction) -> None:
    desk = front(interaction)
    shown = desk.table_at(interaction)
    own = shown.seat_of(interaction.user.id)
    if own is None:
        raise NotSeated
    if not shown.is_playing:
        raise NotStarted
    shown = await desk.manager.take_back(shown.channel_id, interaction.user.id)
    _refresh_hands(interaction, shown)
    await interaction.response.send_message(view=vote_panel(shown, Proposal("takeback", own.seat)))


def _refresh_hands(interaction: Interaction, shown: ShownTable) -> None:
    """Show every hand again, if what was agreed on is done: those not asked may have changed too."""
    if not shown.agreed:
        people = [seat.user_id for seat in shown.seats if seat.user_id is not None and not seat.computer]
        front(interaction).hands.refresh(shown, people)


async def setup(bot: RookeryBot) -> None:
    """Add the commands and the handlers."""
    desk = front_of(bot)
    commands: list[app_commands.Command[Any, ..., Any]] = [close, redeal, take_back]
    for command in commands:
        desk.rook.add_command(command)
    for verb, handler in (
        ("cancel", press_cancel),
        ("redeal", press_redeal),
        ("takeback", press_take_back),
        ("agree", press_agree),
    ):
        desk.on_press(verb, handler)
