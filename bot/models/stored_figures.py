"""Sums over the matches and deals of players and pairs: the basis of statistics and leaderboards.

A match belongs to the player who ended most of the seat's deals, a deal to the player seated at its end. A
deal that a stand-in computer ended counts for no one. A pair is two players who share a score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from operator import add, attrgetter, neg
from typing import Final, NamedTuple

from bot.models.credits import Abandoned, Competing, Entrant, Seated, Verdict, credits_of, seated
from bot.models.stored_results import Contract, DealPlayer, DealResult, DealSide, MatchResult


@dataclass(frozen=True, slots=True)
class Figures:
    """Sums over matches and deals of a player or pair. Points are comparable within one game only."""

    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    left_early: int = 0
    """Matches lost by leaving (also in ``lost``), regardless of the cards."""
    points: int = 0
    """Final points of the own side in ``points_matches``."""
    points_matches: int = 0
    """Matches played to the end in which points decide."""
    deals: int = 0
    scored: int = 0
    """Points of the own side in ``deals``."""
    bids: int = 0
    """Deals declared; for a pair, by either of the two."""
    made: int = 0
    bid_points: int = 0
    """Sum of the bids in ``bids``."""
    over_bid: int = 0
    """Points taken above the bid, in bids made."""
    nest: int = 0
    """Points in the nest, in deals declared."""
    declared: int = 0
    """Points scored in deals declared."""
    partner_bids: int = 0
    """Deals that the partner declared; 0 for a pair."""
    partner_made: int = 0
    defended: int = 0
    """Deals that an opponent declared."""
    setting: int = 0
    """Deals defended in which the bid failed."""
    defending: int = 0
    """Points scored in deals defended."""

    def __add__(self, other: Figures) -> Figures:
        return Figures(*map(add, sums_of(self), sums_of(other)))

    def __neg__(self) -> Figures:
        return Figures(*map(neg, sums_of(self)))

    @property
    def set_back(self) -> int:
        """Bids that failed."""
        return self.bids - self.made

    @property
    def win_share(self) -> Fraction | None:
        """Share of matches won; None without a match."""
        return _quotient(self.won, self.matches)

    @property
    def average_deal(self) -> Fraction | None:
        """Average points per deal; None without a deal."""
        return _quotient(self.scored, self.deals)

    @property
    def made_share(self) -> Fraction | None:
        """Share of own bids made; None without a bid."""
        return _quotient(self.made, self.bids)

    @property
    def average_bid(self) -> Fraction | None:
        """Average own bid; None without a bid."""
        return _quotient(self.bid_points, self.bids)

    @property
    def average_over(self) -> Fraction | None:
        """Average points above the bid, per bid made; None if none was made."""
        return _quotient(self.over_bid, self.made)

    @property
    def average_nest(self) -> Fraction | None:
        """Average points in the nest, per deal declared; None without one."""
        return _quotient(self.nest, self.bids)

    @property
    def average_declared(self) -> Fraction | None:
        """Average points scored per deal declared; None without one."""
        return _quotient(self.declared, self.bids)

    @property
    def setting_share(self) -> Fraction | None:
        """Share of deals defended in which the bid failed; None without one."""
        return _quotient(self.setting, self.defended)

    @property
    def average_defending(self) -> Fraction | None:
        """Average points scored per deal defended; None without one."""
        return _quotient(self.defending, self.defended)


def _quotient(what: int, by: int) -> Fraction | None:
    return Fraction(what, by) if by else None


NAMES: Final = tuple(field.name for field in fields(Figures))
"""Names of the sums, in the order of the fields."""
sums_of: Final[Callable[[Figures], tuple[int, ...]]] = attrgetter(*NAMES)
"""The sums as a tuple, in the order of ``NAMES``."""


class Height(NamedTuple):
    """How often a bid of one height was declared, and how often made."""

    bid: int
    bids: int
    made: int


class Played(NamedTuple):
    """One match's results and sums for a player or a pair."""

    entrant: Entrant
    side: int
    verdict: Verdict | None
    """None if the match does not count for this entrant."""
    margin: int | None
    """Points ahead of the best other side, negative behind.

    None if broken off, lost by leaving or not decided by points.
    """
    figures: Figures
    heights: tuple[Height, ...]
    points: int | None
    """Final points of the own side; None if they do not decide the match."""


def played_in(
    match: MatchResult,
    deals: Sequence[DealResult],
    abandoned: Abandoned | None = None,
    *,
    is_solitaire: bool = False,
) -> tuple[Played, ...]:
    """Each entrant's results and sums in a match, players first, then pairs.

    A match broken off counts as its season says by ``abandoned``. Outside a season (None), players who left
    may have lost it, but no one has won. Players of a solitaire may have dealt in turn: a deal counts for
    players with a score of it.
    """
    if is_solitaire:
        deals = [replace(one, players=_dealt_in(one)) for one in deals]
    seats = seated(match, deals)
    by_side = defaultdict[int, list[Seated]](list)
    for seat in seats:
        by_side[seat.end.side].append(seat)
    players = _Sums(match, deals, Competing.PLAYERS, abandoned)
    for seat in seats:
        players.add_match(_person(seat.holder), (seat,))
        players.add_deals((seat.end.seat,))
    couples = _Sums(match, deals, Competing.PAIRS, abandoned)
    for first, second in (some for some in by_side.values() if len(some) == 2):
        couples.add_match(_pair(first.holder, second.holder), (first, second))
        couples.add_deals((first.end.seat, second.end.seat))
    return (*players.played(), *couples.played())


class _Sums:
    """Collects the sums of one match, for players or for pairs."""

    def __init__(
        self,
        match: MatchResult,
        deals: Sequence[DealResult],
        competing: Competing,
        abandoned: Abandoned | None,
    ) -> None:
        self._match = match
        self._deals = deals
        given = [
            credit
            for credit in credits_of(
                0, match, deals, competing, abandoned or Abandoned.LEAVERS_LOSE, computers=True
            )
            if not match.broken_off or abandoned or credit.verdict is Verdict.LOST
        ]
        self._verdicts: Mapping[Entrant, Verdict | None] = {one.entrant: one.verdict for one in given}
        self._has_points = match.ranking.keeps_points and not match.broken_off
        self._points_of = {one.entrant: one.points or 0 for one in given} if self._has_points else {}
        self._side_of = {player.seat: player.side for player in match.players}
        self._points = {one.side: one.points for one in match.players} if self._has_points else {}
        self._sides: dict[Entrant, int] = {}
        self._decided: dict[Entrant, Verdict | None] = {}
        self._left: set[Entrant] = set()
        self._figures = defaultdict[Entrant, Figures](Figures)
        self._heights = defaultdict[Entrant, dict[int, Height]](dict)

    def add_match(self, entrant: Entrant | None, seats: Sequence[Seated]) -> None:
        """Count the match for an entrant, once; not if it is None, already counted or has no verdict."""
        if entrant is None or entrant in self._sides:
            return
        self._sides[entrant] = seats[0].end.side
        verdict = self._verdicts.get(entrant)
        self._decided[entrant] = verdict
        if verdict is None:
            return
        has_left = any(seat.has_left and seat.end.user_id in entrant for seat in seats)
        self._left |= {entrant} if has_left else set()
        self._figures[entrant] += Figures(
            matches=1,
            won=verdict is Verdict.WON,
            drawn=verdict is Verdict.DRAWN,
            lost=verdict is Verdict.LOST,
            left_early=has_left,
            points=self._points_of.get(entrant, 0),
            points_matches=self._has_points,
        )

    def add_deals(self, seats: tuple[int, ...]) -> None:
        """Count deals of a seat or a pair for its players at each deal's end, unless a computer stood in."""
        for deal in self._deals:
            sat = {player.seat: player.user_id for player in deal.players if not player.is_stand_in}
            people = [sat.get(seat) for seat in seats]
            entrant = _person(people[0]) if len(people) == 1 else _pair(*people)
            if entrant is None:
                continue
            self._sides.setdefault(entrant, self._side_of[seats[0]])
            self._figures[entrant] += _figures_of(deal, seats)
            if deal.contract is not None and deal.contract.declarer in seats:
                heights, bid, made = self._heights[entrant], deal.contract.bid, deal.contract.made
                _, bids, made_before = heights.get(bid, Height(bid, 0, 0))
                heights[bid] = Height(bid, bids + 1, made_before + made)

    def played(self) -> Iterator[Played]:
        """The collected results, one for each entrant."""
        for entrant, side in self._sides.items():
            heights = tuple(sorted(self._heights[entrant].values()))
            verdict = self._decided.get(entrant)
            is_by_points = verdict is not None and entrant not in self._left
            margin = _margin(self._match, side) if is_by_points else None
            points = self._points_of.get(entrant, self._points.get(side))
            yield Played(entrant, side, verdict, margin, self._figures[entrant], heights, points)


def _dealt_in(deal: DealResult) -> tuple[DealPlayer, ...]:
    """The players of a deal who played it, so that the sheet has reasons for their score."""
    seats = {seat for side in deal.sides if side.reasons for seat in side.seats}
    return tuple(player for player in deal.players if player.seat in seats)


def _person(who: int | None) -> Entrant | None:
    return None if who is None else (who,)


def _pair(one: int | None, other: int | None) -> Entrant | None:
    return None if one is None or other is None or one == other else tuple(sorted((one, other)))


def _margin(match: MatchResult, side: int) -> int | None:
    merits = {player.side: match.ranking.merit(player.points) for player in match.players}
    others = [merit for other, merit in merits.items() if other != side]
    if not others or match.broken_off or match.is_forfeited or not match.ranking.keeps_points:
        return None
    return merits[side] - max(others)


def _figures_of(deal: DealResult, seats: tuple[int, ...]) -> Figures:
    scored = next((side.scored for side in deal.sides if seats[0] in side.seats), 0)
    contract = deal.contract
    if contract is None:
        return Figures(deals=1, scored=scored)
    if contract.declarer in seats:
        declaring = _declaring(deal.sides, contract)
        return Figures(
            deals=1,
            scored=scored,
            bids=1,
            made=contract.made,
            bid_points=contract.bid,
            over_bid=_over(declaring, contract),
            nest=contract.nest_points,
            declared=scored,
        )
    if _are_with_declarer(deal.sides, contract, seats):
        return Figures(deals=1, scored=scored, partner_bids=1, partner_made=contract.made)
    return Figures(deals=1, scored=scored, defended=1, setting=not contract.made, defending=scored)


def _declaring(sides: Iterable[DealSide], contract: Contract) -> DealSide | None:
    return next((side for side in sides if contract.declarer in side.seats), None)


def _are_with_declarer(sides: Iterable[DealSide], contract: Contract, seats: tuple[int, ...]) -> bool:
    declaring = _declaring(sides, contract)
    partners = {contract.partner, contract.second_partner}
    return not partners.isdisjoint(seats) or (declaring is not None and seats[0] in declaring.seats)


def _over(declaring: DealSide | None, contract: Contract) -> int:
    if declaring is None or declaring.counters is None or not contract.made:
        return 0
    return max(0, declaring.counters + (declaring.bonus or 0) - contract.bid)
