"""One step of a deal that is over, as everyone may look at it now: all hands, the nest, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.replay.deals import PlayedDeal, Step, StepKind
from rules.core.cards import Card
from rules.core.events import (
    DealScored,
    DiscardSeen,
    HeardEvent,
    NestLaid,
    NestSeen,
    TableLaid,
    TrickTaken,
)
from rules.core.protocol import Game
from rules.core.views import TableView, TrickView


class Moment(NamedTuple):
    """How everything lay after a step."""

    place: int
    """Which deal of the match it is, from 0."""
    deals: int
    """How many there are to look at."""
    deal: PlayedDeal
    step: int
    """From 0."""
    view: TableView
    """The table as everyone saw it; without the cards of the last trick, once that is complete."""
    hands: tuple[tuple[Card, ...], ...]
    """What everyone held, by seat, sorted for reading; empty after the end of the deal."""
    laid: TableLaid
    """What the deal laid on the table face down; the nest as it was discarded, once it was."""
    trick: TrickView | None
    """The trick the step tells of."""
    is_before_last: bool
    """Whether everything lay so before the last act of the step: the deal ended with it."""

    def __repr__(self) -> str:
        return f"<deal {self.place}, step {self.step}>"

    @property
    def kind(self) -> StepKind:
        """What the step tells."""
        return self.deal.steps[self.step].kind

    @property
    def happened(self) -> tuple[HeardEvent, ...]:
        """What happened in it."""
        return self.deal.steps[self.step].events

    @property
    def tricks(self) -> int:
        """How many tricks were played up to here."""
        return sum(one.kind is StepKind.TRICK for one in self.deal.steps[: self.step + 1])


def moment(game: Game[Any], deals: Sequence[PlayedDeal], place: int, step: int) -> Moment:
    """The step of a deal, both from 0: the nearest there is, where there are fewer."""
    place = min(max(place, 0), len(deals) - 1)
    deal = deals[place]
    step = min(max(step, 0), len(deal.steps) - 1)
    told = deal.steps[step]
    is_end, trick = told.kind is StepKind.SCORE, _trick(told)
    is_before = is_end or _is_last_trick(deal, step) or told.state is told.before
    view = game.table_view(told.before if is_before else told.state)
    if trick is not None:
        view = _without(view, frozenset(card for _, card in trick.plays))
    seats = range(len(view.seats))
    hands = ((),) * len(view.seats) if is_end else tuple(_hand(game, told, seat) for seat in seats)
    return Moment(place, len(deals), deal, step, view, hands, _laid(deal, step), trick, is_before)


def _is_last_trick(deal: PlayedDeal, step: int) -> bool:
    """Whether the score follows at once, and with it the table is cleared."""
    steps = deal.steps[step : step + 2]
    return steps[0].kind is StepKind.TRICK and len(steps) > 1 and steps[1].kind is StepKind.SCORE


def _without(view: TableView, cards: frozenset[Card]) -> TableView:
    """The table without some cards in its open hands."""
    zones = [
        zone._replace(shown=tuple(card for card in zone.shown if card not in cards)) for zone in view.zones
    ]
    return view._replace(zones=tuple(zones))


def _hand(game: Game[Any], step: Step, seat: int) -> tuple[Card, ...]:
    return game.seat_view(step.state, seat).order


def _laid(deal: PlayedDeal, step: int) -> TableLaid:
    """What lay face down: as it was dealt, then without the nest that was taken, then with the discard."""
    laid = TableLaid()
    is_discard = False
    for told in deal.steps[: step + 1]:
        for event in told.events:
            match event:
                case TableLaid():
                    laid = event
                case NestSeen():
                    laid = laid._replace(nest=())
                case NestLaid():
                    is_discard = True
                case DiscardSeen(_, cards) if is_discard:
                    laid, is_discard = laid._replace(nest=cards), False
                case _:
                    pass
    return laid


def _trick(step: Step) -> TrickView | None:
    """The trick of a step, complete; None where there is none, or it was not played to its end."""
    taken = [event for event in step.events if isinstance(event, TrickTaken)]
    if not taken:
        return None
    [trick] = taken
    plays = tuple(zip(trick.hands, trick.cards, strict=True))
    return TrickView(plays, trick.winner, trick.points)


def score_of(deal: PlayedDeal) -> DealScored | None:
    """What a deal brought; None for one that was thrown in or dealt again."""
    scored = (event for step in deal.steps for event in step.events if isinstance(event, DealScored))
    return next(scored, None)
