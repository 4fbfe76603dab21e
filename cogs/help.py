"""Help: how to begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

import discord
from discord import app_commands, ui

from cogs.aside import show_aside
from cogs.extension import Extension
from cogs.groups import ROOK
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, TableButton, panel, rows_of

if TYPE_CHECKING:
    from bot.client import RookeryBot

HELP: Final = """### Playing Rook here
**1.** `/rook new` opens a table in this channel, or with `place:` in a thread of its own.
**2.** Press *Sit*. *Fill with computers* fills the rest; *Set up* says how strong they play.
**3.** The host presses *Start*. Then *My hand* shows your cards, to you alone.
**4.** On your turn, your hand shows what you can do: bid, discard, name trump, play. What anyone can call, \
like a doubt or a slap, is a button on the table. The earliest call counts.

Everything works by command too: `/rook hand`, `bid`, `pass`, `discard`, `trump`, `play`, `answer`, `call`, \
`last-trick`, `score`, `leave`, `close`. Before the match: `/table options`, `computers`, `swap`, `remove`, \
`let-back`, `rematch`, `partners`, `open-seats`. \
Looking on: `/table watch`, `take-over`, `wait`.
**New to Rook?** `/rook learn` teaches it in five short lessons, to you alone.
**On your own?** `/rook daily` deals everyone here the same cards, once a day, and compares you.
**Not sure what to do?** *Hint* in your hand says what a computer would do, and why. Counted \
matches have none.
**A word to the table?** *Say …* in your hand has polite phrases, which stand on the table for a while. \
The host can turn these or hints off in *Set up*.
**Sure of the rest?** *Claim the rest* takes all the tricks that are left. What isn't certain needs everyone.
**Rather read cards than see them?** `/rook cards look:words` says them in words, to you alone.
`/rook rules` explains any game, a word of it, and how it differs from another.
**No time to sit down together?** `/rook new turns:` opens a slow table, where a turn may take hours or days.
**Your turn somewhere?** `/table mine` lists your tables. `/table pings` has you mentioned, sent a message, \
or left alone. `/table quiet-hours` keeps your nights free.
**Waiting for others?** Your hand lets you decide ahead. Pass when it's your turn, or once the bid is high. \
Or choose a card for this trick. Only you see it.
**Down to one card?** It plays itself after a moment. `/table pings last_card:` leaves it to you.
**Only looking on?** *Watch* shows you the table, and lets you ask for a computer's seat or wait for one.
**Once more?** *Rematch* keeps everyone's seat, one press each. *Other partners* changes the sides.
**Look back**: `/table history` lists your matches. *Replay* steps through each deal, with all hands, \
and *Play it again* deals its cards at a new table. *Analysis* tells what could have been. \
*Check the shuffle* proves that no one arranged them.
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


async def press_help(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show how to begin."""
    await _show_help(interaction)


@app_commands.command(name="help", description="How to play here")
async def help_(interaction: Interaction) -> None:
    """Show how to begin."""
    await _show_help(interaction)


async def _show_help(interaction: Interaction) -> None:
    learn = TableButton(Control(Verb.LESSONS, 0, 0), "Learn", style=discord.ButtonStyle.primary)
    daily = TableButton(Control(Verb.DAILY, 0, 0), "Daily deal")
    mine = TableButton(Control(Verb.MY_DATA, 0, 0), "My data")
    await show_aside(interaction, panel(ui.TextDisplay(HELP), *rows_of([learn, daily, mine])))


class Help(Extension):
    """How to begin."""

    groups: ClassVar = {ROOK: (help_,)}
    presses: ClassVar = {Verb.HELP: press_help}


async def setup(bot: RookeryBot) -> None:
    """Load the cog."""
    await bot.add_cog(Help(bot))
