"""The game in words, made from the same data the engine plays by, so that they cannot disagree."""

from __future__ import annotations

from typing import Final

from rules.tricks.variant import Variant

Section = tuple[str, str]

SCORE: Final = (
    "Each side scores what it captured. Bidders who take less than their bid score nothing and are "
    "set back by the bid; totals may go below zero."
)


def describe(variant: Variant) -> tuple[Section, ...]:
    """The rules of a variant in short sections: a heading and its text."""
    return ()
