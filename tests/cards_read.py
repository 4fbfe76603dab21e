"""Cards as a person reads them in a text."""

from __future__ import annotations

import re

_CARD = re.compile(r"(?<!\w-)\b([RYGB])(1[0-4]|[1-9])\b(?!-\w)|🐦\s(Rook)")
"""A card, but no part of a code of rules: ``101E-6A9R-1472-G5``."""
_HAND_LINE = re.compile(r"\*\*([RYGB])\*\* ((?:\d+▾? · )*\d+)")


_MARKS = re.compile(r"⁺?(?: •)?$")


def unmarked(label: str) -> str:
    """A card's name on a button or in a menu, without what marks it: ``R14`` of ``R14⁺ •``."""
    return _MARKS.sub("", label)


def cards_in(text: str) -> set[str]:
    """Every card that can be read in a text: ``R14``, ``🐦 Rook``, ``**R** 14 · 9``."""
    found = {letter + rank if letter else bird for letter, rank, bird in _CARD.findall(text)}
    for letter, ranks in _HAND_LINE.findall(text):
        found |= {letter + rank.rstrip("▾") for rank in ranks.split(" · ")}
    return found
