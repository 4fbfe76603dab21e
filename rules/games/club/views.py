"""Views of a deal of Club: the public board, and what only the player in turn sees."""

from __future__ import annotations

from rules.core.cards import CardSet
from rules.core.decisions import Seat
from rules.core.match import Match
from rules.core.views import Zone
from rules.games.club.deal import Deal, planned_cards
from rules.games.club.facts import ClubFacts, Phase, Pile, Stop
from rules.games.club.melds import THREE
from rules.games.club.options import ClubRules
from rules.games.club.questions import needed
from rules.games.frame import Board


def board(match: Match, deal: Deal, rules: ClubRules) -> Board:
    """The stock, the top discard, melds, Rooks, stops and points needed to open; no planned cards."""
    piles = [Zone(Pile.STOCK, None, (), len(deal.stock))]
    if deal.pile:
        piles.append(Zone(Pile.DISCARDS, None, deal.pile[-1:], len(deal.pile) - 1))
    melds = [
        Zone(Pile.MELD, None, meld.in_order, 0, is_row=True, number=place, side=side)
        for side, laid in enumerate(deal.melds)
        for place, meld in enumerate(laid, 1)
    ]
    return Board(
        phase=Phase.PLAY,
        cards=tuple(len(hand) for hand in deal.hands),
        facts=ClubFacts(
            turn=deal.turn,
            melds=deal.melds,
            rooks=deal.rooks,
            to_open=tuple(needed(match, deal, rules, side) for side in range(len(match.sides))),
            stop=_stop(deal),
            stopped_by=deal.stop,
        ),
        zones=(*piles, *melds),
    )


def own_zones(match: Match, deal: Deal, seat: Seat) -> tuple[Zone, ...]:
    """The planned cards of the player in turn, by meld; empty for other seats."""
    if seat != deal.turn or deal.stage != "meld":
        return ()
    planned = planned_cards(deal, match.side_of(seat))
    zones = []
    for place, meld in enumerate(deal.plan, 1):
        cards = tuple(card for card in meld.in_order if card in planned)
        if cards:
            zones.append(Zone(Pile.PLANNED, None, cards, 0, is_row=True, number=place))
    return tuple(zones)


def hand(match: Match, deal: Deal, seat: Seat) -> CardSet:
    """The cards a seat holds, without the planned ones."""
    planned = planned_cards(deal, match.side_of(seat)) if seat == deal.turn else 0
    return CardSet(deal.hands[seat] & ~planned)


def _stop(deal: Deal) -> Stop | None:
    """Why no one may take discards; None if they may be taken or there are none."""
    if deal.stop is not None:
        return Stop.WILD
    if deal.top is None or not deal.is_stopped:
        return None
    return Stop.THREE if deal.top.rank == THREE else Stop.WILD
