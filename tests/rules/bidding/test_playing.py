"""Playing to tricks: 1988 booklet, Playing and Rook Bird Card, and the Playing section of each game."""

from __future__ import annotations

import pytest

from rules.bidding.ranking import NOT_LED, Order, Ranking, make_ranking
from rules.bidding.rows import ROWS
from rules.bidding.trick import captured
from rules.core.actions import Play
from rules.core.cards import BIRD, CARDS, Card, CardSet, Color, parse_cards
from rules.core.events import CardPlayed, TrickTaken
from rules.core.views import TrickView
from tests.rules.scene import Scene

ROW = {row.key: row for row in ROWS}


def ranked(key: str, trump: str) -> Ranking:
    """The ranking of a game's cards under a trump."""
    row = ROW[key]
    return make_ranking(row, row.seats[-1], Order(None if trump == "none" else Color.parse(trump)))


def legal(key: str, trump: str, hand: str, led: str) -> set[str]:
    """The cards of a hand that may be played on a card led, as text."""
    ranking = ranked(key, trump)
    suit = ranking.suit[Card.parse(led)] if led else NOT_LED
    return {str(card) for card in ranking.legal(CardSet.of(parse_cards(hand)), suit)}


@pytest.mark.parametrize(
    ("key", "trump", "hand", "led", "expected"),
    [
        pytest.param(
            "kentucky", "green", "G6 R7 Rook", "R5", "R7 Rook", id="FV-1 the bird may be played at any time"
        ),
        pytest.param("kentucky", "green", "G6 R7 Rook", "G5", "G6 Rook", id="FV-2 the bird is a trump"),
        pytest.param("kentucky", "green", "R7 Rook", "G5", "Rook", id="FV-3 the only trump must be played"),
        pytest.param("kentucky", "green", "G6 R7", "Rook", "G6", id="FV-4 the bird led calls for trump"),
        pytest.param("kentucky", "green", "R7 B6", "Rook", "R7 B6", id="FV-4 void of trump, anything"),
        pytest.param("kentucky", "green", "R7 B6 G6 Rook", "", "R7 B6 G6 Rook", id="any card may be led"),
        pytest.param(
            "kentucky", "green", "B6 G6 Rook", "R5", "B6 G6 Rook", id="void, a trump or a throw-away"
        ),
        pytest.param("kentucky", "red", "R7 B6 Rook", "R5", "R7 Rook", id="trump led, with a trump"),
        pytest.param("one_high", "green", "Rook Y6 G2", "Y3", "Y6", id="FV-8 the low bird has no privilege"),
        pytest.param("one_high", "green", "Rook Y6 G2", "G3", "Rook G2", id="FV-8 the low bird is a trump"),
        pytest.param("one_high", "green", "Rook Y6", "G3", "Rook", id="the low bird as the only trump"),
        pytest.param("one_high", "green", "G2 Y6", "Rook", "G2", id="the low bird led calls for trump"),
        pytest.param("one_high", "green", "Rook B6", "Y3", "Rook B6", id="void, the low bird may trump"),
        pytest.param("red_one", "green", "R1 R9", "R5", "R9", id="FV-6 the Red 1 is no red card"),
        pytest.param("red_one", "green", "R1 Y6", "R5", "R1 Y6", id="FV-6 void of red, anything"),
        pytest.param("red_one", "green", "R1 Y6", "G5", "R1", id="FV-6 the Red 1 is a trump"),
        pytest.param("red_one", "green", "Rook Y6", "Y5", "Y6", id="FV-6 nor has the Rook a privilege"),
        pytest.param("red_one", "red", "R1 R9 Y6", "R5", "R1 R9", id="FV-6 the Red 1 with red as trump"),
        pytest.param("tennessee_1988", "green", "G4 R7 Rook", "R5", "R7 Rook", id="FV-1 in Tennessee"),
        pytest.param("partnership_six", "green", "R7 Rook", "G5", "Rook", id="FV-3 in Partnership for Six"),
        pytest.param("high_card_partner", "green", "G6 R7", "Rook", "G6", id="FV-4 in High Card Partner"),
        pytest.param("boston", "none", "Y3 G14", "Y5", "Y3", id="FV-10 no color, the color led is followed"),
    ],
)
def test_playable_cards_are_the_books(key: str, trump: str, hand: str, led: str, expected: str) -> None:
    """FV-1 to FV-4, FV-6, FV-8 (1988, Playing; Rook Bird Card; The Red 1 and 1-High Partnership, Playing)."""
    assert legal(key, trump, hand, led) == set(expected.split())


@pytest.mark.parametrize(
    ("key", "trump", "trick", "taker"),
    [
        pytest.param("kentucky", "green", "R5 R14 R6 R13", "R14", id="the highest of the color led"),
        pytest.param("kentucky", "green", "R5 Y14 B14 R6", "R6", id="another color cannot win"),
        pytest.param("kentucky", "green", "R14 G5 R13 Y14", "G5", id="a trump takes any other color"),
        pytest.param("kentucky", "green", "R14 G5 G9 Y14", "G9", id="the highest of two trumps"),
        pytest.param("kentucky", "green", "R14 G14 Rook Y14", "Rook", id="FV-5 the bird takes a trump trick"),
        pytest.param("kentucky", "green", "Rook G14 G13 G10", "Rook", id="FV-5 the bird led"),
        pytest.param("one_high", "green", "Y14 Y1 Y13 Y5", "Y1", id="FV-9 the 1 beats the 14"),
        pytest.param("one_high", "green", "G2 Rook Y5 Y6", "G2", id="FV-9 the bird is below the 2 of trump"),
        pytest.param("one_high", "green", "Y1 Rook Y5 Y6", "Rook", id="even the lowest trump takes a 1"),
        pytest.param("one_high", "green", "Y1 G14 G1 Y6", "G1", id="the 1 of trump is highest of all"),
        pytest.param("one_high", "red", "Y2 B1 G1 Y3", "Y3", id="a 1 of another color cannot win"),
        pytest.param("red_one", "red", "R14 Rook R1 R13", "R1", id="FV-7 the Red 1 is highest"),
        pytest.param("red_one", "red", "R14 Rook R12 R13", "Rook", id="FV-7 the Rook comes second"),
        pytest.param("red_one", "red", "R13 R14 R12 R11", "R14", id="FV-7 the 14 of trump is third"),
        pytest.param("red_one", "green", "Y14 R1 Rook G14", "R1", id="FV-7 the Red 1 under another trump"),
        pytest.param("boston", "none", "Y3 G14 B14 R14", "Y3", id="FV-10 no color is trump"),
        pytest.param("boston", "none", "Y3 G14 Y13 Y4", "Y13", id="FV-10 the highest of the color led"),
    ],
)
def test_trick_winner_is_the_books(key: str, trump: str, trick: str, taker: str) -> None:
    """FV-5, FV-7, FV-9, FV-10 (1988, Playing; The Red 1, 1-High Partnership and Boston)."""
    cards = parse_cards(trick)
    ranking = ranked(key, trump)

    assert str(cards[captured(ranking, ranking.suit[cards[0]], cards)[0]]) == taker


@pytest.mark.parametrize("trump", list(Color))
def test_fv5_bird_on_top_takes_every_trick(trump: Color) -> None:
    """FV-5: played on any trick, it wins it."""
    ranking = ranked("kentucky", trump.word)
    for led in Color:
        power = ranking.power[led]
        assert all(power[card] < power[BIRD] for card in CARDS[: BIRD + 1] if card != BIRD)


@pytest.mark.parametrize("key", ROW)
@pytest.mark.parametrize("trump", list(Color))
def test_cards_that_can_win_are_never_equal(key: str, trump: Color) -> None:
    for strengths in ranked(key, trump.word).power:
        winners = [strength for strength in strengths if strength]
        assert len(set(winners)) == len(winners)


def playing(key: str = "kentucky", dealer: int = 0, bidder: int = 2, **hands: str) -> Scene:
    """Green is trump; seat 2 holds the bid."""
    scene = Scene(key).deal({int(seat[1:]): cards for seat, cards in hands.items()}, dealer=dealer)
    keep = [card for cards in hands.values() for card in cards.split()]
    color = " green" if key.startswith("boston") else ""
    bid = 20 if key == "cordova" else 100
    return scene.win_auction(bidder, f"{bid}{color}").settle("green", keep)


# --- the first lead -----------------------------------------------------------------------------------------

LEADS = {
    "kentucky": "left of dealer",
    "kentucky_no_rook": "left of dealer",
    "red_one": "left of dealer",
    "one_high": "left of bidder",
    "regular_old": "left of dealer",
    "regular_1924": "left of dealer",
    "regular_1988": "left of bidder",
    "partnership_regular": "left of dealer",
    "dixie_1912": "left of dealer",
    "dixie_1924": "left of dealer",
    "dixie_1988": "dealer",
    "display": "left of dealer",
    "boston": "left of bidder",
    "boston_three": "left of bidder",
    "tennessee_1933": "left of bidder",
    "tennessee_1988": "left of bidder",
    "over_the_top_1918": "left of bidder",
    "over_the_top_1988": "left of bidder",
    "regular_for_two": "left of dealer",
    "three_handed_1914": "left of bidder",
    "three_handed_display": "left of bidder",
    "high_card_partner": "left of dealer",
    "partnership_six": "left of dealer",
    "cordova": "left of dealer",
}
"""The Playing section of each game; of two players, the left of one is the other."""


@pytest.mark.parametrize("key", LEADS)
def test_first_leader_is_the_books(key: str) -> None:
    """The Playing section of each game, for every dealer and bidder; R-19 and R-37 among them."""
    players = Scene(key).players
    for dealer in range(players):
        for bidder in range(players):
            if key == "cordova" and bidder == dealer:
                continue  # a dealer who sells does not bid
            expected = {
                "dealer": dealer,
                "left of dealer": (dealer + 1) % players,
                "left of bidder": (bidder + 1) % players,
            }[LEADS[key]]
            assert playing(key, dealer, bidder).seat == expected


def test_r01_first_lead_of_regular_depends_on_the_edition() -> None:
    """R-01 (oldest 6, 1924 5: left of the dealer; 1988, Playing: left of the high bidder)."""
    assert playing("regular_old", 0, 2).seat == playing("regular_1924", 0, 2).seat == 1
    assert playing("regular_1988", 0, 2).seat == 3


def test_r01_option_first_lead_is_chosen() -> None:
    """R-01, first_lead."""
    for option, leader in (("left_of_declarer", 3), ("dealer", 0), ("declarer", 2), ("left_of_dealer", 1)):
        scene = Scene("regular_1924", first_lead=option).deal(dealer=0).win_auction(2, 70)
        assert scene.do("trump green").seat == leader


def test_r19_first_lead_of_dixie_depends_on_the_edition() -> None:
    """R-19 (1912, 1924: left of the dealer; 1988: the player who deals makes the opening lead)."""
    assert playing("dixie_1912", 3, 1).seat == playing("dixie_1924", 3, 1).seat == 0
    assert playing("dixie_1988", 3, 1).seat == 3


def test_r19_option_first_lead_of_dixie_is_chosen() -> None:
    """R-19, first_lead."""
    scene = Scene("dixie_1988", first_lead="left_of_dealer").deal(dealer=3).win_auction(1, 70).settle()

    assert scene.seat == 0


# --- playing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "players", "size"), [("dixie_1912", 4, 4), ("dixie_1912", 6, 6), ("regular_old", 8, 8)]
)
def test_r24_trick_has_one_card_of_each_player(key: str, players: int, size: int) -> None:
    """R-24: "each trick consists of four cards" (1912, Dixie) is said of four players."""
    scene = Scene(key, players, deals=1).deal().win_auction(1, 70).settle().play_out()

    assert {len(trick.cards) for trick in scene.state.taken} == {size}


def test_play_passes_to_the_left_and_the_taker_leads_next() -> None:
    """1988, Playing."""
    scene = playing(s1="R5", s2="R6", s3="R14", s0="R7").do("play R5", "play R6", "play R14", "play R7")

    taken = TrickTaken(3, (1, 2, 3, 0), parse_cards("R5 R6 R14 R7"), 15)
    assert scene.last == (CardPlayed(0, 0, CARDS[6]), taken)
    assert scene.seat == 3
    assert [info.tricks for info in scene.table.seats] == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        pytest.param("play Y5", "You hold red, so follow with a red card.", id="another color"),
        pytest.param("play G5", "You hold red, so follow with a red card.", id="a trump"),
        pytest.param("play R14", "You don't hold that card.", id="a card of another hand"),
        pytest.param("play R1", "You don't hold that card.", id="a card of no hand"),
        pytest.param("pass", "Play one of your cards now.", id="a pass"),
        pytest.param("discard R6", "Play one of your cards now.", id="a discard"),
    ],
)
def test_renege_is_refused_with_the_reason(line: str, sentence: str) -> None:
    """1988, Playing, Note: a player must follow the color led if possible."""
    scene = playing(s1="R5", s2="R6 Y5 G5 Rook", s3="R14").do("play R5")

    assert scene.refused(line) == sentence
    assert all(card[0] == "R" for card in scene.choices())
    assert "Rook" in scene.choices()


def test_refusal_names_the_trump_that_was_led() -> None:
    scene = playing(s1="G14", s2="G5 R5").do("play G14")
    sentence = "Green is trump and was led, so follow with a trump, the Rook included."

    assert scene.refused("play R5") == sentence


def test_refusal_for_a_lone_rook_does_not_name_the_color_led() -> None:
    """Bug: it read "You hold green", or "You hold red", to a player with no such card."""
    held = {2: "Rook Y5 Y6 Y7 Y8 Y9 B5 B6 B7", 1: "R14 G14"}
    scene = Scene().deal(held, dealer=0).win_auction(3, 100).settle("green").do("play G14")
    assert scene.choices() == {"Rook"}
    sentence = "Green is trump and was led, so follow with a trump, the Rook included."
    assert scene.refused("play Y5") == sentence

    scene = Scene(rook_plays="any_color").deal(held, dealer=0).win_auction(3, 100)
    scene.settle("green").do("play R14")
    assert scene.choices() == {"Rook"}
    assert scene.refused("play Y5") == "Red was led, so follow with a red card or the Rook."
    assert scene.game.words.reason(scene.view(2)) == "Red was led, so follow with a red card or the Rook."


def test_red_1_follows_a_trump_lead() -> None:
    scene = Scene(red_one=True, rook="none").deal({2: "R1 R5 R6 R7 R8 R9 B5 B6 B7", 1: "G14"}, dealer=0)
    scene.win_auction(3, 100).settle("green").do("play G14")

    assert scene.choices() == {"R1"}
    sentence = "Green is trump and was led, so follow with a trump, the red 1 included."
    assert scene.refused("play R5") == sentence


def test_play_out_of_turn_is_refused() -> None:
    scene = playing(s1="R5", s2="R6")
    for seat in (0, 2, 3):
        assert scene.refused("play R6", seat) == "It isn't your turn."


def test_only_the_last_trick_may_be_seen_again() -> None:
    """1988, Official Tournament Rules: with the exception of the trick just played, none can be seen."""
    scene = playing(s1="R5 Y5", s2="R6 Y6", s3="R14 Y14", s0="R7 Y7")
    assert (scene.table.last_trick, scene.table.trick) == (None, TrickView((), None, 0))

    scene.do("play R5", "play R6")
    r5, r6, r14, r7, y14 = parse_cards("R5 R6 R14 R7 Y14")
    assert scene.table.trick == TrickView(((1, r5), (2, r6)), 2, 5)

    scene.do("play R14", "play R7", "play Y14")
    assert scene.table.last_trick == TrickView(((1, r5), (2, r6), (3, r14), (0, r7)), 3, 15)
    assert scene.table.trick == TrickView(((3, y14),), 3, 10)


def test_hands_are_sorted_by_color_and_rank() -> None:
    kentucky = Scene("kentucky").deal({1: "R5 Rook B14 B5 Y10 R14 G6 G5 Y5"}, dealer=0)
    one_high = Scene("one_high").deal({1: "R1 R14 R2 Y1 Y14 Rook B1 B2 B3 B4 G1 G2 G3 G4"}, dealer=0)

    assert " ".join(map(str, kentucky.view(1).order)) == "Rook R14 R5 Y10 Y5 G6 G5 B14 B5"
    assert " ".join(map(str, one_high.view(1).order)) == "R1 R14 R2 Rook Y1 Y14 G1 G4 G3 G2 B1 B4 B3 B2"


def test_finished_match_refuses_a_card() -> None:
    scene = Scene(deals=1).deal().win_auction(1, 70).settle().play_out()

    assert scene.refused(Play(CARDS[4]), 0) == "This match is over."
    assert scene.refused("pass", -2) == "This match is over."
