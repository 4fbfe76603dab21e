"""What people settle among themselves in a match: its end, a deal dealt again, an act taken back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import ClassVar, Final

import discord
from discord import app_commands

from bot.common.errors import MatchRunning, NewerTable, NoTable, NotStarted, Refused, Stale, TableOver
from bot.table.desk.agreement import Proposal, needs_everybody
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import CloseLobby
from cogs.framework.extension import Commands, Extension, Press
from cogs.framework.groups import ROOK, Topic
from cogs.framework.interactions import channel_of, own_seat, screens, seat_at, table_at
from cogs.framework.members import gone_from
from cogs.framework.permissions import CLOSING, PLAYING
from cogs.framework.replies import answer_all, answer_in_place, answer_privately
from cogs.hand.messages import people
from cogs.hand.votes import OVER
from cogs.table.ended_panel import ended_panel
from cogs.table.more_panel import BEFORE
from cogs.table.vote_panel import DONE, GONE, end_alone_panel, is_alone, read, said, vote_panel
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, note

END = Proposal("end")
REDEAL = Proposal("redeal")
IN_MATCH: Final = "You're in the match, so there's nothing to ask."
NO_VOTE: Final = "There's nothing to vote on."
MOVED: Final = "Your answer counts. The vote goes on in a newer message, further down."
MESSAGE_GONE: Final = "Your answer counts. This message is gone. If there's no newer one, ask again."


# Commands -----------------------------------------------------------------------------------------


@app_commands.command(name="close", description="Close the table, or agree to end the match")
async def close(interaction: Interaction) -> None:
    """Close the lobby, or propose to end a match."""
    await _close(interaction, None)


@app_commands.command(name="redeal", description="Ask to throw in this deal and deal again")
async def redeal(interaction: Interaction) -> None:
    """Propose to throw the deal in."""
    await propose(interaction, REDEAL)


@app_commands.command(
    name="take-back", description="Take back your last card or call, where the house rules allow"
)
async def take_back(interaction: Interaction) -> None:
    """Take the last act back, or ask everybody to allow it."""
    await _take_back(interaction)


@app_commands.command(name="without", description="Ask to go on without a player who used up a deal's time")
@app_commands.describe(player="Who. A computer plays for them to the end")
async def without(interaction: Interaction, player: discord.User) -> None:
    """Propose to go on without a player."""
    seat = seat_at(await table_at(interaction), player)
    await propose(interaction, Proposal("without", seat.seat))


@app_commands.command(name="ask-back", description="Ask to play again after the others went on without you")
async def ask_back(interaction: Interaction) -> None:
    """Propose to be let back."""
    await _ask_back(interaction, None)


# Presses ------------------------------------------------------------------------------------------


async def press_cancel(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Close the lobby or propose to end the match: a button drawn in the lobby ends none.

    Raises:
        MatchRunning: there is one by now.
    """
    if control.argument == BEFORE and not (await table_at(interaction, control)).in_lobby:
        raise MatchRunning
    await _close(interaction, control)


async def press_end_alone(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """End a match at which nobody else is; where somebody is by now, they are asked."""
    shown = await table_at(interaction, control)
    if not is_alone(shown, interaction.user.id):
        await propose(interaction, END)
        return
    tables = interaction.client.app.tables
    with screens(interaction).votes.answering(shown.id, END):
        ended = await tables.votes.agree(shown.place.channel_id, interaction.user.id, END, table_id=shown.id)
        if ended.is_playing:  # somebody came back just then, and is asked
            await show_vote(interaction, ended, END)
            return
    await answer_in_place(interaction, ended_panel(ended))


async def press_redeal(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Propose to throw the deal in."""
    await table_at(interaction, control)
    await propose(interaction, REDEAL)


async def press_take_back(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Take the last act back, or ask everybody to allow it."""
    await table_at(interaction, control)
    await _take_back(interaction)


async def press_without(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Propose to go on without a player."""
    await table_at(interaction, control)
    proposal = read(f"without {control.argument}")
    if proposal is None:
        raise Refused(NO_VOTE)
    await propose(interaction, proposal)


async def press_ask_back(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask the others to be let back."""
    await _ask_back(interaction, control)


async def press_agree(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Agree to what is proposed in the message that was pressed."""
    await _answer(interaction, control, agrees=True)


async def press_against(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Be against what is proposed in the message that was pressed."""
    await _answer(interaction, control, agrees=False)


# Shared -------------------------------------------------------------------------------------------


async def _answer(interaction: Interaction, control: Control, *, agrees: bool) -> None:
    proposal, pressed = read(control.argument), interaction.message
    if proposal is None or pressed is None:
        raise Refused(NO_VOTE)
    votes = screens(interaction).votes
    gone = await _gone(interaction, proposal)
    with votes.answering(control.table_id, proposal):
        try:
            shown = await interaction.client.app.tables.votes.agree(
                channel_of(interaction),
                interaction.user.id,
                proposal,
                agrees=agrees,
                table_id=control.table_id,
                revision=control.revision,
                gone=gone,
            )
        except NewerTable:
            raise
        except (Stale, TableOver, NoTable):
            await _answer_late(interaction, pressed.id)
            return
        _refresh_hands(interaction, shown)
        is_open = proposal in shown.voting.votes
        if votes.keep(shown, proposal, pressed.id):
            newest = partial(votes.newest_panel, shown, proposal)
            await answer_in_place(interaction, newest, otherwise=MESSAGE_GONE if is_open else None)
        else:
            await answer_privately(interaction, MOVED if is_open else vote_panel(shown, proposal))


async def _answer_late(interaction: Interaction, pressed_id: int) -> None:
    """Answer a press that came when its vote was over; a message that nobody has ended is ended with it."""
    if screens(interaction).votes.is_looked_after(pressed_id):
        await answer_privately(interaction, OVER)
    else:
        await answer_in_place(interaction, note(f"🤝 {GONE}"))


async def _close(interaction: Interaction, control: Control | None) -> None:
    shown = await table_at(interaction, control)
    if shown.is_playing and is_alone(shown, interaction.user.id):
        await answer_privately(interaction, end_alone_panel(shown))
        return
    if not shown.in_lobby:
        await propose(interaction, END)
        return
    await interaction.client.app.tables.lobbies.change_lobby(
        shown.place.channel_id,
        CloseLobby(interaction.user.id, may_manage=interaction.permissions.manage_guild),
        table_id=shown.id,
        revision=control.revision if control else None,
    )
    await answer_privately(interaction, "The table is closed.")


async def propose(interaction: Interaction, proposal: Proposal) -> None:
    """Agree to something; whoever is the first proposes it to the others in the channel."""
    tables, table = interaction.client.app.tables, await table_at(interaction)
    with screens(interaction).votes.answering(table.id, proposal):
        with asking(interaction, proposal):
            gone = await _gone(interaction, proposal)
            shown = await tables.votes.agree(
                table.place.channel_id, interaction.user.id, proposal, table_id=table.id, gone=gone
            )
        await show_vote(interaction, shown, proposal)


async def show_vote(interaction: Interaction, shown: ShownTable, proposal: Proposal) -> None:
    """Show a vote, or how it has ended, to everybody in the channel; whoever asks is being answered."""
    message_id = await answer_all(interaction, vote_panel(shown, proposal), shown.id)
    screens(interaction).votes.keep(shown, proposal, message_id)


async def _gone(interaction: Interaction, proposal: Proposal) -> frozenset[int]:
    """Those whom a vote that needs everybody would wait for in vain: they have left the server."""
    try:
        shown = await table_at(interaction)
    except Refused:
        return frozenset()
    if interaction.guild is None or not needs_everybody(proposal, counted=shown.counts_anywhere):
        return frozenset()
    others = set(people(shown.seats)) - {interaction.user.id}
    return await gone_from(interaction.guild, sorted(others), interaction.client.asking)


async def _ask_back(interaction: Interaction, control: Control | None) -> None:
    shown = await table_at(interaction, control)
    own = own_seat(interaction, shown)
    if not shown.is_playing:
        raise NotStarted
    if not own.is_out:
        raise Refused(IN_MATCH)
    await propose(interaction, Proposal("back", own.seat))


async def _take_back(interaction: Interaction) -> None:
    shown = await table_at(interaction)
    own = own_seat(interaction, shown)
    if not shown.is_playing:
        raise NotStarted
    proposal = Proposal("takeback", own.seat)
    with screens(interaction).votes.answering(shown.id, proposal):
        with asking(interaction, proposal):
            shown = await interaction.client.app.tables.votes.take_back(
                shown.place.channel_id, interaction.user.id
            )
        _refresh_hands(interaction, shown)
        is_decided = shown.voting.decided is not None and shown.voting.decided.proposal == proposal
        if is_decided or proposal in shown.voting.votes:
            await show_vote(interaction, shown, proposal)
        else:  # nobody had to be asked
            await answer_all(interaction, note(f"🤝 {said(DONE, shown, proposal)}"), shown.id)


def asking(interaction: Interaction, proposal: Proposal) -> AbstractContextManager[None]:
    """Let a person ask everybody for something, which they may do once in a while.

    Raises:
        TooSoon: they have just asked for it.
    """
    app = interaction.client.app
    what = ("vote", proposal.kind, channel_of(interaction), interaction.user.id)
    return app.delivery.cooldowns.doing(what, app.settings.vote_every, "You asked for that a moment ago.")


def _refresh_hands(interaction: Interaction, shown: ShownTable) -> None:
    """Show every hand again, if what was agreed on is done: those not asked may have changed too."""
    if not shown.voting.votes:
        screens(interaction).hands.refresh(shown, people(shown.seats))


class Agreement(Extension):
    """What people settle among themselves."""

    typed: ClassVar = (
        Commands(ROOK, Topic.TABLE, CLOSING, (close,)),
        Commands(ROOK, Topic.MATCH, PLAYING, (redeal, take_back, without, ask_back)),
    )
    presses: ClassVar = {
        Verb.CANCEL: Press(press_cancel, CLOSING),
        Verb.END_ALONE: Press(press_end_alone, PLAYING),
        Verb.REDEAL: Press(press_redeal, PLAYING),
        Verb.TAKE_BACK: Press(press_take_back, PLAYING),
        Verb.AGREE: Press(press_agree, PLAYING),
        Verb.AGAINST: Press(press_against, PLAYING),
        Verb.WITHOUT: Press(press_without, PLAYING),
        Verb.ASK_BACK: Press(press_ask_back, PLAYING),
    }


setup = Agreement.setup
