"""A deal ended by a stand-in counts for no player: neither the bid nor the points."""

from __future__ import annotations

from bot.models.stored_figures import Figures, played_in
from bot.models.stored_results import Contract, DealPlayer, DealResult, DealSide
from tests.league.played import ANN, BEN, CLEO, DAN, match_of

FOUR = (ANN, BEN, CLEO, DAN)


def deal(number: int, declarer: int, *away: int) -> DealResult:
    """A deal in which the declarer's side made 105 with a bid of 100; computers ended it for ``away``."""
    players = tuple(DealPlayer(seat, who, "steady" if who in away else None) for seat, who in enumerate(FOUR))
    sides = (DealSide((0, 2), 105, 105 * number), DealSide((1, 3), 20, 20 * number))
    return DealResult(number, 0, 0.0, sides, players, Contract(declarer, 100, "R", made=True, nest_points=10))


def figures_of(*deals: DealResult) -> dict[tuple[int, ...], Figures]:
    return {one.entrant: one.figures for one in played_in(match_of([315, 60]), deals)}


def test_deal_and_bid_of_a_stand_in_are_not_the_players() -> None:
    found = figures_of(deal(1, 0), deal(2, 0, ANN), deal(3, 0))
    assert (found[ANN,].deals, found[ANN,].bids, found[ANN,].scored) == (2, 2, 210)
    assert (found[ANN,].bid_points, found[ANN,].nest) == (200, 20)
    assert found[ANN,].matches == 1, "the match is theirs all the same: they ended most of it"


def test_others_keep_their_deals_and_a_pair_its_shared_ones() -> None:
    found = figures_of(deal(1, 0), deal(2, 0, ANN), deal(3, 0))
    assert found[CLEO,].deals == 3
    assert found[CLEO,].partner_bids == 3
    assert found[ANN, CLEO].deals == 2
    assert found[BEN, DAN].deals == 3
