"""Texts on rules: a game in sections, a table's house rules, the differences of two games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from discord import ui

from bot.common.text import in_markdown
from bot.server.house_rules import NAME_LIMIT
from bot.table.desk.shown import ShownTable
from bot.table.lobby.named_rules import LENGTH
from cogs.ui.items import panel
from rules.catalog import find_game, game_with
from rules.codes import code_of
from rules.core.about import About, Reading, RuleSection, players_of
from rules.core.protocol import Game, OptionSpec, OptionValue
from rules.core.words import counted
from rules.difference import agreed, difference
from rules.in_short import in_short
from rules.presets import PRESETS

RULES_COLOR: Final = 0x8D6E63
CHANGED: Final = "🔸 "
"""Marks a rule that isn't the book's."""
OUR_READING: Final = "How we play it"
PAGE: Final = 3800
"""Characters of one message, below Discord's limit of 4,000."""


def rules_texts(game: Game[Any]) -> list[str]:
    """The rules of a game as pages: its house rules first, its source and code last."""
    about = game.about
    summary = summary_of(about, game.changes())
    blocks = [f"## {about.title}\n{summary}\n-# {facts_line(about, game.options)}"]
    lines = house_rules(about.key, game.options, game.changes())
    if lines:
        blocks.append("### House rules here\n" + "\n".join(lines))
    blocks += map(_section, about.rules)
    blocks.append(f"-# Source: {about.source}\n-# Code: `{code_of(game)}`")
    return in_pages(blocks)


def whole_rule(game: Game[Any], seats: int | None) -> str:
    """All of a game on one screen: its rules in short and its house rules, 🔸 before what isn't the book's.

    ``seats`` are a table's. House rules beyond one message are counted, not split off.
    """
    about, book = game.about, find_game(game.about.key)
    name = house_name(about.key, game.changes())
    usual = {*in_short(book.about.rules)}
    lines = [f"{'' if line in usual else CHANGED}**{line[0]}**: {line[1]}" for line in in_short(about.rules)]
    text = (
        f"## {about.title}\n-# {' · '.join(filter(None, (facts_line(about, game.options, seats), name)))}\n"
    )
    text += "\n".join(lines)
    changed = [f"{CHANGED}{line}" for line in house_rules(about.key, game.options, game.changes())]
    if not changed:
        return f"{text}\n-# All by the book: {about.source}"
    text += f"\n### {CHANGED}Not as in the book"
    for place, line in enumerate(changed):
        if len(text) + len(line) > PAGE - 40:
            return f"{text}\nand {len(changed) - place} more in *Rules*"
        text += f"\n{line}"
    return text


def summary_of(about: About, changes: Mapping[str, OptionValue]) -> str:
    """A game in one line, marked "By the book" if house rules may change it."""
    return f"By the book: {about.summary}" if changes.keys() - LENGTH else about.summary


def _section(section: RuleSection) -> str:
    """A section of the rules with its source, and our readings where the rule book is silent."""
    book = f"\n-# 📖 {section.source}" if section.source else ""
    ours = "".join(f"\n-# ✍️ {_reading(reading)}" for reading in section.ours)
    return f"### {section.heading}\n{section.text}{book}{ours}"


def _reading(reading: Reading) -> str:
    return f"{OUR_READING if reading.register else 'Our rule'}: {reading.text}"


def difference_pages(ours: Game[Any], theirs: Game[Any]) -> list[ui.LayoutView]:
    """Panels that list every option in which two games differ; or that they play the same."""
    lines = [versus(*row) for row in difference(ours, theirs)]
    pages = in_pages([difference_title(ours, theirs), *(lines or ["They play the same."])])
    return [panel(ui.TextDisplay(text), color=RULES_COLOR) for text in pages]


def difference_title(ours: Game[Any], theirs: Game[Any]) -> str:
    """The title of a comparison, with both games' full names."""
    names = [_full_name(game, is_alike=ours.about.title == theirs.about.title) for game in (ours, theirs)]
    return f"### How they differ\n🔹 **{names[0]}**\n🔸 **{names[1]}**"


def versus(what: str, here: str, there: str) -> str:
    """A comparison of two games in one respect, as three lines: its name, then each game's rule."""
    return f"**{what}**\n🔹 {here}\n🔸 {there}"


def _full_name(game: Game[Any], *, is_alike: bool) -> str:
    """Name of a game with its house rules; without any, ``is_alike`` (equal titles) adds *by the book*."""
    about = game.about
    name = f"{about.title} ({about.edition})"
    if changes := game.changes():
        return f"{name}, {house_name(about.key, changes) or 'a match of another length'}"
    return f"{name}, by the book" if is_alike else name


def house_name(key: str, changes: Mapping[str, OptionValue]) -> str:
    """Name of a game's house rules: their preset's title, else their number; empty by the book.

    Options for the length of a match don't count as house rules: the length is shown next to the name.
    """
    if not changes:
        return ""
    number = len(changes.keys() - LENGTH)
    return house_set(key, changes) or (counted(number, "house rule") if number else "")


def rules_name(table: ShownTable) -> str:
    """Name of a table's house rules: the server's saved name, else ``house_name``."""
    return server_name(table) or house_name(table.rules.about.key, table.rules.changes)


def server_name(table: ShownTable) -> str:
    """The name under which the server saved a table's rules, escaped for markdown; else empty."""
    return "" if table.rules.name is None else in_markdown(table.rules.name, NAME_LIMIT)


def house_set(key: str, changes: Mapping[str, OptionValue]) -> str:
    """Title of the preset with exactly these changes, or an empty string."""
    return _set_of(key, frozenset(changes.items()))


@lru_cache(maxsize=256)
def _set_of(key: str, changes: frozenset[tuple[str, OptionValue]]) -> str:
    named = (preset for preset in PRESETS.values() if preset.game == key)
    same = (one for one in named if game_with(key, one.options).changes() == dict(changes))
    return next((preset.title for preset in same), "")


def facts_line(about: About, options: Sequence[OptionSpec], seats: int | None = None) -> str:
    """Edition, players (``seats`` of a table, else the game's range), partners, and length, in one line."""
    players = players_of(about) if seats is None else counted(seats, "player")
    is_alone = seats == 1 or about.seats == (1,)
    partners = "" if is_alone else find_game(about.key).words.teams(about)
    facts = (f"{about.edition} rules", players, partners, length(about, options))
    return " · ".join(filter(None, facts))


def length(about: About, options: Sequence[OptionSpec]) -> str:
    """Length of a match: ``to 300``, ``4 deals``; empty if the game has neither."""
    deals = next((spec.value for spec in options if spec.key == "deals"), None)
    if isinstance(deals, int):
        return counted(deals, "deal")
    return f"to {about.target:,}" if about.target else ""


def house_rules(key: str, options: Iterable[OptionSpec], changes: Mapping[str, OptionValue]) -> list[str]:
    """A line for each option changed from the rule book, with the book's value; an empty list if none."""
    return [f"**{label}**: {text}" for label, text in agreed(options, changes, find_game(key))]


def game_at(table: ShownTable) -> Game[Any]:
    """The game of a table with its house rules, by its rules version."""
    return game_with(table.rules.about.key, table.rules.changes, table.rules.version)


def table_code(table: ShownTable) -> str:
    """The code that carries a table's rules."""
    return code_of(game_at(table))


def in_pages(blocks: Iterable[str]) -> list[str]:
    """Blocks joined into pages that fit one message each; a longer block is split between lines."""
    pages: list[str] = []
    for block in blocks:
        for piece in _pieces(block):
            if pages and len(pages[-1]) + 1 + len(piece) <= PAGE:
                pages[-1] += f"\n{piece}"
            else:
                pages.append(piece)
    return pages


def _pieces(block: str) -> list[str]:
    """A block split into pieces that fit: after a line, else a sentence, else a word, else anywhere."""
    pieces = []
    while len(block) > PAGE:
        ends = [block.rfind(mark, 1, PAGE) + len(mark) for mark in ("\n", ". ", " ")]
        cut = next((end for end in ends if end > PAGE // 2), PAGE)
        pieces.append(block[:cut].rstrip())
        block = block[cut:].lstrip()
    return [*pieces, block]
