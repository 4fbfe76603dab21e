"""A league of two pairs, and a file of its season."""

from datetime import UTC, datetime

from bot.league.paper.columns import columns_of
from bot.league.paper.duplicates import IN_SEASON, KnownReports, report_of
from bot.league.paper.lines import FileContext
from bot.league.paper.people import Roster
from bot.league.paper.result import LeagueGame, PaperResult, league_game
from bot.league.paper.unclear import NO_ANSWERS, Answers
from bot.models.credits import Competing
from bot.models.stored_league import SeasonEntry
from bot.table.lobby.before_match import Person
from rules.codes import encode

ANN, BEN, CLEO, DAN, GUS = (10**17 + number for number in range(5))
NOW = datetime(2026, 11, 22, 20, tzinfo=UTC).timestamp()
KENTUCKY = league_game(encode("kentucky", {}), 4)
PAIRS = (
    SeasonEntry((ANN, BEN), ("Ann", "Ben"), NOW - 9e6),
    SeasonEntry((CLEO, DAN), ("Cleo", "=Dan"), NOW - 9e6),
)
ROSTER = Roster(PAIRS, {GUS: "Gus"})
HEADER = ",".join(columns_of(KENTUCKY).needed)
LINE = "2026-11-20,Ann,Ben,310,Cleo,<@100000000000000003>,245"


def game(key: str, seats: int) -> LeagueGame:
    """A game with a league's options."""
    return league_game(encode(key, {}), seats)


def context(
    *stored: PaperResult,
    playing: LeagueGame = KENTUCKY,
    competing: Competing = Competing.PAIRS,
    roster: Roster = ROSTER,
    answers: Answers = NO_ANSWERS,
) -> FileContext:
    """What a file is checked against: a season that has some matches."""
    known = KnownReports()
    for one in stored:
        known.add(report_of(one, playing), IN_SEASON)
    return FileContext(playing, competing, roster, NOW, known, answers)


def file(*lines: str, header: str = HEADER) -> bytes:
    """A file of the given lines."""
    return "\n".join([header, *lines, ""]).encode()


def result(*totals: int, deals: tuple[tuple[int, ...], ...] = ()) -> PaperResult:
    """A match of the two pairs."""
    who = zip((ANN, CLEO, BEN, DAN), ("Ann", "Cleo", "Ben", "=Dan"), strict=True)
    return PaperResult(tuple(Person(*one) for one in who), NOW - 86_400, totals, deals)
