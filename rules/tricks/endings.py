"""The end of a deal and of a match."""

from __future__ import annotations

from rules.cards import CardSet
from rules.decisions import Seat
from rules.events import DealScored, Event, MatchWon, NestWon, SideScore
from rules.tricks.scoring import Taken, score
from rules.tricks.setup import Setup
from rules.tricks.state import Match, Phase, State


def end_deal(setup: Setup, state: State) -> tuple[State, tuple[Event, ...]]:
    """Score the deal; then the next dealer deals, or the match is over."""
    auction, play, match = state.auction, state.play, state.match
    assert auction is not None
    assert play is not None
    assert play.last is not None
    nest_winner = play.last.winner if setup.variant.nest_to == "last_trick" else None
    nest_points = points_of(setup, state.nest)
    taken = _taken(setup, play.won, play.tricks, nest_winner, nest_points)
    declaring = setup.side_of[auction.declarer]
    record = score(setup.variant, taken, declaring, auction.high)
    totals = tuple(total + side.scored for total, side in zip(match.totals, record.sides, strict=True))
    result = DealScored(
        deal=match.deal,
        dealer=match.dealer,
        declarer=auction.declarer,
        bid=auction.high,
        trump=state.trump,
        made=record.made,
        nest_points=nest_points,
        sides=tuple(
            SideScore(seats, side.counters, side.tricks, scored.bonus, scored.scored, total)
            for seats, side, scored, total in zip(setup.sides, taken, record.sides, totals, strict=True)
        ),
    )
    after = match._replace(
        totals=totals,
        sheet=(*match.sheet, result),
        dealer=(match.dealer + 1) % setup.seats,
    )
    events: tuple[Event, ...] = (result,)
    if setup.variant.nest:
        events = (NestWon(nest_winner, state.nest, nest_points), result)
    state = state._replace(match=after)
    if not is_over(setup, after):
        return state._replace(phase=Phase.DEAL), events
    return state._replace(phase=Phase.OVER), (*events, MatchWon(winners(setup, after), totals))


def points_of(setup: Setup, cards: int) -> int:
    """The points of a set of cards."""
    return sum(setup.value[card] for card in CardSet(cards & setup.counters))


def is_over(setup: Setup, match: Match) -> bool:
    """Whether a match ends after this deal.

    The target counts only after a completed deal (R-07); a tie at or above it is played on (R-06).
    A fixed number of deals puts the target off (1988, Additional Comments 2).
    """
    variant = setup.variant
    if variant.deals is not None:
        return len(match.sheet) >= variant.deals
    if len(match.sheet) >= variant.max_deals:
        return True
    best = max(match.totals)
    return variant.target is not None and best >= variant.target and match.totals.count(best) == 1


def winners(setup: Setup, match: Match) -> tuple[Seat, ...]:
    """The seats of the highest total; of all tied sides where a tie is shared."""
    best = max(match.totals)
    return tuple(
        sorted(
            seat
            for side, total in zip(setup.sides, match.totals, strict=True)
            if total == best
            for seat in side
        )
    )


def _taken(
    setup: Setup,
    won: tuple[int, ...],
    tricks: tuple[int, ...],
    nest_winner: Seat | None,
    nest_points: int,
) -> tuple[Taken, ...]:
    taken = []
    for side in setup.sides:
        counters = sum(points_of(setup, won[seat]) for seat in side)
        if nest_winner in side:
            counters += nest_points
        taken.append(Taken(counters, sum(tricks[seat] for seat in side)))
    return tuple(taken)
