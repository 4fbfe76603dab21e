"""A deal that every seat passes: no rule book says what follows, so R-03 decides."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.events import AuctionWon, CutShort, MatchWon, PassedOut, SeatsChanged
from rules.core.protocol import InvalidOption
from tests.rules.scene import Scene

A = 0
PASSING = ["kentucky", "one_high", "regular_1988", "dixie_1988", "display", "boston", "high_card_partner"]


def all_pass(scene: Scene) -> Scene:
    """Play one deal that every seat passes."""
    return scene.deal().do(*["pass"] * scene.players)


@pytest.mark.parametrize("key", PASSING)
def test_r03_all_passed_deal_goes_to_next_dealer_unscored(key: str) -> None:
    """R-03."""
    scene = all_pass(Scene(key))

    assert scene.last[-1] == PassedOut(1)
    assert set(scene.totals) == {0}
    assert {info.cards for info in scene.table.seats} == {0}
    assert all(not scene.hand(seat) for seat in scene.seats)
    scene.deal()
    assert scene.dealer == 1
    assert scene.table.deal == 2


@pytest.mark.parametrize("key", PASSING)
def test_r03_dealer_must_open_after_one_throw_in_per_seat(key: str) -> None:
    """R-03: after so many throw-ins in a row the dealer may not pass while there is no bid."""
    scene = Scene(key)
    for _ in scene.seats:
        all_pass(scene)
    scene.deal()
    while scene.seat != scene.dealer:
        scene.do("pass")

    assert scene.dealer == A
    assert scene.question == "You must bid"
    assert scene.refused("pass").startswith("Bid at least")
    assert "pass" not in scene.answers()


def test_dealer_who_must_bid_may_claim_a_misdeal() -> None:
    scene = Scene("kentucky", all_pass="dealer_must_bid", misdeal_claim="no_counters")
    scene.deal({A: "G6 R6 R7 R8 R9 R11 Y6 Y7 Y8"})
    scene.do("pass", "pass", "pass")
    assert scene.seat == scene.dealer == A
    assert scene.question == "Bid, or claim a misdeal"
    assert "misdeal" in scene.answers()


def test_r03_dealer_may_pass_after_another_bid() -> None:
    """R-03, in Kentucky Discard, where the dealer speaks last."""
    scene = Scene()
    for _ in range(4):
        all_pass(scene)
    scene.deal().do("bid 70", "pass", "pass")

    assert "pass" in scene.answers()


def test_r03_played_deal_resets_the_count_of_throw_ins() -> None:
    """R-03: a deal that was played starts the count again."""
    scene = Scene(deals=9)
    for _ in range(3):
        all_pass(scene)
    scene.deal().win_auction(0, 70).settle().play_out()
    scene.deal().do("pass", "pass", "pass")

    assert scene.seat == scene.dealer == 0
    assert "pass" in scene.answers()


def test_r03_throw_in_does_not_count_toward_a_number_of_deals() -> None:
    """R-03: a thrown-in deal does not count toward a fixed number of deals."""
    scene = all_pass(Scene(deals=1))

    assert scene.game.outcome(scene.state) is None
    scene.deal().win_auction(2, 70).settle().play_out()
    assert scene.game.outcome(scene.state) is not None


def test_r03_option_same_dealer_deals_again() -> None:
    """R-03, all_pass="redeal_same"."""
    scene = all_pass(Scene(all_pass="redeal_same")).deal()

    assert scene.dealer == A
    assert scene.table.deal == 2


def test_r03_option_dealer_must_bid_when_all_others_pass() -> None:
    """R-03, all_pass="dealer_must_bid": at his turn, while there is no bid, the dealer may not pass."""
    scene = Scene(all_pass="dealer_must_bid").deal(dealer=A).do("pass", "pass", "pass")

    assert scene.seat == A
    assert "pass" not in scene.answers()
    assert scene.refused("pass") == "Bid at least 70."
    assert AuctionWon(A, 70) in scene.do("bid 70").last


def test_where_no_one_must_bid_deals_are_thrown_in_without_end() -> None:
    """The Invitational: no one must bid; deals that all pass are not among the four."""
    scene = Scene(all_pass="thrown_in", deals=4)
    for _ in range(3 * scene.players):
        all_pass(scene)
        assert scene.last[-1] == PassedOut(scene.table.deal)
    assert scene.table.deal == 12
    scene.deal()
    assert scene.dealer == A
    for _ in scene.seats:
        assert "pass" in scene.answers()
        scene.do("pass")
    for _ in range(4):
        scene.deal().win_auction(0, 70).settle().play_out()
    assert scene.phase == "The match is over"


def test_as_many_throw_ins_in_a_row_as_a_match_has_deals_end_it() -> None:
    scene = Scene(all_pass="thrown_in", max_deals=20)
    scene.deal().win_auction(1, 70).settle().play_out()
    for _ in range(19):
        all_pass(scene)
    assert scene.game.outcome(scene.state) is None
    all_pass(scene)
    assert scene.last[-3:-1] == (PassedOut(21), CutShort(20))
    assert isinstance(scene.last[-1], MatchWon)


def test_played_deal_resets_the_count_of_throw_ins_that_end_a_match() -> None:
    scene = Scene(all_pass="thrown_in", max_deals=20)
    for _ in range(2):
        for _ in range(19):
            all_pass(scene)
        scene.deal().win_auction(1, 70).settle().play_out()
    assert scene.game.outcome(scene.state) is None


def test_deal_that_everyone_passes_may_count_as_one_of_the_deals() -> None:
    scene = Scene(all_pass="counted", deals=3)
    all_pass(scene)
    assert scene.game.words.event(PassedOut(1)) == "Everyone passed, so the deal counts without a score."
    scene.deal().win_auction(1, 70).settle().play_out()
    assert scene.game.outcome(scene.state) is None
    all_pass(scene)
    assert scene.phase == "The match is over"
    assert len(scene.table.sheet) == 1


def test_match_in_which_every_deal_is_passed_is_shared() -> None:
    scene = Scene(all_pass="counted", deals=2)
    all_pass(all_pass(scene))
    assert isinstance(scene.last[-1], MatchWon)
    assert scene.last[-1].is_shared


def test_tie_is_played_off_after_a_last_deal_that_everyone_passed() -> None:
    scene = Scene(all_pass="counted", deals=2, extra_deal=True)
    all_pass(all_pass(scene))
    assert scene.game.outcome(scene.state) is None
    scene.deal().win_auction(1, 70).settle().play_out()
    assert scene.phase == "The match is over"


def test_seats_change_after_counted_deals() -> None:
    scene = Scene(all_pass="counted", deals=8)
    for _ in range(4):
        all_pass(scene)
    assert scene.last[-1] == SeatsChanged((2, 1, 0, 3))


def test_deal_can_count_only_in_a_number_of_deals() -> None:
    with pytest.raises(InvalidOption, match="can count only with a number of “Deals”"):
        Scene(all_pass="counted")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"all_pass": "thrown_in"}, "After 200 deals, or 200 deals in a row without a bid, the match ends"),
        (
            {"all_pass": "thrown_in", "deals": 4},
            "After 200 deals in a row without a bid the match ends anyway.",
        ),
        (
            {"all_pass": "counted", "deals": 4},
            "no one scores and the deal counts as one of the match's. No one",
        ),
    ],
)
def test_rules_tell_that_no_one_must_bid(options: dict[str, Any], told: str) -> None:
    sections = Scene(**options).game.about.rules
    text = " ".join(section.text for section in sections)
    assert told in text
    assert "No one ever has to bid." in text
    assert ("A deal thrown in does not count." in text) == (options == {"all_pass": "thrown_in", "deals": 4})


# --- why the dealer must bid ----------------------------------------------------------------------------


def why(scene: Scene) -> str:
    return scene.game.words.reason(scene.view(scene.seat))


def test_dealer_is_told_that_everyone_else_passed() -> None:
    scene = Scene(all_pass="dealer_must_bid").deal(dealer=A).do("pass", "pass")
    assert why(scene) == ""
    scene.do("pass")
    assert why(scene) == "Everyone else passed, so the dealer must bid."


def test_dealer_who_opens_is_told_so() -> None:
    scene = Scene(all_pass="dealer_must_bid", first_bidder="dealer").deal(dealer=A)
    assert why(scene) == "The dealer bids first and must bid."
    assert why(scene.do("bid 70")) == ""


def test_dealer_is_told_of_deals_passed_out_in_a_row() -> None:
    scene = Scene()
    for _ in range(4):
        all_pass(scene)
    scene.deal().do("pass", "pass", "pass")
    assert why(scene) == "4 deals in a row were passed out, so the dealer must bid."
