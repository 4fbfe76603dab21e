"""A deal that every seat passes: no rule book says what follows, so R-03 decides."""

from __future__ import annotations

import pytest

from rules.core.events import AuctionWon, PassedOut
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
