"""The command that shows a hand; the buttons and menus to bid, discard, name trump, meld, call and play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from discord import app_commands

from bot.common.errors import NoTable, NotYourTurn, Refused, TableOver
from bot.table.desk.shown import ShownHand
from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import answer_pressed, asked, channel_of, parse, screens
from cogs.framework.parsing import read_bid_form, read_group, read_nest
from cogs.framework.permissions import ANSWERING, PLAYING, SHOWS
from cogs.framework.replies import tell
from cogs.table.panel import result_text
from cogs.ui.answer_buttons import needs_care
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.modals import bid_modal
from cogs.ui.words import look_of
from rules.core.actions import Action
from rules.core.decisions import ChooseNumber

NOT_AN_ANSWER: Final = "That isn't one of the choices now. Open *My hand* and choose again."


async def press_hand(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Take the seat back and show the hand (with an argument in place), or the result of a past match."""
    try:
        hand = await _come_back(interaction, control)
    except (NoTable, TableOver):
        if not await _answer_with_result(interaction, control):
            raise
        return
    hands = screens(interaction).hands
    await (hands.redraw(interaction, hand) if control.argument else hands.send(interaction, hand))


async def press_answer(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Answer the question with the button's action and redraw the hand in the same reply."""
    hand, action = await answer_pressed(interaction, control)
    await screens(interaction).hands.confirm(interaction, hand, action)


async def press_pick(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Answer with the action picked in a menu, or first ask to confirm a costly one."""
    hand, action = await asked(interaction, control), parse(values[0] if values else "")
    if hand.view.decision is not None and needs_care(hand.view.decision, action):
        await _ask_confirmation(interaction, hand, action)
    else:
        await press_answer(interaction, control._replace(argument=str(action)), ())


async def press_confirm(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask to confirm the button's action."""
    await _ask_confirmation(interaction, await asked(interaction, control), parse(control.argument))


async def press_lay(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Redraw the hand with the cards chosen for the discard."""
    hand = await asked(interaction, control)
    chosen = read_nest(control, values, hand.view.decision)
    await screens(interaction).hands.redraw(interaction, hand, chosen)


async def press_other_bid(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open the form for a bid that has no button."""
    hand = await asked(interaction, control)
    decision = hand.view.decision
    if not isinstance(decision, ChooseNumber):
        raise NotYourTurn
    modal = bid_modal(control._replace(verb=Verb.BID), decision, look_of(hand.table))
    await answer_of(interaction).show_form(modal)


async def submit_bid(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Bid the points, and the color if bids have one, typed into the form."""
    decision = (await asked(interaction, control)).view.decision
    action = read_bid_form(values, decision)
    await press_answer(interaction, control._replace(argument=str(action)), ())


async def press_call(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Answer for the presser's seat by a button of the table message. Only a failure is reported."""
    hand, action = await answer_pressed(interaction, control)
    hands = screens(interaction).hands
    hands.refresh(hand.table, [interaction.user.id])
    await hands.acknowledge(interaction, hand, action)


async def press_group(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Redraw the hand with the cards chosen so far and the melds they can make."""
    hand = await asked(interaction, control)
    chosen = read_group(control, values, hand.view.decision)
    await screens(interaction).hands.redraw(interaction, hand, chosen)


async def press_next_deal(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Start the next deal and redraw the hand."""
    hand = await interaction.client.app.tables.play.next_deal(
        channel_of(interaction), interaction.user.id, table_id=control.table_id, revision=control.revision
    )
    await screens(interaction).hands.redraw(interaction, hand)


@app_commands.command(name="hand", description="Show your hand, only to you")
async def hand(interaction: Interaction) -> None:
    """Show the hand in a new private message; a computer that stood in gives the seat back."""
    hands = screens(interaction).hands
    with hands.answering(interaction):
        await hands.send(interaction, await _come_back(interaction, None))


async def _come_back(interaction: Interaction, control: Control | None) -> ShownHand:
    """The caller's hand. A player takes the seat back if a computer stood in."""
    table_id = control.table_id if control else None
    return await interaction.client.app.tables.presence.come_back(
        channel_of(interaction), interaction.user.id, table_id=table_id
    )


async def _answer_with_result(interaction: Interaction, control: Control) -> bool:
    """Answer with the result of a match that is over; returns False if the table has no result."""
    try:
        table = await interaction.client.app.tables.reading.recall(channel_of(interaction), control.table_id)
    except Refused:
        return False
    if table.view is None or table.view.outcome is None:
        return False
    await tell(interaction, f"That match is over.\n{result_text(table, table.view.outcome)}")
    return True


async def _ask_confirmation(interaction: Interaction, hand: ShownHand, action: Action) -> None:
    """Redraw the hand with the question whether the action is meant; refuse an illegal one."""
    decision = hand.view.decision
    if decision is None or not decision.accepts(action):
        raise Refused(NOT_AN_ANSWER)
    await screens(interaction).hands.redraw(interaction, hand, action)


class HandButtons(Extension):
    """The command that shows a hand, and the controls that answer its questions."""

    typed: ClassVar = (Commands(ROOK, Topic.MATCH, PLAYING, (hand,)),)
    presses: ClassVar = {
        Verb.HAND: Press(press_hand, PLAYING),
        Verb.ANSWER: Press(press_answer, ANSWERING),
        Verb.PICK: Press(press_pick, ANSWERING),
        Verb.CONFIRM: Press(press_confirm, SHOWS),
        Verb.LAY: Press(press_lay, SHOWS),
        Verb.OTHER_BID: Press(press_other_bid, SHOWS),
        Verb.BID: Press(submit_bid, ANSWERING),
        Verb.CALL: Press(press_call, ANSWERING),
        Verb.GROUP: Press(press_group, SHOWS),
        Verb.NEXT_DEAL: Press(press_next_deal, PLAYING),
    }


setup = HandButtons.setup
