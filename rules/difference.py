"""The options in which two games, or a game and its rule book, differ, as texts for players."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from rules.core.protocol import Game, OptionSpec

NOT_THERE: Final = "–"
"""Shown for an option that the other game does not have."""


def difference(first: Game[Any], second: Game[Any]) -> tuple[tuple[str, str, str], ...]:
    """The options that differ, in order: label and both values, "–" if a game does not offer the option."""
    ours, theirs = _by_key(first), _by_key(second)
    rows = []
    for key in dict.fromkeys((*ours, *theirs)):
        one, other = ours.get(key), theirs.get(key)
        if one is None or other is None or one.value != other.value:
            label = next(spec.label for spec in (one, other) if spec is not None)
            rows.append((label, _shown(one), _shown(other)))
    return tuple(rows)


def house_rules(game: Game[Any], book: Game[Any]) -> tuple[str, ...]:
    """The options that differ from the book, one line each: ``Nest: 4 (book: 5)``."""
    return tuple(f"{label}: {text}" for label, text in agreed(game.options, game.changes(), book))


def agreed(
    options: Iterable[OptionSpec], changes: Collection[str], book: Game[Any]
) -> tuple[tuple[str, str], ...]:
    """Label and value of each option in ``changes``; after a value the book's, if the book has the option."""
    usual = _by_key(book)
    return tuple(
        (spec.label, spec.shown + (f" (book: {usual[spec.key].shown})" if spec.key in usual else ""))
        for spec in options
        if spec.key in changes
    )


def _by_key(game: Game[Any]) -> dict[str, OptionSpec]:
    return {spec.key: spec for spec in game.options}


def _shown(spec: OptionSpec | None) -> str:
    return NOT_THERE if spec is None else spec.shown
