"""Equal tricks: Dixie (1912, 1924 and 1988)."""

from __future__ import annotations

from random import Random

import pytest

from rules.bidding.phases import Phase
from rules.core.events import CardsCut
from rules.core.protocol import OptionValue
from tests.rules.reaching import played, reach
from tests.rules.scene import Scene


def tied(key: str = "dixie_1912", players: int = 4, **options: OptionValue) -> Scene:
    """A deal played to equal tricks, the nest included, by the players of 1912 before the cut."""

    def begin(random: Random) -> Scene:
        scene = Scene(key, players, **{"deals": 2, **options}).draw(0).shuffle(random)
        return scene.win_auction(1, 70).settle()

    return reach(begin, lambda scene: scene.state.phase is Phase.CUT)


@pytest.mark.parametrize("key", ["dixie_1912", "dixie_1924"])
def test_sv19_r21_old_dixie_adds_the_cut_cards_of_partners(key: str) -> None:
    """SV-19, R-21 (1912 and 1924, Dixie): 9 + 5 against 12 + 1: 14 > 13, so the first pair gets the 20."""
    scene = tied(key)
    assert scene.phase == "Cutting for most tricks"

    scene.do("cut R9 R12 Y5 G1")
    cut = scene.last[0]
    assert isinstance(cut, CardsCut)
    assert cut.winners == (0, 2)
    assert [side.bonus for side in scene.captured()] == [20, 0]
    assert [side.tricks for side in scene.captured()] == [7, 7]


def test_sv19_r21_dixie_of_1988_gives_the_twenty_to_the_opponents() -> None:
    """SV-19, R-21 (1988, Dixie, Scoring)."""
    assert [side.bonus for side in played("dixie_1988", (1, 70), {1: (50, 7)}).captured()] == [20, 0]
    assert [side.bonus for side in played("dixie_1988", (0, 70), {1: (50, 7)}).captured()] == [0, 20]


def test_r21_option_majority_tie_decides_who_gets_the_twenty() -> None:
    """R-21, majority_tie: the two editions exchanged, or neither side."""
    old = played("dixie_1912", (1, 70), {1: (50, 7)}, majority_tie="defenders")
    assert [side.bonus for side in old.captured()] == [20, 0]
    unawarded = played("dixie_1988", (1, 70), {1: (50, 7)}, majority_tie="nobody")
    assert [side.bonus for side in unawarded.captured()] == [0, 0]
    assert tied("dixie_1988", majority_tie="cut").phase == "Cutting for most tricks"


def test_r22_six_players_cut_after_five_tricks_each() -> None:
    """R-22: only seven is mentioned; with six it is five and five, and three cards a side are added."""
    scene = tied(players=6).do("cut R2 R3 Y2 Y3 G9 G5")

    assert [side.tricks for side in scene.captured()] == [5, 5]
    assert [side.bonus for side in scene.captured()] == [20, 0], "2 + 2 + 9 against 3 + 3 + 5"
    in_1988 = played("dixie_1988", (1, 70), {1: (50, 5)}, players=6)
    assert [side.bonus for side in in_1988.captured()] == [20, 0]


def test_r25_tied_cut_is_cut_again() -> None:
    """R-25: every seat sees both cuts."""
    scene = tied().do("cut R9 R12 Y5 G2")
    assert [cut.winners for cut in scene.told(CardsCut)] == [()]
    assert scene.phase == "Cutting for most tricks"

    scene.do("cut R1 R2 Y1 G2")
    assert [side.bonus for side in scene.captured()] == [0, 20]


@pytest.mark.parametrize(
    "line", ["cut R9 R12 Y5", "cut R9 R9 Y5 G1", "cut R9 R12 Y5 Rook", "draw R9 R12 Y5 G1"]
)
def test_every_player_cuts_one_card_of_a_deck_without_rook(line: str) -> None:
    """R-25; the deck has no Rook."""
    assert tied().refused(line) == "Each seat cuts one card of the deck."


def test_unequal_tricks_are_not_cut_for() -> None:
    """1912, Dixie."""
    assert played("dixie_1912", (1, 70), {1: (50, 8)}).told(CardsCut) == []
