"""A user's own tables, and their settings for reminders, quiet hours and the last card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Literal

from discord import app_commands, ui

from bot.common.errors import Refused
from bot.people.personal_settings import Pings, SlowReminder, SlowSettings
from bot.table.turns.quiet_hours import ZONES, quiet_hours, zones_like
from cogs.framework.extension import Commands, Extension, Press
from cogs.framework.groups import TABLE, Topic
from cogs.framework.interactions import screens, show_privately
from cogs.framework.permissions import OF_ONESELF, SHOWS
from cogs.people.my_tables_panel import my_tables_panel
from cogs.people.pings_panel import BY_BOT, BY_HAND, OFF, as_typed, pings_panel, quiet_modal
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction

WAYS: Final = {"mention": Pings.CHANNEL, "message": Pings.MESSAGE, "mute": Pings.NONE}
TIMES: Final = {
    "right away": SlowReminder.SOON,
    "after an hour": SlowReminder.HOUR,
    "halfway": SlowReminder.HALF,
    "never": SlowReminder.NEVER,
}
NO_SUCH_WAY: Final = "Choose your turn reminders with the buttons of `/table pings`."


@app_commands.command(name="mine", description="List your tables, and whose turn it is")
async def mine(interaction: Interaction) -> None:
    """List privately the tables the user sits at, in all servers."""
    await _show_tables(interaction)


@app_commands.command(name="pings", description="Choose your turn reminders, and who plays your last card")
@app_commands.describe(
    how="mention: at the table. message: to you alone. mute: not at all",
    slow="When you're reminded at slow tables",
    last_card="Whether the last card of your hand plays itself",
)
async def pings(
    interaction: Interaction,
    how: Literal["mention", "message", "mute"] | None = None,
    slow: Literal["right away", "after an hour", "halfway", "never"] | None = None,
    last_card: Literal["plays itself", "I play it"] | None = None,
) -> None:
    """Store the settings that are given, and show all of the user's turn settings."""
    settings, user_id = interaction.client.app.people.settings, interaction.user.id
    if how is not None:
        await settings.set_pings(user_id, WAYS[how])
    if slow is not None:
        await _want_slow(interaction, settings.slow(user_id)._replace(reminder=TIMES[slow]))
    if last_card is not None:
        await _want_last_card(interaction, by_hand=last_card == "I play it")
    await show_privately(interaction, _panel(interaction))


@app_commands.command(name="quiet-hours", description="Choose the hours in which you aren't reminded")
@app_commands.describe(
    start="When they start, such as 10 PM. off: no quiet hours",
    end="When they end, such as 8 AM",
    zone="Your time zone, such as New York or UTC-5",
)
async def quiet_hours_command(
    interaction: Interaction, start: str | None = None, end: str | None = None, zone: str | None = None
) -> None:
    """Store or remove the user's quiet hours; values not given stay. Shows the settings."""
    slow = interaction.client.app.people.settings.slow(interaction.user.id)
    if start is not None and start.strip().casefold() == OFF:
        await _want_slow(interaction, slow._replace(quiet=None))
    elif start is not None or end is not None or zone is not None:
        begins, ends, there = as_typed(slow.quiet)
        typed = quiet_hours(start or begins, end or ends, zone or there)
        await _want_slow(interaction, slow._replace(quiet=typed))
    await show_privately(interaction, _panel(interaction))


@quiet_hours_command.autocomplete("zone")
async def complete_zone(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete choices of time zones with a word that starts with what was typed; all if it is empty."""
    return [app_commands.Choice(name=label, value=ZONES[label]) for label in zones_like(typed)]


async def press_mine(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """List privately the tables the user sits at, in all servers."""
    await _show_tables(interaction)


async def press_pings(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the user's turn settings."""
    await show_privately(interaction, _panel(interaction))


async def press_set_pings(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store how the user hears of their turn, and redraw the settings."""
    wanted = next((one for one in Pings if one == control.argument), None)
    if wanted is None:
        raise Refused(NO_SUCH_WAY)
    await interaction.client.app.people.settings.set_pings(interaction.user.id, wanted)
    await _redraw(interaction)


async def press_set_reminder(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store when the user is reminded at slow tables, and redraw the settings."""
    wanted = next((one for one in SlowReminder if one in values[:1]), None)
    if wanted is None:
        raise Refused(NO_SUCH_WAY)
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
        raise Refused(NO_SUCH_WAY)
    await _want_last_card(interaction, by_hand=control.argument == BY_HAND)
    await _redraw(interaction)


async def _redraw(interaction: Interaction) -> None:
    """Reply by redrawing the pressed message with the current settings."""

    async def draw() -> ui.LayoutView:
        return _panel(interaction)

    await screens(interaction).renderings.redraw(interaction, draw)


def _panel(interaction: Interaction) -> ui.LayoutView:
    """The message with the user's turn settings."""
    settings, user_id = interaction.client.app.people.settings, interaction.user.id
    by_hand = settings.lays_last_card(user_id)
    return pings_panel(settings.pings(user_id), settings.slow(user_id), by_hand=by_hand)


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


async def _show_tables(interaction: Interaction) -> None:
    user_id = interaction.user.id
    tables = await interaction.client.app.tables.reading.tables_with(user_id)
    await show_privately(interaction, my_tables_panel(tables, user_id))


class MyTables(Extension):
    """Commands and controls for a user's tables and turn settings."""

    typed: ClassVar = (
        Commands(TABLE, Topic.OWN_TABLES, SHOWS, (mine,)),
        Commands(TABLE, Topic.OWN_TABLES, OF_ONESELF, (pings, quiet_hours_command), "/table pings"),
    )
    presses: ClassVar = {
        Verb.MY_TABLES: Press(press_mine, SHOWS),
        Verb.PINGS: Press(press_pings, SHOWS),
        Verb.SET_PINGS: Press(press_set_pings, OF_ONESELF, "/table pings"),
        Verb.SET_REMINDER: Press(press_set_reminder, OF_ONESELF, "/table pings"),
        Verb.ASK_QUIET: Press(press_ask_quiet, SHOWS),
        Verb.SET_QUIET: Press(press_set_quiet, OF_ONESELF, "/table pings"),
        Verb.SET_LAST_CARD: Press(press_set_last_card, OF_ONESELF, "/table pings"),
    }


setup = MyTables.setup
