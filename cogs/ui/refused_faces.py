"""Replacing card faces (application emojis) in a refused view by words: the emojis may have been deleted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

import discord
from discord import ui

from bot.models.faces import Mark, card_face, color_face
from bot.pictures.sheet import EMOJI_NAMES
from cogs.ui.words import PLACE, TURN, Look
from rules.core.cards import CARDS, Color

T = TypeVar("T")

_MENTION: Final = re.compile(r"<:(\w+):\d+>")


def _replacements() -> Iterator[tuple[str, str, str]]:
    """For each face: its name, the emoji that replaces it on buttons, and the text that does elsewhere."""
    for look in (Look(), Look(is_blue=True)):
        for color in Color:
            yield color_face(color, blue=look.is_blue), look.shapes[color], look.shapes[color]
        for card in CARDS:
            for counts in (False, True):
                face = card_face(card, counts=counts, blue=look.is_blue)
                yield face, look.emoji(card), look.spelled(card)
    yield Mark.TURN, TURN, TURN
    yield Mark.EMPTY, PLACE, PLACE


_ON_BUTTONS: Final[Mapping[str, str]] = MappingProxyType(
    {EMOJI_NAMES[face]: emoji for face, emoji, _ in _replacements() if face in EMOJI_NAMES}
)
_IN_TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {EMOJI_NAMES[face]: text for face, _, text in _replacements() if face in EMOJI_NAMES}
)
"""Both by emoji name."""


def replace_faces(view: ui.LayoutView | ui.Modal) -> bool:
    """Replace all faces of an unsent view, in place, by words; returns whether it had any."""
    changed = [_replace_in(item) for item in view.walk_children()]
    return any(changed)


def _replace_in(item: ui.Item[Any]) -> bool:
    match item:
        case ui.TextDisplay():
            before = item.content
            item.content = _MENTION.sub(_text_for, before)
            return item.content != before
        case ui.Select():
            changed = [_replace_emoji(option) for option in item.options]
            return any(changed)
        case ui.Button():
            return _replace_emoji(item)
        case ui.Label() if isinstance(item.component, ui.Select):
            return _replace_in(item.component)
        case _:
            return False


def _replace_emoji(on: ui.Button[Any] | discord.SelectOption) -> bool:
    """Replace the face on a button or menu option; returns whether it had one."""
    words = None if on.emoji is None else _ON_BUTTONS.get(on.emoji.name)
    if words is not None:
        on.emoji = discord.PartialEmoji.from_str(words)
    return words is not None


def _text_for(mention: re.Match[str]) -> str:
    return _IN_TEXTS.get(mention[1], mention[0])
