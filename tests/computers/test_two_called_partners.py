"""Computers where two partners are called, or playing alone is paid."""

from __future__ import annotations

import pytest

from bot.computers.bidding_games.claiming import rest_of
from rules.core.cards import CardSet, parse_cards
from rules.core.protocol import OptionValue
from tests.computers.ask import answer, remembered
from tests.rules.scene import Scene

HANDS = {0: "B14 B13 B12 B11 Rook R14 R13", 2: "B10", 4: "Y14"}
NEST = "R5 R6 R7 R8 R9 R10"


def named(hands: dict[int, str], bid: int, **options: OptionValue) -> Scene:
    """Seat 0 has the bid and named black trump."""
    scene = Scene("high_card_partner", None, **options).deal(hands, NEST, dealer=0)
    return scene.win_auction(0, bid).do(f"discard {NEST}", "trump black")


def test_two_high_cards_are_called() -> None:
    scene = named({0: "B14 B12 B11 B10 B9 B8 R13"}, 80, called_cards=2)
    calls = [answer(scene), answer(scene.do(answer(scene)))]

    assert set(calls) <= {"call Rook", "call B13", "call Y14", "call G14", "call R14"}
    assert len(set(calls)) == 2


def secret_sides() -> Scene:
    """Seats 2 and 4 are the secret partners."""
    return named(HANDS, 100, called_cards=2, partner_shown="on_play").do("call B10", "call Y14")


def test_secret_partner_knows_itself_and_the_declarer_alone() -> None:
    scene, sides = secret_sides(), {}
    for _ in range(4):
        memory = remembered(scene)
        sides[memory.seat] = [hand for hand in range(5) if not memory.is_opponent(hand)]
        scene.act(next(scene.decision.answers()))

    assert (sides[2], sides[4]) == ([0, 2], [0, 4])
    assert [0 in sides[seat] for seat in (1, 3)] == [False, False]


def test_claim_leaves_open_the_partner_its_player_does_not_know() -> None:
    scene = secret_sides()
    while scene.seat != 2:
        scene.act(next(scene.decision.answers()))
    rest = rest_of(remembered(scene))

    assert rest is not None
    assert rest.called == CardSet.of(parse_cards("Y14"))
    assert rest.is_declarers


def test_holder_of_a_card_called_at_once_is_remembered() -> None:
    scene = named(HANDS, 100, called_cards=2).do("call B10")
    (b10,) = parse_cards("B10")

    assert remembered(scene).hands.holds[2] >> b10 & 1


@pytest.mark.parametrize(
    ("options", "is_alone"),
    [({}, False), ({"alone_bonus": 100}, True), ({"alone_doubles": True}, True)],
    ids=["unpaid", "bonus", "doubled"],
)
def test_strong_hand_plays_alone_where_that_pays(options: dict[str, OptionValue], *, is_alone: bool) -> None:
    hands = {0: "B14 B13 B12 B11 B10 Rook R14"}
    scene = named(hands, 60, partner_card="any", **options)

    assert (answer(scene) in {f"call {card}" for card in (*hands[0].split(), *NEST.split())}) is is_alone


def test_weak_hand_calls_a_partner_though_playing_alone_is_paid() -> None:
    hand = "B9 B8 B7 R12 G9 Y9 Y8"
    scene = named({0: hand}, 100, partner_card="any", alone_bonus=30)

    assert answer(scene) not in {f"call {card}" for card in (*hand.split(), *NEST.split())}
