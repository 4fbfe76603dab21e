"""Modals: what is typed, chosen or attached in them, and the one where a number has to be typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import discord
from discord import app_commands, ui

from cogs.ui.controls import MODAL, Control
from cogs.ui.words import NO_COLOR, REASON_LIMIT, Look
from rules.core.decisions import ChooseNumber

REASON: Final = "Reason (everyone can read it)"
NONE: Final = "none"
"""What stands for "no color" where a color is chosen or typed."""


def form(title: str, control: Control, *fields: ui.Label[Any]) -> ui.Modal:
    """A modal with some fields.

    Like every panel it is stopped before it is sent: discord.py need not keep it, and what is typed
    is read from the interaction, after a restart too.
    """
    modal = ui.Modal(title=title, timeout=None, custom_id=control.custom_id(MODAL))
    for field in fields:
        modal.add_item(field)
    modal.stop()
    return modal


def reason_field() -> ui.Label[Any]:
    """A field for the reason of a ruling."""
    line: ui.TextInput[Any] = ui.TextInput(max_length=REASON_LIMIT)
    return ui.Label(text=REASON, component=line)


def choice(offered: Iterable[tuple[str, str]]) -> ui.Select[Any]:
    """One of some values, each with what is said of it; the first where nobody chooses."""
    options = [
        discord.SelectOption(label=said, value=value, default=number == 0)
        for number, (value, said) in enumerate(offered)
    ]
    return ui.Select(options=options)


def bid_modal(control: Control, decision: ChooseNumber, look: Look) -> ui.Modal:
    """Ask for any legal bid, and for its color where a bid has one."""
    points: ui.TextInput[Any] = ui.TextInput(placeholder=str(decision.least), min_length=1, max_length=4)
    fields: list[ui.Label[Any]] = [ui.Label(text="Points", description=_limits(decision), component=points)]
    if decision.colors:
        fields.append(ui.Label(text="Color", component=_color_menu(decision, look)))
    return form("Your bid", control, *fields)


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


def attached_file(interaction: discord.Interaction[Any]) -> discord.Attachment | None:
    """The file that was attached in a modal; None where there is none."""
    data: Any = interaction.data
    kind = discord.ComponentType.file_upload.value
    given = [one for field in _fields(data) if field.get("type") == kind for one in field.get("values") or ()]
    if not given:
        return None
    named: Any = {"name": "file", "type": discord.AppCommandOptionType.attachment.value, "value": given[0]}
    file = app_commands.Namespace(interaction, data.get("resolved", {}), [named])["file"]
    return file if isinstance(file, discord.Attachment) else None


def typed_values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """What was typed into a modal or chosen in its menus, from top to bottom."""
    fields = _fields(interaction.data)
    given = (field.get("value") or " ".join(map(str, field.get("values") or ())) for field in fields)
    return tuple(value for value in given if isinstance(value, str))


def _fields(data: Any) -> Iterator[Any]:  # noqa: ANN401  (as Discord sends it)
    """The fields of a modal, from top to bottom."""
    return (part.get("component", {}) for part in data.get("components", ()))
