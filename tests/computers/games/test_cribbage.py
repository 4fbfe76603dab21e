"""The computer player of Simplified Cribbage."""

from __future__ import annotations

import pytest

from rules.core.cards import CardSet, deck, parse_cards
from rules.core.events import CardPlayed
from rules.games.cribbage.deal import Deal
from tests.computers.games.laid_out import answer
from tests.rules.games.kit import game_of

GAME = game_of("cribbage")


def deal(*texts: str) -> Deal:
    hands = tuple(CardSet.of(parse_cards(text)) for text in texts)
    return Deal(hands, hands, 0, (0,) * len(texts), ())


@pytest.mark.parametrize(
    ("played", "held", "expected"),
    [
        pytest.param("R8", "G7 B1 Y11", "play G7", id="15"),
        pytest.param("R14", "G6 B1 Y12", "play G6", id="20"),
        pytest.param("R13", "G12 B1 Y11", "play G12", id="25"),
    ],
)
def test_scoring_count_is_made(played: str, held: str, expected: str) -> None:
    assert answer(GAME, deal(f"{played} Y14", held), (0, f"play {played}")) == expected


def test_count_of_31_is_preferred_to_30() -> None:
    held = deal("R14 Y14", "B10 B13", "G7 G6 G13")
    assert answer(GAME, held, (0, "play R14"), (1, "play B10")) == "play G7"


def test_count_of_30_comes_first_if_a_one_then_makes_31() -> None:
    held = deal("R14 Y14", "B10 B13", "G7 G6 G1")
    assert answer(GAME, held, (0, "play R14"), (1, "play B10")) == "play G6"


def test_count_of_31_comes_first_if_it_wins_at_once() -> None:
    held = deal("R14 Y14", "B10 B13", "G7 G6 G1")._replace(points=(0, 0, 47))
    acts = ((0, "play R14"), (1, "play B10"))
    assert answer(GAME, held, *acts) == "play G7"
    finishing = game_of("cribbage", end_of_deal_win=True)
    assert answer(finishing, held, *acts) == "play G6"


def test_points_that_let_the_next_player_win_are_declined() -> None:
    """On 20 the other makes 25 with its certain five, and with 48 points that wins; on 21 it scores zero."""
    played = [card for card in deck(range(1, 15), bird=False) if card.rank != 5]
    heard = tuple(CardPlayed(0, 0, card) for card in played if str(card) not in ("R13", "G7", "G8"))
    held = deal("R13 R5", "G7 G8")
    assert answer(GAME, held, (0, "play R13"), heard=heard) == "play G7"
    held = held._replace(points=(48, 0))
    assert answer(GAME, held, (0, "play R13"), heard=heard) == "play G8"


def test_count_the_next_player_could_score_on_is_avoided() -> None:
    """With every 3, 8 and 9 played no card can score on 22; on 11 a 4, 9 or 14 would."""
    played = " ".join(f"{color}{number}" for color in "RYGB" for number in (3, 8, 9))
    heard = tuple(CardPlayed(0, 0, card) for card in parse_cards(played))
    held = deal("R10 Y14 Y4", "G1 G12")
    assert answer(GAME, held, (0, "play R10"), heard=heard) == "play G12"


def test_player_without_a_playable_card_passes() -> None:
    held = deal("R14 Y14", "G13 B12")
    assert answer(GAME, held, (0, "play R14"), (1, "play G13")) == "pass"
