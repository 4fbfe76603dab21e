"""A season's file read: its matches, or what is wrong or unclear in which line. A bad file is not used."""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import takewhile
from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.league.paper.columns import DEALS, Columns, columns_of
from bot.league.paper.lines import ReadLine, ReadMatch, Terms, is_title, read_line
from bot.league.paper.people import quoted
from bot.league.paper.sameness import Tellings, telling_of
from bot.league.paper.unclear import Question
from rules.core.words import counted

MOST_BYTES: Final = 1_000_000
MOST_MATCHES: Final = 2_000
MOST_TITLES: Final = 50
"""Lines that may stand above the names of the columns."""
BYTE_ORDER_MARK: Final = "\ufeff"
WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
"""How a file begins that Excel has saved as Unicode text."""
PACKED: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How a workbook begins."""
OF_WINDOWS: Final = "cp1252"
"""How Excel saves a CSV file that is not told to be UTF-8."""
DELIMITERS: Final = ",;\t"
BLANK: Final = re.compile(r'[\s",;]*')
DEAL_LIKE: Final = re.compile(r"\s*[-−–+]?\d[-−–+\d\s.,:/|]*")
QUOTES: Final = "Here a quotation mark isn't closed or stands inside a cell, or a cell is far too long."


class Problem(NamedTuple):
    """Something wrong with a file."""

    line: int
    """Where, as an editor counts lines."""
    what: str


class Asked(NamedTuple):
    """Something in a line that can be read in two ways."""

    line: int
    question: Question


@dataclass(frozen=True, slots=True)
class SeasonFile:
    """A file that was read."""

    matches: tuple[ReadMatch, ...]
    problems: tuple[Problem, ...]
    """In the order of the lines; nothing may be stored unless there are none."""
    questions: tuple[Asked, ...] = ()
    """In the order of the lines; nothing may be stored until they are answered."""
    titles: tuple[int, ...] = ()
    """Lines that were left out, since they tell of no match."""
    unread: tuple[str, ...] = ()
    """Columns that were left out."""
    is_of_windows: bool = False
    """Whether its text was taken to be Windows-1252, since it is no UTF-8."""

    @property
    def is_right(self) -> bool:
        """Whether all of it can be stored."""
        return not (self.problems or self.questions)


class Decoded(NamedTuple):
    """The text of a file."""

    text: str
    is_of_windows: bool


def decoded(content: bytes) -> Decoded:
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
        return Decoded(content.decode("utf-8").removeprefix(BYTE_ORDER_MARK), is_of_windows=False)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
    refusal = Refused(f"Line {line:,} has a character that isn't UTF-8. Save it as CSV (UTF-8).")
    if content.startswith(BOM_UTF8) or b"\0" in content:  # no text has a zero byte: a picture, say
        raise refusal
    try:
        return Decoded(content.decode(OF_WINDOWS), is_of_windows=True)
    except UnicodeDecodeError:
        raise refusal from None


def read_file(content: bytes, terms: Terms) -> SeasonFile:
    """Read a file, and hold each match against the league.

    Raises:
        Refused: it is no file of a season of this league, so that no line of it can be read.
    """
    text, is_of_windows = decoded(content)
    if BLANK.fullmatch(text):
        raise Refused("The file is empty.")
    lines = list(StringIO(text, newline=""))
    head = _head(lines, columns_of(terms.playing))
    matches, problems, questions, titles = list[ReadMatch](), list[Problem](), list[Asked](), list[int]()
    titles += [number for number, line in enumerate(lines[: head.line - 1], 1) if not BLANK.fullmatch(line)]
    seen = Tellings()
    number, count = head.line, 0
    try:
        for number, cells in _rows(lines, head):
            if is_title(cells, terms.roster) or _plain(cells) == _plain(head.cells):
                titles.append(number)
                continue
            count += 1
            if count > MOST_MATCHES:
                raise Refused(f"The file has more than {MOST_MATCHES:,} matches. Split it.")
            read = _read(number, cells, head, terms)
            if read.match is not None:
                matches.append(read.match)
                read = ReadLine(wrong=_again(read.match, seen, terms))
            problems += [Problem(number, what) for what in read.wrong]
            questions += [Asked(number, question) for question in read.unclear]
    except csv.Error:
        problems.append(Problem(number + 1, QUOTES))
    if not (matches or problems or questions):
        raise Refused("The file has no matches, only the names of columns.")
    return SeasonFile(
        *(tuple(matches), tuple(problems), tuple(questions)),
        titles=tuple(titles),
        unread=head.unread,
        is_of_windows=is_of_windows,
    )


class _Head(NamedTuple):
    """The names of the columns of a file."""

    line: int
    """Where they stand, as an editor counts lines."""
    cells: list[str]
    """As they are written."""
    names: list[str]
    """What each column is called here; empty for one that is not read."""
    columns: Columns
    delimiter: str

    @property
    def unread(self) -> tuple[str, ...]:
        """The columns that are not read, as they are written."""
        return tuple(
            cell.strip()
            for cell, name in zip(self.cells, self.names, strict=True)
            if not name and cell.strip()
        )

    @property
    def width(self) -> int:
        """How many columns there are up to the last one that is read."""
        return max(place for place, name in enumerate(self.names, 1) if name)


def _head(lines: Sequence[str], columns: Columns) -> _Head:
    """The first line that names all columns of a match: titles may stand above it.

    Raises:
        Refused: there is none of this league's game.
    """
    found, is_garbled = list[_Head](), False
    for number, line in enumerate(lines[:MOST_TITLES], 1):
        for delimiter in DELIMITERS if not BLANK.fullmatch(line) else "":
            try:
                cells = next(csv.reader([line], strict=True, skipinitialspace=True, delimiter=delimiter))
            except csv.Error:
                is_garbled = True
                continue
            head = _Head(number, cells, _names(cells, columns), columns, delimiter)
            if set(columns.needed) <= set(head.names):
                _check_once(head.names)
                return head
            found.append(head)
    best = max(found, key=lambda head: len(set(head.names)), default=None)
    if best is None or (is_garbled and not any(best.names)):
        raise Refused(f"The first line can't be read. {QUOTES}")
    missing = [name for name in columns.needed if name not in best.names]
    unknown = ", ".join(map(quoted, best.unread[:5])) if any(best.names) else ""
    raise Refused(
        f"The columns don't fit this league. Missing: {', '.join(missing)}."
        f"{f' Unknown: {unknown}.' if unknown else ''} It needs `{', '.join(columns.needed)}`."
    )


def _names(cells: Sequence[str], columns: Columns) -> list[str]:
    """What the columns of a file are called here, whatever stands between their words; empty for others."""
    known = {name.replace("_", ""): name for name in columns.known}
    return [known.get(name, "") for name in _plain(cells)]


def _plain(cells: Sequence[str]) -> list[str]:
    return [re.sub(r"[\s_-]+", "", cell.casefold()) for cell in cells]


def _check_once(names: Sequence[str]) -> None:
    """Check that no column that is read stands twice.

    Raises:
        Refused: one does.
    """
    repeated = [name for name, count in Counter(names).items() if count > 1 and name]
    if repeated:
        raise Refused(f"The columns don't fit this league. There twice: {', '.join(map(quoted, repeated))}.")


class _Row(NamedTuple):
    number: int
    cells: list[str]


def _rows(lines: Sequence[str], head: _Head) -> Iterator[_Row]:
    """The rows below the names of the columns that are not blank, with the number of their first line.

    Raises:
        csv.Error: what follows cannot be told apart.
    """
    reader = csv.reader(lines[head.line :], strict=True, skipinitialspace=True, delimiter=head.delimiter)
    before = 0
    for cells in reader:
        number, before = head.line + before + 1, reader.line_num
        if any(cell.strip() for cell in cells):
            yield _Row(number, cells)


def _read(number: int, cells: list[str], head: _Head, terms: Terms) -> ReadLine:
    """What a row says."""
    fitted = _fitted(cells, head)
    if fitted is None:
        return ReadLine(
            wrong=[f"It has {counted(len(cells), 'cell')} for {counted(len(head.names), 'column')}."]
        )
    return read_line(number, fitted, head.columns, terms)


def _fitted(cells: list[str], head: _Head) -> Mapping[str, str] | None:
    """The cells of the columns that are read; None where there are too many or too few.

    Deals without quotation marks are apart by the semicolons that set columns apart. What stands behind
    the last column that is read may be a note with commas in it.
    """
    names = head.names
    if head.delimiter == ";" and DEALS in names:
        cells = _with_whole_deals(cells, names.index(DEALS), len(cells) - len(names))
    while len(cells) > len(names) and not cells[-1].strip():
        cells = cells[:-1]
    if len(cells) > len(names) == head.width:
        return None
    if any(name in head.columns.needed for name in names[len(cells) :]):
        return None
    return {name: cell for name, cell in zip(names, cells, strict=False) if name}


def _with_whole_deals(cells: list[str], at: int, surplus: int) -> list[str]:
    """A row whose deals are one cell, of at most so many more cells as it has."""
    if surplus <= 0:
        return cells
    number = len(list(takewhile(DEAL_LIKE.fullmatch, cells[at + 1 : at + 1 + surplus])))
    return [*cells[:at], ";".join(cells[at : at + 1 + number]), *cells[at + 1 + number :]]


def _again(match: ReadMatch, seen: Tellings, terms: Terms) -> list[str]:
    """What is wrong with a match that is there already: in the season, or in an earlier line."""
    telling = telling_of(match.result, terms.playing, match.when.within)
    said = terms.known.again(telling) or seen.again(telling)
    seen.add(telling, f"It's the same match as in line {match.line:,}.")
    return [said] if said else []
