"""Watching a table in a private message, taking over a computer's seat, waiting for a free seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from discord import app_commands

from bot.common.errors import Refused
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import ShownTable
from bot.table.lobby.seating import Sit
from bot.table.match.standing_in import HERE_ALREADY
from bot.table.waiting import OF_EVENING
from cogs.framework.extension import ROOK, TABLE, Commands, Extension, Press, Topic
from cogs.framework.interactions import number_in, person_of, screens, table_at
from cogs.framework.permissions import SHOWS, SITTING_DOWN, TAKING_OVER, WAITING_FOR_SEAT
from cogs.framework.replies import answer_privately
from cogs.hand.agreement import asking, show_vote
from cogs.table.opening import send_first_hand
from cogs.table.watch_panel import STOP
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.words import name_of
from rules.core.decisions import Seat

WAITING: Final = "I'll tell you here when a seat is free. {how}"
BY_BUTTON: Final = "*Stop waiting* ends that."
BY_COMMAND: Final = "`/table wait` again stops it."
NOT_WAITING: Final = "You're no longer waiting for a seat."


@app_commands.command(name="watch", description="Watch the table in a message of your own")
async def watch(interaction: Interaction) -> None:
    """Show the table in a private message to a user without a seat."""
    await _watch(interaction, await table_at(interaction))


@app_commands.command(name="sit", description="Take a seat; in a match, ask for a computer's")
@app_commands.describe(seat="Which seat (default: the first you can have)")
async def sit(interaction: Interaction, seat: app_commands.Range[int, 1, 8] | None = None) -> None:
    """Take a seat in the lobby, or another one; in a match, ask the players for a computer's seat."""
    table, number = await table_at(interaction), None if seat is None else seat - 1
    if table.is_playing:
        first = next(iter(table.free_seats), 0)  # where none is free, the refusal says why
        await _take_over(interaction, table, first if number is None else number)
        return
    changed = await interaction.client.app.tables.lobbies.change_lobby(
        table.place.channel_id, Sit(person_of(interaction), number), table_id=table.id
    )
    if changed.is_playing:
        await send_first_hand(interaction, changed)
        return
    own = changed.seat_of(interaction.user.id)
    await answer_privately(interaction, f"You're in seat {own.seat + 1 if own else '?'}.")
    screens(interaction).hand_tokens.promise(interaction, changed)


@app_commands.command(name="wait", description="Be told when a seat is free, or stop that")
async def wait(interaction: Interaction) -> None:
    """Start waiting for a free seat, or stop if the user waits already."""
    table, waiting = await table_at(interaction), interaction.client.app.tables.waiting
    stops = waiting.is_waiting(table.place.channel_id, interaction.user.id)
    await (_stop_waiting(interaction, table) if stops else _wait(interaction, table, BY_COMMAND))


async def press_watch(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the table in a private message to a user without a seat."""
    await _watch(interaction, await table_at(interaction, control))


async def press_take_over(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask for the button's seat from the next deal; with no players to ask, it is reserved at once."""
    await _take_over(interaction, await table_at(interaction, control), number_in(control))


async def press_wait(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Start or stop waiting for a free seat, as the button says."""
    table = await table_at(interaction, control)
    stops = control.argument == STOP
    await (_stop_waiting(interaction, table) if stops else _wait(interaction, table, BY_BUTTON))


async def _watch(interaction: Interaction, table: ShownTable) -> None:
    if table.seat_of(interaction.user.id) is not None:
        raise Refused(f"{HERE_ALREADY} *My hand* shows your cards.")
    await screens(interaction).hands.watch(interaction, table)


async def _take_over(interaction: Interaction, table: ShownTable, seat: Seat) -> None:
    """Open a vote of the table's players on the seat; without players to ask, the user gets it."""
    person = person_of(interaction)
    if table.kind.of_evening:
        raise Refused(OF_EVENING)
    proposal = Proposal("seat", seat, person.id)
    with screens(interaction).votes.answering(table.id, proposal):
        with asking(interaction, proposal):
            asked = await interaction.client.app.tables.votes.ask_for_seat(
                table.place.channel_id, person, seat, table_id=table.id
            )
        if asked.seats[seat].kept is None:
            await show_vote(interaction, asked, proposal)
            return
    said = f"{name_of(asked.seats[seat])}'s seat is yours with the next deal."
    await answer_privately(interaction, said)


async def _wait(interaction: Interaction, table: ShownTable, how: str) -> None:
    """Start waiting for a free seat; ``how`` tells the user how to stop."""
    await interaction.client.app.tables.waiting.wait(table, interaction.user.id)
    await answer_privately(interaction, WAITING.format(how=how))
    screens(interaction).hands.refresh(table, [interaction.user.id])


async def _stop_waiting(interaction: Interaction, table: ShownTable) -> None:
    await interaction.client.app.tables.waiting.stop(table.place.channel_id, interaction.user.id)
    await answer_privately(interaction, NOT_WAITING)
    screens(interaction).hands.refresh(table, [interaction.user.id])


class Watching(Extension):
    """Commands and controls to watch a table, and to get a seat there."""

    typed: ClassVar = (
        Commands(TABLE, Topic.LOOKING_ON, SHOWS, (watch,)),
        Commands(ROOK, Topic.TABLE, SITTING_DOWN, (sit,)),
        Commands(TABLE, Topic.LOOKING_ON, WAITING_FOR_SEAT, (wait,)),
    )
    presses: ClassVar = {
        Verb.WATCH: Press(press_watch, SHOWS),
        Verb.TAKE_OVER: Press(press_take_over, TAKING_OVER),
        Verb.WAIT: Press(press_wait, WAITING_FOR_SEAT),
    }


setup = Watching.setup
