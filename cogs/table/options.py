"""Pages of *Set up* and the presses there; each redraws the panel from the table's newest state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import discord
from discord import ui

from bot.common.background import in_thread
from bot.common.errors import MatchRunning, Refused, Stale
from bot.common.text import escaped
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import LobbyChange
from bot.table.lobby.choosing import (
    ChooseAllowed,
    ChooseCounted,
    ChooseGame,
    ChooseOptions,
    ChooseRules,
    ChooseSeats,
    ChooseTurnTime,
)
from bot.table.lobby.computers import ChooseLevel, ChoosePersona
from cogs.framework.extension import Extension, Press
from cogs.framework.interactions import change_pressed, screens, show_panel_at, table_at
from cogs.framework.permissions import SETTLING, SHOWS
from cogs.table.computers_panel import LEVEL, persona_seat
from cogs.table.options_panel import (
    ALLOWED,
    FIRST_PAGE,
    HINTS,
    OFF,
    OTHER_GAME,
    PHRASES,
    TURNS,
    code_modal,
    option_value,
    options_panel,
    questions_panel,
    section_of,
    value_modal,
)
from cogs.table.questions_panel import ASK, WHO, WHOLE, asked_at, change_of, page_after
from cogs.table.set_up_panel import (
    ALL_GAMES,
    AS_IT_IS,
    BY_THE_BOOK,
    GAME,
    HOUSE,
    LONG,
    PLAYERS,
    length_of,
    length_spec,
)
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, table_button
from rules.catalog import game_with
from rules.codes import code_of
from rules.core.protocol import InvalidOption, OptionSpec
from rules.questions import proposal

LONGEST_CODE: Final = 60
"""Most characters of a code in a control of a table."""
NO_SUCH_OPTION = "This game doesn't have that option. Open *Set up* again."


async def press_section(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the page chosen in the menu, or that of a button."""
    page = values[0] if values else control.argument
    await show_page(interaction, await _lobby_at(interaction, control), page)


async def press_option(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open the option chosen in the menu of its section."""
    shown = await _lobby_at(interaction, control)
    await show_page(interaction, shown, control.argument, "".join(values[:1]))


async def press_choose(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Apply the value chosen in a menu or typed to the lobby, or turn to the page it leads to."""
    shown = await _lobby_at(interaction, control)
    key, value = control.argument, values[0] if values else ""
    if key == GAME and value == ALL_GAMES:
        await show_page(interaction, shown, ALL_GAMES)
    elif key == HOUSE and value == AS_IT_IS:
        await show_page(interaction, shown, FIRST_PAGE)
    elif key.startswith(ASK):
        answer = change_of(await in_thread(asked_at, shown, key), interaction.user.id, value)
        if answer is None:
            raise Refused(NO_SUCH_OPTION)
        await _change(interaction, control, answer, key)
    else:
        await _try_change(interaction, control, await _chosen(interaction, shown, key, value), shown)


async def _chosen(interaction: Interaction, shown: ShownTable, key: str, value: str) -> LobbyChange:
    """The change of the lobby for a menu's ``key`` and chosen ``value``.

    Raises ``InvalidOption`` or ``Refused`` if the value is unknown or can't be played.
    """
    user_id, game = interaction.user.id, shown.rules.about.key
    if key in {GAME, OTHER_GAME}:
        return ChooseGame(user_id, value)
    if key == PLAYERS:
        return ChooseSeats(user_id, int(value) if value.isdecimal() else 0)
    if key == TURNS:
        return ChooseTurnTime(user_id, int(value) if value.isdecimal() else -1)
    if key == LEVEL:
        return ChooseLevel(user_id, value)
    if (seat := persona_seat(key)) is not None:
        return ChoosePersona(user_id, seat, value)
    if key == HOUSE and value == BY_THE_BOOK:
        return ChooseRules(user_id, game, length_of(shown.rules.changes))
    if key == HOUSE:
        wanted = await interaction.client.app.server.house_rules.find(shown.place.guild_id, value)
        long = length_of(shown.rules.changes) if wanted.game == game else {}
        return ChooseRules(user_id, wanted.game, long | dict(wanted.options))
    spec = length_spec(shown) if key == LONG else _spec(shown, key)
    if spec is None:
        raise Refused(NO_SUCH_OPTION)
    return ChooseOptions(user_id, {spec.key: option_value(spec, value)})


async def press_other_value(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open the form for a value the menu does not offer."""
    spec = _spec(await _lobby_at(interaction, control), control.argument)
    await answer_of(interaction).show_form(value_modal(control._replace(verb=Verb.VALUE), spec))


async def press_ask_code(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open the form for a code or the name of house rules."""
    await _lobby_at(interaction, control)
    await answer_of(interaction).show_form(code_modal(control._replace(verb=Verb.CODE)))


async def submit_code(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Set the lobby's game and options from a name or code that was typed, or the code of a button."""
    shown = await _lobby_at(interaction, control)
    text = values[0] if values else control.argument
    wanted = await interaction.client.app.server.house_rules.find(shown.place.guild_id, text)
    await _change(interaction, control, ChooseRules(interaction.user.id, wanted.game, wanted.options), WHOLE)


async def press_book(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Reset the game to its rule book, without house rules."""
    shown = await _lobby_at(interaction, control)
    await _change(interaction, control, ChooseGame(interaction.user.id, shown.rules.about.key))


async def press_counted(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Make the match counted (argument ``yes``) or casual (``no``); refuse any other argument."""
    if control.argument not in {"yes", "no"}:
        raise Refused(NO_SUCH_OPTION)
    await _lobby_at(interaction, control)
    await _change(interaction, control, ChooseCounted(interaction.user.id, control.argument == "yes"))


async def press_allow(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Turn hints or phrases on or off, as the argument says; refuse an unknown argument."""
    shown = await _lobby_at(interaction, control)
    what, is_on = control.argument.removeprefix(OFF), not control.argument.startswith(OFF)
    if what not in {HINTS, PHRASES}:
        raise Refused(NO_SUCH_OPTION)
    allowed = shown.talk.allowed._replace(**{what: is_on})
    await _change(interaction, control, ChooseAllowed(interaction.user.id, allowed), ALLOWED)


async def _lobby_at(interaction: Interaction, control: Control) -> ShownTable:
    """The lobby a control belongs to, or raise ``TableOver``.

    If the match has started, the pressed panel is deleted and ``MatchRunning`` raised.
    """
    shown = await table_at(interaction, control)
    if not shown.in_lobby:
        await screens(interaction).side.delete_pressed(interaction)
        raise MatchRunning
    return shown


async def _try_change(
    interaction: Interaction, control: Control, change: LobbyChange, shown: ShownTable
) -> None:
    """Change the lobby; a refused option is shown with what would make it playable, if that is found."""
    key = control.argument
    try:
        await _change(interaction, control, change, key)
    except InvalidOption as refusal:
        if not isinstance(change, ChooseOptions):
            raise
        refused = await in_thread(_refused_parts, shown, change, refusal)
        if refused is None:
            raise
        await show_page(interaction, shown, section_of(shown, key), key, refused)


async def _change(
    interaction: Interaction, control: Control, change: LobbyChange, key: str = FIRST_PAGE
) -> None:
    """Change the lobby and redraw the panel at the page of ``key``; a stale panel is redrawn unchanged."""
    try:
        changed = await change_pressed(interaction, control, change)
    except Stale:
        now = await _lobby_at(interaction, control)
        await show_page(interaction, now, section_of(now, key), key)
        raise
    page = page_after(changed, key) if key.startswith(ASK) else section_of(changed, key)
    await show_page(interaction, changed, page, key)


def _spec(shown: ShownTable, key: str) -> OptionSpec:
    spec = next((spec for spec in shown.rules.options if spec.key == key), None)
    if spec is None:
        raise Refused(NO_SUCH_OPTION)
    return spec


async def show_page(
    interaction: Interaction,
    table: ShownTable,
    section: str = WHO,
    key: str = "",
    above: Sequence[ui.Item[Any]] = (),
) -> None:
    """Answer with a page, by default the first question; a settled game has none, and its first page.

    ``above``: items on top of a page of options, such as why a value was refused.
    """
    if section.startswith(ASK) and table.kind.settled is None:
        view = questions_panel(table, await in_thread(asked_at, table, section))
    else:
        section = FIRST_PAGE if section.startswith(ASK) else section
        known = await interaction.client.app.server.house_rules.known(table.place.guild_id)
        view = options_panel(table, section, key, known, above)
    await show_panel_at(interaction, table, view)


def _refused_parts(
    table: ShownTable, change: ChooseOptions, why: InvalidOption
) -> Sequence[ui.Item[Any]] | None:
    """Why a change is refused, and a button for it with others that make it playable; None without any."""
    game = game_with(table.rules.about.key, table.rules.changes)
    more = proposal(game, change.values)
    if more is None:
        return None
    together = game.with_options({**change.values, **more})
    code = code_of(together)
    if len(code) > LONGEST_CODE:
        return None
    wanted = {*change.values, *more}
    changes = [f"- **{spec.label}**: {spec.shown}" for spec in together.options if spec.key in wanted]
    text = "\n".join((escaped(str(why)), "These go together:", *changes))
    label = "Change both" if len(changes) == 2 else f"Change all {len(changes)}"
    button = table_button(table, Verb.CODE, label, argument=code, style=discord.ButtonStyle.primary)
    return [ui.TextDisplay(text), ui.ActionRow(button)]


class Options(Extension):
    """Controls of the panel of options."""

    presses: ClassVar = {
        Verb.SECTION: Press(press_section, SHOWS),
        Verb.OPTION: Press(press_option, SHOWS),
        Verb.CHOOSE: Press(press_choose, SETTLING),
        Verb.OTHER_VALUE: Press(press_other_value, SHOWS),
        Verb.VALUE: Press(press_choose, SETTLING),
        Verb.ASK_CODE: Press(press_ask_code, SHOWS),
        Verb.CODE: Press(submit_code, SETTLING),
        Verb.BOOK: Press(press_book, SETTLING),
        Verb.COUNTED: Press(press_counted, SETTLING),
        Verb.ALLOW: Press(press_allow, SETTLING),
    }


setup = Options.setup
