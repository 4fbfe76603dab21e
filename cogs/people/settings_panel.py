"""The message with a user's own settings: cards, turn reminders, quiet hours, the last card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.people.personal_settings import Pings, QuietHours, SlowReminder, SlowSettings
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, TableSelect, panel, rows_of
from cogs.ui.modals import form

SAID: Final[Mapping[Pings, str]] = {
    Pings.CHANNEL: "You're mentioned at the table when it's your turn.",
    Pings.MESSAGE: "You get a message when it's your turn. "
    "If Discord refuses it, you're mentioned at the table.",
    Pings.NONE: "You aren't mentioned when it's your turn.",
}
LABELS: Final[Mapping[Pings, str]] = {
    Pings.CHANNEL: "Mention me",
    Pings.MESSAGE: "Send me a message",
    Pings.NONE: "Mute the pings",
}
SLOW: Final[Mapping[SlowReminder, str]] = {
    SlowReminder.SOON: "Slow tables: right away",
    SlowReminder.HOUR: "Slow tables: after an hour",
    SlowReminder.HALF: "Slow tables: when half the time is up",
    SlowReminder.NEVER: "Slow tables: never",
}
"""The menu's labels: when a player is reminded at slow tables."""
LAST_CARD: Final[Mapping[bool, str]] = {
    True: "Your last card: **you play it yourself**.",
    False: "Your last card: **it plays itself** after a moment, when it's your turn.",
}
"""The sentence on the last card of a hand, by whether its player plays it."""
LOOK: Final[Mapping[bool, str]] = {
    True: "Cards: **in words**, in every message for you alone. Tables stay as they are.",
    False: "Cards: **drawn**, as soon as Discord has them.",
}
"""The sentence on how cards look, by whether the user reads them in words."""
WORDS: Final = "words"
FACES: Final = "faces"
"""Arguments of the control for how cards look."""
OFF: Final = "off"
"""Argument of the control that removes quiet hours."""
BY_HAND: Final = "hand"
BY_BOT: Final = "itself"
"""Arguments of the control for the last card."""
NO_QUIET: Final = "Quiet hours: none."


class OwnSettings(NamedTuple):
    """A user's settings. ``by_hand``: they play their last card themselves; ``in_words``: no drawn cards."""

    pings: Pings
    slow: SlowSettings
    by_hand: bool
    in_words: bool


def settings_panel(own: OwnSettings) -> ui.LayoutView:
    """A user's settings with their controls."""
    now, slow = own.pings, own.slow
    buttons = [
        TableButton(
            Control(Verb.SET_PINGS, 0, 0, pings),
            label,
            style=discord.ButtonStyle.primary if pings is now else discord.ButtonStyle.secondary,
            disabled=pings is now,
        )
        for pings, label in LABELS.items()
    ]
    reminders = [
        discord.SelectOption(label=label, value=reminder, default=reminder is slow.reminder)
        for reminder, label in SLOW.items()
    ]
    quiet = [TableButton(Control(Verb.ASK_QUIET, 0, 0), "Quiet hours …")]
    if slow.quiet is not None:
        quiet.append(TableButton(Control(Verb.SET_QUIET, 0, 0, OFF), "End quiet hours"))
    return panel(
        ui.TextDisplay(f"### Your settings\n{LOOK[own.in_words]}"),
        *rows_of([_look_button(in_words=own.in_words)]),
        ui.TextDisplay(SAID[now]),
        *rows_of(buttons),
        ui.ActionRow(TableSelect(Control(Verb.SET_REMINDER, 0, 0), reminders)),
        ui.TextDisplay(quiet_text(slow.quiet)),
        *rows_of(quiet),
        ui.TextDisplay(LAST_CARD[own.by_hand]),
        *rows_of([_last_card_button(by_hand=own.by_hand)]),
    )


def _look_button(*, in_words: bool) -> TableButton:
    argument, label = (FACES, "Draw my cards") if in_words else (WORDS, "Cards in words")
    return TableButton(Control(Verb.SET_LOOK, 0, 0, argument), label)


def _last_card_button(*, by_hand: bool) -> TableButton:
    argument, label = (BY_BOT, "Let it play itself") if by_hand else (BY_HAND, "Play it myself")
    return TableButton(Control(Verb.SET_LAST_CARD, 0, 0, argument), label)


def quiet_text(quiet: QuietHours | None) -> str:
    """The sentence on quiet hours; also for None, without quiet hours."""
    if quiet is None:
        return NO_QUIET
    hours = f"**{_clock(quiet.begins)} to {_clock(quiet.ends)}**, {quiet.zone.replace('_', ' ')}"
    return f"Quiet hours: {hours}. You aren't reminded then, and no turn of yours at a slow table ends then."


def as_typed(quiet: QuietHours | None) -> tuple[str, str, str]:
    """Quiet hours as text for a form: begin, end and time zone; three empty strings for None."""
    return ("", "", "") if quiet is None else (_clock(quiet.begins), _clock(quiet.ends), quiet.zone)


def quiet_modal(quiet: QuietHours | None) -> ui.Modal:
    """The form for quiet hours, filled with the present ones; empty for None."""
    begins, ends, zone = as_typed(quiet)
    return form(
        "Quiet hours",
        Control(Verb.SET_QUIET, 0, 0),
        _line("From", "Such as 10 PM or 22:00", begins),
        _line("To", "Such as 8 AM or 8:00", ends),
        _line("Time zone", "Such as New York, Chicago or UTC-5", zone),
    )


def _line(label: str, description: str, usual: str) -> ui.Label[Any]:
    line: ui.TextInput[Any] = ui.TextInput(default=usual or None, min_length=1, max_length=40)
    return ui.Label(text=label, description=description, component=line)


def _clock(minutes: int) -> str:
    """A time of day: ``8 AM``, ``10:30 PM``."""
    hours, rest = divmod(minutes, 60)
    shown = f"{hours % 12 or 12}:{rest:02}" if rest else f"{hours % 12 or 12}"
    return f"{shown} {'AM' if hours < 12 else 'PM'}"
