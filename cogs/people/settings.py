"""A user's own settings: how they see cards, turn reminders, quiet hours and the last card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from discord import app_commands, ui

from bot.common.errors import NoTable, Refused
from bot.people.personal_settings import Pings, SlowReminder, SlowSettings
from bot.table.turns.quiet_hours import quiet_hours
from cogs.framework.extension import ME, Commands, Extension, Press, Topic
from cogs.framework.interactions import screens, show_privately, table_at
from cogs.framework.permissions import OF_ONESELF, SHOWS
from cogs.people.settings_panel import (
    BY_BOT,
    BY_HAND,
    FACES,
    OFF,
    WORDS,
    OwnSettings,
    quiet_modal,
    settings_panel,
)
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction

NO_SUCH_CHOICE: Final = "That button is out of date. `/me settings` shows your settings."
LOOK_UP: Final = "/me settings"


@app_commands.command(name="settings", description="Choose how you see cards, and how you're reminded")
async def settings(interaction: Interaction) -> None:
    """Show the user's settings with their controls."""
    await show_privately(interaction, _panel(interaction))


async def press_settings(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the user's settings with their controls."""
    await show_privately(interaction, _panel(interaction))


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
    await answer_of(interaction).show_form(quiet_modal(slow.quiet))


async def press_set_quiet(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store the typed quiet hours, or remove them, and redraw the settings."""
    begins, ends, zone = (*values, "", "", "")[:3]
    quiet = None if control.argument == OFF else quiet_hours(begins, ends, zone)
    slow = interaction.client.app.people.settings.slow(interaction.user.id)
    await _want_slow(interaction, slow._replace(quiet=quiet))
    await _redraw(interaction)


async def press_set_last_card(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store whether the user's last card plays itself, and redraw the settings."""
    if control.argument not in {BY_HAND, BY_BOT}:
        raise Refused(NO_SUCH_CHOICE)
    await _want_last_card(interaction, by_hand=control.argument == BY_HAND)
    await _redraw(interaction)


async def _redraw(interaction: Interaction) -> None:
    """Reply by redrawing the pressed message with the current settings."""

    async def draw() -> ui.LayoutView:
        return _panel(interaction)

    await screens(interaction).renderings.redraw(interaction, draw)


def _panel(interaction: Interaction) -> ui.LayoutView:
    """The message with the user's settings."""
    settings, user_id = interaction.client.app.people.settings, interaction.user.id
    own = OwnSettings(
        settings.pings(user_id),
        settings.slow(user_id),
        by_hand=settings.lays_last_card(user_id),
        in_words=settings.sees_words(user_id),
    )
    return settings_panel(own)


async def _want_slow(interaction: Interaction, slow: SlowSettings) -> None:
    """Store the user's settings for slow tables, and apply them to the slow tables they sit at."""
    app, user_id = interaction.client.app, interaction.user.id
    await app.people.settings.set_slow(user_id, slow)
    for table in await app.tables.reading.tables_with(user_id):
        if table.is_slow:
            app.turns.look_again(table.id)
            screens(interaction).messages.show(table)


async def _want_last_card(interaction: Interaction, *, by_hand: bool) -> None:
    """Store whether the user plays their last card themselves, and apply it to their present hands."""
    app, user_id = interaction.client.app, interaction.user.id
    await app.people.settings.set_last_card(user_id, by_hand=by_hand)
    for table in await app.tables.reading.tables_with(user_id):
        app.turns.look_again(table.id)


class Settings(Extension):
    """The command and controls for a user's own settings."""

    typed: ClassVar = (Commands(ME, Topic.YOURS, SHOWS, (settings,)),)
    presses: ClassVar = {
        Verb.PINGS: Press(press_settings, SHOWS),
        Verb.SET_LOOK: Press(press_set_look, OF_ONESELF, LOOK_UP),
        Verb.SET_PINGS: Press(press_set_pings, OF_ONESELF, LOOK_UP),
        Verb.SET_REMINDER: Press(press_set_reminder, OF_ONESELF, LOOK_UP),
        Verb.ASK_QUIET: Press(press_ask_quiet, SHOWS),
        Verb.SET_QUIET: Press(press_set_quiet, OF_ONESELF, LOOK_UP),
        Verb.SET_LAST_CARD: Press(press_set_last_card, OF_ONESELF, LOOK_UP),
    }


setup = Settings.setup
