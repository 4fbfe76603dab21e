"""Batteries and the draw pile: Over the Top (1918, 1988) and Tennessee (1933, 1988)."""

from __future__ import annotations

import pytest

from rules.core.cards import parse_cards
from rules.core.events import CardDrawn, CardPlayed, CardsTurned, CardTaken, Secret
from rules.core.views import ZoneKind
from tests.rules.scene import Scene

# --- Over the Top -------------------------------------------------------------------------------------------

DEALERS_BATTERY, OPPONENTS_BATTERY = 2, 3


def over_the_top(hands: dict[int, str], key: str = "over_the_top_1988", **options: int | bool) -> Scene:
    """Seat 0 deals and holds the bid, so seat 1 leads; black is trump. Hands 2 and 3 are the batteries.

    Of a battery's ten cards named, the first five are covered by the second five.
    """
    keep = [card for hand in (0, 1) for card in hands.get(hand, "").split()]
    scene = Scene(key, deals=1, **options).deal(hands, "G4 G6 G7 G8", dealer=0)
    return scene.win_auction(0, 50).settle("black", keep)


def places(scene: Scene) -> list[tuple[int, str]]:
    """Of each card played: its seat and the place it came from."""
    return [(event.seat, event.source) for event in scene.told(CardPlayed)]


BATTERIES = {
    0: "R9 Y9",
    1: "R8 Y8",
    DEALERS_BATTERY: "G9 B9 B8 B7 B6 R7 R6 R5 R4 Y4",
    OPPONENTS_BATTERY: "G10 G11 G12 G13 G14 R14 R13 Y14 Y13 Y12",
}


@pytest.mark.parametrize("key", ["over_the_top_1918", "over_the_top_1988"])
def test_lead_from_a_hand_goes_to_both_hands_then_both_batteries(key: str) -> None:
    """1918 and 1988, Over the Top, Playing: low bidder's hand, high bidder's, then their batteries."""
    scene = over_the_top(BATTERIES, key).do("play R8", "play R9", "play R13", "play R4")

    assert places(scene) == [(1, "hand"), (0, "hand"), (1, "battery"), (0, "battery")]


def test_fv14_battery_that_takes_a_trick_leads_and_the_hands_play_last() -> None:
    """FV-14 (1918, Over the Top): the battery leads, the opposing battery, its owner, then the opponent."""
    scene = over_the_top(BATTERIES).do("play R8", "play R9", "play R13", "play R4")
    taken = scene.state.taken[-1]
    assert (taken.winner, taken.source) == (1, "battery")

    assert (scene.seat, scene.table.hand) == (1, OPPONENTS_BATTERY)
    scene.do("play Y14", "play Y4", "play Y8", "play Y9")
    assert places(scene)[4:] == [(1, "battery"), (0, "battery"), (1, "hand"), (0, "hand")]


@pytest.mark.parametrize("key", ["over_the_top_1918", "over_the_top_1988"])
def test_r40_battery_follows_with_an_open_card(key: str) -> None:
    """R-40 (1918: the play from batteries is made only from face-up cards; rules otherwise as in Regular)."""
    scene = over_the_top(BATTERIES, key).do("play R8", "play R9")

    assert scene.choices() == {"R14", "R13"}
    assert scene.refused("play Y14") == "You hold red, so follow with a red card."
    assert scene.refused("play G14") == "That card isn't there."


def test_r40_battery_that_cannot_follow_plays_any_open_card() -> None:
    """R-40: a card of the color led that lies covered need not, and cannot, be played."""
    hands = BATTERIES | {OPPONENTS_BATTERY: "R14 R13 G12 G13 G14 G10 G11 Y14 Y13 Y12"}
    scene = over_the_top(hands).do("play R8", "play R9")

    assert scene.choices() == {"G10", "G11", "Y14", "Y13", "Y12"}


def test_r40_option_battery_need_not_follow() -> None:
    """R-40, battery_free; the hands still follow."""
    scene = over_the_top(BATTERIES, battery_free=True).do("play R8")
    assert "R9" in scene.choices()
    assert all(card[0] == "R" for card in scene.choices())

    scene.do("play R9")
    assert scene.choices() == {"R14", "R13", "Y14", "Y13", "Y12"}


def test_r41_covered_card_is_turned_up_before_the_next_play() -> None:
    """R-41 (1988, Over the Top: as soon as an exposed card is played, the card beneath is turned up)."""
    scene = over_the_top(BATTERIES).do("play R8", "play R9", "play R13")

    assert CardsTurned("battery", 1, parse_cards("G11")) in scene.last
    zone = scene.zone(ZoneKind.BATTERY, OPPONENTS_BATTERY)
    assert {str(card) for card in zone.shown} == {"R14", "G11", "Y14", "Y13", "Y12"}
    assert (zone.hidden, {str(card) for card in zone.covering}) == (4, {"R14", "Y14", "Y13", "Y12"})


def test_nest_is_exchanged_with_the_hand_alone() -> None:
    """1918, Over the Top, Bidding: any of the cards in the nest for cards in his hand."""
    scene = Scene("over_the_top_1918").deal(BATTERIES, "G4 G6 G7 G8").win_auction(0, 50).do("trump black")

    assert len(scene.choices()) <= 14
    assert scene.choices().isdisjoint({"R4", "R6", "R7", "Y4"})


@pytest.mark.parametrize("key", ["over_the_top_1918", "over_the_top_1988"])
def test_sv10_r39_tricks_score_nothing_unless_agreed(key: str) -> None:
    """SV-10, R-39 (1918: "in many localities"; 1988: "if they wish"): ten tricks, 100 points."""
    sides = Scene(key, deals=1).deal().win_auction(1, 60).settle().play_out().captured()

    assert sum(side.tricks for side in sides) == 10
    assert sum(side.counters + side.bonus for side in sides) == 100


def test_sv10_r39_option_tricks_score_two_points() -> None:
    """SV-10, R-39, trick_points: 120 in all."""
    scene = Scene("over_the_top_1918", deals=1, trick_points=2).deal().win_auction(1, 60).settle().play_out()

    assert sum(side.counters + side.bonus for side in scene.captured()) == 120
    assert "bid 120" in Scene("over_the_top_1918", trick_points=2).deal().answers()


def test_cards_captured_by_a_battery_score_for_its_owner() -> None:
    """1918, Over the Top, Scoring: points captured by your battery count as your own."""
    scene = over_the_top(BATTERIES).play_out()
    by_seat = [0, 0]
    for trick in scene.state.taken:
        by_seat[trick.winner] += trick.points

    assert [side.counters for side in scene.captured()] == by_seat
    assert {trick.source for trick in scene.state.taken} == {"hand", "battery"}


# --- Tennessee ----------------------------------------------------------------------------------------------


def tennessee(pile: str = "B14 B13 B12 B11", key: str = "tennessee_1988") -> Scene:
    """Seat 0 deals and holds the bid, so seat 1 leads; it takes the first trick. Green is trump."""
    scene = Scene(key, deals=1).deal({0: "R4 R6", 1: "R14 R13"}, dealer=0, pile=pile)
    return scene.win_auction(0, 80).settle("green", keep=["R4", "R6"]).do("play R14", "play R4")


@pytest.mark.parametrize("key", ["tennessee_1933", "tennessee_1988"])
def test_trick_winner_draws_the_open_card_or_the_top_of_the_pile(key: str) -> None:
    """1933 and 1988, Tennessee: the other player draws whichever of the two was not drawn."""
    scene = tennessee(key=key)
    assert (scene.phase, scene.seat, scene.answers()) == ("Drawing a card", 1, {"take up", "take pile"})
    up = scene.copy().do("take up")
    pile = scene.do("take pile")

    assert {"B14"} <= up.held(1)
    assert {"B13"} <= up.held(0)
    assert {"B13"} <= pile.held(1)
    assert {"B14"} <= pile.held(0)
    assert (pile.phase, pile.seat) == ("Playing", 1)
    assert [str(card) for card in pile.zone(ZoneKind.DRAW_PILE).shown] == ["B12"]
    assert pile.zone(ZoneKind.DRAW_PILE).hidden == 15


def test_card_drawn_unseen_is_known_to_its_drawer_alone() -> None:
    """1933, Tennessee: the top card of the pile, which is face downward."""
    scene = tennessee().do("take up")
    b14, b13, b12 = parse_cards("B14 B13 B12")

    assert scene.last == (
        CardTaken(1, "up", b14),
        CardTaken(0, "pile", None),
        Secret(0, CardDrawn(0, b13)),
        CardsTurned("pile", None, (b12,)),
    )


@pytest.mark.parametrize("line", ["play R13", "pass", "discard B14"])
def test_card_is_drawn_before_the_next_lead(line: str) -> None:
    """1933, Tennessee: after each trick."""
    assert tennessee().refused(line) == "Draw a card first: the one that shows, or the top of the pile."


def test_play_continues_without_the_pile_after_nine_draws() -> None:
    """1988, Tennessee: at that point each player will be left with eleven cards."""
    scene = tennessee()
    draws = 0
    while scene.phase in ("Playing", "Drawing a card"):
        if scene.phase == "Drawing a card":
            draws += 1
            scene.do("take pile")
            assert [info.cards for info in scene.table.seats] == [11, 11]
        else:
            scene.act(next(scene.decision.answers()))

    assert draws == 9
    assert len(scene.state.taken) == 20
