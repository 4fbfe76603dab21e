"""Dummies: 1988 booklet, Display, Boston, Three-Handed Partnership Display and The Regular Game for Two."""

from __future__ import annotations

import pytest

from rules.core.events import CardPlayed, DummyShown
from rules.core.protocol import OptionValue
from rules.core.views import ZoneKind
from tests.rules.reaching import played
from tests.rules.scene import Scene, taken_by

SUITS = {0: "R", 1: "Y", 2: "G", 3: "B"}
ONE_COLOR_EACH = {
    hand: " ".join(f"{letter}{rank}" for rank in range(1, 15)) for hand, letter in SUITS.items()
}
"""Every hand is of one color: hand 0 red, 1 yellow, 2 green, 3 black."""


def played_cards(scene: Scene) -> list[tuple[int, int, str]]:
    """Of each card played so far: its hand, the seat that chose it, and the place it came from."""
    return [(event.seat, event.by, event.source) for event in scene.told(CardPlayed)]


def one_trick(scene: Scene) -> Scene:
    """Play the lowest cards to the end of the trick."""
    tricks = len(scene.state.taken)
    while len(scene.state.taken) == tricks:
        scene.act(next(scene.decision.answers()))
    return scene


# --- Display ------------------------------------------------------------------------------------------------


def display(dealer: int = 0, bidder: int = 1) -> Scene:
    """Display before the first lead; red is trump."""
    return Scene("display", deals=1).deal(ONE_COLOR_EACH, dealer=dealer).win_auction(bidder, 80).settle("red")


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("bidder", range(4))
def test_r30_dealer_of_display_plays_the_partners_hand(dealer: int, bidder: int) -> None:
    """R-30 (1988, Display: the dealer's partner is the dummy, and the dealer plays it), for any bidder."""
    scene = one_trick(display(dealer, bidder))
    left, partner, right = ((dealer + step) % 4 for step in (1, 2, 3))

    assert played_cards(scene) == [
        (left, left, "hand"),
        (partner, dealer, "dummy"),
        (right, right, "hand"),
        (dealer, dealer, "hand"),
    ]


def test_r31_display_dummy_is_shown_after_the_first_lead() -> None:
    """R-31 (1988, Display: puts his hand face up, instead of playing a card)."""
    scene = display()
    assert all(zone.kind is not ZoneKind.DUMMY for zone in scene.table.zones)

    scene.do("play Y5")
    assert isinstance(scene.last[-1], DummyShown)
    assert {str(card) for card in scene.zone(ZoneKind.DUMMY, 2).shown} == set(ONE_COLOR_EACH[2].split())


def test_owner_of_the_dummy_is_never_asked_to_play() -> None:
    """1988, Display: the dealer plays it as well as his own hand in proper turn."""
    scene = display(bidder=2)
    while scene.phase == "Playing":
        assert scene.seat != 2
        assert scene.view(2).decision is None
        scene.act(next(scene.decision.answers()))


def test_question_to_a_player_of_two_hands_names_the_hand() -> None:
    """The question names the hand, and shows its cards and none of the dealer's own."""
    scene = display().do("play Y5")
    question = scene.view(0).decision

    assert question is not None
    assert (question.hand, scene.question, scene.table.hand) == (2, "Play a card from {2}'s hand", 2)
    assert scene.choices() == set(ONE_COLOR_EACH[2].split())
    assert scene.refused("play R5") == "That card isn't there."
    scene.do("play G5", "play B5")
    assert (scene.table.hand, scene.question) == (None, "Play a card from your hand")
    assert scene.refused("play G6") == "You don't hold that card."


def test_following_hint_describes_the_dummys_cards() -> None:
    """The player of the dummy may hold another color."""
    hands = {1: "Y1", 2: "Y2 G2"}
    scene = Scene("display", deals=1).deal(hands, dealer=0).win_auction(1, 80).settle("green").do("play Y1")

    assert scene.game.words.reason(scene.view(0)) == "The dummy holds yellow, so follow with a yellow card."
    assert scene.refused("play G2") == "The dummy holds yellow, so follow with a yellow card."


def test_dummy_that_takes_a_trick_leads_next() -> None:
    """1988, Display: the lead for the next trick is, of course, from the dummy's hand."""
    scene = Scene("display", deals=1).deal(ONE_COLOR_EACH, dealer=0).win_auction(1, 80).settle("green")
    one_trick(scene)

    assert scene.state.taken[0].winner == 2
    assert (scene.seat, scene.table.hand) == (0, 2)
    assert scene.question == "Lead a card from {2}'s hand"


# --- Boston -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bidder", range(4))
def test_r30_bidder_of_boston_plays_the_partners_hand(bidder: int) -> None:
    """R-30 (1988, Boston: the highest bidder's partner displays his hand; play continues as in Display)."""
    scene = Scene("boston").deal(ONE_COLOR_EACH).win_auction(bidder, "100 red")
    left, partner, right = ((bidder + step) % 4 for step in (1, 2, 3))
    one_trick(scene)

    assert played_cards(scene) == [
        (left, left, "hand"),
        (partner, bidder, "dummy"),
        (right, right, "hand"),
        (bidder, bidder, "hand"),
    ]


def test_r31_boston_dummy_is_shown_after_the_first_lead() -> None:
    """R-31 (1988, Boston: the opening lead; thereafter the partner displays his hand)."""
    scene = Scene("boston").deal(ONE_COLOR_EACH).win_auction(0, "100 red")
    assert all(zone.kind is not ZoneKind.DUMMY for zone in scene.table.zones)
    assert scene.view(2).hand == scene.hand(2), "its owner sees his own cards"

    scene.do("play Y5")
    assert len(scene.zone(ZoneKind.DUMMY, 2).shown) == 14


# --- three players and an open hand -------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["boston_three", "three_handed_display"])
@pytest.mark.parametrize("bidder", range(3))
def test_r35_bidder_sits_opposite_the_dummy(key: str, bidder: int) -> None:
    """R-35 (1988, Three-Handed Partnership Display: the high bidder seats himself opposite the dummy).

    So in Boston for three; the order is the bidder, the next, the dummy, the other.
    """
    color = " red" if key == "boston_three" else ""
    scene = Scene(key).deal(ONE_COLOR_EACH).win_auction(bidder, f"100{color}").settle("red")
    left, other = (bidder + 1) % 3, (bidder + 2) % 3
    one_trick(scene)

    assert played_cards(scene) == [
        (left, left, "hand"),
        (3, bidder, "dummy"),
        (other, other, "hand"),
        (bidder, bidder, "hand"),
    ]


@pytest.mark.parametrize("key", ["boston_three", "three_handed_display"])
def test_r31_spare_hand_is_hidden_before_the_first_lead(key: str) -> None:
    """R-31 (1988, Three-Handed Partnership Display: after this lead, dummy's hand is displayed)."""
    color = " red" if key == "boston_three" else ""
    scene = Scene(key).deal(ONE_COLOR_EACH).win_auction(0, f"100{color}").settle("red")
    assert (scene.zone(ZoneKind.DUMMY, 3).shown, scene.zone(ZoneKind.DUMMY, 3).hidden) == ((), 14)

    scene.act(next(scene.decision.answers()))
    assert (len(scene.zone(ZoneKind.DUMMY, 3).shown), scene.zone(ZoneKind.DUMMY, 3).hidden) == (14, 0)


@pytest.mark.parametrize(("bidder", "order"), [(0, [1, 2, 3, 0]), (1, [2, 3, 0, 1]), (2, [0, 1, 2, 3])])
def test_r35_option_dummy_is_always_south(bidder: int, order: list[int]) -> None:
    """R-35, dummy="south" (1988, Boston: deal the South hand as a dummy): always the second seat's partner.

    The person left of the bidder leads, and the second seat plays the dummy, which sits after the last seat.
    """
    scene = Scene("boston_three", dummy="south").deal(ONE_COLOR_EACH).win_auction(bidder, "100 red")
    one_trick(scene)

    assert played_cards(scene) == [
        (hand, 1 if hand == 3 else hand, "dummy" if hand == 3 else "hand") for hand in order
    ]
    assert [info.side for info in scene.table.seats] == [1, 0, 1]


def test_sv30_r36_three_players_keep_a_record() -> None:
    """SV-30, R-36 (1988, Three-Handed Partnership Display): bid 60, the pair takes 65: 65, 35 and 35."""
    scene = played("three_handed_display", (0, 60), {0: 65})

    assert scene.points() == [65, 35, 35]
    assert sum(scene.points()) + 65 == 200, "the printed total counts the dummy's record too"
    short = played("three_handed_display", (0, 70), {0: 65})
    assert short.points() == [-70, 35, 35]


def test_r36_option_dummy_keeps_a_record_too() -> None:
    """R-36, score_dummy: the pair's record is kept twice; the printed total is 200."""
    scene = played("three_handed_display", (0, 60), {0: 65}, score_dummy=True)

    assert scene.points() == [65, 35, 35, 65]
    assert scene.scored().sides[3].seats == (3,)
    assert sum(scene.points()) == 200


def test_r35_opponents_in_boston_for_three_record_the_doubled_total() -> None:
    """R-35 (1988, Boston, Scoring): green, bid 120; 6 tricks and 60 are 96; each opponent 2 × (48 + 40)."""
    scene = played("boston_three", (0, "120 green"), {0: (60, 6)})

    assert scene.points() == [60, 176, 176]


# --- The Regular Game for Two -------------------------------------------------------------------------------


NEST = "G4 G5 G6 G7 B4"


def for_two(bidder: int = 1, dummy: str = "", **options: OptionValue) -> Scene:
    """The dealer is seat 0; black is trump. The last card named for the dummy lies on top of it."""
    scene = Scene("regular_for_two", None, **{"deals": 1, **options}).deal(
        {1: "R10 R9 R8", 2: dummy}, NEST, dealer=0
    )
    return scene.win_auction(bidder, 60).settle("black", keep=["R10", "R9", "R8"])


def test_fv13_top_card_of_the_dummy_need_not_follow() -> None:
    """FV-13 (1988, The Regular Game for Two): the dealer lifts the top card; dummy's cards stay face down."""
    yellow = " ".join(f"Y{rank}" for rank in range(4, 15))
    scene = for_two(dummy=f"R13 {yellow} G8").do("play R10")

    assert [str(event.card) for event in scene.told(CardPlayed)] == ["R10", "G8"]
    assert played_cards(scene) == [(1, 1, "hand"), (2, 0, "dummy")]
    assert "R13" in scene.told_dummy()


def test_blind_dummy_keeps_its_order() -> None:
    """1988, The Regular Game for Two: remember that dummy's cards are kept face down throughout the game."""
    scene = for_two()
    order = scene.told_dummy()
    scene.play_out()

    assert [str(event.card) for event in scene.told(CardPlayed) if event.seat == 2] == order


def test_blind_dummy_that_takes_a_trick_leads_its_next_card() -> None:
    """1988, The Regular Game for Two: the first card to be led is taken from the top of dummy's pile."""
    black = " ".join(f"B{rank}" for rank in range(5, 15))
    scene = one_trick(for_two(dummy=f"R4 Y4 Y5 {black}"))

    assert scene.state.taken[0].winner == 2
    assert [str(card) for card in scene.state.trick] == ["B13"], "it leads by itself"
    assert scene.seat == 0, "after the dummy comes the dealer"


def test_r37_dealers_opponent_leads_even_as_bidder() -> None:
    """R-37 (1988, The Regular Game for Two: opponent starts the game)."""
    assert for_two(bidder=0).seat == for_two(bidder=1).seat == 1


def test_r37_option_bidders_opponent_leads() -> None:
    """R-37, first_lead="left_of_declarer" (General Rules)."""
    assert for_two(bidder=0, first_lead="left_of_declarer").seat == 1
    assert for_two(bidder=1, first_lead="left_of_declarer").seat == 0


def test_sv29_r38_dummy_score_is_shown_but_not_ranked() -> None:
    """SV-29, R-38 (1988, The Regular Game for Two): 62 made, 38, and 26 for the dummy: 126.

    The printed total leaves no counter in the nest (R-16).
    """
    scene = played("regular_for_two", (0, 60), {0: (50, 6), 1: (30, 4)}, bury_counters=False)
    dummy = scene.scored().dummy

    assert scene.points() == [62, 38]
    assert dummy is not None
    assert (*taken_by(dummy)[:2], dummy.scored) == (20, 3, 26)
    assert len(scene.totals) == 2


def test_r38_dummy_score_is_never_doubled() -> None:
    """R-38."""
    scene = played("regular_for_two", (0, 100), {0: 50})
    dummy = scene.scored().dummy

    assert dummy is not None
    counters, tricks, _ = taken_by(dummy)
    assert dummy.scored == counters + 2 * tricks
    assert scene.points()[0] == 0


def test_r38_option_dummy_is_scored_but_cannot_win() -> None:
    """R-38, score_dummy ("dummy's score may, but need not, be kept"): a line of its own; it cannot win."""
    scene = played("regular_for_two", (0, 40), {0: 50}, score_dummy=True, deals=1)

    assert [side.seats for side in scene.scored().sides] == [(0,), (1,), (2,)]
    assert scene.scored().dummy is None
    outcome = scene.game.outcome(scene.state)
    assert outcome is not None
    assert 2 not in outcome.winners
