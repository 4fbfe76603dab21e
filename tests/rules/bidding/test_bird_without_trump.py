"""Under "no color" the bird is a red card of its rank (house rule)."""

from __future__ import annotations

import pytest

from bot.computers.kinds import find_computer
from bot.tools.simulate import simulate
from rules.catalog import find_game, game_with
from rules.core.protocol import InvalidOption
from tests.rules.scene import Scene

HANDS = {
    1: "R11 R14 G6 B14 B13 B12 B11 B10 B9",
    2: "Rook R10 G14 Y14 Y13 Y12 Y11 Y10 B8",
    3: "R5 G7 G9 G10 G11 Y5 Y6 Y7 B7",
    0: "R6 G8 G12 G13 Y8 Y9 B5 B6 R7",
}
"""Seat 1 bids and leads, seat 2 holds the bird."""


def no_color(rook: str = "top", named: str = "none", rook_plays: str = "any_time") -> Scene:
    """The first lead of a deal, as a rule without trump."""
    scene = Scene(
        "kentucky", rook=rook, rook_plays=rook_plays, no_trump="reversed", rook_without_trump="red"
    ).deal(HANDS, dealer=0)
    return scene.win_auction(1, 70).lay_any("R11", "R14", "G6").do(f"trump {named}")


@pytest.mark.parametrize("rook_plays", ["any_time", "as_trump", "any_color"])
def test_bird_follows_red_and_no_other_color(rook_plays: str) -> None:
    red, green = no_color(rook_plays=rook_plays).do("play R11"), no_color(rook_plays=rook_plays).do("play G6")

    assert red.choices() == {"Rook", "R10"}
    assert green.choices() == {"G14"}


def test_bird_led_calls_for_red() -> None:
    scene = no_color().do("play G6", "play G14", "play G7", "play G8", "play Rook")

    assert scene.choices() == {"R5"}
    assert "so follow with a red card, the Rook included" in scene.refused("play Y5")


@pytest.mark.parametrize(
    ("rook", "named", "led", "winner"),
    [
        pytest.param("top", "none", "R14", 2, id="the highest red card"),
        pytest.param("ten_half", "none", "R11", 1, id="below the 11"),
        pytest.param("low", "none", "R11", 1, id="the lowest red card"),
        pytest.param("top", "none reversed", "R11", 3, id="the highest is turned around"),
        pytest.param("low", "none reversed", "R11", 2, id="the lowest is turned around"),
        pytest.param("top", "red", "R14", 2, id="a trump where a color is named"),
    ],
)
def test_bird_ranks_as_a_red_card(rook: str, named: str, led: str, winner: int) -> None:
    scene = no_color(rook, named).do(f"play {led}", "play Rook", "play R5", "play R6")

    assert scene.state.taken[0].winner == winner


def test_bird_thrown_on_another_color_takes_nothing() -> None:
    scene = no_color().do("play G6", "play G14", "play G7", "play G8", "play Y10", "play Y5", "play Y8")
    scene.do(
        "play R11", "play B8", "play B7", "play B5", "play B9", "play B10", "play Rook", "play G9", "play B6"
    )

    assert [trick.winner for trick in scene.state.taken] == [2, 2, 1, 1]
    assert not scene.table.trumps


def test_rules_tell_the_red_bird() -> None:
    about = game_with("kentucky", {"rook": "ten_half", "no_trump": "yes", "rook_without_trump": "red"}).about
    told = {section.heading: section.text for section in about.rules}

    assert "Without a color it is a red card, between the 10 and the 11." in told["The Rook"]
    assert "Without a color the Rook is a red card." in told["Trump"]
    assert "only trump" not in told["Trump"]


def test_red_bird_needs_no_color_and_a_bird() -> None:
    with pytest.raises(InvalidOption, match="“Rook without trump” needs “No color”"):
        game_with("kentucky", {"rook_without_trump": "red"})
    with pytest.raises(InvalidOption, match="“Rook without trump” needs the bird"):
        game_with("dixie_1988", {"no_trump": "yes", "rook_without_trump": "red"})


@pytest.mark.parametrize("seed", [3, 4, 5, 6])
def test_computers_play_with_a_red_bird(seed: int) -> None:
    game = find_game("kentucky").with_options(
        {"deals": 1, "no_trump": "reversed_alone", "rook": "ten_half", "rook_without_trump": "red"}
    )
    assert list(simulate(game, [find_computer("steady")] * 4, seed=seed))
