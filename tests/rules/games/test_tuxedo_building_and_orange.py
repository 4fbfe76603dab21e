"""Tuxedo of 1924: builds (R-79) and Orange (R-78)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.cards import parse_cards
from rules.core.decisions import CHANCE, CLOCK, ChooseOption, PickNumber, Wait
from rules.core.protocol import IllegalAction, InvalidOption
from rules.games.frame import State
from rules.games.race import CALL_OR_PASS
from rules.games.tuxedo.events import CardsBuilt, OrangeMissed, OrangeMistaken, OrangeScored
from rules.games.tuxedo.facts import Phase, Pile
from tests.rules.games.kit import (
    after,
    game_of,
    play,
)
from tests.rules.games.tuxedo_tables import answers, laid_out
from tests.rules.said import labels, said, told

# --- building -------------------------------------------------------------------------------------------


def test_gv_3_two_is_built_on_a_six_and_the_eight_takes_both() -> None:
    game = game_of("tuxedo_1924")
    match, deal = laid_out(["G2 B8", "B9 B10"], "R6 Y13")
    state, events = after(game, match, deal, (0, "put 0 G2"))
    assert CardsBuilt(0, parse_cards("R6 G2")) in events
    assert told(game, events) == ["{0} builds 8: R6, G2."]
    zones = game.table_view(state).zones
    assert [(zone.kind, zone.number, zone.builder, list(map(str, zone.shown))) for zone in zones] == [
        (Pile.LOOSE, None, None, ["Y13"]),
        (Pile.BUILD, 8, 0, ["R6", "G2"]),
    ]
    assert [said(game.words.zone(zone).name) for zone in zones] == ["Table", "Build of 8 by {0}"]
    state, _ = after(game, state.match, state.deal, (1, "play B9"), (0, "capture B8 R6 G2"))
    assert set(state.deal.won[0].cards) == set(parse_cards("B8 R6 G2"))


def test_gv_3_another_player_may_take_or_raise_the_build() -> None:
    game = game_of("tuxedo_1924")
    match, deal = laid_out(["G2 B8", "Y8 B3 G11"], "R6 Y13")
    state, _ = after(game, match, deal, (0, "put 0 G2"))
    assert answers(game, state.match, state.deal)[:2] == ["capture Y8 R6 G2", "put 1 B3"]
    state, events = after(game, state.match, state.deal, (1, "put 1 B3"))
    assert told(game, events) == ["{1} builds 11: R6, G2, B3."]
    assert [stack.builder for stack in state.deal.table] == [None, 1]
    assert answers(game, state.match, state.deal) == ["play B8"]


def test_r_79_builder_must_hold_another_card_of_the_sum() -> None:
    game = game_of("tuxedo_1924")
    match, deal = laid_out(["G2 B9", "B10 Y10"], "R6 R7")
    assert [act for act in answers(game, match, deal) if act.startswith("put")] == ["put 1 G2"]
    with pytest.raises(IllegalAction, match="a number you hold another card of"):
        after(game, match, deal, (0, "put 0 G2"))


def test_r_79_build_is_taken_whole_or_not_at_all() -> None:
    game = game_of("tuxedo_1924")
    match, deal = laid_out(["G2 B6 B10", "B10 Y10"], "R6+Y2 Y4")
    assert [act for act in answers(game, match, deal) if act.startswith("capture")] == []


def test_r_79_builder_may_raise_an_own_build() -> None:
    game = game_of("tuxedo_1924")
    match, deal = laid_out(["G2 B8 B3 B11", "B9 B10 Y7 Y14"], "R6 Y13")
    state, _ = after(game, match, deal, (0, "put 0 G2"), (1, "play B9"), (0, "put 2 B3"))
    assert state.deal.table[-1].value == 11


def test_r_79_by_the_option_build_may_begin_on_several_cards() -> None:
    match, deal = laid_out(["G2 B8", "B10 Y10"], "R1 R13 R5")
    assert "put 0 G2 R1 R5" not in answers(game_of("tuxedo_1924"), match, deal)
    large = game_of("tuxedo_1924", multi_build=True)
    assert answers(large, match, deal)[0] == "put 0 G2 R1 R5"
    state, events = after(large, match, deal, (0, "put 0 G2 R1 R5"))
    assert told(large, events) == ["{0} builds 8: R1, R5, G2."]
    assert [stack.value for stack in state.deal.table] == [13, 8]


def test_r_79_large_builds_need_building() -> None:
    with pytest.raises(InvalidOption, match="“Large builds” need “Building”"):
        game_of("tuxedo_old", multi_build=True)


def test_builds_of_one_number_are_labeled_apart() -> None:
    game = game_of("tuxedo_1924")
    match, deal = laid_out(["B1 B11", "B9 B10"], "R6+Y2 G5+Y3")
    view = game.seat_view(State(match, deal), 0)
    assert labels(game, view, view.decision.options) == ["Lay down B11", "Lay down B1"]
    match, deal = laid_out(["B1 B9", "B8 B10"], "R6+Y2 G5+Y3")
    view = game.seat_view(State(match, deal), 0)
    builds = labels(game, view, view.decision.options[:2])
    assert builds == ["Build 9: B1 on R6 Y2", "Build 9: B1 on G5 Y3"]


def test_older_books_offer_no_building() -> None:
    match, deal = laid_out(["G2 B8", "B10 Y10"], "R6 R13")
    assert answers(game_of("tuxedo_old"), match, deal) == ["play B8", "play G2"]


# --- Orange ---------------------------------------------------------------------------------------------

RIGHT = "R5 Y2 G3"
"""A table from which a ten takes red and yellow together."""


def window(on_table: str, seats: int = 3, **options: Any) -> tuple[Any, State[Any]]:
    """A table at which seat 0 has just taken cards with the ten of black."""
    game = game_of("tuxedo_1924", **options)
    match, deal = laid_out(["B10 B4", *["B9 B12"] * (seats - 1)], on_table + " R13 Y13")
    state, _ = after(game, match, deal, (0, answers(game, match, deal)[0]))
    return game, state


def oranges(state: State[Any]) -> list[int]:
    assert state.deal is not None
    return [won.oranges - won.mistakes for won in state.deal.won]


def test_every_player_is_asked_about_orange_after_a_capture() -> None:
    for on_table in (RIGHT, "G8 B2", "G10"):
        game, state = window(on_table)
        decisions = game.decisions(state)
        assert sorted(decisions) == [CLOCK, 0, 1, 2]
        assert isinstance(decisions[CLOCK], Wait)
        assert [decisions[seat].options for seat in range(3)] == [CALL_OR_PASS] * 3
        view = game.seat_view(state, 1)
        assert labels(game, view, CALL_OR_PASS) == ["Call Orange", "No Orange"]
        assert view.table.calls == CALL_OR_PASS
        assert [game.words.call(view.table, call.action) for call in CALL_OR_PASS] == [
            "Call Orange",
            "No Orange",
        ]
        assert view.table.phase == Phase.ORANGE
        assert (view.table.facts.taken.seat, view.table.facts.waiting) == (0, (0, 1, 2))
        assert view.table.zones[0].kind == Pile.TAKEN
        assert game.words.zone(view.table.zones[0]).name == "Just taken"


def test_r_78_first_right_call_scores_ten() -> None:
    game, state = window(RIGHT)
    state, events = after(game, *state, (2, "shout 300"), (1, "shout 200"), (0, "pass"))
    assert oranges(state) == [0, 1, 0]
    assert OrangeScored(1, 10) in events
    assert told(game, events) == ["{1} calls Orange first and scores 10 points."]
    assert state.deal.turn == 1
    assert state.deal.window is None


def test_r_78_each_mistaken_call_costs_ten() -> None:
    game, state = window("G8 B2")
    state, events = after(game, *state, (2, "shout 300"), (1, "shout 200"), (0, "pass"))
    assert oranges(state) == [0, -1, -1]
    assert [event for event in events if isinstance(event, OrangeMistaken)] == [
        OrangeMistaken(2, 10),
        OrangeMistaken(1, 10),
    ]
    assert told(game, events) == [
        "{2} calls Orange by mistake and loses 10 points.",
        "{1} calls Orange by mistake and loses 10 points.",
    ]


def test_r_78_color_of_the_taking_card_does_not_count() -> None:
    game = game_of("tuxedo_1924")
    match, deal = laid_out(["Y10 B4", "B9 B12"], "R10 B13 R13")
    state, _ = after(game, match, deal, (0, "capture Y10 R10"), (0, "shout"), (1, "pass"))
    assert oranges(state) == [-1, 0]


def test_build_of_red_and_yellow_is_orange_too() -> None:
    game = game_of("tuxedo_1924")
    match, deal = laid_out(["B10 B4", "B9 B12"], "R6+Y4 B13")
    state, _ = after(game, match, deal, (0, "capture B10 R6 Y4"), (0, "pass"), (1, "shout"))
    assert oranges(state) == [0, 1]


def test_uncalled_orange_scores_zero() -> None:
    game, state = window(RIGHT)
    state, events = after(game, *state, (2, "pass"), (CLOCK, "close"))
    assert oranges(state) == [0, 0, 0]
    assert OrangeMissed() in events
    assert told(game, events) == ["It was Orange, and no one called it."]


def test_call_after_the_window_is_refused() -> None:
    game, state = window(RIGHT)
    state, _ = after(game, *state, (2, "pass"), (CLOCK, "close"))
    with pytest.raises(IllegalAction, match="too late to call Orange"):
        after(game, *state, (1, "shout 100"))


def test_next_player_waits_for_the_window() -> None:
    game, state = window(RIGHT)
    with pytest.raises(IllegalAction, match="First say whether it is Orange"):
        after(game, *state, (1, "play B9"))


def test_lot_decides_simultaneous_calls() -> None:
    game, state = window(RIGHT)
    state, _ = after(game, *state, (2, "shout 300"), (1, "shout 300"), (0, "pass"))
    assert isinstance(game.decisions(state)[CHANCE], PickNumber)
    state, _ = after(game, *state, (CHANCE, "lot 2"))
    assert oranges(state) == [0, 0, 1]


def test_first_to_arrive_is_first_by_the_option() -> None:
    game, state = window(RIGHT, race="first")
    state, _ = after(game, *state, (2, "shout 300"), (1, "shout 200"), (0, "pass"))
    assert oranges(state) == [0, 0, 1]


def test_windows_have_different_numbers() -> None:
    steps = play(game_of("tuxedo_1924"), 3, seed=5)
    numbers = [step.after.deal.window.number for step in steps if step.after.deal and step.after.deal.window]
    opened = [number for place, number in enumerate(numbers) if place == 0 or numbers[place - 1] != number]
    assert len(opened) == len(set(opened)) > 20


def test_older_books_ignore_colors_and_offer_no_call() -> None:
    match, deal = laid_out(["B10 B4", "B9 B12"], RIGHT + " R13")
    state, _ = after(game_of("tuxedo_old"), match, deal, (0, "capture B10 Y2 G3 R5"))
    assert state.deal.turn == 1
    assert isinstance(game_of("tuxedo_old").decisions(state)[1], ChooseOption)
