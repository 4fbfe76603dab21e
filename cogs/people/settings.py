"""A user's own settings: how they see cards, turn reminders, quiet hours and the last card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

import discord
from discord import app_commands, ui

from bot.common.errors import NoTable, Refused
from bot.models.stored_settings import Pings, QuietHours, SlowReminder, SlowSettings
from bot.table.turns.quiet_hours import quiet_hours
from cogs.framework.extension import ME, Commands, Extension, Press, Topic, same_as
from cogs.framework.interactions import screens, show_privately, table_at
from cogs.framework.permissions import OF_ONESELF, SHOWS
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, TableButton, TableSelect, panel, rows_of
from cogs.ui.modals import form, text_field

NO_SUCH_CHOICE: Final = "That button is out of date. `/me settings` shows your settings."
LOOK_UP: Final = "/me settings"
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


def _settings_panel(interaction: Interaction) -> ui.LayoutView:
    """The settings of an interaction's user, with their controls."""
    settings, user_id = interaction.client.app.people.settings, interaction.user.id
    now, slow = settings.pings(user_id), settings.slow(user_id)
    by_hand, in_words = settings.lays_last_card(user_id), settings.sees_words(user_id)
    other_look, look = (FACES, "Draw my cards") if in_words else (WORDS, "Cards in words")
    other_hand, hand = (BY_BOT, "Let it play itself") if by_hand else (BY_HAND, "Play it myself")
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
        ui.TextDisplay(f"### Your settings\n{LOOK[in_words]}"),
        ui.ActionRow(TableButton(Control(Verb.SET_LOOK, 0, 0, other_look), look)),
        ui.TextDisplay(SAID[now]),
        *rows_of(buttons),
        ui.ActionRow(TableSelect(Control(Verb.SET_REMINDER, 0, 0), reminders)),
        ui.TextDisplay(_quiet_text(slow.quiet)),
        *rows_of(quiet),
        ui.TextDisplay(LAST_CARD[by_hand]),
        ui.ActionRow(TableButton(Control(Verb.SET_LAST_CARD, 0, 0, other_hand), hand)),
    )


def _quiet_text(quiet: QuietHours | None) -> str:
    if quiet is None:
        return "Quiet hours: none."
    hours = f"**{_clock(quiet.begins)} to {_clock(quiet.ends)}**, {quiet.zone.replace('_', ' ')}"
    return f"Quiet hours: {hours}. You aren't reminded then, and no turn of yours at a slow table ends then."


def _quiet_modal(quiet: QuietHours | None) -> ui.Modal:
    """The form for quiet hours, filled with the present ones; empty for None."""
    begins, ends, zone = (
        ("", "", "") if quiet is None else (_clock(quiet.begins), _clock(quiet.ends), quiet.zone)
    )
    return form(
        "Quiet hours",
        Control(Verb.SET_QUIET, 0, 0),
        text_field("From", "Such as 10 PM or 22:00", value=begins, least=1, most=40),
        text_field("To", "Such as 8 AM or 8:00", value=ends, least=1, most=40),
        text_field("Time zone", "Such as New York, Chicago or UTC-5", value=zone, least=1, most=40),
    )


def _clock(minutes: int) -> str:
    """A time of day: ``8 AM``, ``10:30 PM``."""
    hours, rest = divmod(minutes, 60)
    shown = f"{hours % 12 or 12}:{rest:02}" if rest else f"{hours % 12 or 12}"
    return f"{shown} {'AM' if hours < 12 else 'PM'}"


@app_commands.command(name="settings", description="Choose how you see cards, and how you're reminded")
async def settings(interaction: Interaction) -> None:
    """Show the user's settings with their controls."""
    await show_privately(interaction, _settings_panel(interaction))


async def press_set_look(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store how the user sees cards, and redraw the settings and their hand at this channel's table."""
    if control.argument not in {WORDS, FACES}:
        raise Refused(NO_SUCH_CHOICE)
    user_id = interaction.user.id
    await interaction.client.app.people.settings.set_words(user_id, in_words=control.argument == WORDS)
    await _redraw(interaction)
    try:
        table = await table_at(interaction)
    except NoTable:
        return
    screens(interaction).hands.refresh(table, [user_id])


async def press_set_pings(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store how the user hears of their turn, and redraw the settings."""
    wanted = next((one for one in Pings if one == control.argument), None)
    if wanted is None:
        raise Refused(NO_SUCH_CHOICE)
    await interaction.client.app.people.settings.set_pings(interaction.user.id, wanted)
    await _redraw(interaction)


async def press_set_reminder(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store when the user is reminded at slow tables, and redraw the settings."""
    wanted = next((one for one in SlowReminder if one in values[:1]), None)
    if wanted is None:
        raise Refused(NO_SUCH_CHOICE)
    slow = interaction.client.app.people.settings.slow(interaction.user.id)
    await _want_slow(interaction, slow._replace(reminder=wanted))
    await _redraw(interaction)


async def press_ask_quiet(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form for quiet hours."""
    slow = interaction.client.app.people.settings.slow(interaction.user.id)
    await answer_of(interaction).show_form(_quiet_modal(slow.quiet))


async def press_set_quiet(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store the typed quiet hours, or remove them, and redraw the settings."""
    begins, ends, zone = (*values, "", "", "")[:3]
    quiet = None if control.argument == OFF else quiet_hours(begins, ends, zone)
    slow = interaction.client.app.people.settings.slow(interaction.user.id)
    await _want_slow(interaction, slow._replace(quiet=quiet))
    await _redraw(interaction)


async def press_set_last_card(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store whether the user's last card plays itself, at their tables too, and redraw the settings."""
    if control.argument not in {BY_HAND, BY_BOT}:
        raise Refused(NO_SUCH_CHOICE)
    app, user_id = interaction.client.app, interaction.user.id
    await app.people.settings.set_last_card(user_id, by_hand=control.argument == BY_HAND)
    for table in await app.tables.reading.tables_with(user_id):
        app.turns.look_again(table.id)
    await _redraw(interaction)


async def _redraw(interaction: Interaction) -> None:
    """Reply by redrawing the pressed message with the current settings."""

    async def draw() -> ui.LayoutView:
        return _settings_panel(interaction)

    await screens(interaction).renderings.redraw(interaction, draw)


async def _want_slow(interaction: Interaction, slow: SlowSettings) -> None:
    """Store the user's settings for slow tables, and apply them to the slow tables they sit at."""
    app, user_id = interaction.client.app, interaction.user.id
    await app.people.settings.set_slow(user_id, slow)
    for table in await app.tables.reading.tables_with(user_id):
        if table.is_slow:
            app.turns.look_again(table.id)
            screens(interaction).messages.show(table)


class Settings(Extension):
    """The command and controls for a user's own settings."""

    typed: ClassVar = (Commands(ME, Topic.YOURS, SHOWS, (settings,)),)
    presses: ClassVar = {
        Verb.PINGS: Press(same_as(settings), SHOWS),
        Verb.SET_LOOK: Press(press_set_look, OF_ONESELF, LOOK_UP),
        Verb.SET_PINGS: Press(press_set_pings, OF_ONESELF, LOOK_UP),
        Verb.SET_REMINDER: Press(press_set_reminder, OF_ONESELF, LOOK_UP),
        Verb.ASK_QUIET: Press(press_ask_quiet, SHOWS),
        Verb.SET_QUIET: Press(press_set_quiet, OF_ONESELF, LOOK_UP),
        Verb.SET_LAST_CARD: Press(press_set_last_card, OF_ONESELF, LOOK_UP),
    }


setup = Settings.setup
