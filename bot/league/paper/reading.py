"""Parses a season file into matches, problems and questions, each with its line."""

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
from bot.league.paper.duplicates import KnownReports, report_of
from bot.league.paper.lines import FileContext, ReadLine, ReadMatch, is_title, read_line
from bot.league.paper.people import quoted
from bot.league.paper.unclear import Question
from rules.core.words import counted

MOST_BYTES: Final = 1_000_000
MOST_MATCHES: Final = 2_000
MOST_TITLES: Final = 50
"""Most lines above the header."""
BYTE_ORDER_MARK: Final = "\ufeff"
WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
"""First bytes of a file that Excel saved as Unicode text (UTF-16)."""
PACKED: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""First bytes of a workbook."""
WINDOWS_ENCODING: Final = "cp1252"
"""Encoding of CSV files from Excel, unless UTF-8 is chosen."""
DELIMITERS: Final = ",;\t"
BLANK: Final = re.compile(r'[\s",;]*')
DEAL_LIKE: Final = re.compile(r"\s*[-−–+]?\d[-−–+\d\s.,:/|]*")
QUOTES: Final = "Here a quotation mark isn't closed or stands inside a cell, or a cell is far too long."


class Problem(NamedTuple):
    """An error in a line of a file, as a sentence."""

    line: int
    """Line number as in an editor."""
    what: str


class Asked(NamedTuple):
    """An ambiguous value in a line."""

    line: int
    question: Question


@dataclass(frozen=True, slots=True)
class SeasonFile:
    """A parsed file: its matches, problems and open questions, and what was ignored."""

    matches: tuple[ReadMatch, ...]
    problems: tuple[Problem, ...]
    """By line; with any of them the file cannot be imported."""
    questions: tuple[Asked, ...] = ()
    """By line; the file cannot be imported until they are answered."""
    titles: tuple[int, ...] = ()
    """Lines ignored as titles."""
    unread: tuple[str, ...] = ()
    """Columns ignored."""
    is_windows_text: bool = False
    """Whether the text was decoded as Windows-1252, not being UTF-8."""

    @property
    def is_right(self) -> bool:
        """Whether it can be imported: no problems and no open questions."""
        return not (self.problems or self.questions)


def decoded(content: bytes) -> tuple[str, bool]:
    """The text of a CSV file, decoded as UTF-8, else as Windows-1252, and whether it was the latter.

    Raises ``Refused`` if it is too large, not text, or not CSV.
    """
    if len(content) > MOST_BYTES:
        raise Refused(f"The file is too large. {MOST_BYTES // 1000:,} kB is the most. Split it.")
    if content.startswith(PACKED):
        raise Refused("That's a workbook. Save it as CSV (UTF-8) and attach that file.")
    if content.startswith(WIDE):
        raise Refused("The file is saved as UTF-16. Save it as CSV (UTF-8) and attach that file.")
    try:
        return content.decode("utf-8").removeprefix(BYTE_ORDER_MARK), False
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
    refusal = Refused(f"Line {line:,} has a character that isn't UTF-8. Save it as CSV (UTF-8).")
    if content.startswith(BOM_UTF8) or b"\0" in content:  # a zero byte means a binary file, such as a picture
        raise refusal
    try:
        return content.decode(WINDOWS_ENCODING), True
    except UnicodeDecodeError:
        raise refusal from None


def read_file(content: bytes, context: FileContext) -> SeasonFile:
    """Parse a file and check each match against the league.

    Raises ``Refused`` if it is empty, too large, no season file of this league, or has too many matches.
    """
    text, is_windows_text = decoded(content)
    if BLANK.fullmatch(text):
        raise Refused("The file is empty.")
    lines = list(StringIO(text, newline=""))
    head = _head(lines, columns_of(context.playing))
    matches, problems, questions, titles = list[ReadMatch](), list[Problem](), list[Asked](), list[int]()
    titles += [number for number, line in enumerate(lines[: head.line - 1], 1) if not BLANK.fullmatch(line)]
    seen = KnownReports()
    number, count = head.line, 0
    try:
        for number, cells in _rows(lines, head):
            if is_title(cells, context.roster) or _normalized(cells) == _normalized(head.cells):
                titles.append(number)
                continue
            count += 1
            if count > MOST_MATCHES:
                raise Refused(f"The file has more than {MOST_MATCHES:,} matches. Split it.")
            read = _read(number, cells, head, context)
            if read.match is not None:
                matches.append(read.match)
                read = ReadLine(wrong=_repeat_errors(read.match, seen, context))
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
        is_windows_text=is_windows_text,
    )


class _Head(NamedTuple):
    """The header of a file."""

    line: int
    """Line number as in an editor."""
    cells: list[str]
    """As written."""
    names: list[str]
    """The known name of each column; empty for one that is ignored."""
    columns: Columns
    delimiter: str

    @property
    def unread(self) -> tuple[str, ...]:
        """Ignored columns, as written."""
        return tuple(
            cell.strip()
            for cell, name in zip(self.cells, self.names, strict=True)
            if not name and cell.strip()
        )

    @property
    def width(self) -> int:
        """Number of columns up to the last known one."""
        return max(place for place, name in enumerate(self.names, 1) if name)


def _head(lines: Sequence[str], columns: Columns) -> _Head:
    """The first line that names all needed columns; titles may precede it.

    Raises ``Refused`` if no line names the columns of this league's game, or one is there twice.
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
                repeated = [name for name, count in Counter(head.names).items() if count > 1 and name]
                if repeated:
                    twice = ", ".join(map(quoted, repeated))
                    raise Refused(f"The columns don't fit this league. There twice: {twice}.")
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
    """Known names of columns, ignoring case and separators; empty for unknown ones."""
    known = {name.replace("_", ""): name for name in columns.known}
    return [known.get(name, "") for name in _normalized(cells)]


def _normalized(cells: Sequence[str]) -> list[str]:
    return [re.sub(r"[\s_-]+", "", cell.casefold()) for cell in cells]


def _rows(lines: Sequence[str], head: _Head) -> Iterator[tuple[int, list[str]]]:
    """Rows below the header that are not blank, each after the number of its first line.

    csv.Error: the quoting is broken.
    """
    reader = csv.reader(lines[head.line :], strict=True, skipinitialspace=True, delimiter=head.delimiter)
    before = 0
    for cells in reader:
        number, before = head.line + before + 1, reader.line_num
        if any(cell.strip() for cell in cells):
            yield number, cells


def _read(number: int, cells: list[str], head: _Head, context: FileContext) -> ReadLine:
    """A row as a match or its errors."""
    fitted = _cells_by_column(cells, head)
    if fitted is None:
        return ReadLine(
            wrong=[f"It has {counted(len(cells), 'cell')} for {counted(len(head.names), 'column')}."]
        )
    return read_line(number, fitted, head.columns, context)


def _cells_by_column(cells: list[str], head: _Head) -> Mapping[str, str] | None:
    """The cells by known column; None with too many or too few cells.

    Deals that are not quoted may be split by semicolons, the delimiter; they are joined again. Extra cells
    after the last known column are allowed, as a note may contain commas.
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
    """A row with its deals joined into one cell, from at most ``surplus`` extra cells."""
    if surplus <= 0:
        return cells
    number = len(list(takewhile(DEAL_LIKE.fullmatch, cells[at + 1 : at + 1 + surplus])))
    return [*cells[:at], ";".join(cells[at : at + 1 + number]), *cells[at + 1 + number :]]


def _repeat_errors(match: ReadMatch, seen: KnownReports, context: FileContext) -> list[str]:
    """Errors: the match is in the season or in an earlier line already. An empty list for a new match."""
    report = report_of(match.result, context.playing, match.when.within)
    said = context.known.repeat_message(report) or seen.repeat_message(report)
    seen.add(report, f"It's the same match as in line {match.line:,}.")
    return [said] if said else []
