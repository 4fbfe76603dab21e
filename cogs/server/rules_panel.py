"""The pages that list a server's defaults for new tables and its saved rules, by game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.computers.levels import LEVELS
from bot.server.house_rules import Wanted
from bot.server.management import ServerSettings
from bot.table.lobby.computers import usual_level
from cogs.ui.match_kind import CASUAL, COUNTED, LEAVING
from cogs.ui.rules_panel import house_rules, in_pages
from cogs.ui.words import safe_name
from rules.catalog import find_game, game_with

NOTHING_SAVED: Final = (
    "Nothing is saved yet. `/rook-admin rules what:save` saves this table's rules under a name."
)


def server_rules_texts(
    settings: ServerSettings, usual: str, saved: Sequence[Wanted], out_of_date: Sequence[str]
) -> list[str]:
    """The defaults and saved rules, in pages that fit a message.

    ``usual`` is the default game in a line; ``out_of_date`` has a line for saved rules that can't be played.
    """
    blocks = [settings_text(settings, usual)]
    for key in dict.fromkeys(wanted.game for wanted in saved):
        about = find_game(key).about
        lines = [line for wanted in saved if wanted.game == key for line in _saved(wanted)]
        blocks.append("\n".join([f"**{about.title}** · {about.edition} rules", *lines]))
    blocks += out_of_date
    return in_pages(blocks if saved or out_of_date else [*blocks, NOTHING_SAVED])


def settings_text(settings: ServerSettings, usual: str) -> str:
    """How a server's new tables start; ``usual`` is the default game in a line."""
    place = "each in a thread of its own" if settings.in_threads else "in the channel"
    return "\n".join(
        (
            "### Rules of this server",
            f"Default: {usual}",
            f"New tables: **{COUNTED if settings.counted else CASUAL}**, {place}",
            f"When a match is counted: {LEAVING[settings.leaving]}",
            f"Computers: {LEVELS[usual_level(settings)].title}",
        )
    )


def _saved(wanted: Wanted) -> list[str]:
    """Two lines on saved rules: name and code, then what they change of the rule book."""
    game = game_with(wanted.game, wanted.options)
    changes = house_rules(wanted.game, game.options, game.changes())
    return [
        f"- **{safe_name(wanted.name)}** · `{wanted.code}`",
        f"-# {' · '.join(changes) or 'by the book'}",
    ]
