"""Steady in the auction, at the nest and naming trump."""

import pytest

from bot.computers.bidding_games.bidding import eagerness
from rules.core.actions import Discard
from rules.core.cards import parse_cards
from rules.core.protocol import OptionValue
from rules.presets import PRESETS
from tests.computers.ask import answer, ask, remembered
from tests.rules.scene import Scene


def limit(scene: Scene) -> int:
    """Points of seat 1's last bid while the others raise it; 0 if it passes at once."""
    reached = 0
    while scene.phase == "Bidding":
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


def test_worthless_hand_is_passed() -> None:
    assert answer(Scene("kentucky").deal({1: "R5 R6 Y5 Y6 Y7 G5 G6 B5 B6"})) == "pass"


def test_worthless_hand_in_one_high_is_passed() -> None:
    hand = "R2 R3 R4 R5 Y2 Y3 Y4 G2 G3 G4 B2 B3 B4 B6"
    assert answer(Scene("one_high").deal({0: hand})) == "pass"


def test_monster_hand_bids_to_the_end() -> None:
    assert limit(Scene("kentucky").deal({1: "R14 R13 R12 R11 R10 Rook Y14 G14 B14"})) >= 115


def test_fair_hand_bids_to_a_moderate_limit() -> None:
    assert 75 <= limit(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"})) <= 105


@pytest.mark.parametrize(
    ("game", "seats", "goes_beyond"), [("dixie_1988", 4, False), ("dixie_1988", 6, True)]
)
def test_eagerness_is_positive_only_with_two_partners(game: str, seats: int, goes_beyond: bool) -> None:
    assert (eagerness(remembered(Scene(game, seats).deal())) > 0) is goes_beyond


def test_strong_hand_opens_with_the_lowest_bid() -> None:
    assert answer(Scene("kentucky").deal({1: "R14 R13 R12 R11 R10 Rook Y14 G14 B14"})) == "bid 70"


def test_plain_hand_leaves_the_bid_to_its_partner() -> None:
    scene = Scene("kentucky").deal({3: "R14 R9 R8 Y12 Y6 G9 G7 B13 B6"})
    assert answer(scene.do("bid 80", "pass")) == "pass"


def test_discard_keeps_trumps_and_winners_and_empties_short_colors() -> None:
    hand, nest = "R14 R13 R12 R11 R9 Y14 G8 B7 B6", "Y9 G10 B9 R8 Y6"
    scene = Scene("kentucky").deal({1: hand}, nest).win_auction(1, 85)
    laid = ask(scene)
    assert isinstance(laid, Discard)
    assert set(laid.cards) == set(parse_cards("G10 G8 B9 B7 B6"))
    assert answer(scene.act(laid)) == "trump red"


def test_discard_keeps_the_guard_of_a_counter() -> None:
    """One card must go in 1-High: not the guard of the green 14, which may not be discarded."""
    hand = "R12 R10 R9 R7 R3 R1 Y13 Y9 Y4 Y1 G11 B7 B4 Rook"
    scene = Scene("one_high").deal({0: hand}, "G14").win_auction(0, 105)
    assert answer(scene) in ("discard B4", "discard B7")


@pytest.mark.parametrize("nest", ["G14", "B1", "Y5", "R10"])
def test_discard_in_one_high_never_holds_a_counter(nest: str) -> None:
    hand = "R12 R9 R7 R3 R1 Y13 Y9 Y4 Y1 G11 G10 B7 B14 Rook"
    laid = ask(Scene("one_high").deal({0: hand}, nest).win_auction(0, 105))
    assert isinstance(laid, Discard)
    assert all(card.rank not in (0, 1, 5, 10, 14) for card in laid.cards)


def test_opening_bid_is_neither_tiny_nor_at_the_limit() -> None:
    """In Regular Rook the lowest bid is 5: a fair hand does not begin there."""
    hand = "R14 R13 R12 R11 R10 R9 R5 Y14 Y13 G14 G10 B14 B12 B3"
    opened = answer(Scene("regular_1988", 4).deal({0: hand}))
    assert 20 <= int(opened.split()[1]) <= 50


def test_boston_bid_names_the_strong_color() -> None:
    hand = "R14 R13 R11 R9 R8 R6 R4 R2 B7 B3 Y9 Y4 G8 G2"
    assert answer(Scene("boston").deal({0: hand})).endswith(" red")


def test_boston_bid_names_no_color_with_high_cards_of_all() -> None:
    hand = "B14 B13 B12 R14 R13 R12 Y14 Y13 Y12 G14 G13 G12 R2 B2"
    assert answer(Scene("boston").deal({0: hand})) in ("bid 70", "bid 80", "bid 90", "bid 100", "bid 110")


def test_boston_weak_hand_does_not_bid_no_color() -> None:
    hand = "B14 B13 B7 R9 R8 R3 Y7 Y5 Y4 G9 G6 G3 R2 B2"
    assert answer(Scene("boston").deal({0: hand})) in ("pass", "bid 70 red", "bid 70 black")


def test_bid_in_a_color_stops_at_its_points() -> None:
    """Boston: yellow cannot bring more than 150, so a yellow hand lets 160 red go."""
    hand = "Y14 Y13 Y12 Y11 Y10 Y9 Y8 Y7 Y6 Y5 Y4 Y3 Y2 Y1"
    scene = Scene("boston").deal({0: hand, 1: "R14 R13 R12 R11 R10"})
    assert answer(scene).endswith("yellow")
    scene.do("pass", "bid 160 red", "pass", "pass")
    assert scene.phase != "Bidding"


STRONG = "R14 R13 R12 R11 R10 R9 R7 R5 Y14 Y13 Y12 G14 B14 B13"
PLAIN = "R12 R11 R8 R6 R3 Y13 Y9 Y4 G12 G9 G3 B11 B8 B4"


@pytest.mark.parametrize(
    ("hand", "price", "best"),
    [(STRONG, 2, "keep"), (STRONG, 20, "keep"), (PLAIN, 20, "sell 2"), (PLAIN, 12, "sell 2")],
)
def test_cordova_strong_hand_keeps_trump_and_plain_hand_sells_it(hand: str, price: int, best: str) -> None:
    scene = Scene("cordova", 4).deal({0: hand}, dealer=0)
    scene.do("pass", f"bid {price}", "pass")
    assert scene.phase == "Selling trump"
    assert answer(scene) == best


def test_worthless_hand_claims_a_misdeal() -> None:
    hand = "R8 R6 Y9 Y6 Y7 G7 G6 B12 B6"
    assert answer(Scene("kentucky", misdeal_claim="no_counters").deal({1: hand})) == "misdeal"


def test_plain_hand_holds_when_passing_to_a_partner_is_allowed() -> None:
    hand = "R14 R9 R8 Y12 Y6 G9 G7 B13 B6"
    scene = Scene("kentucky", passing="pass_partner").deal({3: hand})
    assert answer(scene.do("bid 80", "pass")) == "hold"


def test_only_a_hand_of_every_trick_shoots() -> None:
    sure = "R14 R13 R12 R11 R10 R9 R8 R7 Rook"
    assert answer(Scene("kentucky", shoot=True).deal({1: sure})) == "shoot"
    assert answer(Scene("kentucky", shoot=True).deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"})) != "shoot"


def test_hopeless_bid_is_folded_only_if_cheap() -> None:
    weak, nest = "R8 R6 Y9 Y6 Y7 G7 G6 B12 B6", "R7 Y8 G8 B7 B8"
    for fold, gives_up in (("opponents_nothing", True), ("opponents_all", False)):
        scene = Scene("kentucky", fold=fold).deal({1: weak}, nest).win_auction(1, 120)
        assert (answer(scene) == "fold") is gives_up
    strong = Scene("kentucky", fold="opponents_nothing").deal({1: "R14 R13 R12 R11 R10 Rook Y14 G14 B14"})
    assert answer(strong.win_auction(1, 100)).startswith("discard")


@pytest.mark.parametrize(
    ("failure", "forfeit", "gives_up"),
    [
        ("set_back", False, True),
        ("deducted", True, True),
        ("deducted", False, False),
        ("counters_only", False, False),
        ("opponents_doubled", False, False),
    ],
)
def test_bid_that_costs_less_to_play_is_not_folded(failure: str, forfeit: bool, gives_up: bool) -> None:
    """Bug: it folded a bid of 120 with about 90 to take: deducted, it costs 30 played and 120 folded."""
    rules: dict[str, OptionValue] = {"failure": failure, "forfeit": forfeit, "fold": "opponents_nothing"}
    scene = Scene("kentucky", None, **{name: value for name, value in rules.items() if value})
    scene.deal({1: "R14 R13 R12 Y14 Y5 G9 G7 B13 B6"}, "R7 R6 Y6 G6 B7").win_auction(1, 120)
    assert (answer(scene) == "fold") is gives_up


def test_dealer_makes_the_bird_the_highest_trump() -> None:
    scene = Scene("kentucky", rook="dealer_chooses").draw(0)
    assert scene.phase == "Ranking the Rook"
    assert answer(scene) == "bird top"


@pytest.mark.parametrize("bird", ["top", "low"])
def test_memory_keeps_the_chosen_rank_of_the_bird(bird: str) -> None:
    scene = Scene("kentucky", rook="dealer_chooses").draw(0).do(f"bird {bird}").deal()
    assert remembered(scene).heard.card_order.bird == bird


def test_called_card_is_a_high_trump_the_declarer_lacks() -> None:
    hands = {0: "B14 B12 B11 B10 B9 B8 R13"}
    scene = Scene("high_card_partner").deal(hands, "R5 R6 R7 R8 R9 R10").win_auction(0, 80)
    scene.do("discard R5 R6 R7 R8 R9 R10", "trump black")
    assert answer(scene) in ("call Rook", "call B13")


def test_discard_of_own_cards_stays_within_the_games_limit() -> None:
    hand = "R14 R13 R12 R11 R9 R8 Y14 Y13 G14 G4 G6 B4 B7"
    scene = Scene("regular_for_two").deal({1: hand}, "B6 B8 B9 B11 Y4", dealer=0).win_auction(1, 50)
    scene.do("trump red")
    laid = ask(scene)
    assert isinstance(laid, Discard)
    assert len(set(laid.cards) & set(parse_cards(hand))) <= 2


def test_discard_holds_no_counters_if_they_would_be_lost() -> None:
    hand = "R14 R13 R12 R11 R9 R8 Y14 Y13 G14 G4 G6 B10 B7"
    scene = Scene("regular_for_two").deal({1: hand}, "B6 B8 B9 B11 Y4", dealer=0).win_auction(1, 50)
    laid = ask(scene.do("trump red"))
    assert isinstance(laid, Discard)
    assert not {card.rank for card in laid.cards} & {5, 10, 14}


def test_hand_without_a_long_color_asks_its_partner_for_trump() -> None:
    hand, laid = "R14 R9 Y14 Y9 G14 G9 B14 B9 Rook", "R5 Y5 G5 B5 R6"
    scene = Scene("kentucky", trump_by="or_partner").deal({1: hand}, laid).win_auction(1, 70)
    scene.do(f"discard {laid}")
    long = Scene("kentucky", trump_by="or_partner").deal({1: "R14 R13 R12 R11 R10 R9 R8 Y14 Y13"}, laid)
    assert answer(long.win_auction(1, 70).do(f"discard {laid}")) == "trump red"
    assert answer(scene.do("ask")).startswith("trump ")


@pytest.mark.parametrize(("bid", "named"), [(100, "trump "), (175, "ask")])
def test_partner_is_asked_for_five_more_only_if_the_bid_is_doubtful(bid: int, named: str) -> None:
    rules, laid = {**PRESETS["crocker"].options, "trump_by": "partner_for_five"}, "R5 Y5 G5 B5 R6"
    scene = Scene("kentucky", None, **rules).deal({1: "R1 R14 Y1 Y14 G1 G14 B1 B14 Y13 R13"}, laid)
    assert answer(scene.win_auction(1, bid).do(f"discard {laid}")).startswith(named)
    if bid == 175:
        assert answer(scene.do("ask")).startswith("trump ")


def test_hand_for_lowest_wins_does_not_ask_its_partner_for_trump() -> None:
    """Bug: with only low cards it asked its partner, who named a color with the highest winning."""
    laid = "R14 Y14 G14 B14 G13"
    for no_trump, named in (
        ("no", "ask"),
        ("yes", "ask"),
        ("reversed", "trump red reversed"),
        ("reversed_alone", "trump none reversed"),
    ):
        rules = {**PRESETS["crocker"].options, "no_trump": no_trump}
        scene = Scene("kentucky", None, **rules).deal({1: "R5 R6 R7 Y5 Y6 Y7 G5 G6 B5 B6"}, laid)
        assert answer(scene.win_auction(1, 100).do(f"discard {laid}")) == named
