"""Requests to be partners for a season of a league: ask, accept, decline, withdraw.

Players are shown as mentions that do not ping, so no name is stored in a message.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

import discord
from discord import ui

from bot.common.errors import Refused, StoreError
from bot.league.rosters import OVER, Ended, Outcome
from bot.models.stored_league import League, PairRequest
from bot.table.lobby.before_match import Person
from cogs.framework.extension import LEAGUE, Extension, Press
from cogs.framework.interactions import channel_of, is_private, number_chosen, number_in, person_of
from cogs.framework.leagues import league_name
from cogs.framework.members import named_members
from cogs.framework.permissions import OF_ONESELF, SHOWS
from cogs.framework.replies import answer_in_place, answer_naming
from cogs.league.access import league_pressed
from cogs.league.words import league_page
from cogs.ui.answers import answer_of
from cogs.ui.controls import BUTTON, Control, Verb
from cogs.ui.items import NO_MENTIONS, TROUBLE, Interaction, TableButton, note
from cogs.ui.modals import form
from cogs.ui.words import plain_name

log = logging.getLogger(__name__)

ASKS_IN: Final = 600.0
"""Seconds in which a user may ask at most ``MOST_ASKS`` others."""
MOST_ASKS: Final = 5
NO_PARTNER: Final = "A bot can't be your partner. Ask a person."
REQUESTS: Final = 5
"""The most requests with a button."""
ENDED: Final[Mapping[Outcome, str]] = {
    Outcome.ACCEPTED: "{asker} and {asked} are partners in {league}.",
    Outcome.DECLINED: "{asker} asked {asked} to be partners in {league}. {asked} said no.",
    Outcome.WITHDRAWN: "{asker} no longer asks {asked} to be partners in {league}.",
    Outcome.REPEATED: "{asker} asked {asked} again to be partners in {league}, in a newer message.",
    Outcome.TAKEN: "{asker} asked {asked} to be partners in {league}. {asked} has another partner.",
}


def asked_panel(league: League, request: PairRequest) -> ui.LayoutView:
    """The public message of a request to be partners, with buttons to accept and decline."""
    text = f"🏅 <@{request.asker}> asks <@{request.asked}> to be partners in {league_name(league)}."
    no = TableButton(Control(Verb.LEAGUE_DECLINE, league.id, 0, str(request.asker)), "No")
    return league_page([text], ui.ActionRow(_accept(league, request, "Be partners"), no))


def ended_text(league: League, outcome: Outcome, asker_id: int, asked_id: int) -> str:
    """The sentence on how a request to be partners ended, such as accepted or withdrawn."""
    told = ENDED[outcome].format(asker=f"<@{asker_id}>", asked=f"<@{asked_id}>", league=league_name(league))
    return f"🏅 {told}"


def over_text(league: League) -> str:
    """The last text of a request to be partners that is no longer stored; names no user."""
    return f"🏅 This request to be partners in {league_name(league)} is over."


def partner_panel(league: League, asked: Sequence[PairRequest]) -> ui.LayoutView:
    """The private message for a user without a partner: accept a request in ``asked``, or ask."""
    lines = [
        f"### {league_name(league)} is for pairs",
        "`/league join` or the button asks someone to be your partner.",
    ]
    ask = TableButton(Control(Verb.LEAGUE_ASK_PAIR, league.id, 0), "Ask a partner")
    rows: list[ui.Item[Any]] = [ui.ActionRow(ask)]
    if asked:
        lines.insert(1, "Say yes to someone who asks you:")
        buttons = [
            _accept(league, one, f"Play with {plain_name(one.asker_name)}") for one in asked[:REQUESTS]
        ]
        rows.insert(0, ui.ActionRow(*buttons))
    return league_page(lines, *rows)


def _accept(league: League, request: PairRequest, label: str) -> TableButton:
    control = Control(Verb.LEAGUE_ACCEPT, league.id, 0, str(request.asker))
    return TableButton(control, label, style=discord.ButtonStyle.success)


async def press_ask_pair(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form to choose a partner."""
    league = await league_pressed(interaction, control)
    people: ui.UserSelect[Any] = ui.UserSelect(min_values=1, max_values=1)
    who = ui.Label(text="Who", component=people)
    chosen = Control(Verb.LEAGUE_PAIR, league.id, 0)
    await answer_of(interaction).show_form(form("Ask a partner", chosen, who))


async def submit_pair(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask the chosen member to be the user's partner, or accept that member's request."""
    league = await league_pressed(interaction, control)
    chosen = number_chosen(values, 20)
    names = await named_members(interaction, [chosen])
    if chosen not in names:
        raise Refused(NO_PARTNER)
    await ask_partner(interaction, league, Person(chosen, names[chosen]))


async def press_accept(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Accept the button's request: asker and presser are partners, and their other requests end."""
    league = await league_pressed(interaction, control)
    if not await _is_asked(interaction, league, control):
        return
    asker_id, asked = number_in(control), person_of(interaction)
    ended = await interaction.client.app.league.rosters.accept(league, asker_id, asked)
    said = note(ended_text(league, Outcome.ACCEPTED, asker_id, asked.id))
    if is_private(interaction):
        await answer_naming(interaction, said, "partners", asker_id, asked.id)
    else:  # the request's own message becomes the answer
        await answer_in_place(interaction, said)
    await end_messages(interaction, league, ended)


async def press_decline(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Decline a request or, as its asker, withdraw it."""
    league = await league_pressed(interaction, control)
    if not await _is_asked(interaction, league, control):
        return
    rosters = interaction.client.app.league.rosters
    request, outcome = await rosters.decline(league, number_in(control), interaction.user.id)
    said = ended_text(league, outcome, request.asker, request.asked)
    await answer_in_place(interaction, note(said))


async def end_messages(interaction: Interaction, league: League, ended: Iterable[Ended]) -> None:
    """Edit the messages of ended requests to their outcome, except the pressed one, which has its reply.

    Failures are only logged: the next press on such a message ends it.
    """
    app, pressed = interaction.client.app, interaction.message
    for request, outcome in ended:
        channel_id, message_id = request.channel_id, request.message_id
        if channel_id is None or message_id is None or (pressed is not None and pressed.id == message_id):
            continue
        message = interaction.client.get_partial_messageable(channel_id).get_partial_message(message_id)
        view = note(ended_text(league, outcome, request.asker, request.asked))
        try:
            async with app.delivery.outgoing.turn(asyncio.get_running_loop().time(), league.guild_id):
                await message.edit(view=view, allowed_mentions=NO_MENTIONS)
        except TROUBLE as error:
            log.info("a request to be partners asks still (%s)", type(error).__name__)


async def ask_partner(interaction: Interaction, league: League, asked: Person) -> None:
    """Ask a user to be partners, or accept their request if they asked first."""
    app, asker = interaction.client.app, person_of(interaction)
    with app.delivery.cooldowns.doing(
        ("pair", asker.id), ASKS_IN, "You've asked many people.", most=MOST_ASKS
    ):
        paired = await app.league.rosters.pair(league, asker, asked)
    if paired.is_pair:
        said = note(ended_text(league, Outcome.ACCEPTED, asker.id, asked.id))
        await answer_naming(interaction, said, "partners", asker.id, asked.id)
    else:
        await _post(interaction, league, paired.request)
    await end_messages(interaction, league, paired.ended)


async def _post(interaction: Interaction, league: League, request: PairRequest) -> None:
    """Post a request in the channel and store its message."""
    message_id = await answer_of(interaction).send(asked_panel(league, request), is_private=False)
    try:
        await interaction.client.app.league.rosters.place(request, channel_of(interaction), message_id)
    except StoreError as error:
        log.warning("the message of a request to be partners was not stored: %s", error)


async def _is_asked(interaction: Interaction, league: League, control: Control) -> bool:
    """Whether the pressed request is still open; if not, its message is edited to say so.

    Raises:
        Refused: it is over, and the control is not on its message.
    """
    message = None if is_private(interaction) else interaction.message
    message_id = None if message is None else message.id
    rosters = interaction.client.app.league.rosters
    request = await rosters.asking(league, number_in(control), message_id)
    if request is not None:
        if request.message_id is None and message_id is not None:  # storing it had failed
            await rosters.place(request, channel_of(interaction), message_id)
        return True
    if message is None or not _has_control(message.components, control.custom_id(BUTTON)):
        raise Refused(OVER)
    await answer_in_place(interaction, note(over_text(league)))
    return False


def _has_control(components: Sequence[Any], custom_id: str) -> bool:
    """Whether a message has a control, at any depth; a forged control may be on no message."""
    return any(
        getattr(one, "custom_id", None) == custom_id or _has_control(getattr(one, "children", ()), custom_id)
        for one in components
    )


class LeaguePartners(Extension):
    """Controls for partners in a league."""

    presses: ClassVar = {
        Verb.LEAGUE_ASK_PAIR: Press(press_ask_pair, SHOWS),
        Verb.LEAGUE_PAIR: Press(submit_pair, OF_ONESELF, LEAGUE.look_up),
        Verb.LEAGUE_ACCEPT: Press(press_accept, OF_ONESELF, LEAGUE.look_up),
        Verb.LEAGUE_DECLINE: Press(press_decline, OF_ONESELF, LEAGUE.look_up),
    }


setup = LeaguePartners.setup
