"""Steady in the auction, at the nest and naming trump."""

import pytest

from rules.actions import Discard
from rules.cards import parse_cards
from tests.computers.ask import answer, ask
from tests.rules.scene import Scene


def limit(scene: Scene) -> int:
    """How far seat 1 goes while the others bid it up, in points; 0 when it passes at once."""
    reached = 0
    while scene.table.phase == "Bidding":
        if scene.seat == 1:
            called = answer(scene)
            if called == "pass":
                return reached
            reached = int(called.split()[1])
            scene.do(called)
        elif scene.seat == 2 and reached < 120:
            scene.do(f"bid {reached + 5}")
        else:
            scene.do("pass")
    return reached


def test_it_passes_a_worthless_hand() -> None:
    assert answer(Scene("kentucky").deal({1: "R5 R6 Y5 Y6 Y7 G5 G6 B5 B6"})) == "pass"


def test_it_passes_a_worthless_hand_in_one_high() -> None:
    hand = "R2 R3 R4 R5 Y2 Y3 Y4 G2 G3 G4 B2 B3 B4 B6"
    assert answer(Scene("one_high").deal({0: hand})) == "pass"


def test_it_bids_a_monster_to_the_end() -> None:
    assert limit(Scene("kentucky").deal({1: "R14 R13 R12 R11 R10 Rook Y14 G14 B14"})) >= 115


def test_it_bids_a_fair_hand_with_measure() -> None:
    assert 75 <= limit(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"})) <= 105


def test_it_bids_no_more_than_it_must() -> None:
    assert answer(Scene("kentucky").deal({1: "R14 R13 R12 R11 R10 Rook Y14 G14 B14"})) == "bid 70"


def test_it_leaves_the_bid_to_its_partner_with_a_plain_hand() -> None:
    scene = Scene("kentucky").deal({3: "R14 R9 R8 Y12 Y6 G9 G7 B13 B6"})
    assert answer(scene.do("bid 80", "pass")) == "pass"


def test_it_keeps_trumps_and_winners_and_buries_the_short_colors() -> None:
    hand, nest = "R14 R13 R12 R11 R9 Y14 G8 B7 B6", "Y9 G10 B9 R8 Y6"
    scene = Scene("kentucky").deal({1: hand}, nest).win_auction(1, 85)
    laid = ask(scene)
    assert isinstance(laid, Discard)
    assert set(laid.cards) == set(parse_cards("G10 G8 B9 B7 B6"))
    assert answer(scene.act(laid)) == "trump red"


def test_it_leaves_no_counter_bare() -> None:
    """One card must go in 1-High: not the guard of the green 14, which may not be buried."""
    hand = "R12 R10 R9 R7 R3 R1 Y13 Y9 Y4 Y1 G11 B7 B4 Rook"
    scene = Scene("one_high").deal({0: hand}, "G14").win_auction(0, 105)
    assert answer(scene) in ("discard B4", "discard B7")


@pytest.mark.parametrize("nest", ["G14", "B1", "Y5", "R10"])
def test_in_one_high_it_never_buries_a_counter(nest: str) -> None:
    hand = "R12 R9 R7 R3 R1 Y13 Y9 Y4 Y1 G11 G10 B7 B14 Rook"
    laid = ask(Scene("one_high").deal({0: hand}, nest).win_auction(0, 105))
    assert isinstance(laid, Discard)
    assert all(card.rank not in (0, 1, 5, 10, 14) for card in laid.cards)
