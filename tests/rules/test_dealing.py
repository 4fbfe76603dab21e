"""Choosing the dealer and dealing: 1988 booklet, To Choose Dealer and Dealing."""

from __future__ import annotations

import pytest

from rules.actions import Deal, Draw, parse_action
from rules.cards import CARDS, CardSet, pack, parse_cards
from rules.decisions import CHANCE, DrawByLot
from rules.events import DealerDrawn
from tests.rules.scene import Scene


def test_the_highest_card_drawn_deals() -> None:
    """1988, To Choose Dealer."""
    scene = Scene().do("draw R5 Y14 G9 B13")

    assert scene.last == (DealerDrawn(((0, CARDS[4]), (1, CARDS[27]), (2, CARDS[36]), (3, CARDS[54])), 1),)
    assert [mark.text for mark in scene.do(deal_line(scene)).table.seats[1].marks] == ["dealer"]


def test_seats_that_tie_draw_again_until_one_is_highest() -> None:
    """R-10."""
    scene = Scene().do("draw R14 Y14 G14 B5", "draw R9 Y9 G8")

    assert scene.last[0] == DealerDrawn(tuple(zip((0, 1, 2), parse_cards("R9 Y9 G8"), strict=True)), None)
    assert scene.do("draw G5 Y6").last[0] == DealerDrawn(((0, CARDS[32]), (1, CARDS[19])), 1)


@pytest.mark.parametrize("key", ["kentucky", "one_high"])
def test_the_bird_is_left_out_of_the_draw(key: str) -> None:
    """R-10."""
    scene = Scene(key)
    assert isinstance(scene.decision, DrawByLot)

    assert all(not card.is_bird for card in scene.decision.pack)
    assert "Rook" in scene.refused("draw R5 R6 R7 Rook", CHANCE)


@pytest.mark.parametrize(
    ("key", "low", "cards", "hand", "nest"), [("kentucky", 5, 41, 9, 5), ("one_high", 1, 57, 14, 1)]
)
def test_the_pack_and_the_hands(key: str, low: int, cards: int, hand: int, nest: int) -> None:
    """SV-21: 36 + 5 = 41 cards, nine each; 1988, 1-High Partnership: 14 each and the last card the nest."""
    scene = Scene(key).draw(0)
    question = scene.decision
    assert isinstance(question, DrawByLot)

    assert question.pack == pack(low, bird=True)
    assert len(question.pack) == cards
    scene.deal()
    assert [info.cards for info in scene.table.seats] == [hand] * 4
    assert [(zone.name, zone.hidden) for zone in scene.table.zones] == [("Nest", nest)]


@pytest.mark.parametrize("dealer", range(4))
def test_gv16_kentucky_deals_a_card_to_the_nest_after_each_round(dealer: int) -> None:
    """GV-16: left of the dealer gets card 0; 4, 9, 14, 19 and 24 are the nest; the dealer gets the last."""
    scene = Scene().draw(dealer)
    cards = pack(5, bird=True)
    scene.act(Deal(cards), CHANCE)
    order = [place for place in range(41) if place not in (4, 9, 14, 19, 24)]

    for step in range(4):
        assert scene.hand((dealer + 1 + step) % 4) == CardSet.of(cards[place] for place in order[step::4])
    assert cards[40] in scene.hand(dealer)


@pytest.mark.parametrize("dealer", range(4))
def test_one_high_deals_the_last_card_to_the_nest(dealer: int) -> None:
    """1988, 1-High Partnership, Dealing."""
    scene = Scene("one_high").draw(dealer)
    cards = pack(1, bird=True)
    scene.act(Deal(cards), CHANCE)

    for step in range(4):
        assert scene.hand((dealer + 1 + step) % 4) == CardSet.of(cards[step:56:4])
    assert all(not scene.hand(seat) & 1 << 56 for seat in range(4))


def test_the_deal_passes_to_the_left() -> None:
    """1988, Dealing: the player to the left of the previous dealer becomes the new dealer."""
    scene = Scene(deals=2).deal(dealer=3).win_auction(1, 70).lay_any().do("trump red").play_out()

    scene.deal(dealer=0)
    assert scene.table.seats[0].marks[0].text == "dealer"
    assert scene.table.deal == 2


@pytest.mark.parametrize(
    "action",
    [
        pytest.param(Deal(pack(5, bird=False)), id="a card is missing"),
        pytest.param(Deal((*pack(5, bird=False), CARDS[4])), id="a card is there twice"),
        pytest.param(Deal(CARDS[:41]), id="another pack"),
        pytest.param(Deal(()), id="no cards"),
        pytest.param(Draw(CARDS[4:8]), id="a draw"),
    ],
)
def test_only_the_whole_pack_can_be_dealt(action: Deal | Draw) -> None:
    assert Scene().draw(0).refused(action, CHANCE) == "A deal is every card of the pack once."


def test_players_cannot_deal_for_chance() -> None:
    scene = Scene().draw(0)

    assert scene.refused("pass", seat=0) == "It is not your turn."


def deal_line(scene: Scene) -> str:
    question = scene.decision
    assert isinstance(question, DrawByLot)
    line = str(Deal(question.pack))
    assert parse_action(line) == Deal(question.pack)
    return line
