"""A step of a finished deal as a replay shows it: all hands, the nest, the events, and its picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bot.pictures.values import MOST_HELD, NO_TABLE, TABLE_SEATS, TablePicture, TableSeat
from bot.replay.deals import PlayedDeal, Step, StepKind
from rules.bidding.facts import BiddingFacts
from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat
from rules.core.events import DealScored, DiscardSeen, HeardEvent, NestLaid, NestSeen, TableLaid, TrickTaken
from rules.core.protocol import Game
from rules.core.views import TableView, TrickView

_DRAWN: Final = (StepKind.CARDS, StepKind.BIDDING, StepKind.BEFORE_PLAY, StepKind.TRICK)


class Moment(NamedTuple):
    """The cards and events of a step."""

    place: int
    """Index of the deal in the match."""
    deals: int
    """Number of finished deals of the match."""
    deal: PlayedDeal
    step: int
    """Index of the step in the deal."""
    view: TableView
    """The table as everyone saw it, without the cards of a complete trick in open hands."""
    hands: tuple[tuple[Card, ...], ...]
    """The hands by seat, sorted for reading; empty after the end of the deal."""
    laid: TableLaid
    """The cards dealt face down to the table; the nest after the discard, once there is one."""
    trick: TrickView | None
    """The complete trick of the step; None without one."""
    is_before_last: bool
    """Whether the view is of before the last action of the step, with which the deal ended."""

    def __repr__(self) -> str:
        return f"<deal {self.place}, step {self.step}>"

    @property
    def kind(self) -> StepKind:
        """The kind of the step."""
        return self.deal.steps[self.step].kind

    @property
    def happened(self) -> tuple[HeardEvent, ...]:
        """The events of the step."""
        return self.deal.steps[self.step].events

    @property
    def tricks(self) -> int:
        """Number of tricks played up to this step."""
        return sum(one.kind is StepKind.TRICK for one in self.deal.steps[: self.step + 1])


def moment_at(game: Game[Any], deals: Sequence[PlayedDeal], place: int, step: int) -> Moment:
    """The moment of a step of a deal, both from 0; numbers out of range give the nearest."""
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
    hands = tuple(() if is_end else game.seat_view(told.state, seat).order for seat in seats)
    laid = _laid(deal, step)
    is_taken = laid.kind is not None and all(zone.kind != laid.kind for zone in view.zones)
    laid = laid._replace(nest=() if is_taken else game.ordered(CardSet.of(laid.nest)))
    return Moment(place, len(deals), deal, step, view, hands, laid, trick, is_before)


def _is_last_trick(deal: PlayedDeal, step: int) -> bool:
    """Whether the step is the last trick: its action also scored the deal and cleared the table."""
    steps = deal.steps[step : step + 2]
    return steps[0].kind is StepKind.TRICK and len(steps) > 1 and steps[1].kind is StepKind.SCORE


def _without(view: TableView, cards: frozenset[Card]) -> TableView:
    """The view without some cards in its zones."""
    zones = [
        zone._replace(shown=tuple(card for card in zone.shown if card not in cards)) for zone in view.zones
    ]
    return view._replace(zones=tuple(zones))


def _laid(deal: PlayedDeal, step: int) -> TableLaid:
    """The face-down cards at a step: as dealt, then without the nest taken, then with the discard."""
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
    return laid


def _trick(step: Step) -> TrickView | None:
    """The trick of a step; None if there is none, or it is not complete."""
    taken = [event for event in step.events if isinstance(event, TrickTaken)]
    if not taken:
        return None
    [trick] = taken
    plays = tuple(zip(trick.hands, trick.cards, strict=True))
    return TrickView(plays, trick.taker, trick.points)


def score_of(deal: PlayedDeal) -> DealScored | None:
    """The score of a deal; None if it was thrown in or dealt again."""
    scored = (event for step in deal.steps for event in step.events if isinstance(event, DealScored))
    return next(scored, None)


def may_be_drawn(moment: Moment) -> bool:
    """Whether a step has a picture: deal, bids, nest or trick, four hands with room, with cards to show."""
    has_cards = (any(moment.hands) or moment.trick is not None) and _have_room(moment.hands)
    return len(moment.hands) == TABLE_SEATS and has_cards and moment.kind in _DRAWN and not moment.view.others


def _have_room(hands: Sequence[tuple[Card, ...]]) -> bool:
    return all(len(hand) <= MOST_HELD for hand in hands)


def picture_of(moment: Moment, names: Sequence[str], finding: str, bottom: Seat = 0) -> TablePicture:
    """The picture of a step, with ``finding`` as heading and seat ``bottom`` below; empty if it has none."""
    if not may_be_drawn(moment):
        return NO_TABLE
    return table_picture(finding, moment.view, moment.hands, moment.trick, names, bottom)


def table_picture(
    finding: str,
    view: TableView,
    hands: Sequence[tuple[Card, ...]],
    trick: TrickView | None,
    names: Sequence[str],
    bottom: Seat = 0,
) -> TablePicture:
    """The picture of a table: ``hands`` and ``names`` by seat, ``finding`` as heading; empty without room."""
    if not _have_room(hands):
        return NO_TABLE
    played, winner = ({}, None) if trick is None else (dict(trick.plays), trick.winner)
    sits = [info.seat for info in view.seats]
    start = sits.index(bottom)
    seats = tuple(
        TableSeat(names[seat], hands[seat], played.get(seat), takes=seat == winner)
        for seat in (*sits[start:], *sits[:start])
    )
    named = view.facts.trump if isinstance(view.facts, BiddingFacts) else None
    trump = None if named is None else named.color
    return TablePicture(finding, seats, trump, view.counters, view.blue)
