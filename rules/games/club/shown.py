"""What everyone sees of a deal of Club, and what only the player in turn sees."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.cards import CardSet
from rules.core.decisions import Seat
from rules.core.views import Fact, Mark, Zone
from rules.games.club.deal import Deal, set_aside
from rules.games.club.melds import THREE, birdies
from rules.games.club.questions import needed
from rules.games.club.rules import ClubRules
from rules.games.club.words import BIRDIE_MARK, meld_zones
from rules.games.match import Board, Match


def board(match: Match, deal: Deal, rules: ClubRules) -> Board:
    """Stock, top of the discards, stops, melds and Rooks; nothing of what is set aside."""
    piles = [Zone("Stock", None, (), len(deal.stock))]
    if deal.pile:
        piles.append(Zone("Discards", None, deal.pile[-1:], len(deal.pile) - 1))
    rows = [zone for side, melds in enumerate(deal.melds) for zone in meld_zones(side, melds)]
    return Board(
        phase="Play",
        cards=tuple(len(hand) for hand in deal.hands),
        marks={seat: (Mark(f"side {match.side_of(seat) + 1}"),) for seat in range(match.seats)},
        facts=(
            *_sides(match, deal, rules),
            *_stop(deal),
        ),
        zones=(*piles, *rows),
    )


def own_zones(match: Match, deal: Deal, seat: Seat) -> tuple[Zone, ...]:
    """What the player in turn has set aside, by the meld it is for."""
    if seat != deal.turn or deal.stage != "meld":
        return ()
    aside = set_aside(deal, match.side_of(seat))
    zones = []
    for place, meld in enumerate(deal.plan, 1):
        cards = tuple(card for card in meld.in_order if card in aside)
        if cards:
            zones.append(Zone(f"#{place}", None, cards, 0, is_row=True, heading="Set aside"))
    return tuple(zones)


def hand(match: Match, deal: Deal, seat: Seat) -> CardSet:
    """The cards a seat holds, without those set aside."""
    aside = set_aside(deal, match.side_of(seat)) if seat == deal.turn else 0
    return CardSet(deal.hands[seat] & ~aside)


def _sides(match: Match, deal: Deal, rules: ClubRules) -> Iterator[Fact]:
    """What each side has, and needs: ``Side 1:`` ``2 Birdies ★, 1 Rook``, or ``50 to open``."""
    for side, melds in enumerate(deal.melds):
        found = ((birdies(melds), "Birdie", f" {BIRDIE_MARK}"), (len(deal.rooks[side]), "Rook", ""))
        texts = [f"{number} {thing}{'s' * (number > 1)}{mark}" for number, thing, mark in found if number]
        if missing := needed(match, deal, rules, side):
            texts.append(f"{missing} to open")
        if texts:
            yield Fact(f"Side {side + 1}:", ", ".join(texts))


def _stop(deal: Deal) -> tuple[Fact, ...]:
    """Why nobody may take the discards now."""
    if deal.stop is not None:
        return (Fact("Stop", f"until {{{deal.stop}}} plays again"),)
    if deal.top is not None and deal.top.rank == THREE:
        return (Fact("Stop", f"for {{{deal.turn}}}"),)
    return ()
