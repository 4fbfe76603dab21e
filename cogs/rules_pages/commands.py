"""The rules command: in short with a picture, a word explained, in full, or two games compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from discord import app_commands

from bot.common.background import in_thread
from bot.common.errors import NoTable, Refused
from bot.learn.example_tables import example_table
from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import channel_of, guild_of, show_privately, table_at
from cogs.framework.permissions import SHOWS
from cogs.framework.replies import answer_privately, complete_side_message
from cogs.framework.rule_choices import complete_rules
from cogs.rules_pages.screen import (
    LONGEST_CODE,
    NO_SUCH_WORD,
    RulesAddress,
    differences_in_play,
    explained,
    posted_rules,
    rules_page,
    short_rules,
)
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.rules_panel import difference_pages, game_at, rules_texts
from rules.catalog import game_with
from rules.codes import code_of, decode
from rules.core.protocol import Game

POSTED_IN: Final = 60.0
"""Seconds for which posted rules count against the limit."""
MOST_POSTED: Final = 3


@app_commands.command(name="rules", description="Explain a game (default: this table's)")
@app_commands.describe(
    game="Type part of a name, a number of players, or: partners; or paste a code",
    compare="Another game, to see how the two differ",
)
@app_commands.autocomplete(game=complete_rules, compare=complete_rules)
async def rules(interaction: Interaction, game: str | None = None, compare: str | None = None) -> None:
    """Show the rules of a game (default: this table's) in short, or how it differs from another."""
    played, address = await _asked(interaction, game)
    if compare is None:
        await _show_short(interaction, played, address)
        return
    other = await interaction.client.app.server.house_rules.find(guild_of(interaction), compare)
    compared = game_with(other.game, other.options)
    in_play = differences_in_play(played, compared)
    if in_play is None:
        await _show_all_differences(interaction, played, compared)
    else:
        await show_privately(interaction, in_play)


async def press_rules(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the rules of the table's game in short."""
    table = await table_at(interaction, control)
    await _show_short(interaction, game_at(table), RulesAddress(table.id))


async def press_all_rules(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a page of the full rules, or the short form."""
    address = RulesAddress.of(control)
    game = await _at(interaction, address)
    if control.revision:
        await show_privately(interaction, rules_page(game, address, control.revision))
    else:
        await _show_short(interaction, game, address)


async def press_post(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Post these rules on one screen, for everyone in the channel."""
    address, app = RulesAddress.of(control), interaction.client.app
    seats = None
    if not address.code:
        table = await app.tables.reading.recall(channel_of(interaction), address.table_id)
        seats = len(table.seats)
    view = posted_rules(await _at(interaction, address), seats)
    why = "You've posted rules several times in a short time."
    with app.delivery.cooldowns.doing(("rules", interaction.user.id), POSTED_IN, why, most=MOST_POSTED):
        await answer_of(interaction).send(view, is_private=False)


async def press_differences(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show every option in which the two games of the button differ."""
    ours, _, theirs = control.argument.partition(" ")
    await _show_all_differences(interaction, game_with(*decode(ours)), game_with(*decode(theirs)))


async def press_word(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Explain the word chosen in the menu, in a private message."""
    address = RulesAddress.of(control)
    said = explained(await _at(interaction, address), address, "".join(values[:1]))
    if said is None:
        raise Refused(NO_SUCH_WORD)
    await show_privately(interaction, said)


async def _asked(interaction: Interaction, text: str | None) -> tuple[Game[Any], RulesAddress]:
    """The game named in ``text``; without it this table's game, or the server's default game."""
    house = interaction.client.app.server.house_rules
    if text is None:
        try:
            table = await table_at(interaction)
        except NoTable:
            wanted = await house.usual(guild_of(interaction))
        else:
            return game_at(table), RulesAddress(table.id)
    else:
        wanted = await house.find(guild_of(interaction), text)
    game = game_with(wanted.game, wanted.options)
    return game, RulesAddress(0, code_of(game))


async def _at(interaction: Interaction, address: RulesAddress) -> Game[Any]:
    """The game of an address; raises ``InvalidOption`` or ``Refused`` if its code or table has none."""
    if address.code:
        return game_with(*decode(address.code))
    table = await interaction.client.app.tables.reading.recall(channel_of(interaction), address.table_id)
    return game_at(table)


async def _show_all_differences(interaction: Interaction, ours: Game[Any], theirs: Game[Any]) -> None:
    """Answer with every option in which two games differ, in as many messages as needed."""
    for page in difference_pages(ours, theirs):
        await answer_privately(interaction, page)


async def _show_short(interaction: Interaction, game: Game[Any], address: RulesAddress) -> None:
    """Show the short rules, then an example table. With a code too long for a control, the full rules."""
    if len(address.code) > LONGEST_CODE:
        for text in rules_texts(game):
            await answer_privately(interaction, text)
        return
    await show_privately(interaction, short_rules(game, address))
    example = await in_thread(example_table, game.about.key, game.changes())
    picture = await interaction.client.app.delivery.pictures.of(example)
    if picture is not None:
        await complete_side_message(interaction, short_rules(game, address, picture), picture)


class Rules(Extension):
    """The command and controls that show a game's rules."""

    typed: ClassVar = (Commands(ROOK, Topic.ANY_TIME, SHOWS, (rules,)),)
    presses: ClassVar = {
        Verb.RULES: Press(press_rules, SHOWS),
        Verb.ALL_RULES: Press(press_all_rules, SHOWS),
        Verb.WORD: Press(press_word, SHOWS),
        Verb.POST_RULES: Press(press_post, SHOWS),
        Verb.DIFFERENCES: Press(press_differences, SHOWS),
    }


setup = Rules.setup
