"""Playing to tricks: 1988 booklet, Playing, Rook Bird Card, and the Playing sections of both games."""

from __future__ import annotations

import pytest

from rules.actions import Play
from rules.cards import BIRD, CARDS, Card, CardSet, Color, parse_cards
from rules.events import CardPlayed, TrickTaken
from rules.tricks.ranking import NOT_LED, make_ranking
from rules.tricks.rows import KENTUCKY, ROWS
from rules.tricks.trick import winning
from rules.views import TrickView
from tests.rules.scene import Scene

ROW = {row.key: row for row in ROWS}


def legal(key: str, trump: str, hand: str, led: str) -> set[str]:
    """What may be played of a hand on a card led."""
    ranking = make_ranking(ROW[key], Color.parse(trump))
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
    ],
)
def test_what_may_be_played(key: str, trump: str, hand: str, led: str, expected: str) -> None:
    """FV-1 to FV-4, FV-8 (1988, Playing; Rook Bird Card; 1-High Partnership, Playing)."""
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
    ],
)
def test_who_takes_the_trick(key: str, trump: str, trick: str, taker: str) -> None:
    """FV-5, FV-9 (1988, Playing; 1-High Partnership, Playing)."""
    cards = parse_cards(trick)
    ranking = make_ranking(ROW[key], Color.parse(trump))

    assert str(cards[winning(ranking, ranking.suit[cards[0]], cards)]) == taker


@pytest.mark.parametrize("trump", list(Color))
def test_fv5_the_bird_on_top_takes_every_trick_it_is_in(trump: Color) -> None:
    """FV-5: played on any trick, it wins it."""
    ranking = make_ranking(KENTUCKY, trump)
    for led in Color:
        power = ranking.power[led]
        assert all(power[card] < power[BIRD] for card in CARDS if card != BIRD)


@pytest.mark.parametrize("key", ROW)
@pytest.mark.parametrize("trump", list(Color))
def test_no_two_cards_that_can_win_are_equal(key: str, trump: Color) -> None:
    for strengths in make_ranking(ROW[key], trump).power:
        winners = [strength for strength in strengths if strength]
        assert len(set(winners)) == len(winners)


def playing(key: str = "kentucky", dealer: int = 0, bidder: int = 2, **hands: str) -> Scene:
    """Green is trump; seat 2 holds the bid."""
    scene = Scene(key).deal({int(seat[1:]): cards for seat, cards in hands.items()}, dealer=dealer)
    keep = [card for cards in hands.values() for card in cards.split()]
    return scene.win_auction(bidder, 80).lay_any(*keep).do("trump green")


@pytest.mark.parametrize("bidder", range(4))
@pytest.mark.parametrize("dealer", range(4))
def test_in_kentucky_discard_the_left_of_the_dealer_leads(dealer: int, bidder: int) -> None:
    """1988, Official Tournament Rules: he may or may not be the high bidder."""
    assert playing("kentucky", dealer, bidder).seat == (dealer + 1) % 4


@pytest.mark.parametrize("bidder", range(4))
@pytest.mark.parametrize("dealer", range(4))
def test_in_one_high_the_left_of_the_high_bidder_leads(dealer: int, bidder: int) -> None:
    """1988, 1-High Partnership, Playing."""
    assert playing("one_high", dealer, bidder).seat == (bidder + 1) % 4


def test_play_passes_to_the_left_and_the_taker_leads_next() -> None:
    """1988, Playing."""
    scene = playing(s1="R5", s2="R6", s3="R14", s0="R7").do("play R5", "play R6", "play R14", "play R7")

    assert scene.last == (CardPlayed(0, 0, CARDS[6]), TrickTaken(3, 1, parse_cards("R5 R6 R14 R7"), 15))
    assert scene.seat == 3
    assert [info.tricks for info in scene.table.seats] == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        pytest.param("play Y5", "You hold red: follow the color led.", id="another color"),
        pytest.param("play G5", "You hold red: follow the color led.", id="a trump"),
        pytest.param("play R14", "You do not hold that card.", id="a card of another hand"),
        pytest.param("play R1", "You do not hold that card.", id="a card of no hand"),
        pytest.param("pass", "Play one of your cards now.", id="a pass"),
        pytest.param("discard R6", "Play one of your cards now.", id="a discard"),
    ],
)
def test_a_revoke_is_refused_with_the_reason(line: str, sentence: str) -> None:
    """1988, Playing, Note: a player must follow the color led if possible."""
    scene = playing(s1="R5", s2="R6 Y5 G5 Rook", s3="R14").do("play R5")

    assert scene.refused(line) == sentence
    assert all(card[0] == "R" for card in scene.choices())
    assert "Rook" in scene.choices()


def test_the_reason_names_the_trump_that_was_led() -> None:
    scene = playing(s1="G14", s2="G5 R5").do("play G14")
    sentence = "You hold green, the trump that was led: follow with a trump, the Rook included."

    assert scene.refused("play R5") == sentence


def test_only_the_seat_to_play_may_play() -> None:
    scene = playing(s1="R5", s2="R6")
    for seat in (0, 2, 3):
        assert scene.refused("play R6", seat) == "It is not your turn."


def test_only_the_last_trick_may_be_looked_at() -> None:
    """1988, Official Tournament Rules: with the exception of the trick just played, none can be seen."""
    scene = playing(s1="R5 Y5", s2="R6 Y6", s3="R14 Y14", s0="R7 Y7")
    assert (scene.table.last_trick, scene.table.trick) == (None, TrickView((), None, 0))

    scene.do("play R5", "play R6")
    r5, r6, r14, r7, y14 = parse_cards("R5 R6 R14 R7 Y14")
    assert scene.table.trick == TrickView(((1, r5), (2, r6)), 2, 5)

    scene.do("play R14", "play R7", "play Y14")
    assert scene.table.last_trick == TrickView(((1, r5), (2, r6), (3, r14), (0, r7)), 3, 15)
    assert scene.table.trick == TrickView(((3, y14),), 3, 10)


def test_hands_are_read_by_color_and_rank() -> None:
    kentucky = Scene("kentucky").deal({1: "R5 Rook B14 B5 Y10 R14 G6 G5 Y5"}, dealer=0)
    one_high = Scene("one_high").deal({1: "R1 R14 R2 Y1 Y14 Rook B1 B2 B3 B4 G1 G2 G3 G4"}, dealer=0)

    assert " ".join(map(str, kentucky.view(1).order)) == "Rook R14 R5 Y10 Y5 G6 G5 B14 B5"
    assert " ".join(map(str, one_high.view(1).order)) == "R1 R14 R2 Rook Y1 Y14 G1 G4 G3 G2 B1 B4 B3 B2"


def test_a_match_that_is_over_takes_no_card() -> None:
    scene = Scene(deals=1).deal().win_auction(1, 70).lay_any().do("trump red").play_out()

    assert scene.refused(Play(CARDS[4]), 0) == "This match is over."
    assert scene.refused("pass", -2) == "This match is over."
