"""The naive oracle of Club against the 1988 booklet, rule by rule, on handmade acts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle import club as oracle
from tests.oracle.lines import Disagreement

BIRDIES = ["Y4 Y5 Y6 Y7 Y8 Y9 Y10", "R12 G12 B12 Y12 R12' G12' B12'"]
LAY_9S = ("say pile", "put 1 R9 G9 B9", "say down")


def cards(text: str) -> list[str]:
    return text.split()


def scene(
    hand: str, *acts: str, pile: str = "R9", melds: Any = (), stock: str = "B4 B5 B6 B7", **given: Any
) -> tuple[Any, str]:
    """Let seat 1 act after its first turn; returns the referee and the fault of the last act."""
    referee: Any = oracle.Referee(4)
    referee.drawing = []
    sides = [oracle.Side(), oracle.Side([cards(meld) for meld in melds], opened=bool(melds))]
    hands = [cards("G13 Y13 G11 Y11") for _ in range(4)]
    hands[1] = cards(hand)
    first = {1} if given.get("first") else set()
    referee.deal = oracle.Deal(hands, cards(stock), cards(pile), sides, oracle.Turn(1), first)
    referee.deal.stops = given.get("stops", set())
    wrong = ""
    for act in acts:
        assert wrong == ""
        try:
            referee.follow(1, act)
        except Disagreement as found:
            wrong = str(found)
    return referee, wrong


def wrong_with(hand: str, *acts: str, **given: Any) -> str:
    """The fault of the last act, or an empty text."""
    return scene(hand, *acts, **given)[1]


@pytest.mark.parametrize(
    ("meld", "kind", "birdie"),
    [
        ("R6 G6 B6", "set", 0),
        ("R6 G6 R2", "set", 0),
        ("R6 R2 B1", "", 0),
        ("R1 R2 B1", "", 0),
        ("R4 R5 R6", "sequence", 0),
        ("R3 R4 R5", "", 0),
        ("R4 R5 R2", "", 0),
        ("R4 R5 G6", "", 0),
        ("R4 R5", "", 0),
        ("R4 R5 R6 R7 R8 R9 R10", "sequence", 1200),
        ("R6 G6 B6 Y6 R6' G6' B6'", "set", 800),
        ("R6 G6 B6 Y6 R2 G2 B1", "set", 400),
        ("R6 G6 B6 R1 R2 G2 B1", "set", 0),
        ("R6 R6' Rook", "", 0),
    ],
)
def test_melds_and_birdies_are_recognized(meld: str, kind: str, birdie: int) -> None:
    assert oracle.kind(cards(meld)) == kind
    assert oracle.birdie(cards(meld)) == birdie


def test_sv_39_first_play_of_the_example_is_50() -> None:
    """SV-39 (1988): three 6s and a 2 are 50."""
    assert oracle.value(cards("R6 G6 B6 Y2")) == 50


def test_sv_40_and_r_64_first_play_depends_on_the_score() -> None:
    """SV-40 (derived)."""
    assert [oracle.opening(total) for total in (-100, 1999, 2000, 3000, 3010)] == [50, 50, 100, 100, 160]
    assert oracle.opening(3010, 150) == 150


def test_sv_41_deal_scores_2860() -> None:
    """SV-41 (derived): out 200, two Birdies 2,000, both Rooks 500, melded 190, left in hand 30."""
    side = oracle.Side([cards(meld) for meld in BIRDIES], rooks=2)
    side.melds.append(cards("R9 G9 B9 Y9 Y9'"))
    assert oracle.side_score(side, cards("R9 Y9 B9"), is_out=True) == 2860
    side.melds.pop(0)
    assert oracle.side_score(side, [], is_out=False) == 800 + 120  # one Birdie: nothing for the Rooks


def test_rook_scores_for_one_two_and_three() -> None:
    both = [cards(meld) for meld in BIRDIES]
    scores = [oracle.side_score(oracle.Side(both, rooks=rooks), [], is_out=False) for rooks in range(4)]
    assert [score - scores[0] for score in scores] == [0, 200, 500, 1000]


def test_r_65_six_players_are_three_pairs_or_two_threes() -> None:
    assert oracle.sides_of(4) == [[0, 2], [1, 3]]
    assert oracle.sides_of(6) == [[0, 3], [1, 4], [2, 5]]
    assert oracle.sides_of(6, threes=True) == [[0, 2, 4], [1, 3, 5]]


def test_pile_is_picked_up_with_two_natural_cards_like_its_top() -> None:
    lay = ("say pile", "put 1 R9 G9 B9 Y2", "say down")
    referee, wrong = scene("G9 B9 Y2 R14", *lay, pile="R4 R5 R9")
    assert wrong == ""
    assert sorted(referee.deal.hands[1]) == ["R14", "R4", "R5"]
    assert "two natural cards" in wrong_with("G9 Y2 Y1", "say pile")
    assert "first turn" in wrong_with("G9 B9 Y2", "say pile", first=True)
    assert "must be played" in wrong_with("G9 B9 R6 R7 R8", "say pile", "put 1 R6 R7 R8", "say down")


def test_first_play_with_the_pile_counts_its_top_card_only() -> None:
    """Rule 8: the top card and cards of the hand alone make up the points."""
    more = ("say meld", "put 2 B10 B11 B12", "say down", "discard Y4")
    wrong = wrong_with("G9 B9 Y4 Y5", *LAY_9S, *more, pile="B10 B11 B12 R9")
    assert wrong == "a first play of 30 is less than 50"
    lay = ("say pile", "put 1 R9 G9 B9 Y2", "say down")
    assert wrong_with("G9 B9 Y2 Y4 Y5", *lay, *more, pile="B10 B11 B12 R9") == ""
    early = ("say pile", "put 1 R9 G9 B9", "put 2 B10 B11 B12")
    assert "only cards in hand" in wrong_with("G9 B9 Y4 Y5", *early, pile="B10 B11 B12 R9")


def test_only_the_first_play_of_a_side_needs_points() -> None:
    lay = ("take pile", "say meld", "put 1 R14 G14 B14", "say down", "discard Y5")
    assert "30 is less than 50" in wrong_with("R14 G14 B14 Y5 Y6", *lay)
    lay = ("take pile", "say meld", "put 2 R14 G14 B14", "say down", "discard Y5")
    assert wrong_with("R14 G14 B14 Y5 Y6", *lay, melds=["R6 R7 R8"]) == ""


def test_stop_cards_stop_both_forms_of_picking_up() -> None:
    """Rule 9 and R-71."""
    assert "a 3 on top" in wrong_with("G3 B3", "say pile", pile="R3")
    assert "wild card stops" in wrong_with("G9 B9", "say pile", stops={3})
    assert "wild card stops" in wrong_with("G9 B9", "put 1 R9", melds=["R6 R7 R8"], stops={3})


def test_wild_card_stops_the_pile_until_its_players_turn() -> None:
    referee, _ = scene("R2 R14", "take pile", "discard R2", stock="B4 B5 B6 B7 B8 B9 B10 B11 B12")
    assert referee.deal.stops == {1}
    for seat in (2, 3, 0):
        assert referee.deal.stops == {1}
        referee.follow(seat, "take pile")
        referee.follow(seat, "discard G13")
    assert referee.deal.stops == set()


def test_top_card_alone_goes_onto_a_natural_set_or_a_sequence() -> None:
    assert wrong_with("R14", "put 1 R9", melds=["R6 R7 R8"]) == ""
    assert wrong_with("R14", "put 1 R9", melds=["G9 B9 Y9"]) == ""
    assert "natural set or a sequence" in wrong_with("R14", "put 1 R9", melds=["G9 B9 Y2"])
    assert "natural set or a sequence" in wrong_with("R14", "put 1 R9", melds=["R5 R6 R7"])
    assert "only the top card" in wrong_with("R14 R9'", "put 1 R9'", melds=["R6 R7 R8"])
    assert "turn of seat 2" in wrong_with("R14", "put 1 R9", "discard R14", melds=["R6 R7 R8"])


def test_player_goes_out_with_a_last_discard_or_without() -> None:
    lay = ("take pile", "say meld", "put 3 B4 B5 B6", "say down")
    referee, wrong = scene("B6", *lay, melds=BIRDIES)
    assert wrong == ""
    assert referee.scores == [[-80, 200 + 1200 + 800 + 140 + 30 - 40]]
    referee, wrong = scene("B6 R14", *lay, "discard R14", melds=BIRDIES)
    assert wrong == ""
    assert referee.scores == [[-80, 200 + 1200 + 800 + 140 + 30 - 40]]


def test_r_72_going_out_needs_two_birdies() -> None:
    lay = ("take pile", "say meld", "put 2 B4 B5 B6", "say down")
    assert "two Birdies" in wrong_with("B6", *lay, melds=BIRDIES[:1])
    assert "two Birdies" in wrong_with("B6 R14", *lay, "discard R14", melds=BIRDIES[:1])


def test_3s_are_melded_only_on_going_out() -> None:
    lay = ("take pile", "say meld", "put 3 R3 G3 B3", "say down")
    assert "3s are melded only" in wrong_with("R3 G3 B3", *lay, "discard B4", melds=BIRDIES)
    assert wrong_with("R3 G3 B3", *lay, "discard B4", melds=BIRDIES, stock="B4") == ""


def test_r_67_deal_ends_with_the_turn_that_empties_the_stock() -> None:
    """The last card is drawn, and no side gets the 200."""
    referee, wrong = scene("R14 R13", "take pile", "discard R14", stock="B4")
    assert wrong == ""
    assert referee.scores == [[-80, -20 - 40]]


def test_rooks_are_laid_out_and_replaced() -> None:
    referee, _ = scene("R14 R13", "take pile", stock="Rook B4 Rook' B5 B6")
    assert referee.deal.hands[1] == cards("R14 R13 B4 B5")
    assert referee.deal.sides[1].rooks == 2


def test_staged_cards_may_be_taken_back() -> None:
    referee, wrong = scene("R14 G14", "take pile", "say meld", "put 1 R14 B4", "say over", "discard B4")
    assert wrong == ""
    assert referee.deal.hands[1] == cards("R14 G14 B5")


@pytest.mark.parametrize(
    "acts",
    [
        ("discard R14",),
        ("take pile", "take pile"),
        ("take pile", "say pile"),
        ("say meld",),
        ("take pile", "put 1 R14"),
        ("take pile", "say meld", "discard R14"),
        ("take pile", "say down"),
    ],
)
def test_acts_out_of_order_in_a_turn_are_refused(acts: tuple[str, ...]) -> None:
    assert "at this point of a turn" in wrong_with("R14 G14 B14", *acts)
