"""Turns every text for players into nonsense: reversed, in brackets, with its fields intact."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rules.core.about import About
from rules.core.protocol import Choice, IllegalAction, InvalidOption, OptionSpec
from rules.core.words import Words

FIELD = re.compile(r"(\{[^{}]*\})")


def nonsense(text: str) -> str:
    """``{0} bids 75`` as ``⟦57 sdib {0}⟧``; an empty text stays empty."""
    parts = FIELD.split(text)
    turned = "".join(part if FIELD.fullmatch(part) else part[::-1] for part in reversed(parts))
    return f"⟦{turned}⟧" if text else ""


def speak_nonsense() -> None:
    """Reverse the texts of all games, options and refusals in this process.

    Call it before any game is used: a game's words are made once.
    """
    for kind in _kinds_of_words(Words):
        for name, said in vars(kind).items():
            if callable(said) and not name.startswith("_"):
                setattr(kind, name, _turned(said))
    _turn_fields(About, "title", "edition", "summary", "source")
    _turn_fields(Choice, "label")
    _turn_fields(OptionSpec, "label", "help")
    for refusal in (IllegalAction, InvalidOption):
        refusal.__str__ = lambda self: nonsense(Exception.__str__(self))  # type: ignore[method-assign]


def _kinds_of_words(kind: type[Words]) -> Iterator[type[Words]]:
    yield kind
    for own in kind.__subclasses__():
        yield from _kinds_of_words(own)


def _turned(said: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(said)
    def turned(*args: Any, **named: Any) -> Any:
        return _everywhere(said(*args, **named))

    return turned


def _everywhere(said: Any) -> Any:
    """A value with its texts reversed, in tuples and named tuples too."""
    if isinstance(said, str):
        return nonsense(said)
    if not isinstance(said, tuple):
        return said
    turned = map(_everywhere, said)
    return type(said)._make(turned) if hasattr(said, "_make") else tuple(turned)


def _turn_fields(kind: type[NamedTuple], *fields: str) -> None:
    made = kind.__new__

    def new(cls: Any, *args: Any, **named: Any) -> Any:
        value = made(cls, *args, **named)
        return tuple.__new__(
            cls,
            (
                nonsense(part) if name in fields else part
                for name, part in zip(kind._fields, value, strict=True)
            ),
        )

    kind.__new__ = staticmethod(new)  # type: ignore[method-assign]
