"""What players agree on: the end, a new deal, a play taken back, a claim, to continue without a player."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import ClassVar, Final, Literal

import discord
from discord import app_commands

from bot.common.errors import MatchRunning, NewerTable, NoTable, NotStarted, Refused, Stale, TableOver
from bot.table.desk.agreement import Proposal, needs_everyone
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import CloseLobby
from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import channel_of, own_seat, screens, seat_at, table_at
from cogs.framework.members import absent_from
from cogs.framework.permissions import ANSWERING, CLOSING, PLAYING
from cogs.framework.replies import answer_all, answer_in_place, answer_privately, tell
from cogs.hand.messages import people
from cogs.hand.votes import OVER
from cogs.table.ended_panel import ended_panel
from cogs.table.more import LOBBY_ONLY
from cogs.table.vote_panel import DONE, VOTE_OFF, end_alone_panel, is_alone, parse_proposal, said, vote_panel
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, note

END = Proposal("end")
REDEAL = Proposal("redeal")
IN_MATCH: Final = "You're in the match, so there's nothing to ask."
NO_PLAYER: Final = "Say who is left out: `player`."
NO_VOTE: Final = "There's nothing to vote on."
MOVED: Final = "Your answer counts. The vote goes on in a newer message, further down."
MESSAGE_DELETED: Final = "Your answer counts. This message is gone. If there's no newer one, ask again."


@app_commands.command(name="ask", description="Close, deal again, take back, or go on without someone")
@app_commands.describe(
    what="What to do. In a match, the other players have to agree",
    player="Go on without: who used up a deal's time",
)
async def ask(
    interaction: Interaction,
    what: Literal["close", "deal again", "take back", "go on without", "come back"],
    player: discord.User | None = None,
) -> None:
    """Do what the table's players decide together, or propose it to them."""
    match what:
        case "close":
            await _close(interaction, None)
        case "deal again":
            await propose(interaction, REDEAL)
        case "take back":
            await _take_back(interaction, None)
        case "come back":
            await _ask_back(interaction, None)
        case "go on without":
            if player is None:
                raise Refused(NO_PLAYER)
            seat = seat_at(await table_at(interaction), player)
            await propose(interaction, Proposal("without", seat.seat))


async def press_cancel(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Close the lobby, or propose to end the match; refuse a lobby's button once the match has started."""
    if control.argument == LOBBY_ONLY and not (await table_at(interaction, control)).in_lobby:
        raise MatchRunning
    await _close(interaction, control)


async def press_end_alone(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """End a match without other players; if another one has come back, ask them instead."""
    shown = await table_at(interaction, control)
    if not is_alone(shown, interaction.user.id):
        await propose(interaction, END)
        return
    tables = interaction.client.app.tables
    with screens(interaction).votes.answering(shown.id, END):
        ended = await tables.votes.agree(shown.place.channel_id, interaction.user.id, END, table_id=shown.id)
        if ended.is_playing:  # another player came back just then: the vote is open
            await show_vote(interaction, ended, END)
            return
    await answer_in_place(interaction, ended_panel(ended))


async def press_redeal(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Propose to throw the deal in."""
    await table_at(interaction, control)
    await propose(interaction, REDEAL)


async def press_take_back(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Take back the presser's last card or call, or ask the other players to allow it."""
    await _take_back(interaction, control)


async def press_without(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Propose to continue without the player named in the button's argument."""
    await table_at(interaction, control)
    proposal = parse_proposal(f"without {control.argument}")
    if proposal is None:
        raise Refused(NO_VOTE)
    await propose(interaction, proposal)


async def press_ask_back(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask the other players to be let back into a match that they continued without the user."""
    await _ask_back(interaction, control)


async def press_agree(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Vote yes on the proposal in the pressed message."""
    await _answer(interaction, control, agrees=True)


async def press_against(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Vote no on the proposal in the pressed message."""
    await _answer(interaction, control, agrees=False)


async def _answer(interaction: Interaction, control: Control, *, agrees: bool) -> None:
    proposal, pressed = parse_proposal(control.argument), interaction.message
    if proposal is None or pressed is None:
        raise Refused(NO_VOTE)
    votes = screens(interaction).votes
    absent = await _absent(interaction, proposal)
    with votes.answering(control.table_id, proposal):
        try:
            shown = await interaction.client.app.tables.votes.agree(
                channel_of(interaction),
                interaction.user.id,
                proposal,
                agrees=agrees,
                table_id=control.table_id,
                revision=control.revision,
                absent=absent,
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
            await answer_in_place(interaction, newest, otherwise=MESSAGE_DELETED if is_open else None)
        else:
            await answer_privately(interaction, MOVED if is_open else vote_panel(shown, proposal))


async def _answer_late(interaction: Interaction, pressed_id: int) -> None:
    """Answer a press on a vote that is over; if no task tracks its message, end that message, too."""
    if screens(interaction).votes.is_tracked(pressed_id):
        await tell(interaction, OVER)
    else:
        await answer_in_place(interaction, note(f"🤝 {VOTE_OFF}"))


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
    """Vote yes on a proposal (the first such vote opens it), and post the vote's message in the channel."""
    tables, table = interaction.client.app.tables, await table_at(interaction)
    with screens(interaction).votes.answering(table.id, proposal):
        with asking(interaction, proposal):
            absent = await _absent(interaction, proposal)
            shown = await tables.votes.agree(
                table.place.channel_id, interaction.user.id, proposal, table_id=table.id, absent=absent
            )
        await show_vote(interaction, shown, proposal)


async def show_vote(interaction: Interaction, shown: ShownTable, proposal: Proposal) -> None:
    """Answer publicly with the message of a vote, open or ended, and track that message."""
    message_id = await answer_all(interaction, vote_panel(shown, proposal), shown.id)
    screens(interaction).votes.keep(shown, proposal, message_id)


async def _absent(interaction: Interaction, proposal: Proposal) -> frozenset[int]:
    """Ids of players who left the server, for a vote that needs every player; else an empty set."""
    try:
        shown = await table_at(interaction)
    except Refused:
        return frozenset()
    if interaction.guild is None or not needs_everyone(proposal, counted=shown.counts_anywhere):
        return frozenset()
    others = set(people(shown.seats)) - {interaction.user.id}
    return await absent_from(interaction.guild, sorted(others), interaction.client.asking)


async def _ask_back(interaction: Interaction, control: Control | None) -> None:
    shown = await table_at(interaction, control)
    own = own_seat(interaction, shown)
    if not shown.is_playing:
        raise NotStarted
    if not own.is_out:
        raise Refused(IN_MATCH)
    await propose(interaction, Proposal("back", own.seat))


async def _take_back(interaction: Interaction, control: Control | None) -> None:
    shown = await table_at(interaction, control)
    own = own_seat(interaction, shown)
    if not shown.is_playing:
        raise NotStarted
    proposal = Proposal("takeback", own.seat)
    with screens(interaction).votes.answering(shown.id, proposal):
        with asking(interaction, proposal):
            shown = await interaction.client.app.tables.votes.take_back(
                shown.place.channel_id, interaction.user.id, control.revision if control else None
            )
        _refresh_hands(interaction, shown)
        is_decided = shown.voting.decided is not None and shown.voting.decided.proposal == proposal
        if is_decided or proposal in shown.voting.votes:
            await show_vote(interaction, shown, proposal)
        else:  # taken back without a vote
            await answer_all(interaction, note(f"🤝 {said(DONE, shown, proposal)}"), shown.id)


def asking(interaction: Interaction, proposal: Proposal) -> AbstractContextManager[None]:
    """Context for opening a vote; raises ``TooSoon`` if the user did so within ``vote_every`` seconds."""
    app = interaction.client.app
    what = ("vote", proposal.kind, channel_of(interaction), interaction.user.id)
    return app.delivery.cooldowns.doing(what, app.settings.vote_every, "You asked for that a moment ago.")


def _refresh_hands(interaction: Interaction, shown: ShownTable) -> None:
    """Redraw every player's hand once no vote is open: what was decided may have changed all of them."""
    if not shown.voting.votes:
        screens(interaction).hands.refresh(shown, people(shown.seats))


async def press_claim(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Claim the remaining tricks for the presser's side, and post the result or the vote it opens."""
    before = await table_at(interaction, control)
    proposal = Proposal("claim", own_seat(interaction, before).seat)
    with screens(interaction).votes.answering(before.id, proposal):
        shown = await interaction.client.app.claims.claim(
            channel_of(interaction), interaction.user.id, control.table_id, control.revision
        )
        if proposal in shown.voting.votes:
            await show_vote(interaction, shown, proposal)
            return
    screens(interaction).hands.refresh(shown, people(shown.seats))
    await answer_all(interaction, note(f"🙌 {said(DONE, shown, proposal)}"), shown.id)


@app_commands.command(name="claim", description="Claim all the tricks that are left for your side")
async def claim(interaction: Interaction) -> None:
    """Claim the remaining tricks for the user's side, and post the result or the vote it opens."""
    table = await table_at(interaction)
    await press_claim(interaction, Control(Verb.CLAIM, table.id, table.revision), ())


class Agreement(Extension):
    """Commands and controls of the players' votes, to claim the rest, and to close a lobby."""

    typed: ClassVar = (
        Commands(
            ROOK,
            Topic.TABLE,
            PLAYING,
            (ask,),
            by_choice={
                "close": CLOSING,
                **dict.fromkeys(("deal again", "take back", "go on without", "come back"), PLAYING),
            },
        ),
        Commands(ROOK, Topic.MATCH, ANSWERING, (claim,)),
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
        Verb.CLAIM: Press(press_claim, ANSWERING),
    }


setup = Agreement.setup
