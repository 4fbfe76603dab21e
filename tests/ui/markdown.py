"""How Discord reads a message: lines of a kind, and in them pieces of text in a style.

Written after Discord's reference of message formatting; patterns are tried in order, from left to right. A
client draws some text as something else (a mention, a link, a time, an emoji code, an invitation): each is a
piece of its own kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

PLAIN: Final = ""


class Piece(NamedTuple):
    """Text in a style (``bold``, ``bold italic``), or a piece that is not text: ``mention``, ``link`` …"""

    kind: str
    text: str


class Line(NamedTuple):
    """A line of a kind: ``text``, ``heading 2``, ``small``, ``quote``, ``list``, ``code``."""

    kind: str
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The readable text of the line."""
        return "".join(piece.text for piece in self.pieces)


Marks = Sequence[tuple[str, re.Pattern[str]]]

NO_TEXT: Final = frozenset({"mention", "command", "emoji", "time", "link", "invitation"})
"""Kinds of pieces that are not text."""
_BLOCKS: Final = (
    (re.compile(r"(#{1,3})[ \t]+(?=\S)"), "heading"),
    (re.compile(r"-#[ \t]+(?=\S)"), "small"),
    (re.compile(r">(?:>>)? "), "quote"),
    (re.compile(r"[ \t]*(?:[-*]|\d+\.) +(?=\S)"), "list"),
)
_FENCE: Final = re.compile(r"```(?:[\w+-]*\n)?(.*?)\n*```", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\([^0-9A-Za-z\s])")
_SPECIAL: Final = (
    ("mention", re.compile(r"<@[!&]?\d+>|<#\d+>|<id:\w+(?::\d+)?>|@everyone\b|@here\b")),
    ("command", re.compile(r"</[^\n:<>]+:\d+>")),
    ("emoji", re.compile(r"<a?:\w+:\d+>|:[A-Za-z0-9_+-]+:")),
    ("time", re.compile(r"<t:-?\d+(?::[tTdDfFR])?>")),
    ("link", re.compile(r"\[(?:[^\[\]\\]|\\.)+\]\(<?\s*\w+:[^)\s]*>?\)", re.IGNORECASE)),
    ("link", re.compile(r"<?(?:https?|steam)://[^\s<]+", re.IGNORECASE)),
    ("invitation", re.compile(r"(?:discord(?:app)?\.com/invite|discord\.gg|dsc\.gg)/[\w-]+", re.IGNORECASE)),
)
_ORDINARY: Final = re.compile(r"(?:[^\\`*_~|<@:\[hsd]|h(?!ttp)|s(?!team)|d(?!is|sc))+", re.IGNORECASE)
_CODE: Final = re.compile(r"(`+)(.*?[^`])\1(?!`)")
_STYLES: Final = (
    ("bold", re.compile(r"\*\*((?:\\.|[^\\])+?)\*\*(?!\*)")),
    ("underlined", re.compile(r"__((?:\\.|[^\\])+?)__(?!_)")),
    ("struck", re.compile(r"~~((?:\\.|[^\\])+?)~~(?!_)")),
    ("hidden", re.compile(r"\|\|((?:\\.|[^\\])+?)\|\|")),
    ("italic", re.compile(r"\*(?=\S)((?:\\.|\*\*|[^\\*])+?)(?<!\s)\*(?!\*)")),
    ("italic", re.compile(r"\b_((?:__|\\.|[^\\_])+?)_\b")),
)


def read(content: str) -> tuple[Line, ...]:
    """A text as Discord shows it, line by line."""
    lines: list[Line] = []
    at = 0
    for fence in _FENCE.finditer(content):
        lines += _text(content[at : fence.start()])
        lines += [Line("code", (Piece(PLAIN, line),)) for line in fence[1].split("\n")]
        at = fence.end()
    return (*lines, *_text(content[at:]))


def _text(content: str) -> Iterator[Line]:
    for line in content.strip("\n").split("\n") if content else ():
        for mark, kind in _BLOCKS:
            if block := mark.match(line):
                own = f"{kind} {len(block[1])}" if kind == "heading" else kind
                yield Line(own, tuple(_merged(_inline(line[block.end() :], PLAIN))))
                break
        else:
            yield Line("text", tuple(_merged(_inline(line, PLAIN))))


def _inline(text: str, style: str) -> Iterator[Piece]:
    at = 0
    while at < len(text):
        if ordinary := _ORDINARY.match(text, at):
            yield Piece(style, ordinary[0])
            at = ordinary.end()
        elif escape := _ESCAPE.match(text, at):
            yield Piece(style, escape[1])
            at = escape.end()
        elif special := _first(_SPECIAL, text, at):
            yield Piece(special[0], special[1][0])
            at = special[1].end()
        elif code := _CODE.match(text, at):
            yield Piece(f"{style} code".strip(), code[2])
            at = code.end()
        elif marked := _first(_STYLES, text, at):
            yield from _inline(marked[1][1], f"{style} {marked[0]}".strip())
            at = marked[1].end()
        else:
            yield Piece(style, text[at])
            at += 1


def _first(kinds: Marks, text: str, at: int) -> tuple[str, re.Match[str]] | None:
    return next(((kind, found) for kind, mark in kinds if (found := mark.match(text, at))), None)


def _merged(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Neighbors of one style as one piece."""
    last: Piece | None = None
    for piece in pieces:
        if last is not None and last.kind == piece.kind and piece.kind not in NO_TEXT:
            last = Piece(last.kind, last.text + piece.text)
        else:
            if last is not None:
                yield last
            last = piece
    if last is not None:
        yield last
