"""Forms (modals): their fields, reading what was typed or attached, and the form for a bid."""

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
"""Value of "no color" in a menu or a typed bid."""


def form(title: str, control: Control, *fields: ui.Label[Any]) -> ui.Modal:
    """A modal with these fields; its submission is read from the interaction, also after a restart."""
    # Stopped before it is sent, like every panel: what is typed is read from the interaction, so it
    # works after a restart too.
    modal = ui.Modal(title=title, timeout=None, custom_id=control.custom_id(MODAL))
    for field in fields:
        modal.add_item(field)
    modal.stop()
    return modal


def text_field(
    label: str,
    description: str | None = None,
    *,
    most: int,
    least: int | None = None,
    hint: str = "",
    value: str = "",
    is_long: bool = False,
    required: bool = True,
) -> ui.Label[Any]:
    """A field for ``least`` to ``most`` characters of text; ``hint`` is shown while it is empty."""
    line: ui.TextInput[Any] = ui.TextInput(
        placeholder=hint or None,
        default=value[:most] or None,
        style=discord.TextStyle.paragraph if is_long else discord.TextStyle.short,
        required=required,
        min_length=least,
        max_length=most,
    )
    return ui.Label(text=label, description=description, component=line)


def reason_field() -> ui.Label[Any]:
    """A field for the reason of a ruling."""
    return text_field(REASON, most=REASON_LIMIT)


def choice_field(label: str, offered: Iterable[tuple[str, str]]) -> ui.Label[Any]:
    """A menu of (value, label) pairs; the first is the default."""
    options = [
        discord.SelectOption(label=said, value=value, default=number == 0)
        for number, (value, said) in enumerate(offered)
    ]
    return ui.Label(text=label, component=ui.Select(options=options))


def bid_modal(control: Control, decision: ChooseNumber, look: Look) -> ui.Modal:
    """The form for a bid: points, and the color if bids have one."""
    fields = [text_field("Points", _limits(decision), most=4, least=1, hint=str(decision.least))]
    if decision.colors:
        fields.append(ui.Label(text="Color", component=_color_menu(decision, look)))
    return form("Your bid", control, *fields)


def _limits(decision: ChooseNumber) -> str:
    steps = "" if decision.step == 1 else f", in steps of {decision.step}"
    return f"From {decision.least:,} to {decision.most:,}{steps}"


def _color_menu(decision: ChooseNumber, look: Look) -> ui.Select[Any]:
    """A menu of colors, each with the highest bid in it."""
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
    """The file attached in a form, or None."""
    data: Any = interaction.data
    kind = discord.ComponentType.file_upload.value
    given = [one for field in _fields(data) if field.get("type") == kind for one in field.get("values") or ()]
    if not given:
        return None
    named: Any = {"name": "file", "type": discord.AppCommandOptionType.attachment.value, "value": given[0]}
    file = app_commands.Namespace(interaction, data.get("resolved", {}), [named])["file"]
    return file if isinstance(file, discord.Attachment) else None


def typed_values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """The texts typed into a form or chosen in its menus, from top to bottom."""
    fields = _fields(interaction.data)
    given = (field.get("value") or " ".join(map(str, field.get("values") or ())) for field in fields)
    return tuple(value for value in given if isinstance(value, str))


def _fields(data: Any) -> Iterator[Any]:  # noqa: ANN401  (as Discord sends it)
    """The raw fields of a form, from top to bottom."""
    return (part.get("component", {}) for part in data.get("components", ()))
