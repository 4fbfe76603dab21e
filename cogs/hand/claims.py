"""Claims of all remaining tricks for the player's side, by button and by command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from discord import app_commands

from bot.table.desk.agreement import Proposal
from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import channel_of, own_seat, screens, table_at
from cogs.framework.permissions import ANSWERING
from cogs.framework.replies import answer_all
from cogs.hand.agreement import show_vote
from cogs.hand.messages import people
from cogs.table.vote_panel import DONE, said
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, note


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


class Claiming(Extension):
    """The command and buttons to claim the remaining tricks."""

    typed: ClassVar = (Commands(ROOK, Topic.MATCH, ANSWERING, (claim,)),)
    presses: ClassVar = {Verb.CLAIM: Press(press_claim, ANSWERING)}


setup = Claiming.setup
