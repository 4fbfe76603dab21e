"""Matches played with real cards: the form to write one down, and the message that asks to confirm it."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.services.leagues import League
from bot.services.paper_matches import Waiting
from cogs.ui.controls import MODAL, Control, Verb
from cogs.ui.ended_panel import closer
from cogs.ui.items import TableButton, panel
from cogs.ui.league_words import LEAGUE_COLOR, league_name
from cogs.ui.words import REASON_LIMIT, safe_reason
from rules.core.outcome import Ranking
from rules.core.words import counted, signed

FORM_LIMIT: Final = 1000
"""Characters of a field: what anybody may type."""
SHOWN_DEALS: Final = 30
"""Deals that are told one by one."""


def record_form(league: League, players: str = "", points: str = "") -> ui.Modal:
    """Ask for a match: who played and the points, the rest if it is needed."""
    control = Control(Verb.LEAGUE_RECORD, league.id, 0)
    form = ui.Modal(title="A match with real cards", timeout=None, custom_id=control.custom_id(MODAL))
    long = discord.TextStyle.paragraph
    form.add_item(
        ui.Label(
            text="Players",
            description=f"All {league.seats}, partners next to each other, a comma between names or mentions",
            component=_field("Ann, Ben, Cleo, Dan", players, style=long),
        )
    )
    form.add_item(
        ui.Label(
            text="Points",
            description="One line with the final points of each side, or one line for each deal",
            component=_field("310 245", points, style=long),
        )
    )
    form.add_item(
        ui.Label(
            text="Date",
            description="Empty for today",
            component=_field("2026-11-22", required=False, most=40),
        )
    )
    form.add_item(
        ui.Label(
            text="Winner",
            description="Only if the points don't say who won: 1 for the first side, or a player",
            component=_field("", required=False, most=100),
        )
    )
    form.stop()
    return form


def deny_form(paper_id: int) -> ui.Modal:
    """Ask what is not right."""
    control = Control(Verb.PAPER_WHY, paper_id, 0)
    form = ui.Modal(title="Not right", timeout=None, custom_id=control.custom_id(MODAL))
    form.add_item(
        ui.Label(text="What isn't right (everyone sees it)", component=_field("", most=REASON_LIMIT))
    )
    form.stop()
    return form


def waiting_panel(waiting: Waiting) -> ui.LayoutView:
    """A match that waits, with the two answers."""
    asks = (
        f"{closer(waiting.recorded_by)} recorded it. Someone on another side, or an organizer, confirms it. "
        f"If no one does, it lapses <t:{round(waiting.lapses_at)}:R>."
    )
    buttons: ui.ActionRow[Any] = ui.ActionRow(
        TableButton(Control(Verb.PAPER_CONFIRM, waiting.id, 0), "Confirm", style=discord.ButtonStyle.success),
        TableButton(Control(Verb.PAPER_DENY, waiting.id, 0), "Not right"),
    )
    return panel(ui.TextDisplay("\n".join([*_told(waiting), asks])), buttons, color=LEAGUE_COLOR)


def confirmed_panel(waiting: Waiting, table_id: int, user_id: int) -> ui.LayoutView:
    """A match that counts from now on."""
    said = (
        f"**It counts as match {table_id}.** "
        f"{closer(waiting.recorded_by)} recorded it, {closer(user_id)} confirmed it."
    )
    return panel(ui.TextDisplay("\n".join([*_told(waiting), said])), color=LEAGUE_COLOR)


def denied_panel(waiting: Waiting, user_id: int, reason: str) -> ui.LayoutView:
    """A match that does not count, with the reason."""
    said = (
        f"**It doesn't count.** {closer(user_id)} says it's not right: {safe_reason(reason)}\n"
        f"{closer(waiting.recorded_by)} can record it again with `/league record`."
    )
    return panel(ui.TextDisplay("\n".join([*_told(waiting), said])), color=LEAGUE_COLOR)


def lapsed_panel(waiting: Waiting) -> ui.LayoutView:
    """A match nobody has confirmed."""
    said = (
        "**It doesn't count.** No one confirmed it within a day. "
        f"{closer(waiting.recorded_by)} can record it again with `/league record`."
    )
    return panel(ui.TextDisplay("\n".join([*_told(waiting), said])), color=LEAGUE_COLOR)


def _told(waiting: Waiting) -> list[str]:
    """The match: its league, when it was, the sides with their points, and the deals.

    Nobody's name is in it: Discord shows the one people have, and none of who is forgotten stays.
    """
    result, season = waiting.result, waiting.season
    lines = [
        f"### {league_name(waiting.league)} · Season {season.number} · Real cards",
        f"Played <t:{round(result.at)}:D>",
    ]
    has_points = waiting.playing.ranking is not Ranking.CARDS
    for side, total, place in zip(waiting.sides, result.totals, waiting.places, strict=True):
        names = " & ".join(closer(one.user_id) for one in side)
        told = f"{names}: {signed(total) if has_points else f'place {total}'}"
        lines.append(f"**{told}** 🏆" if place == 1 else told)
    shown = result.deals[:SHOWN_DEALS]
    if shown:
        lines.append("-# Deals: " + "; ".join(" / ".join(map(signed, deal)) for deal in shown))
    if len(result.deals) > len(shown):
        lines.append(f"-# and {counted(len(result.deals) - len(shown), 'more deal')}")
    return lines


def _field(
    placeholder: str,
    value: str = "",
    *,
    style: discord.TextStyle = discord.TextStyle.short,
    required: bool = True,
    most: int = FORM_LIMIT,
) -> ui.TextInput[Any]:
    return ui.TextInput(
        placeholder=placeholder or None,
        default=value[:most] or None,
        style=style,
        required=required,
        max_length=most,
    )
