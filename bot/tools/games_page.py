"""``python -m bot games``: generates the page of all games, ``docs/games.md``, from the catalog."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

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
