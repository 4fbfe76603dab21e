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
    """How far seat 1 goes while the others bid it up, in points; 0 when it passes at once."""
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


def test_it_passes_a_worthless_hand() -> None:
    assert answer(Scene("kentucky").deal({1: "R5 R6 Y5 Y6 Y7 G5 G6 B5 B6"})) == "pass"


def test_it_passes_a_worthless_hand_in_one_high() -> None:
    hand = "R2 R3 R4 R5 Y2 Y3 Y4 G2 G3 G4 B2 B3 B4 B6"
    assert answer(Scene("one_high").deal({0: hand})) == "pass"


def test_it_bids_a_monster_to_the_end() -> None:
    assert limit(Scene("kentucky").deal({1: "R14 R13 R12 R11 R10 Rook Y14 G14 B14"})) >= 115


def test_it_bids_a_fair_hand_with_measure() -> None:
    assert 75 <= limit(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"})) <= 105


@pytest.mark.parametrize(
    ("game", "seats", "goes_beyond"), [("dixie_1988", 4, False), ("dixie_1988", 6, True)]
)
def test_only_with_two_partners_it_goes_beyond_what_it_takes_on_average(
    game: str, seats: int, goes_beyond: bool
) -> None:
    assert (eagerness(remembered(Scene(game, seats).deal())) > 0) is goes_beyond


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


def test_it_opens_well_below_its_limit_but_not_at_next_to_nothing() -> None:
    """Regular Rook has no lowest bid but the step: a fair hand does not crawl up from 5."""
    hand = "R14 R13 R12 R11 R10 R9 R5 Y14 Y13 G14 G10 B14 B12 B3"
    opened = answer(Scene("regular_1988", 4).deal({0: hand}))
    assert 20 <= int(opened.split()[1]) <= 50


def test_in_boston_it_bids_the_color_it_is_strong_in() -> None:
    hand = "R14 R13 R11 R9 R8 R6 R4 R2 B7 B3 Y9 Y4 G8 G2"
    assert answer(Scene("boston").deal({0: hand})).endswith(" red")


def test_in_boston_it_bids_no_color_with_high_cards_of_all() -> None:
    hand = "B14 B13 B12 R14 R13 R12 Y14 Y13 Y12 G14 G13 G12 R2 B2"
    assert answer(Scene("boston").deal({0: hand})) in ("bid 70", "bid 80", "bid 90", "bid 100", "bid 110")


def test_in_boston_it_does_not_bid_no_color_with_a_weak_hand() -> None:
    hand = "B14 B13 B7 R9 R8 R3 Y7 Y5 Y4 G9 G6 G3 R2 B2"
    assert answer(Scene("boston").deal({0: hand})) in ("pass", "bid 70 red", "bid 70 black")


def test_it_never_bids_a_color_beyond_its_points() -> None:
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
def test_in_cordova_it_sells_dear_and_keeps_what_is_worth_more(hand: str, price: int, best: str) -> None:
    scene = Scene("cordova", 4).deal({0: hand}, dealer=0)
    scene.do("pass", f"bid {price}", "pass")
    assert scene.phase == "Selling trump"
    assert answer(scene) == best


def test_it_claims_a_misdeal_with_a_worthless_hand() -> None:
    hand = "R8 R6 Y9 Y6 Y7 G7 G6 B12 B6"
    assert answer(Scene("kentucky", misdeal_claim="no_counters").deal({1: hand})) == "misdeal"


def test_it_leaves_the_bid_to_its_partner_without_going_out() -> None:
    hand = "R14 R9 R8 Y12 Y6 G9 G7 B13 B6"
    scene = Scene("kentucky", passing="pass_partner").deal({3: hand})
    assert answer(scene.do("bid 80", "pass")) == "hold"


def test_it_shoots_only_with_every_trick_in_the_hand() -> None:
    sure = "R14 R13 R12 R11 R10 R9 R8 R7 Rook"
    assert answer(Scene("kentucky", shoot=True).deal({1: sure})) == "shoot"
    assert answer(Scene("kentucky", shoot=True).deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"})) != "shoot"


def test_it_gives_up_a_hopeless_bid_only_where_that_is_cheap() -> None:
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
def test_it_gives_up_no_bid_that_costs_less_to_play_bug(failure: str, forfeit: bool, gives_up: bool) -> None:
    """With 120 bid and about 90 to take, a bid deducted costs 30 to play out and 120 to give up."""
    rules: dict[str, OptionValue] = {"failure": failure, "forfeit": forfeit, "fold": "opponents_nothing"}
    scene = Scene("kentucky", None, **{name: value for name, value in rules.items() if value})
    scene.deal({1: "R14 R13 R12 Y14 Y5 G9 G7 B13 B6"}, "R7 R6 Y6 G6 B7").win_auction(1, 120)
    assert (answer(scene) == "fold") is gives_up


def test_the_dealer_makes_the_bird_the_highest_trump() -> None:
    scene = Scene("kentucky", rook="dealer_chooses").draw(0)
    assert scene.phase == "Ranking the Rook"
    assert answer(scene) == "bird top"


@pytest.mark.parametrize("bird", ["top", "low"])
def test_it_remembers_what_the_bird_is(bird: str) -> None:
    scene = Scene("kentucky", rook="dealer_chooses").draw(0).do(f"bird {bird}").deal()
    assert remembered(scene).heard.bird == bird


def test_in_high_card_partner_it_calls_a_high_trump_it_lacks() -> None:
    hands = {0: "B14 B12 B11 B10 B9 B8 R13"}
    scene = Scene("high_card_partner").deal(hands, "R5 R6 R7 R8 R9 R10").win_auction(0, 80)
    scene.do("discard R5 R6 R7 R8 R9 R10", "trump black")
    assert answer(scene) in ("call Rook", "call B13")


def test_of_its_own_cards_it_lays_away_no_more_than_the_game_allows() -> None:
    hand = "R14 R13 R12 R11 R9 R8 Y14 Y13 G14 G4 G6 B4 B7"
    scene = Scene("regular_for_two").deal({1: hand}, "B6 B8 B9 B11 Y4", dealer=0).win_auction(1, 50)
    scene.do("trump red")
    laid = ask(scene)
    assert isinstance(laid, Discard)
    assert len(set(laid.cards) & set(parse_cards(hand))) <= 2


def test_it_buries_no_counters_where_they_would_be_lost() -> None:
    hand = "R14 R13 R12 R11 R9 R8 Y14 Y13 G14 G4 G6 B10 B7"
    scene = Scene("regular_for_two").deal({1: hand}, "B6 B8 B9 B11 Y4", dealer=0).win_auction(1, 50)
    laid = ask(scene.do("trump red"))
    assert isinstance(laid, Discard)
    assert not {card.rank for card in laid.cards} & {5, 10, 14}


def test_a_hand_without_a_color_leaves_trump_to_its_partner() -> None:
    hand, laid = "R14 R9 Y14 Y9 G14 G9 B14 B9 Rook", "R5 Y5 G5 B5 R6"
    scene = Scene("kentucky", trump_by="or_partner").deal({1: hand}, laid).win_auction(1, 70)
    scene.do(f"discard {laid}")
    long = Scene("kentucky", trump_by="or_partner").deal({1: "R14 R13 R12 R11 R10 R9 R8 Y14 Y13"}, laid)
    assert answer(long.win_auction(1, 70).do(f"discard {laid}")) == "trump red"
    assert answer(scene.do("ask")).startswith("trump ")


def test_a_hand_that_is_best_with_the_lowest_winning_does_not_ask_its_partner_bug() -> None:
    """The partner would name a color in which the highest wins, and the hand holds no high card."""
    laid = "R14 Y14 G14 B14 G13"
    for no_trump, named in (("no", "ask"), ("yes", "ask"), ("reversed", "trump red reversed")):
        rules = {**PRESETS["crocker"].options, "no_trump": no_trump}
        scene = Scene("kentucky", None, **rules).deal({1: "R5 R6 R7 Y5 Y6 Y7 G5 G6 B5 B6"}, laid)
        assert answer(scene.win_auction(1, 100).do(f"discard {laid}")) == named
