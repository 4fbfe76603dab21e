"""The oracle against the examples the rule books print."""

import pytest

from tests.oracle import (
    Auction,
    Row,
    deal_out,
    deal_scores,
    deck,
    discard_fault,
    discardable,
    first_leader,
    legal_bids,
    legal_cards,
    match_over,
    match_winners,
    points,
    trick_winner,
)
from tests.oracle.samples import KENTUCKY, ONE_HIGH


def test_decks_have_the_printed_sizes_and_totals() -> None:
    assert len(deck(KENTUCKY)) == 41
    assert len(deck(ONE_HIGH)) == 57
    assert points(deck(KENTUCKY), KENTUCKY) == 120  # SV-21
    assert points(deck(ONE_HIGH), ONE_HIGH) == 180  # SV-11
    assert points(["R1", "Y5", "G10", "B14", "Rook", "R13"], ONE_HIGH) == 15 + 5 + 10 + 10 + 20


def test_kentucky_deals_nest_cards_between_the_rounds() -> None:  # GV-16
    cards = [str(number) for number in range(41)]
    dealt = deal_out(cards, 3, KENTUCKY)
    hands, nest = dealt.hands, dealt.nest
    assert nest == ["4", "9", "14", "19", "24"]
    assert [hand[0] for hand in hands] == ["0", "1", "2", "3"]
    assert [hand[1] for hand in hands] == ["5", "6", "7", "8"]
    assert [len(hand) for hand in hands] == [9, 9, 9, 9]
    assert hands[3][-1] == "40"


def test_last_card_is_the_nest_of_one_high() -> None:
    cards = [str(number) for number in range(57)]
    dealt = deal_out(cards, 0, ONE_HIGH)
    assert dealt.nest == ["56"]
    assert [hand[0] for hand in dealt.hands] == ["3", "0", "1", "2"]


def test_legal_bids_are_the_printed_ones() -> None:
    assert legal_bids(0, KENTUCKY) == [70, 75, 80, 85, 90, 95, 100, 105, 110, 115, 120]
    assert legal_bids(110, KENTUCKY) == [115, 120]
    assert legal_bids(120, KENTUCKY) == []
    assert legal_bids(0, ONE_HIGH)[0] == 75
    assert legal_bids(0, ONE_HIGH)[-1] == 200


def test_printed_auction_is_accepted() -> None:  # BV-3, with dealer A = seat 0
    auction = Auction(ONE_HIGH, dealer=0)
    for seat, call in [(0, 75), (1, 80), (2, None), (3, 85), (0, 90), (1, 95), (3, None), (0, None)]:
        assert not auction.over()
        assert auction.fault(seat, call) is None
        auction.say(seat, call)
    assert auction.over()
    assert (auction.declarer, auction.high) == (1, 95)


def test_last_seat_gets_its_turn() -> None:  # BV-5
    auction = Auction(ONE_HIGH, dealer=0)
    for seat in range(3):
        auction.say(seat, None)
    assert not auction.over()
    assert auction.fault(3, 70) is not None
    assert auction.fault(3, 75) is None
    auction.say(3, 75)
    assert auction.over()
    assert auction.declarer == 3


def test_kentucky_bidding_starts_left_of_the_dealer() -> None:  # BV-6
    auction = Auction(KENTUCKY, dealer=0)
    assert auction.turn == 1
    assert auction.fault(0, 70) is not None
    assert auction.fault(1, 72) is not None
    assert auction.fault(1, 70) is None


def test_cap_ends_the_auction() -> None:
    auction = Auction(KENTUCKY, dealer=3)
    auction.say(0, 120)
    assert auction.over()


def test_dealer_must_bid_after_four_thrown_in_deals() -> None:
    auction = Auction(KENTUCKY, dealer=3, thrown_in=4)
    for seat in range(3):
        assert auction.may_pass()
        auction.say(seat, None)
    assert auction.turn == 3
    assert not auction.may_pass()
    assert Auction(KENTUCKY, dealer=2, thrown_in=3).may_pass()
    assert not Auction(ONE_HIGH, dealer=2, thrown_in=4).may_pass()
    assert Auction(ONE_HIGH, dealer=2, thrown_in=3).may_pass()
    opened = Auction(KENTUCKY, dealer=3, thrown_in=4)
    opened.say(0, 70)
    opened.say(1, None)
    opened.say(2, None)
    assert opened.turn == 3
    assert opened.may_pass()


def test_first_leader_is_the_books() -> None:
    assert first_leader(3, 1, KENTUCKY) == 0  # left of the dealer, for any high bidder
    assert first_leader(3, 1, ONE_HIGH) == 2  # left of the high bidder


def test_target_of_each_game_is_the_books() -> None:
    assert (KENTUCKY["target"], ONE_HIGH["target"]) == (300, 500)


@pytest.mark.parametrize(
    ("row", "hand", "led", "legal"),
    [
        (KENTUCKY, "G6 R7 Rook", "R9", "R7 Rook"),  # FV-1
        (KENTUCKY, "G6 R7 Rook", "G9", "G6 Rook"),  # FV-2
        (KENTUCKY, "R7 Rook", "G9", "Rook"),  # FV-3
        (KENTUCKY, "G6 R7", "Rook", "G6"),  # FV-4
        (KENTUCKY, "R7 B8", "Rook", "R7 B8"),  # FV-4
        (KENTUCKY, "G6 B8 Rook", "R9", "G6 B8 Rook"),
        (KENTUCKY, "G6 B8 Rook", None, "G6 B8 Rook"),
        (ONE_HIGH, "Rook Y6 G2", "Y9", "Y6"),  # FV-8
        (ONE_HIGH, "Rook Y6 G2", "G9", "Rook G2"),  # FV-8
        (ONE_HIGH, "Rook Y6", "G9", "Rook"),
        (ONE_HIGH, "Y6 G2", "Rook", "G2"),
        (ONE_HIGH, "Rook Y6 G2", "B9", "Rook Y6 G2"),
    ],
)
def test_legal_cards_are_the_books(row: Row, hand: str, led: str | None, legal: str) -> None:
    assert legal_cards(hand.split(), led, "green", row) == legal.split()


@pytest.mark.parametrize(
    ("row", "cards", "winner"),
    [
        (KENTUCKY, "R9 Rook G14 G5", 1),  # FV-5
        (KENTUCKY, "Rook G14 G5 R14", 0),
        (KENTUCKY, "R9 Y14 R10 B14", 2),
        (KENTUCKY, "R9 Y14 G5 G6", 3),
        (ONE_HIGH, "Y14 Y1 Y2 Y3", 1),  # FV-9
        (ONE_HIGH, "Y14 Rook G2 Y1", 2),  # FV-9
        (ONE_HIGH, "Y14 Rook Y1 B1", 1),
        (ONE_HIGH, "Rook G2 G14 G1", 3),
        (ONE_HIGH, "Rook Y1 B1 R1", 0),
    ],
)
def test_trick_winner_is_the_books(row: Row, cards: str, winner: int) -> None:
    played = list(enumerate(cards.split()))
    assert trick_winner(played, "green", row) == winner


def test_counters_may_not_be_discarded_in_one_high() -> None:
    held = ["Y1", "Y5", "Rook", "G10", "B14", "R2", "R3"]
    assert discardable(held, ONE_HIGH) == ["R2", "R3"]
    assert discard_fault(held, ["R2"], ONE_HIGH) is None
    assert discardable(["Y5", "R2", "Rook"], ONE_HIGH) == ["R2"]
    for card in held[:5]:
        assert discard_fault(held, [card], ONE_HIGH) is not None
    assert discard_fault(held, [], ONE_HIGH) is not None
    assert discard_fault(held, ["R2", "R3"], ONE_HIGH) is not None
    assert discard_fault(held, ["R4"], ONE_HIGH) is not None


def test_hand_of_counters_discards_the_lowest() -> None:
    held = ["Y1", "Y10", "G5", "Rook", "B5"]
    assert discardable(held, ONE_HIGH) == ["G5", "B5"]
    assert discard_fault(held, ["G5"], ONE_HIGH) is None
    assert discard_fault(held, ["Y10"], ONE_HIGH) is not None
    three: Row = {**ONE_HIGH, "nest": 3}
    held = ["R2", "Y1", "Y10", "G5", "Rook"]
    assert discardable(held, three) == ["R2", "Y10", "G5"]
    assert discard_fault(held, ["R2", "G5", "Y10"], three) is None
    assert discard_fault(["R2", "Y10", "G5", "B5", "Y5"], ["Y5", "G5", "B5"], three) is not None


def test_any_card_may_be_discarded_in_kentucky() -> None:
    held = ["Rook", "R14", "G10", "B5", "Y6", "Y7"]
    assert discardable(held, KENTUCKY) == held
    assert discard_fault(held, held[:5], KENTUCKY) is None
    assert discard_fault(held, held[:4], KENTUCKY) is not None
    assert discard_fault(held, ["Rook", "Rook", "G10", "B5", "Y6"], KENTUCKY) is not None


def test_side_short_of_the_bid_is_set_back() -> None:  # SV-22
    tricks = [(0, ["R14", "Y14", "G14", "B14", "Rook", "R10", "Y10", "G10"]), (2, ["R5"])]
    tricks += [(1, ["B10", "Y5", "G5"]), (3, ["R6"])]
    score = deal_scores(tricks, ["B5"], 0, 100, KENTUCKY)
    assert [side["counters"] for side in score["sides"]] == [95, 25]
    assert [side["scored"] for side in score["sides"]] == [-100, 25]
    assert not score["made"]
    made = deal_scores(tricks, ["B5"], 2, 95, KENTUCKY)  # equal is made
    assert made["made"]
    assert [side["scored"] for side in made["sides"]] == [95, 25]


def test_nest_goes_with_the_last_trick() -> None:
    tricks = [(0, ["R14"]), (1, ["Y6"])]
    score = deal_scores(tricks, ["Rook", "G5"], 0, 70, KENTUCKY)
    assert [side["counters"] for side in score["sides"]] == [10, 25]


ONE_HIGH_A = ["Rook", "R1", "Y1", "G1", "R14", "B10", "G5", "R2"]  # 20 + 45 + 10 + 10 + 5 = 90
ONE_HIGH_B = ["B1", "Y14", "G14", "B14", "R10", "Y10"]


def one_high_90_v_90(letters: str) -> list[tuple[int, list[str]]]:
    """Counters 90 each; the rest of B's 90 lies in his last trick."""
    a, b = list(ONE_HIGH_A), list(ONE_HIGH_B)
    tricks: list[tuple[int, list[str]]] = []
    for letter in letters:
        mine = a if letter == "A" else b
        tricks.append((0 if letter == "A" else 1, [mine.pop(0)] if mine else ["R3"]))
    return [*tricks[:-1], (tricks[-1][0], [*tricks[-1][1], "G10", "R5", "Y5", "B5"])]


def test_printed_set_back_is_scored() -> None:  # SV-12
    score = deal_scores(one_high_90_v_90("AAAAAAAABBBBBB"), ["R4"], 0, 120, ONE_HIGH)
    assert score == {
        "made": False,
        "sides": [
            {"seats": [0, 2], "counters": 90, "tricks": 8, "bonus": 20, "scored": -120},
            {"seats": [1, 3], "counters": 90, "tricks": 6, "bonus": 0, "scored": 90},
        ],
        "dummy": None,
    }
    made = deal_scores(one_high_90_v_90("AAAAAAAABBBBBB"), ["R4"], 2, 110, ONE_HIGH)
    assert [side["scored"] for side in made["sides"]] == [110, 90]


def test_seven_tricks_each_favor_the_opponents() -> None:  # SV-14, R-45
    tricks = one_high_90_v_90("AAAAAAABBBBBBB")
    assert [side["bonus"] for side in deal_scores(tricks, ["R4"], 0, 90, ONE_HIGH)["sides"]] == [0, 20]
    assert [side["bonus"] for side in deal_scores(tricks, ["R4"], 3, 90, ONE_HIGH)["sides"]] == [20, 0]


def test_majority_of_tricks_counts_toward_the_bid() -> None:
    tricks = one_high_90_v_90("AAAAAAAABBBBBB")
    assert deal_scores(tricks, ["R4"], 0, 110, ONE_HIGH)["made"]
    assert not deal_scores(tricks, ["R4"], 0, 115, ONE_HIGH)["made"]


def test_shooting_the_moon_adds_its_points() -> None:  # SV-15, R-44
    cards = [card for card in deck(ONE_HIGH) if card != "R2"]
    tricks = [(0 if i % 2 else 2, cards[4 * i : 4 * i + 4]) for i in range(14)]
    off = deal_scores(tricks, ["R2"], 0, 150, ONE_HIGH)
    assert [side["scored"] for side in off["sides"]] == [200, 0]
    on = deal_scores(tricks, ["R2"], 0, 150, ONE_HIGH, moon=100)
    assert [side["scored"] for side in on["sides"]] == [300, 0]
    assert [side["bonus"] for side in on["sides"]] == [120, 0]
    against = deal_scores(tricks, ["R2"], 1, 75, ONE_HIGH, moon=100)
    assert [side["scored"] for side in against["sides"]] == [300, -75]


def test_forced_discard_of_counters_goes_with_the_last_trick() -> None:
    score = deal_scores([(0, ["R2"]), (1, ["R3"])], ["Y5"], 0, 75, ONE_HIGH)
    assert [side["counters"] for side in score["sides"]] == [0, 5]


@pytest.mark.parametrize(
    ("totals", "played", "deals", "over", "winners"),
    [
        ([295, 120], 9, None, False, [0, 2]),
        ([300, 120], 9, None, True, [0, 2]),
        ([310, 320], 9, None, True, [1, 3]),
        ([310, 310], 9, None, False, [0, 1, 2, 3]),
        ([310, 310], 9, 9, True, [0, 1, 2, 3]),
        ([400, 10], 8, 9, False, [0, 2]),
        ([-10, -20], 20, None, True, [0, 2]),
    ],
)
def test_match_ends_at_its_target(
    totals: list[int], played: int, deals: int | None, over: bool, winners: list[int]
) -> None:
    assert match_over(totals, played, 300, deals, 20) is over
    assert match_winners(totals, KENTUCKY) == winners


def test_fixed_number_of_deals_is_cut_off_at_the_limit() -> None:
    assert match_over([0, 0], 20, 300, 30, 20)
