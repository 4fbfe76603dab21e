"""Help: how to begin, and the rules of every game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

import discord
from discord import app_commands, ui

from bot.errors import NoTable
from bot.services.example_tables import example_table
from cogs.aside import show_aside
from cogs.extension import Extension
from cogs.groups import ROOK
from cogs.interactions import guild_of, table_at
from cogs.replies import answer_privately
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TROUBLE, Interaction, TableButton, panel, rows_of
from cogs.ui.rules_panel import difference_pages, rules_pages
from cogs.ui.stats_parts import file_of
from cogs.wishes import complete_rules
from rules.catalog import game_with
from rules.core.protocol import OptionValue
from rules.versions import NEWEST

if TYPE_CHECKING:
    from bot.client import RookeryBot

HELP: Final = """### Playing Rook here
**1.** `/rook new` opens a table in this channel, or with `place:` in a thread of its own.
**2.** Press *Sit*. *Fill with computers* fills the rest.
**3.** The host presses *Start*. Then *My hand* shows your cards, to you alone.
**4.** On your turn, your hand shows what you can do: bid, discard, name trump, play. What anyone can call, \
like a doubt or a slap, is a button on the table. The earliest call counts.

Everything works by command too: `/rook hand`, `bid`, `pass`, `discard`, `trump`, `play`, `answer`, `call`, \
`last-trick`, `score`, `leave`, `close`. Before the match: `/table options`, `computers`, `swap`, `remove`, \
`let-back`, `rematch`, `partners`, `open-seats`. \
Looking on: `/table watch`, `take-over`, `wait`.
**New to Rook?** `/rook learn` teaches it in five short lessons, to you alone.
**Not sure what to do?** *Hint* in your hand says what a computer would do, and why. Matches that count \
have none.
**Sure of the rest?** *Claim the rest* takes all the tricks that are left. What isn't certain needs everyone.
**Rather read cards than see them?** `/rook cards look:words` says them in words, to you alone.
`/rook rules` explains any game, and how it differs from another.
**No time to sit down together?** `/rook new turns:` opens a slow table, where a turn may take hours or days.
**Your turn somewhere?** `/table mine` lists your tables. `/table pings` has you mentioned, sent a message, \
or left alone. `/table quiet-hours` keeps your nights free.
**Only looking on?** *Watch* shows you the table, and lets you ask for a computer's seat or wait for one.
**Once more?** *Rematch* keeps everyone's seat, one press each. *Other partners* changes the sides.
**Look back**: `/table history` lists your matches. *Replay* steps through each deal, with all hands, \
and *Play it again* deals its cards at a new table.
**An evening together**: `/night progressive`, `rotating` or `duplicate` opens one, and *Join* gets you in.
**How everyone is doing**: `/stats player`, `pair`, `rivals`, `rating` and `leaderboard`, or press *More*.
**Leagues**: `/league show` shows the one here, `/league join` puts you in, `/league play` opens a table \
for a match. Managers start one with `/league create`.
**House rules**: press *Set up* before the match, or give `/rook new rules:` a code or a name. Every table \
shows its code.
**Most agree?** `/rook redeal` deals again, and `/rook close` ends the match. `/rook take-back` works \
where the house rules allow it. `/rook without` goes on without someone who used up their time, and \
`/rook ask-back` asks to be let back.
**A button does nothing, or your hand is gone?** `/rook table` and `/rook hand` bring them back.
**Your data**: *My data* below, or `/my-data`, shows what's kept about you. You can have it as a file, or \
have it forgotten.
**New names**: `/rook stats` is now `/stats player`, and `/rook leaderboard` is `/stats leaderboard`. \
`/rook options`, `computers` and `swap` now begin with `/table`.

-# ❤️ R red · ⭐ Y yellow · 🍀 G green · 🌑 B black · 🐦 the Rook. \
Rook is a trademark of Hasbro; Rookery is not affiliated with it."""


async def press_rules(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the rules of the table."""
    table = await table_at(interaction, control)
    await _show_rules(interaction, table.about.key, table.changes, table.rules_version)


@app_commands.command(name="rules", description="Explain a game (default: this table's)")
@app_commands.describe(
    game="Type part of a name, a number of players, or: partners; or paste a code",
    compare="Another game, to see how the two differ",
)
@app_commands.autocomplete(game=complete_rules, compare=complete_rules)
async def rules(interaction: Interaction, game: str | None = None, compare: str | None = None) -> None:
    """Show the rules of a game, or how it differs from another."""
    key, changes, version = await _rules(interaction, game)
    if compare is None:
        await _show_rules(interaction, key, changes, version)
        return
    other = await interaction.client.app.house_rules.find(guild_of(interaction), compare)
    ours, theirs = game_with(key, changes, version), game_with(other.game, other.options)
    await _show(interaction, difference_pages(ours, theirs))


async def _rules(interaction: Interaction, text: str | None) -> tuple[str, Mapping[str, OptionValue], int]:
    """The game asked about, its house rules and their version: this table's, else the server's usual."""
    house = interaction.client.app.house_rules
    if text is not None:
        wanted = await house.find(guild_of(interaction), text)
        return wanted.game, wanted.options, NEWEST
    try:
        table = await table_at(interaction)
    except NoTable:
        usual = await house.usual(guild_of(interaction))
        return usual.game, usual.options, NEWEST
    return table.about.key, table.changes, table.rules_version


async def _show(interaction: Interaction, pages: Iterable[ui.LayoutView]) -> None:
    """Answer with one private message after another."""
    for page in pages:
        await answer_privately(interaction, page)


async def _show_rules(
    interaction: Interaction, key: str, changes: Mapping[str, OptionValue], version: int
) -> None:
    """Answer with the rules of a game; a table of it comes into the first message when it is drawn."""
    await _show(interaction, rules_pages(key, changes, version))
    app = interaction.client.app
    picture = await app.pictures.of(await asyncio.to_thread(example_table, key, changes))
    if picture is None:
        return
    first, *_ = rules_pages(key, changes, version, picture)
    try:
        await interaction.edit_original_response(view=first, attachments=[file_of(picture)])
    except TROUBLE as error:
        app.lost_answers.note(type(error).__name__)


async def press_help(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show how to begin."""
    await _show_help(interaction)


@app_commands.command(name="help", description="How to play here")
async def help_(interaction: Interaction) -> None:
    """Show how to begin."""
    await _show_help(interaction)


async def _show_help(interaction: Interaction) -> None:
    learn = TableButton(Control(Verb.LESSONS, 0, 0), "Learn", style=discord.ButtonStyle.primary)
    mine = TableButton(Control(Verb.MY_DATA, 0, 0), "My data")
    await show_aside(interaction, panel(ui.TextDisplay(HELP), *rows_of([learn, mine])))


class Help(Extension):
    """How to begin, and the rules."""

    groups: ClassVar = {ROOK: (rules, help_)}
    presses: ClassVar = {Verb.RULES: press_rules, Verb.HELP: press_help}


async def setup(bot: RookeryBot) -> None:
    """Load the cog."""
    await bot.add_cog(Help(bot))
