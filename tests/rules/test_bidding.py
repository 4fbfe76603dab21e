"""The auction: 1988 booklet, Bidding, and the Bidding section of both games."""

from __future__ import annotations

import pytest

from rules.actions import Bid, Pass, parse_action
from rules.cards import Color, pack
from rules.decisions import ChooseNumber
from rules.events import AuctionWon, BidMade, BidPassed, NestSeen, NestTaken, PassedOut, Secret
from rules.tricks.engine import TrickGame
from rules.tricks.rows import KENTUCKY
from tests.rules.scene import Scene


def test_bv3_the_printed_auction_goes_to_b_at_95() -> None:
    """BV-3 (1988, Bidding, Example), in 1-High, where 75 opens.

    A 75, B 80, C passes, D 85, A 90, B 95; C is skipped, D and A pass.
    """
    scene = Scene("one_high").deal(dealer=0)
    asked = []
    for line in ("bid 75", "bid 80", "pass", "bid 85", "bid 90", "bid 95", "pass", "pass"):
        asked.append(scene.seat)
        scene.do(line)

    assert asked == [0, 1, 2, 3, 0, 1, 3, 0]
    assert scene.last[:3] == (BidPassed(0), AuctionWon(1, 95), NestTaken(1, 1))
    assert scene.seat == 1


def test_bv5_the_last_seat_still_gets_its_turn_and_must_reach_the_minimum() -> None:
    """BV-5: A, B, C pass; D bids 70 in 1-High: refused; 75 is accepted and wins at once."""
    scene = Scene("one_high").deal(dealer=0).do("pass", "pass", "pass")

    assert scene.seat == 3
    assert scene.refused("bid 70") == "Bid at least 75, or pass."
    assert AuctionWon(3, 75) in scene.do("bid 75").last


def test_bv6_kentucky_starts_left_of_the_dealer_in_steps_of_five() -> None:
    """BV-6: dealer A, so B bids first; 72 is refused, 70 accepted."""
    scene = Scene("kentucky").deal(dealer=0)

    assert scene.seat == 1
    assert scene.refused("bid 72") == "Bids go up in steps of 5: 70, 75 …"
    assert scene.do("bid 70").last == (BidMade(1, 70),)


@pytest.mark.parametrize(
    ("line", "seat", "sentence"),
    [
        pytest.param("bid 80", 2, "Bid at least 85, or pass.", id="equal to the current bid"),
        pytest.param("bid 75", 2, "Bid at least 85, or pass.", id="below the current bid"),
        pytest.param("bid 125", 2, "The highest bid is 120.", id="above all there is to win"),
        pytest.param(
            "bid 85 green",
            2,
            "In this game a bid is a number alone; the color is named later.",
            id="with a color",
        ),
        pytest.param("play R5", 2, "Bid at least 85, or pass.", id="no call"),
        pytest.param("trump red", 2, "Bid at least 85, or pass.", id="too early for the trump"),
        pytest.param("bid 85", 1, "It is not your turn.", id="by a seat that has passed"),
        pytest.param("bid 85", 3, "It is not your turn.", id="out of turn"),
        pytest.param("bid 85", 0, "It is not your turn.", id="out of turn, the dealer"),
        pytest.param("bid 85", 7, "It is not your turn.", id="from no seat at all"),
    ],
)
def test_bv8_what_is_no_call_is_refused_and_changes_nothing(line: str, seat: int, sentence: str) -> None:
    """BV-8. Seat 1 has passed, seat 2 bid 75, 3 passed, 0 bid 80."""
    scene = Scene().deal(dealer=0).do("pass", "bid 75", "pass", "bid 80")

    assert scene.refused(line, seat) == sentence


def test_having_passed_a_player_may_not_bid_again() -> None:
    """1988, Bidding: the turn skips who has passed."""
    scene = Scene().deal(dealer=0).do("pass", "bid 70", "pass", "bid 75")

    assert scene.seat == 2
    assert scene.do("bid 80").seat == 0
    assert [mark.text for info in scene.table.seats for mark in info.marks] == [
        "dealer",
        "bid 75",
        "passed",
        "bid 80",
        "passed",
    ]


def test_the_high_bidder_is_not_asked_again() -> None:
    """1988, Bidding: bidding goes on until no player will bid higher."""
    scene = Scene().deal(dealer=0).do("bid 70", "pass", "pass", "pass")

    assert scene.last[1] == AuctionWon(1, 70)
    assert scene.table.phase == "Taking the nest"


@pytest.mark.parametrize(("key", "cap"), [("kentucky", 120), ("one_high", 200)])
def test_r04_the_auction_ends_at_a_bid_for_all_the_points(key: str, cap: int) -> None:
    """R-04: the cap is the proof total."""
    scene = Scene(key).deal(dealer=0)
    bidder = scene.seat

    assert scene.do(f"bid {cap}").last[:2] == (BidMade(bidder, cap), AuctionWon(bidder, cap))


def test_below_the_cap_one_number_is_left() -> None:
    scene = Scene().deal(dealer=0).do("bid 115")

    assert scene.answers() == {"pass", "bid 120"}


@pytest.mark.parametrize(("key", "lowest", "count"), [("kentucky", 70, 12), ("one_high", 75, 27)])
def test_the_opening_bid_is_the_minimum_or_more(key: str, lowest: int, count: int) -> None:
    """1988: at least 70 (Official Tournament Rules), at least 75 (1-High)."""
    question = Scene(key).deal().decision
    assert isinstance(question, ChooseNumber)

    assert question.numbers[0] == lowest
    assert len(list(question.answers())) == count


def test_the_nest_is_shown_to_the_declarer_alone() -> None:
    """1988, Additional Comments 1."""
    scene = Scene().deal(nest="R5 Y6 G7 B8 Rook", dealer=0).do("bid 70", "pass", "pass", "pass")
    secrets = [event for event in scene.last if isinstance(event, Secret)]

    assert [(secret.to, type(secret.event)) for secret in secrets] == [(1, NestSeen)]
    assert len(scene.hand(1)) == 14
    assert [(zone.hidden, zone.shown) for zone in scene.table.zones] == [(0, ())]


# --- everybody passes -----------------------------------------------------------------------


@pytest.mark.parametrize("key", ["kentucky", "one_high"])
def test_r03_when_everybody_passes_the_next_dealer_deals_without_a_score(key: str) -> None:
    """R-03."""
    scene = Scene(key).deal(dealer=2).do("pass", "pass", "pass", "pass")

    assert scene.last == (BidPassed(scene_last_seat(key, 2)), PassedOut(1))
    assert scene.table.totals[0].total == scene.table.totals[1].total == 0
    assert [info.cards for info in scene.table.seats] == [0, 0, 0, 0]
    assert all(not scene.hand(seat) for seat in range(4))
    assert "dealer" in [mark.text for mark in scene.deal(dealer=3).table.seats[3].marks]
    assert scene.table.deal == 2


def scene_last_seat(key: str, dealer: int) -> int:
    return dealer if key == "kentucky" else (dealer + 3) % 4


@pytest.mark.parametrize("key", ["kentucky", "one_high"])
def test_r03_after_four_deals_thrown_in_the_dealer_must_open(key: str) -> None:
    """R-03: after as many throw-ins in a row as seats the dealer may not pass while there is no bid."""
    scene = Scene(key)
    for dealer in range(4):
        scene.deal(dealer=dealer).do("pass", "pass", "pass", "pass")
    scene.deal(dealer=0)
    if key == "kentucky":
        scene.do("pass", "pass", "pass")

    least = 70 if key == "kentucky" else 75
    assert scene.seat == 0
    assert scene.decision.ask == "Everybody has passed too often: you must bid"
    assert scene.refused("pass") == scene.refused("play R5") == f"Bid at least {least}."
    assert "pass" not in scene.answers()
    scene.do(f"bid {least + 20}")
    assert AuctionWon(0, least + 20) in scene.events if key == "kentucky" else scene.seat == 1


def test_r03_the_dealer_may_pass_when_somebody_has_bid() -> None:
    """R-03, in Kentucky Discard, where the dealer speaks last."""
    scene = Scene()
    for dealer in range(4):
        scene.deal(dealer=dealer).do("pass", "pass", "pass", "pass")
    scene.deal(dealer=0).do("bid 70", "pass", "pass")

    assert "pass" in scene.answers()


def test_r03_throw_ins_must_be_in_a_row() -> None:
    """R-03: a deal that was played starts the count again."""
    scene = Scene(deals=9)
    for dealer in range(3):
        scene.deal(dealer=dealer).do("pass", "pass", "pass", "pass")
    scene.deal(dealer=3).win_auction(0, 70).lay_any().do("trump red").play_out()
    scene.deal(dealer=0).do("pass", "pass", "pass")

    assert scene.seat == 0
    assert "pass" in scene.answers()


def test_r03_a_throw_in_is_no_deal_of_a_fixed_number() -> None:
    """R-03: it does not count toward a fixed number of deals."""
    scene = Scene(deals=1).deal(dealer=0).do("pass", "pass", "pass", "pass")

    assert scene.game.outcome(scene.state) is None
    scene.deal(dealer=1).win_auction(2, 70).lay_any().do("trump red").play_out()
    assert scene.game.outcome(scene.state) is not None


def test_without_a_nest_the_auction_leads_straight_to_the_trump() -> None:
    """As in games that deal out every card."""
    game = TrickGame(KENTUCKY.model_copy(update={"low": 1, "rook": "none", "nest": 0, "min_bid": 70}))
    state = game.start(4)
    for line in (
        "draw R14 R1 R2 R3",
        f"deal {' '.join(map(str, pack(1, bird=False)))}",
        "bid 70",
        *["pass"] * 3,
    ):
        (seat,) = game.decisions(state)
        state, events = game.apply(state, seat, parse_action(line))

    assert events == (BidPassed(0), AuctionWon(1, 70))
    assert game.table_view(state).phase == "Naming trump"
    assert game.table_view(state).zones == game.seat_view(state, 1).zones == ()
    assert "The Rook" not in [heading for heading, _ in game.about.rules]


def test_a_bid_names_its_color_only_in_its_text() -> None:
    assert str(Bid(70, Color.GREEN)) == "bid 70 green"
    assert str(Pass()) == "pass"
