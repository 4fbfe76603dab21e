"""Command and controls of the daily deal, in one private message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from discord import app_commands

from bot.common.errors import Refused
from bot.daily.page import DailyPage
from cogs.daily.panel import daily_panel, shared_panel
from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import guild_of, is_private, parse, person_of, screens
from cogs.framework.parsing import read_bid_form, read_nest
from cogs.framework.permissions import OF_ONESELF, SHOWS
from cogs.framework.replies import answer_naming
from cogs.ui.answer_buttons import needs_care
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TROUBLE, Interaction
from cogs.ui.modals import bid_modal
from cogs.ui.news import said
from cogs.ui.refusals import is_refusal
from cogs.ui.words import look_of
from rules.core.actions import Action
from rules.core.decisions import ChooseNumber, Decision
from rules.core.protocol import IllegalAction

LOOK_UP: Final = "/rook daily"
NOT_SHARED: Final = (
    "Discord didn't take your result here. Nothing is lost. *Look again*, then share it in another channel."
)


async def press_daily(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a daily deal: today's in a new message, or that of the button in place of its message."""
    if not control.argument:
        await _open(interaction)
        return
    page, _ = await _asked(interaction, control)
    await _redraw(interaction, page)


async def press_play(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Begin today's deal for the user, if it is the button's, and show their page of it."""
    daily, guild_id, person = interaction.client.app.daily, guild_of(interaction), person_of(interaction)
    await _redraw(interaction, await daily.begin(guild_id, person, control.table_id))


async def press_answer(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Answer the question. An answer from a menu that needs care is only asked to be confirmed."""
    action = parse(values[0] if values else control.argument)
    if values:
        page, decision = await _asked(interaction, control)
        if decision is not None and needs_care(decision, action):
            await _redraw(interaction, page, action)
            return
    await _answer(interaction, control, action)


async def press_confirm(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask to confirm the button's answer; if its question is over, show the deal without it."""
    (page, decision), action = await _asked(interaction, control), parse(control.argument)
    await _redraw(interaction, page, None if decision is None else action)


async def press_lay(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the cards chosen for the nest so far; if the question is over, the deal without them."""
    page, decision = await _asked(interaction, control)
    if decision is None:
        await _redraw(interaction, page)
        return
    await _redraw(interaction, page, read_nest(control, values, decision))


async def press_other_bid(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open the form for another bid; show the deal if no bid is asked for."""
    page, decision = await _asked(interaction, control)
    if page.hand is None or not isinstance(decision, ChooseNumber):
        await _redraw(interaction, page)
        return
    modal = bid_modal(control._replace(verb=Verb.DAILY_BID), decision, look_of(page.hand.table))
    await answer_of(interaction).show_form(modal)


async def submit_bid(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Bid the number typed into the form."""
    _, decision = await _asked(interaction, control)
    await _answer(interaction, control, read_bid_form(values, decision))


async def press_share(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Share the result with the channel, once. If Discord refuses the message, the user may try again."""
    daily, guild_id, person = interaction.client.app.daily, guild_of(interaction), person_of(interaction)
    page = await daily.share(guild_id, person, control.table_id)
    assert page.end is not None
    try:
        await _redraw(interaction, page)
    except TROUBLE:
        # Without this answer no message can follow.
        await daily.undo_share(guild_id, person, control.table_id)
        raise
    try:
        await answer_naming(interaction, shared_panel(page, page.end, person.id), "daily", person.id)
    except TROUBLE as error:
        if not is_refusal(error):
            raise
        await daily.undo_share(guild_id, person, control.table_id)
        raise Refused(NOT_SHARED) from None


@app_commands.command(name="daily", description="Play the deal of the day: the same cards for everyone here")
async def daily(interaction: Interaction) -> None:
    """Show the user's page of today's deal in a new private message."""
    await _open(interaction)


async def _open(interaction: Interaction) -> None:
    """Show today's deal in a new private message."""
    page = await interaction.client.app.daily.page(guild_of(interaction), person_of(interaction))
    await answer_of(interaction).send(daily_panel(_seen(interaction, page)))


async def _answer(interaction: Interaction, control: Control, action: Action) -> None:
    """Apply an answer, let the computers play, and show the next question."""
    daily, guild_id, person = interaction.client.app.daily, guild_of(interaction), person_of(interaction)
    try:
        page = await daily.answer(guild_id, person, control.table_id, control.revision, action)
    except IllegalAction as refusal:
        before = await daily.page(guild_id, person, control.table_id)
        why = str(refusal) if before.hand is None else said(before.hand.table, str(refusal))
        raise Refused(why) from None
    await _redraw(interaction, page)


async def _asked(interaction: Interaction, control: Control) -> tuple[DailyPage, Decision | None]:
    """The current page of a control's deal, and its open decision; None if the control is stale."""
    daily, guild_id, person = interaction.client.app.daily, guild_of(interaction), person_of(interaction)
    page = await daily.page(guild_id, person, control.table_id)
    if page.hand is None or page.hand.table.revision != control.revision:
        return page, None
    return page, page.hand.view.decision


async def _redraw(interaction: Interaction, page: DailyPage, draft: Action | None = None) -> None:
    """Show the page in place of the pressed message, or in a new one if that is public."""
    view = daily_panel(_seen(interaction, page), draft)
    if is_private(interaction):
        await screens(interaction).renderings.show(interaction, view, keeps_files=False)
    else:
        await answer_of(interaction).send(view)


def _seen(interaction: Interaction, page: DailyPage) -> DailyPage:
    """A page, with the card faces the user chose."""
    if page.hand is None:
        return page
    table = interaction.client.app.people.settings.seen_by(interaction.user.id, page.hand.table)
    return page._replace(hand=page.hand._replace(table=table))


class DailyDeals(Extension):
    """The command and controls of the daily deal."""

    typed: ClassVar = (Commands(ROOK, Topic.ANY_TIME, SHOWS, (daily,), LOOK_UP),)
    presses: ClassVar = {
        Verb.DAILY: Press(press_daily, SHOWS, LOOK_UP),
        Verb.DAILY_PLAY: Press(press_play, OF_ONESELF, LOOK_UP),
        Verb.DAILY_ANSWER: Press(press_answer, OF_ONESELF, LOOK_UP),
        Verb.DAILY_CONFIRM: Press(press_confirm, SHOWS, LOOK_UP),
        Verb.DAILY_LAY: Press(press_lay, SHOWS, LOOK_UP),
        Verb.DAILY_OTHER_BID: Press(press_other_bid, SHOWS, LOOK_UP),
        Verb.DAILY_BID: Press(submit_bid, OF_ONESELF, LOOK_UP),
        Verb.DAILY_SHARE: Press(press_share, OF_ONESELF, LOOK_UP),
    }


setup = DailyDeals.setup
