"""The end of a deal and of a match."""

from __future__ import annotations

from rules.actions import Action
from rules.cards import CardSet
from rules.decisions import CHANCE, Decisions, Seat
from rules.events import DealScored, Event, MatchWon, NestWon, SideScore, TrickTaken
from rules.protocol import IllegalAction
from rules.tricks.scoring import Taken, score
from rules.tricks.setup import Setup
from rules.tricks.state import NOBODY, Match, Phase, State


def end_deal(setup: Setup, state: State) -> tuple[State, tuple[Event, ...]]:
    """Score the deal; then the next dealer deals, or the match is over."""
    auction, match = state.auction, state.match
    nest_points = points_of(setup, state.nest)
    nest_winner = None
    if setup.variant.nest_to == "last_trick" or nest_points:
        # A nest that leaves the game holds counters only where the declarer had nothing else.
        nest_winner = state.taken[-1].winner
    taken = _taken(setup, state.taken, nest_winner, nest_points)
    record = score(setup.variant, taken, setup.side_of[auction.declarer], auction.high)
    totals = tuple(total + side.scored for total, side in zip(match.totals, record.sides, strict=True))
    result = DealScored(
        deal=match.deal,
        dealer=match.dealer,
        declarer=auction.declarer,
        bid=auction.high,
        trump=state.ranking.trump,
        made=record.made,
        nest_points=nest_points,
        sides=tuple(
            SideScore(seats, side.counters, side.tricks, scored.bonus, scored.scored, total)
            for seats, side, scored, total in zip(setup.sides, taken, record.sides, totals, strict=True)
        ),
    )
    following = match._replace(
        totals=totals,
        sheet=(*match.sheet, result),
        dealer=setup.left[match.dealer],
    )
    events: tuple[Event, ...] = (result,)
    if nest_winner is not None and setup.variant.nest:
        events = (NestWon(nest_winner, state.nest, nest_points), result)
    if not is_over(setup, following):
        return state._replace(phase=Phase.DEAL, turn=CHANCE, match=following), events
    over = state._replace(phase=Phase.OVER, turn=NOBODY, match=following)
    return over, (*events, MatchWon(winners(setup, following), totals))


def decide_nothing(_setup: Setup, _state: State) -> Decisions:
    """A match that is over asks nothing."""
    return {}


def refuse(_setup: Setup, _state: State, _seat: Seat, _action: Action) -> tuple[State, tuple[Event, ...]]:
    """A match that is over takes no answer.

    Raises:
        IllegalAction: always.
    """
    raise IllegalAction("This match is over.")


def points_of(setup: Setup, cards: int) -> int:
    """The points of a set of cards."""
    return sum([setup.value[card] for card in CardSet(cards & setup.counters)])


def is_over(setup: Setup, match: Match) -> bool:
    """Whether a match ends after this deal.

    The target counts only after a completed deal (R-07); a tie at or above it is played on (R-06).
    A fixed number of deals puts the target off (1988, Additional Comments 2).
    """
    variant = setup.variant
    if len(match.sheet) >= variant.max_deals:
        return True
    if variant.deals is not None:
        return len(match.sheet) >= variant.deals
    best = max(match.totals)
    return variant.target is not None and best >= variant.target and match.totals.count(best) == 1


def winners(setup: Setup, match: Match) -> tuple[Seat, ...]:
    """The seats of the highest total; of all tied sides where a tie is shared."""
    best = max(match.totals)
    return tuple(seat for seat in range(setup.seats) if match.totals[setup.side_of[seat]] == best)


def _taken(
    setup: Setup, tricks: tuple[TrickTaken, ...], nest_winner: Seat | None, nest_points: int
) -> tuple[Taken, ...]:
    counters, counts = [0] * len(setup.sides), [0] * len(setup.sides)
    for trick in tricks:
        side = setup.side_of[trick.winner]
        counters[side] += trick.points
        counts[side] += 1
    if nest_winner is not None:
        counters[setup.side_of[nest_winner]] += nest_points
    return tuple(map(Taken, counters, counts))
