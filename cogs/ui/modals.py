"""Modals: where a number has to be typed."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from cogs.ui.controls import MODAL, Control
from cogs.ui.words import NO_COLOR, Look
from rules.core.decisions import ChooseNumber

NONE: Final = "none"
"""What stands for "no color" where a color is chosen or typed."""


def bid_modal(control: Control, decision: ChooseNumber, look: Look) -> ui.Modal:
    """Ask for any legal bid, and for its color where a bid has one.

    Like every panel it is stopped before it is sent: discord.py need not keep it, and what is typed
    is read from the interaction, after a restart too.
    """
    modal = ui.Modal(title="Your bid", timeout=None, custom_id=control.custom_id(MODAL))
    points: ui.TextInput[Any] = ui.TextInput(placeholder=str(decision.least), min_length=1, max_length=4)
    modal.add_item(ui.Label(text="Points", description=_limits(decision), component=points))
    if decision.colors:
        modal.add_item(ui.Label(text="Color", component=_color_menu(decision, look)))
    modal.stop()
    return modal


def _limits(decision: ChooseNumber) -> str:
    steps = "" if decision.step == 1 else f", in steps of {decision.step}"
    return f"From {decision.least:,} to {decision.most:,}{steps}"


def _color_menu(decision: ChooseNumber, look: Look) -> ui.Select[Any]:
    """The colors, each with the most that may be bid in it."""
    options = [
        discord.SelectOption(
            label=(NO_COLOR if color is None else look.words[color]).capitalize(),
            value=NONE if color is None else color.word,
            emoji=None if color is None else look.mark(color),
            description=f"up to {most:,}",
        )
        for color, most in decision.colors
    ]
    return ui.Select(placeholder="Choose the color", options=options)


def typed_values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """What was typed into a modal or chosen in its menus, from top to bottom."""
    data: Any = interaction.data
    fields = (part.get("component", {}) for part in data.get("components", ()))
    given = (field.get("value") or " ".join(map(str, field.get("values") or ())) for field in fields)
    return tuple(value for value in given if isinstance(value, str))
