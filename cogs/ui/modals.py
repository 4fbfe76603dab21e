"""Modals: where a number has to be typed."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from cogs.ui.controls import MODAL, Control
from rules.decisions import ChooseNumber


def bid_modal(control: Control, decision: ChooseNumber) -> ui.Modal:
    """Ask for any legal bid.

    Like every panel it is stopped before it is sent: discord.py need not keep it, and what is typed
    is read from the interaction, after a restart too.
    """
    modal = ui.Modal(title="Your bid", timeout=None, custom_id=control.custom_id(MODAL))
    points: ui.TextInput[Any] = ui.TextInput(placeholder=str(decision.least), min_length=1, max_length=4)
    modal.add_item(
        ui.Label(
            text="Points",
            description=f"From {decision.least} to {decision.most}, in steps of {decision.step}",
            component=points,
        )
    )
    modal.stop()
    return modal


def typed_values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """What was typed into a modal, from top to bottom."""
    data: Any = interaction.data
    fields = (part.get("component", {}) for part in data.get("components", ()))
    return tuple(field["value"] for field in fields if isinstance(field.get("value"), str))
