"""A season's file read: its matches, or what is wrong in which line. Nothing of a bad file is used."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from typing import Final, NamedTuple

from bot.errors import Refused
from bot.paper.columns import Columns, columns_of
from bot.paper.lines import MatchKey, ReadMatch, Terms, key_of, read_line
from bot.paper.people import quoted

MOST_BYTES: Final = 1_000_000
MOST_MATCHES: Final = 2_000
BYTE_ORDER_MARK: Final = "\ufeff"
WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
"""How a file begins that Excel has saved as Unicode text."""
PACKED: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How a workbook begins."""
DELIMITERS: Final = ",;\t"
QUOTES: Final = "Here a quotation mark isn't closed or stands inside a cell, or a cell is far too long."


class Problem(NamedTuple):
    """Something wrong with a file."""

    line: int
    """Where, as an editor counts lines."""
    what: str


@dataclass(frozen=True, slots=True)
class SeasonFile:
    """A file that was read."""

    matches: tuple[ReadMatch, ...]
    problems: tuple[Problem, ...]
    """In the order of the lines; nothing may be stored unless there are none."""


def decoded(content: bytes) -> str:
    """The text of a file.

    Raises:
        Refused: it is too large, no text, or no CSV file at all.
    """
    if len(content) > MOST_BYTES:
        raise Refused(f"The file is too large. {MOST_BYTES // 1000:,} kB is the most. Split it.")
    if content.startswith(PACKED):
        raise Refused("That's a workbook. Save it as CSV (UTF-8) and attach that file.")
    if content.startswith(WIDE):
        raise Refused("The file is saved as UTF-16. Save it as CSV (UTF-8) and attach that file.")
    try:
        return content.decode("utf-8").removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Refused(f"Line {line:,} has a character that isn't UTF-8. Save it as CSV (UTF-8).") from None


def read_file(content: bytes, terms: Terms) -> SeasonFile:
    """Read a file, and hold each match against the league.

    Raises:
        Refused: it is no file of a season of this league, so that no line of it can be read.
    """
    text = decoded(content)
    if not text.strip():
        raise Refused("The file is empty.")
    reading = _rows(text)
    columns = columns_of(terms.playing)
    try:
        names = _header(next(reading).cells, columns)
    except csv.Error:
        raise Refused(f"The first line can't be read. {QUOTES}") from None
    matches, problems = list[ReadMatch](), list[Problem]()
    seen: dict[MatchKey, int] = {}
    number = 1
    try:
        for count, (number, cells) in enumerate(reading, 1):
            if count > MOST_MATCHES:
                raise Refused(f"The file has more than {MOST_MATCHES:,} matches. Split it.")
            match, wrong = read_line(number, names, cells, columns, terms)
            if match is not None:
                matches.append(match)
                wrong = _again(match, seen, terms)
            problems += [Problem(number, what) for what in wrong]
    except csv.Error:
        problems.append(Problem(number + 1, QUOTES))
    if not matches and not problems:
        raise Refused("The file has no matches, only the names of columns.")
    return SeasonFile(tuple(matches), tuple(problems))


class _Row(NamedTuple):
    number: int
    cells: list[str]


def _rows(text: str) -> Iterator[_Row]:
    """The rows that have something in them, with the number of their first line.

    Raises:
        csv.Error: what follows cannot be told apart.
    """
    delimiter = max(DELIMITERS, key=text.partition("\n")[0].count)
    reader = csv.reader(StringIO(text, newline=""), strict=True, delimiter=delimiter)
    before = 0
    for cells in reader:
        number, before = before + 1, reader.line_num
        if any(cell.strip() for cell in cells):
            yield _Row(number, cells)


def _header(cells: list[str], columns: Columns) -> list[str]:
    """The names of the columns of a file.

    Raises:
        Refused: they are not those of this league's game.
    """
    names = [cell.strip().casefold() for cell in cells]
    repeated = [name for name, count in Counter(names).items() if count > 1 and name]
    unknown = [name for name in names if name and name not in columns.known]
    missing = [name for name in columns.needed if name not in names]
    wrong = [
        *([f"Missing: {', '.join(missing)}."] if missing else []),
        *([f"Unknown: {', '.join(map(quoted, unknown[:5]))}."] if unknown else []),
        *([f"There twice: {', '.join(map(quoted, repeated))}."] if repeated else []),
        *(["A column has no name."] if "" in names else []),
    ]
    if wrong:
        fitting = ", ".join(columns.needed)
        raise Refused(f"The columns don't fit this league. {' '.join(wrong)} It needs `{fitting}`.")
    return names


def _again(match: ReadMatch, seen: dict[MatchKey, int], terms: Terms) -> list[str]:
    """What is wrong with a match that is there already: in the season, or in an earlier line."""
    key = key_of(match.result)
    if key in terms.stored:
        return ["The season has this match already."]
    first = seen.setdefault(key, match.line)
    return [] if first == match.line else [f"It's the same match as in line {first:,}."]
