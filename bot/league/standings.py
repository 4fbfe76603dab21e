"""The table of a season, from what its matches gave. Each figure is a sum over credits that it keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Final

from bot.league.credits import Credit, Entry, How, Verdict
from bot.league.scoring import Method, Scoring, TieBreak, game_points, match_points

Merit = tuple[Fraction, ...]
"""What lines are put in order by: the higher the better, and anything before nothing."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one credit brings to the value that decides: so many, of so many."""

    credit: Credit
    earned: int
    of: int


@dataclass(frozen=True, slots=True)
class Line:
    """One player or pair in the table of a season."""

    entry: Entry
    place: int | None
    """Equals share a place, and the next one is left out. None for those who have played too little."""
    value: Fraction | None
    """What decides, by the season's method; None where there is nothing to go by."""
    shares: tuple[Share, ...]
    """Where the value comes from, match by match; of a rating, its changes tell that."""
    breaks: tuple[tuple[TieBreak, Fraction], ...] = ()
    """What was looked at to break a tie, and what this entry had there."""

    @property
    def credits(self) -> tuple[Credit, ...]:
        """All that is counted here."""
        return tuple(share.credit for share in self.shares)

    @property
    def played(self) -> int:
        """How many matches, without forfeits."""
        return sum(credit.how is not How.FORFEITED for credit in self.credits)

    def number_of(self, verdict: Verdict) -> int:
        """How many matches went so."""
        return sum(credit.verdict is verdict for credit in self.credits)

    @property
    def forfeits(self) -> int:
        """How many matches were lost by staying away."""
        return sum(credit.how is How.FORFEITED and credit.verdict is Verdict.LOST for credit in self.credits)

    @property
    def points(self) -> int:
        """All points of the games."""
        return sum(credit.points or 0 for credit in self.credits)


def standings(
    roster: Iterable[Entry],
    given: Iterable[Credit],
    scoring: Scoring,
    ratings: Mapping[Entry, int] | None = None,
) -> tuple[Line, ...]:
    """The table of a season, the best first; those without a place come last.

    ``ratings`` decide where the method says so: leave out those that are provisional. Whoever is not on the
    roster is not in the table, but counts as an opponent.
    """
    found: dict[Entry, list[Credit]] = {entry: [] for entry in roster}
    for credit in given:
        if credit.entry in found:
            found[credit.entry].append(credit)
    placed: list[Line] = []
    others: list[Line] = []
    for entry, own in found.items():
        line = _line(entry, own, scoring, ratings or {})
        has_place = line.value is not None and line.played >= scoring.least
        (placed if has_place else others).append(line)
    return (*_with_places(placed, scoring), *(line for group in _in_order(others, scoring) for line in group))


def _line(entry: Entry, found: Sequence[Credit], scoring: Scoring, ratings: Mapping[Entry, int]) -> Line:
    shares = tuple(_share(credit, scoring) for credit in found)
    if scoring.method is Method.RATING:
        value = Fraction(ratings[entry]) if entry in ratings else None
    else:
        value = _quotient(shares, is_sum=scoring.method in (Method.MATCH_POINTS, Method.TOTAL))
    return Line(entry, None, value, shares)


def _share(credit: Credit, scoring: Scoring) -> Share:
    match scoring.method:
        case Method.MATCH_POINTS:
            return Share(credit, match_points(scoring, credit), 1)
        case Method.TOTAL:
            return Share(credit, game_points(scoring, credit), 1)
        case Method.AVERAGE:
            return Share(credit, credit.points or 0, int(credit.points is not None))
        case Method.PERCENT:
            return Share(credit, 100 * credit.matchpoints, credit.possible)
        case Method.RATING:
            return Share(credit, 0, 0)


def _quotient(shares: Iterable[Share], *, is_sum: bool) -> Fraction | None:
    found = list(shares)
    of = 1 if is_sum else sum(share.of for share in found)
    return Fraction(sum(share.earned for share in found), of) if found and of else None


def _with_places(lines: Sequence[Line], scoring: Scoring) -> list[Line]:
    placed: list[Line] = []
    for group in _in_order(lines, scoring):
        placed += [replace(line, place=len(placed) + 1) for line in group]
    return placed


def _in_order(lines: Sequence[Line], scoring: Scoring) -> list[list[Line]]:
    """The groups of those who are equal, the best first."""

    def merit(line: Line) -> Merit:
        if line.value is None:
            return ()
        return (line.value * (scoring.ranking.merit(1) if scoring.method is Method.AVERAGE else 1),)

    groups = _split(lines, merit)
    for tie in scoring.ties:
        groups = [part for group in groups for part in _broken(group, tie, scoring)]
    return groups


def _broken(group: list[Line], tie: TieBreak, scoring: Scoring) -> list[list[Line]]:
    if len(group) == 1:
        return [group]
    found = _figures(group, tie)
    noted = [replace(line, breaks=(*line.breaks, (tie, found[line.entry]))) for line in group]

    def merit(line: Line) -> Merit:
        figure = found[line.entry]
        match tie:
            case TieBreak.FORFEITS:
                return (-figure,)
            case TieBreak.AVERAGE:
                return (figure * scoring.ranking.merit(1),)
            case _:
                return (figure,)

    return _split(noted, merit)


def _figures(group: Sequence[Line], tie: TieBreak) -> dict[Entry, Fraction]:
    match tie:
        case TieBreak.HEAD_TO_HEAD:
            return _head_to_head(group)
        case TieBreak.WINS:
            return {line.entry: Fraction(line.number_of(Verdict.WON)) for line in group}
        case TieBreak.AVERAGE:
            return {line.entry: _average(line) for line in group}
        case TieBreak.FORFEITS:
            return {line.entry: Fraction(line.forfeits) for line in group}


_WON: Final = {Verdict.WON: Fraction(1), Verdict.DRAWN: Fraction(1, 2), Verdict.LOST: Fraction(0)}


def _head_to_head(group: Sequence[Line]) -> dict[Entry, Fraction]:
    rivals = {line.entry for line in group}
    met = {
        line.entry: [
            _WON[credit.verdict]
            for credit in line.credits
            if credit.verdict is not None and not rivals.isdisjoint(credit.against)
        ]
        for line in group
    }
    if not all(met.values()):
        return dict.fromkeys(met, Fraction(0))
    return {entry: sum(won, Fraction(0)) / len(won) for entry, won in met.items()}


def _average(line: Line) -> Fraction:
    played = [credit.points for credit in line.credits if credit.points is not None]
    return Fraction(sum(played), len(played)) if played else Fraction(0)


def _split(lines: Iterable[Line], merit: Callable[[Line], Merit]) -> list[list[Line]]:
    """The best first; those whose merit is the same are together."""
    ordered = sorted(lines, key=merit, reverse=True)
    return [list(equals) for _, equals in groupby(ordered, merit)]
