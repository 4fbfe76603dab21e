"""Computes the standings of a season from credits.

A line is computed from an entrant's sums (``Tally``), so stored sums can be used. Meetings (``met``) are
needed only to break ties, and single credits only to explain a figure (``share_of``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from bot.models.credits import Credit, Entrant, How, Verdict
from bot.models.scoring import Method, Scoring, TieBreak, game_points, match_points

_Merit = tuple[Fraction, ...]
"""Sort key of lines: higher is better, and the empty tuple is worst."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one credit adds to a line's value: ``earned`` out of ``of``."""

    credit: Credit
    earned: int
    of: int


class Met(NamedTuple):
    """A meeting: how a match ended for an entrant, and its opponents."""

    verdict: Verdict
    against: tuple[Entrant, ...]


class Tally(NamedTuple):
    """Sums over the credits of one entrant, independent of how the season is scored."""

    entrant: Entrant
    credits: int = 0
    won: int = 0
    """With forfeits, as are ``drawn`` and ``lost``."""
    drawn: int = 0
    lost: int = 0
    walkovers: int = 0
    """Of ``won``, those because the opponents stayed away."""
    forfeits: int = 0
    """Of ``lost``, those by staying away."""
    points: int = 0
    """Points of the game, summed."""
    with_points: int = 0
    """Number of credits that have points."""
    matchpoints: int = 0
    possible: int = 0
    left: int = 0
    """Of ``lost``, those by leaving."""

    @property
    def has_only_forfeited(self) -> bool:
        """Whether every match was lost by staying away or leaving; False without a match."""
        return 0 < self.credits == self.forfeits + self.left

    @property
    def played(self) -> int:
        """Number of matches and evenings, without forfeits of either side."""
        return self.credits - self.walkovers - self.forfeits


def tallied(entrant: Entrant, given: Iterable[Credit]) -> Tally:
    """The sums over an entrant's credits."""
    found = list(given)
    forfeited = [credit.verdict for credit in found if credit.how is How.FORFEITED]
    verdicts = [credit.verdict for credit in found]
    return Tally(
        entrant,
        credits=len(found),
        won=verdicts.count(Verdict.WON),
        drawn=verdicts.count(Verdict.DRAWN),
        lost=verdicts.count(Verdict.LOST),
        walkovers=forfeited.count(Verdict.WON),
        forfeits=forfeited.count(Verdict.LOST),
        points=sum(credit.points or 0 for credit in found),
        with_points=sum(credit.points is not None for credit in found),
        matchpoints=sum(credit.matchpoints for credit in found),
        possible=sum(credit.possible for credit in found),
        left=sum(credit.verdict is Verdict.LOST and credit.how is How.LEFT for credit in found),
    )


@dataclass(frozen=True, slots=True)
class Line:
    """A line of standings: an entrant's sums, its place, the figure that decides, and its tie-breaks."""

    tally: Tally
    place: int | None
    """Equals share a place and the next is skipped.

    None for entrants with too few matches, that only forfeited, or that left the season.
    """
    value: Fraction | None
    """The figure that decides, by the season's method; None if there is nothing to compute it from."""
    breaks: tuple[tuple[TieBreak, Fraction], ...] = ()
    """Tie-breaks applied to this entrant, each with its figure."""

    @property
    def entrant(self) -> Entrant:
        """The player or pair."""
        return self.tally.entrant


def met(given: Iterable[Credit]) -> list[Met]:
    """Meetings from credits that have a verdict."""
    return [Met(one.verdict, one.against) for one in given if one.verdict is not None]


def ranked(
    tallies: Iterable[Tally],
    scoring: Scoring,
    ratings: Mapping[Entrant, int] | None = None,
    meetings: Mapping[Entrant, Sequence[Met]] | None = None,
    left: AbstractSet[Entrant] = frozenset(),
) -> tuple[Line, ...]:
    """The standings of a season, best first; lines without a place come last.

    ``ratings`` are used if the season is scored by them, provisional ones too. ``meetings`` are needed for
    the entrants from ``tied``. Entrants that ``left`` get a line without a place.
    """
    placed: list[Line] = []
    others: list[Line] = []
    for line in _lines(tallies, scoring, ratings):
        (placed if _has_place(line, scoring, left) else others).append(line)
    known = meetings or {}
    lines = [line for group in _in_order(others, scoring, known) for line in group]
    return (*_with_places(placed, scoring, known), *lines)


def tied(
    tallies: Iterable[Tally],
    scoring: Scoring,
    ratings: Mapping[Entrant, int] | None = None,
    left: AbstractSet[Entrant] = frozenset(),
) -> tuple[Entrant, ...]:
    """Entrants with credits that are equal before tie-breaks; empty if meetings do not break ties."""
    if TieBreak.HEAD_TO_HEAD not in scoring.ties:
        return ()
    groups = defaultdict[object, list[Entrant]](list)
    for line in _lines(tallies, scoring, ratings):
        if line.tally.credits:
            groups[_has_place(line, scoring, left), line.value].append(line.entrant)
    return tuple(entrant for group in groups.values() if len(group) > 1 for entrant in group)


def share_of(credit: Credit, scoring: Scoring) -> Share:
    """What a credit adds to the value of its line; zero in a season scored by ratings."""
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


def _lines(
    tallies: Iterable[Tally], scoring: Scoring, ratings: Mapping[Entrant, int] | None
) -> Iterable[Line]:
    for one in tallies:
        yield Line(one, None, _value(one, scoring, ratings or {}))


def _has_place(line: Line, scoring: Scoring, left: AbstractSet[Entrant]) -> bool:
    if line.value is None or line.entrant in left or line.tally.has_only_forfeited:
        return False
    return line.tally.played >= scoring.least


def _value(tally: Tally, scoring: Scoring, ratings: Mapping[Entrant, int]) -> Fraction | None:
    """The figure that decides: the sum of what all credits earned, or its quotient by what was possible."""
    match scoring.method:
        case Method.MATCH_POINTS:
            lost = scoring.loss * (tally.lost - tally.forfeits) + scoring.forfeit * tally.forfeits
            earned = scoring.win * tally.won + scoring.draw * tally.drawn + lost
            return Fraction(earned) if tally.credits else None
        case Method.TOTAL:
            return Fraction(tally.points + scoring.walkover * tally.walkovers) if tally.credits else None
        case Method.AVERAGE:
            return _average(tally)
        case Method.PERCENT:
            return Fraction(100 * tally.matchpoints, tally.possible) if tally.possible else None
        case Method.RATING:
            return Fraction(ratings[tally.entrant]) if tally.entrant in ratings else None


_Meetings = Mapping[Entrant, Sequence[Met]]


def _with_places(lines: Sequence[Line], scoring: Scoring, meetings: _Meetings) -> list[Line]:
    placed: list[Line] = []
    for group in _in_order(lines, scoring, meetings):
        placed += [replace(line, place=len(placed) + 1) for line in group]
    return placed


def _in_order(lines: Sequence[Line], scoring: Scoring, meetings: _Meetings) -> list[list[Line]]:
    """Groups of equal lines, best first, after tie-breaks."""
    sign = scoring.ranking.merit(1) if scoring.method is Method.AVERAGE else 1

    def merit(line: Line) -> _Merit:
        return () if line.value is None else (line.value * sign,)

    groups = _split(lines, merit)
    for tie in scoring.ties:
        groups = [part for group in groups for part in _break_tie(group, tie, scoring, meetings)]
    return groups


def _break_tie(group: list[Line], tie: TieBreak, scoring: Scoring, meetings: _Meetings) -> list[list[Line]]:
    if len(group) == 1:
        return [group]
    found = _figures(group, tie, meetings)
    if len(set(found.values())) == 1:
        return [group]
    sign = {TieBreak.FORFEITS: -1, TieBreak.AVERAGE: scoring.ranking.merit(1)}.get(tie, 1)

    def merit(line: Line) -> _Merit:
        figure = found[line.entrant]
        return () if figure is None else (figure * sign,)

    with_breaks = [
        line
        if (figure := found[line.entrant]) is None
        else replace(line, breaks=(*line.breaks, (tie, figure)))
        for line in group
    ]
    return _split(with_breaks, merit)


def _figures(group: Sequence[Line], tie: TieBreak, meetings: _Meetings) -> Mapping[Entrant, Fraction | None]:
    """The figure of each line for a tie-break; None if there is nothing to compute it from."""
    match tie:
        case TieBreak.HEAD_TO_HEAD:
            return _head_to_head(group, meetings)
        case TieBreak.WINS:
            return {line.entrant: Fraction(line.tally.won) for line in group}
        case TieBreak.AVERAGE:
            return {line.entrant: _average(line.tally) for line in group}
        case TieBreak.FORFEITS:
            return {line.entrant: Fraction(line.tally.forfeits) for line in group}


_WON: Final = {Verdict.WON: Fraction(1), Verdict.DRAWN: Fraction(1, 2), Verdict.LOST: Fraction(0)}


def _head_to_head(group: Sequence[Line], meetings: _Meetings) -> dict[Entrant, Fraction]:
    rivals = {line.entrant for line in group}
    won = {
        line.entrant: [
            _WON[one.verdict] for one in meetings.get(line.entrant, ()) if not rivals.isdisjoint(one.against)
        ]
        for line in group
    }
    if not all(won.values()):
        return dict.fromkeys(won, Fraction(0))
    return {entrant: sum(own, Fraction(0)) / len(own) for entrant, own in won.items()}


def _average(tally: Tally) -> Fraction | None:
    return Fraction(tally.points, tally.with_points) if tally.with_points else None


def _split(lines: Iterable[Line], merit: Callable[[Line], _Merit]) -> list[list[Line]]:
    """Lines grouped by equal merit, best first."""
    ordered = sorted(lines, key=merit, reverse=True)
    return [list(equals) for _, equals in groupby(ordered, merit)]
