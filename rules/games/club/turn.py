"""The actions of a turn: planning and laying melds, discarding, ending a deal (1988, Club 4 to 12)."""

from __future__ import annotations

from rules.core.actions import Put
from rules.core.cards import NO_CARDS, Card, CardSet
from rules.core.events import CardsSeen, Event, Secret
from rules.core.match import Match
from rules.games.club.deal import Deal, may_go_out, planned_cards
from rules.games.club.events import (
    CardDiscarded,
    CardsLaidDown,
    DiscardsTaken,
    GoneOut,
    Laid,
    StockUsedUp,
    TopCardTaken,
)
from rules.games.club.melds import WILDS, Meld, extended, meld_of
from rules.games.club.scoring import side_score
from rules.games.frame import DealStep, Scored, replaced


def begin_plan(match: Match, deal: Deal, *, takes_pile: bool) -> DealStep[Deal]:
    """Begin to plan melds, unseen by the others; with ``takes_pile`` to take all discards with them."""
    melds = deal.melds[match.side_of(deal.turn)]
    return DealStep(deal._replace(stage="meld", plan=melds, takes_pile=takes_pile))


def plan_meld(deal: Deal, put: Put) -> DealStep[Deal]:
    """Plan cards for a meld, unseen by the others."""
    return DealStep(deal._replace(plan=_with(deal.plan, put)))


def drop_plan(deal: Deal) -> DealStep[Deal]:
    """Drop the plan: back to the draw if it was to take the pile, otherwise to the discard."""
    return DealStep(deal._replace(stage="draw" if deal.takes_pile else "discard", plan=(), takes_pile=False))


def lay_melds(match: Match, deal: Deal) -> DealStep[Deal]:
    """Lay all planned cards, and take the pile if the plan says so. The player discards next, or is out."""
    seat, side = deal.turn, match.side_of(deal.turn)
    laid, before = planned_cards(deal, side), deal.melds[side]
    taken = deal.pile[:-1] if deal.takes_pile else ()
    events: list[Event] = []
    if deal.takes_pile:
        events = [DiscardsTaken(seat, len(deal.pile)), Secret(seat, CardsSeen(seat, taken))]
    events.append(CardsLaidDown(seat, _laid(before, deal.plan)))
    hand = CardSet(deal.hands[seat] & ~laid | CardSet.of(taken))
    after = deal._replace(
        hands=replaced(deal.hands, seat, hand),
        pile=() if deal.takes_pile else deal.pile,
        melds=replaced(deal.melds, side, deal.plan),
        stage="discard",
        plan=(),
        takes_pile=False,
        drawn=CardSet(deal.drawn | CardSet.of(taken)),
    )
    if not hand:
        return _go_out(match, after, events)
    return DealStep(after, tuple(events))


def take_top(match: Match, deal: Deal, put: Put) -> DealStep[Deal]:
    """Take only the top discard onto a meld, which ends the turn."""
    seat, side = deal.turn, match.side_of(deal.turn)
    before = deal.melds[side]
    melds = _with(before, put)
    after = deal._replace(pile=deal.pile[:-1], melds=replaced(deal.melds, side, melds))
    (added,) = _laid(before, melds)
    taken = TopCardTaken(seat, put.cards[0], put.place, added.birdie)
    return DealStep(_next_turn(match, after), (taken,))


def discard(match: Match, deal: Deal, card: Card) -> DealStep[Deal]:
    """Discard, which ends the turn, or the deal if out of cards or stock. A wild card stops the pile."""
    seat = deal.turn
    hand = deal.hands[seat].without(card)
    stop = seat if card in WILDS else deal.stop
    after = deal._replace(hands=replaced(deal.hands, seat, hand), pile=(*deal.pile, card), stop=stop)
    events: list[Event] = [CardDiscarded(seat, card)]
    if not hand and may_go_out(deal.melds[match.side_of(seat)]):
        return _go_out(match, after, events)
    if not deal.stock:
        return DealStep(after, (*events, StockUsedUp()), _scores(match, after, None))
    return DealStep(_next_turn(match, after), tuple(events))


def _with(melds: tuple[Meld, ...], put: Put) -> tuple[Meld, ...]:
    """The melds with cards added to one of them, or as a new one at the place after the last."""
    cards = CardSet.of(put.cards)
    if put.place > len(melds):
        new = meld_of(cards)
        assert new is not None
        return (*melds, new)
    changed = extended(melds[put.place - 1], cards)
    assert changed is not None
    return replaced(melds, put.place - 1, changed)


def _laid(before: tuple[Meld, ...], after: tuple[Meld, ...]) -> tuple[Laid, ...]:
    """The cards laid, by number of the meld: the differences between two lists of melds."""
    old = (*before, *[None] * (len(after) - len(before)))
    return tuple(
        Laid(
            place,
            CardSet(new.cards & ~(one.cards if one else 0)),
            is_new=one is None,
            birdie=0 if one and one.birdie else new.birdie,
        )
        for place, (one, new) in enumerate(zip(old, after, strict=True), 1)
        if new != one
    )


def _next_turn(match: Match, deal: Deal) -> Deal:
    """Begin the next player's turn. A wild card of that player stops the pile no longer."""
    turn = match.left_of(deal.turn)
    stop = None if deal.stop == turn else deal.stop
    return deal._replace(turn=turn, turns=deal.turns + 1, stage="draw", drawn=NO_CARDS, stop=stop)


def _go_out(match: Match, deal: Deal, events: list[Event]) -> DealStep[Deal]:
    return DealStep(deal, (*events, GoneOut(deal.turn)), _scores(match, deal, match.side_of(deal.turn)))


def _scores(match: Match, deal: Deal, out: int | None) -> tuple[Scored, ...]:
    return tuple(
        side_score(
            deal.melds[side], len(deal.rooks[side]), [deal.hands[seat] for seat in seats], is_out=side == out
        )
        for side, seats in enumerate(match.sides)
    )
