"""A club's score book as its treasurer kept it, in two files: every form people write is read correctly.

The first is UTF-8 with a byte order mark, commas and Windows line ends; the second is Windows-1252 with
semicolons. The meaning of each line was written by hand (``data/book_expected.txt``).
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from bot.league.paper.lines import ReadMatch
from bot.league.paper.people import Roster
from bot.league.paper.reading import Problem, SeasonFile, read_file
from bot.league.paper.unclear import NO_ANSWERS, Answers, Doubt
from bot.models.stored_league import SeasonEntry
from tests.league.paper.club import ANN, BEN, CLEO, DAN, GUS, NOW, context

DATA: Final = Path(__file__).parent / "data"
BOOKS: Final = ("book_2024.csv", "book_2025.csv")
JOSE: Final = GUS + 1
PAIRS: Final = (
    SeasonEntry((ANN, BEN), ("Ann", "Ben (he/him)"), NOW - 9e7),
    SeasonEntry((CLEO, DAN), ("Cleo", "Dan O'Neil, Jr."), NOW - 9e7),
    SeasonEntry((GUS, JOSE), ("Günther", "José"), NOW - 9e7),
)
LETTERS: Final = {ANN: "A", BEN: "B", CLEO: "C", DAN: "D", GUS: "G", JOSE: "J"}
AMERICAN: Final[Answers] = {Doubt.SLASHES: 0, Doubt.WINNER: 1}
GERMAN: Final[Answers] = {Doubt.SLASHES: 1, Doubt.DOTS: 1}
ANSWERS: Final = (AMERICAN, GERMAN)
TWICE: Final = (
    (
        Problem(28, "It's the same match as in line 5."),
        Problem(29, "It's the same match as in line 7."),
        Problem(30, "It's the same match as in line 8."),
    ),
    (
        Problem(28, "It's the same match as in line 4."),
        Problem(29, "It's the same match as in line 18."),
    ),
)
TITLES: Final = ((1, 2, 10, 21), (1, 2, 15))


def read(number: int, answers: Answers, *, once: bool = False) -> SeasonFile:
    """One of the two files; optionally without the lines that repeat a match."""
    content = (DATA / BOOKS[number]).read_bytes()
    if once:
        content = b"\n".join(content.split(b"\n")[:27])
    return read_file(content, context(roster=Roster(PAIRS, {}), answers=answers))


def expected(number: int) -> list[str]:
    """The expected matches of a file, as written by hand."""
    return (DATA / "book_expected.txt").read_text().split("----\n")[number].splitlines()


def told(match: ReadMatch) -> str:
    """A match in the form of the expected ones."""
    one, other, partner, second = (LETTERS[player.id] for player in match.result.players)
    first, last = match.result.totals
    moment = datetime.fromtimestamp(match.result.at, UTC)
    exact = f"{moment:%Y-%m-%d %H:%M:%S}" + f"{moment:.%f}".rstrip("0").rstrip(".")
    parts = [
        str(match.line),
        f"{moment:%Y-%m-%d}" if match.when.is_a_day else exact,
        f"{one}{partner} {first} {other}{second} {last}",
        "; ".join(" ".join(map(str, deal)) for deal in match.result.deals),
        "" if match.result.winner is None else f"won by {match.result.winner + 1}",
        "" if match.state == "counts" else match.state,
    ]
    return " | ".join(filter(None, parts))


@pytest.mark.parametrize("number", [0, 1])
def test_book_of_a_club_reads_as_written_down_by_hand(number: int) -> None:
    book = read(number, ANSWERS[number], once=True)
    assert (book.problems, book.questions) == ((), ())
    assert [told(match) for match in book.matches] == expected(number)
    assert book.titles == TITLES[number]
    assert book.unread == ("Notes",)
    assert book.is_windows_text == (number == 1)


@pytest.mark.parametrize("number", [0, 1])
def test_matches_with_swapped_sides_are_found_to_be_duplicates(number: int) -> None:
    assert read(number, ANSWERS[number]).problems == TWICE[number]


@pytest.mark.parametrize(
    ("number", "lines"),
    [
        (0, {Doubt.SLASHES: [6, 22, 26]}),
        (1, {Doubt.DOTS: [5, 10], Doubt.SLASHES: [19]}),
    ],
)
def test_only_ambiguous_entries_are_asked_about(number: int, lines: dict[Doubt, list[int]]) -> None:
    asked = read(number, NO_ANSWERS, once=True).questions
    assert {
        doubt: [one.line for one in asked if one.question.doubt is doubt]
        for doubt in {one.question.doubt for one in asked}
    } == lines


def test_winner_that_contradicts_the_points_is_asked_about() -> None:
    [asked] = read(0, {Doubt.SLASHES: 0}, once=True).questions
    assert (asked.line, asked.question.doubt) == (22, Doubt.WINNER)
    by_points = read(0, {Doubt.SLASHES: 0, Doubt.WINNER: 0}, once=True)
    [match] = [match for match in by_points.matches if match.line == 22]
    assert match.result.winner is None
