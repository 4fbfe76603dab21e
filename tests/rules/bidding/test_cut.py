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
def test_sv19_r21_of_old_everybody_cuts_and_partners_cards_are_added(key: str) -> None:
    """SV-19, R-21 (1912 and 1924, Dixie): 9 + 5 against 12 + 1: 14 > 13, so the first pair gets the 20."""
    scene = tied(key)
    assert scene.phase == "Cutting for most tricks"

    scene.do("cut R9 R12 Y5 G1")
    cut = scene.last[0]
    assert isinstance(cut, CardsCut)
    assert cut.winners == (0, 2)
    assert [side.bonus for side in scene.captured()] == [20, 0]
    assert [side.tricks for side in scene.captured()] == [7, 7]


def test_sv19_r21_in_1988_the_twenty_go_to_the_opponents_of_the_bidder() -> None:
    """SV-19, R-21 (1988, Dixie, Scoring)."""
    assert [side.bonus for side in played("dixie_1988", (1, 70), {1: (50, 7)}).captured()] == [20, 0]
    assert [side.bonus for side in played("dixie_1988", (0, 70), {1: (50, 7)}).captured()] == [0, 20]


def test_r21_option_who_gets_the_twenty_on_equal_tricks() -> None:
    """R-21, majority_tie: the editions exchanged, or nobody."""
    old = played("dixie_1912", (1, 70), {1: (50, 7)}, majority_tie="defenders")
    assert [side.bonus for side in old.captured()] == [20, 0]
    nobody = played("dixie_1988", (1, 70), {1: (50, 7)}, majority_tie="nobody")
    assert [side.bonus for side in nobody.captured()] == [0, 0]
    assert tied("dixie_1988", majority_tie="cut").phase == "Cutting for most tricks"


def test_r22_with_six_players_five_tricks_each_are_cut_for_too() -> None:
    """R-22: only seven is mentioned; with six it is five and five, and three cards a side are added."""
    scene = tied(players=6).do("cut R2 R3 Y2 Y3 G9 G5")

    assert [side.tricks for side in scene.captured()] == [5, 5]
    assert [side.bonus for side in scene.captured()] == [20, 0], "2 + 2 + 9 against 3 + 3 + 5"
    in_1988 = played("dixie_1988", (1, 70), {1: (50, 5)}, players=6)
    assert [side.bonus for side in in_1988.captured()] == [20, 0]


def test_r25_a_tied_cut_is_cut_again() -> None:
    """R-25: and everybody sees both."""
    scene = tied().do("cut R9 R12 Y5 G2")
    assert [cut.winners for cut in scene.told(CardsCut)] == [()]
    assert scene.phase == "Cutting for most tricks"

    scene.do("cut R1 R2 Y1 G2")
    assert [side.bonus for side in scene.captured()] == [0, 20]


@pytest.mark.parametrize(
    "line", ["cut R9 R12 Y5", "cut R9 R9 Y5 G1", "cut R9 R12 Y5 Rook", "draw R9 R12 Y5 G1"]
)
def test_everybody_cuts_one_card_of_the_pack(line: str) -> None:
    """R-25; the pack has no Rook."""
    assert tied().refused(line) == "Each seat cuts one card of the deck."


def test_nobody_cuts_where_tricks_are_not_equal() -> None:
    """1912, Dixie."""
    assert played("dixie_1912", (1, 70), {1: (50, 8)}).told(CardsCut) == []
