"""Help: how to begin, and the rules of every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from discord import app_commands, ui

from bot.errors import NoTable
from cogs.front import channel_of, front, front_of
from cogs.replies import answer_privately
from cogs.ui.controls import Control
from cogs.ui.items import Interaction, panel
from rules.catalog import DEFAULT, GAMES, find_game
from rules.protocol import About

if TYPE_CHECKING:
    from bot.client import RookeryBot

HELP: Final = """### Playing Rook here
**1.** `/rook new` opens a table in this channel.
**2.** Everyone presses *Sit*; *Fill with computers* takes the empty seats.
**3.** The host presses *Start*. From then on *My hand* shows your cards, to you alone.
**4.** When it is your turn, your hand shows what you may do: bid, lay cards away, name trump, play.

Everything works by command too: `/rook hand`, `bid`, `pass`, `discard`, `trump`, `play`, `last-trick`, \
`score`, `table`, `leave`, `close`.
`/rook rules` explains the game, `/rook stats` and `/rook leaderboard` tell how you do.
If a button does nothing or your hand is gone: `/rook table` and `/rook hand` bring them back.

-# ❤️ R red · ⭐ Y yellow · 🍀 G green · 🌑 B black · 🐦 the Rook. \
Rook is a trademark of Hasbro; Rookery is not affiliated with it."""


def rules_panel(about: About) -> ui.LayoutView:
    """The rules of a game as agreed on."""
    players = " or ".join(map(str, about.seats))
    sections = "\n".join(f"**{heading}.** {text}" for heading, text in about.rules)
    return panel(
        ui.TextDisplay(f"### {about.title}\n-# {about.edition} rules · {players} players · {about.partners}"),
        ui.TextDisplay(sections),
        ui.TextDisplay(f"-# Source: {about.source}"),
    )


async def press_rules(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the rules of the table's game."""
    await answer_privately(interaction, rules_panel(front(interaction).table_at(interaction, control).about))


@app_commands.command(name="rules", description="Explain a game (default: the one at this table)")
@app_commands.describe(game="Which game")
@app_commands.choices(
    game=[app_commands.Choice(name=game.about.title, value=key) for key, game in GAMES.items()]
)
async def rules(interaction: Interaction, game: str | None = None) -> None:
    """Show the rules of a game."""
    if game is not None:
        await answer_privately(interaction, rules_panel(find_game(game).about))
        return
    try:
        about = front(interaction).manager.shown(channel_of(interaction)).about
    except NoTable:
        about = find_game(DEFAULT).about
    await answer_privately(interaction, rules_panel(about))


@app_commands.command(name="help", description="How to play here")
async def help_(interaction: Interaction) -> None:
    """Show how to begin."""
    await answer_privately(interaction, panel(ui.TextDisplay(HELP)))


async def setup(bot: RookeryBot) -> None:
    """Add the commands and the handler."""
    desk = front_of(bot)
    desk.rook.add_command(rules)
    desk.rook.add_command(help_)
    desk.on_press("rules", press_rules)
