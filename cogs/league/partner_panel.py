"""Messages of requests to be partners in a league, and their outcome.

Players are shown as mentions that do not ping, so no name is stored in a message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.league.rosters import Ended, Outcome, PairRequest
from bot.league.service import League
from cogs.framework.leagues import LEAGUE_COLOR, league_name
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, panel
from cogs.ui.modals import form
from cogs.ui.words import plain_name

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
    asker, asked = _people(request)
    text = f"🏅 {asker} asks {asked} to be partners in {league_name(league)}."
    no = TableButton(Control(Verb.LEAGUE_DECLINE, league.id, 0, str(request.asker)), "No")
    return panel(
        ui.TextDisplay(text), ui.ActionRow(_accept(league, request, "Be partners"), no), color=LEAGUE_COLOR
    )


def paired_text(league: League, asker_id: int, asked_id: int) -> str:
    """The sentence that two users are partners."""
    told = ENDED[Outcome.ACCEPTED]
    return f"🏅 {told.format(asker=f'<@{asker_id}>', asked=f'<@{asked_id}>', league=league_name(league))}"


def ended_text(league: League, ended: Ended) -> str:
    """The sentence on how a request to be partners ended, such as accepted or withdrawn."""
    asker, asked = _people(ended.request)
    return f"🏅 {ENDED[ended.outcome].format(asker=asker, asked=asked, league=league_name(league))}"


def over_text(league: League) -> str:
    """The last text of a request to be partners that is no longer stored; names no user."""
    return f"🏅 No one is asked here any more to be partners in {league_name(league)}."


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
    return panel(ui.TextDisplay("\n".join(lines)), *rows, color=LEAGUE_COLOR)


def partner_form(league: League) -> ui.Modal:
    """The form to choose a user to ask as a partner."""
    people: ui.UserSelect[Any] = ui.UserSelect(min_values=1, max_values=1)
    return form(
        "Ask a partner", Control(Verb.LEAGUE_PAIR, league.id, 0), ui.Label(text="Who", component=people)
    )


def _people(request: PairRequest) -> tuple[str, str]:
    return f"<@{request.asker}>", f"<@{request.asked}>"


def _accept(league: League, request: PairRequest, label: str) -> TableButton:
    control = Control(Verb.LEAGUE_ACCEPT, league.id, 0, str(request.asker))
    return TableButton(control, label, style=discord.ButtonStyle.success)
