"""Pages generated from the code: ``python -m bot games``, ``running`` and ``environment``.

They are docs/games.md, docs/running.md with its settings, and .env.example.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bot.common.settings import PREFIX, Settings, environment_name
from rules.catalog import ALIASES, GAMES
from rules.core.about import Kind, players_of
from rules.core.protocol import Game

HEADINGS: Final[dict[Kind, tuple[str, str]]] = {
    "bidding": ("Bidding", "Bid for the right to name trump, then take tricks with counters in them."),
    "tricks": ("Tricks", "Take tricks, or avoid them; no one bids and there is no trump."),
    "melding": ("Melding", "Collect cards that belong together and lay them down."),
    "capturing": ("Capturing", "Take cards from the table."),
    "counting": ("Counting", "Play cards to a count."),
    "calling": ("Calling", "Be the first to notice, and say so."),
    "matching": ("Matching", "Luck and quick eyes, for children and everyone else."),
    "patience": ("Solitaire", "For one player, in a channel or in private."),
}
"""The groups of the page in order: heading, and what players do in such games."""
OPENING: Final = """\
# The games

Every game of five historic Rook rule books, each by its book; house rules are options (`/table setup`).
`/rook new` opens a table for any of them: type part of the name. `/rook rules` explains a game in full.

This page is made from the catalog: `python -m bot games > docs/games.md`.
"""
RUNNING: Final = Path(__file__).parents[2] / "docs" / "running.md"
TABLE: Final = re.compile(r"(?<=^\| setting \| usual value \| what it does \|\n)(?:\|.*\n)+", re.MULTILINE)
ENVIRONMENT: Final = "# Copy this file to .env and fill in the token. Only DISCORD_TOKEN is needed."
WIDTH: Final = 120
"""Characters in a line of .env.example."""


def games_page() -> str:
    """The page of all games as Markdown."""
    return "\n".join((OPENING, *_groups()))


def _groups() -> Iterator[str]:
    for kind, (heading, said) in HEADINGS.items():
        games = [game for game in GAMES.values() if game.about.kind == kind]
        if games:
            yield f"## {heading}\n\n{said}\n"
            yield from map(_entry, games)


def _entry(game: Game[Any]) -> str:
    about = game.about
    names = [f"`{about.key}`", *(f"`{alias}`" for alias, key in ALIASES.items() if key == about.key)]
    facts = [players_of(about), "" if about.seats == (1,) else game.words.teams(about)]
    facts += [f"to {about.target:,}"] if about.target else []
    source = f"*{about.source}.* {about.note}" if about.note else f"*{about.source}*"
    return (
        f"### {about.title} ({about.edition})\n\n"
        f"{' · '.join(filter(None, (*facts, ', '.join(names))))}\n\n"
        f"{about.summary}\n\n"
        f"{source}\n"
    )


def running_page() -> str:
    """docs/running.md with its table of settings as the code has them; an OSError outside of a checkout."""
    rows = [f"| `{name}` |{f' `{usual}`' if usual else ''} | {text} |\n" for name, usual, text in _settings()]
    return TABLE.sub("|---|---|---|\n" + "".join(rows), RUNNING.read_text(encoding="utf-8"))


def environment_page() -> str:
    """.env.example: each setting with its usual value, all but the token switched off."""
    parts = [ENVIRONMENT]
    for name, usual, text in _settings():
        plain = text.replace("`", "").replace("*", "")
        said = textwrap.indent(textwrap.fill(plain, WIDTH - 2, break_on_hyphens=False), "# ")
        parts.append(f"{said}\n{'# ' if name.startswith(PREFIX) else ''}{name}={usual}")
    return "\n\n".join(parts) + "\n"


def _settings() -> Iterator[tuple[str, str, str]]:
    """Each setting: its name in the environment, its usual value (empty without one), its sentences."""
    for field, about in Settings.model_fields.items():
        usual = "" if about.default is None else str(about.default)
        assert about.description is not None
        yield environment_name(field), usual, " ".join(about.description.split())
