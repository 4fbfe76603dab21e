"""How one game differs from another, or from its book, in words: for people who know the other one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from rules.core.protocol import Game, OptionSpec

NOT_THERE: Final = "–"
"""Said of an option that means nothing in the other game."""


def difference(first: Game[Any], second: Game[Any]) -> tuple[tuple[str, str, str], ...]:
    """What differs, and how it is in the first game and in the second, in the order of the options."""
    ours, theirs = _by_key(first), _by_key(second)
    rows = []
    for key in dict.fromkeys((*ours, *theirs)):
        one, other = ours.get(key), theirs.get(key)
        if one is None or other is None or one.value != other.value:
            label = next(spec.label for spec in (one, other) if spec is not None)
            rows.append((label, _shown(one), _shown(other)))
    return tuple(rows)


def house_rules(game: Game[Any], book: Game[Any]) -> tuple[str, ...]:
    """What was agreed on, in a line each: ``Nest: 4 (book: 5)``."""
    return tuple(f"{label}: {text}" for label, text in agreed(game.options, game.changes(), book))


def agreed(
    options: Iterable[OptionSpec], changes: Collection[str], book: Game[Any]
) -> tuple[tuple[str, str], ...]:
    """The options that were changed: the label of each, and its value beside the book's."""
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
