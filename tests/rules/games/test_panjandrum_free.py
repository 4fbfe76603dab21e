"""Panjandrum with calls (R-63): every possible move, mistakes that stand, and who called first."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.core.cards import Color, parse_cards
from rules.core.decisions import CHANCE, CLOCK, ChooseOption, Wait
from rules.core.events import NO_ONE, DiscardSeen, Event, Secret, heard_by
from rules.core.protocol import IllegalAction
from rules.games.panjandrum.events import CardGiven, PanjandrumCalled
from tests.rules import said
from tests.rules.games.kit import after, check_every_state, check_laws, game_of, matches, play
from tests.rules.games.panjandrum_tables import Table, laid_out, text
from tests.rules.games.test_panjandrum import answers, check

HANDS = ("R8 B2 B3", "Y2 Y3 Y4", "G2 G3 G4", "B14 B13 B12")
ON_NINE = {2: "G9"}


def free(*hands: str, **more: Any) -> Table:
    """A table with calls on mistakes, where fines come from the Hand unless a test says otherwise."""
    return laid_out(*(hands or HANDS), panjandrum_free=True, **({"giver_chooses": False} | more))


def lifted_and_laid(table: Table, put: str) -> Any:
    """The window after seat 0 has lifted a card and laid it."""
    state, _ = after(*table, (0, "say lift"), (0, put))
    return state


def judged(table: Table, state: Any, *calls: tuple[int, str]) -> tuple[Any, list[str]]:
    """The state and the told sentences after some calls, when the time is over."""
    state, events = after(table[0], *state, *calls, (CLOCK, "close"))
    return state, said.told(table[0], events)


def sizes(state: Any) -> list[int]:
    return [state.deal.piles.left(seat) for seat in range(state.match.seats)]


# --- every possible move --------------------------------------------------------------------------------


def test_r_63_option_lifted_card_may_be_laid_on_any_pile() -> None:
    table = free(delays={0: "B7", 1: "Y2", 2: "G9"}, built="R4 G1")
    state, _ = after(*table, (0, "say lift"))
    assert answers(table[0], *state) == ["put 1 R8", "put 2 R8", "put 10 R8", "put 12 R8", "put 0 R8"]


def test_card_may_be_lifted_before_the_delay_pile_is_played() -> None:
    assert answers(*free(delays={0: "R8", 2: "G9"})) == ["put 2 R8", "say lift"]


def test_only_a_one_begins_a_building_pile() -> None:
    state, _ = after(*(table := free("R1 B2", "Y2", "G2")), (0, "say lift"))
    assert answers(table[0], *state) == ["put 10 R1", "put 0 R1"]


def test_no_card_moves_automatically() -> None:
    table = free(delays={0: "B7"})
    state, events = after(*table, (0, "say lift"))
    assert said.told(table[0], events) == ["{0} lifts R8."]
    state, events = after(table[0], *state, (0, "put 0 R8"))
    assert said.told(table[0], events) == ["{0} puts R8 on their own Delay Pile."]
    assert state.deal.turn == 0


def test_top_card_may_be_left_without_a_hand() -> None:
    """R-61 option: there is nothing to lift until the next turn."""
    table = free("", "Y2 Y3", "G2 G3", delays={0: "B7"}, flip_at_next_turn=True)
    assert answers(*table) == ["put 0 B7"]
    state, _ = after(*table, (0, "put 0 B7"), (1, "pass"), (2, "pass"))
    assert state.deal.turn == 1
    assert text(state.deal.piles.delays[0]) == "B7"


def test_wrong_card_stays_on_its_pile() -> None:
    table = free(delays={1: "Y2"})
    state, _ = judged(table, lifted_and_laid(table, "put 1 R8"))
    assert text(state.deal.piles.delays[1]) == "Y2 R8"
    assert state.deal.turn == 0


def test_wrong_card_waits_under_a_building_pile_for_its_turn() -> None:
    table = free("R6 R5 B9", "Y2", "G2", built="R4 G3")
    state, _ = judged(table, lifted_and_laid(table, "put 12 R6"))
    assert text(state.deal.piles.strays) == "R6"
    assert state.deal.piles.built[Color.GREEN] == 3
    state, _ = after(table[0], *state, (0, "say lift"), (0, "put 10 R5"))
    state, _ = judged(table, state)
    assert state.deal.piles.built[Color.RED] == 6
    assert not state.deal.piles.strays


# --- what is a mistake ----------------------------------------------------------------------------------

MOVES = [
    ("put 2 R8", {2: "G9"}, "", False),
    ("put 0 R8", {}, "", False),
    ("put 10 R8", {}, "R7", False),
    ("put 1 R8", {1: "Y2"}, "", True),
    ("put 0 R8", {2: "G9"}, "", True),
    ("put 2 R8", {2: "G9"}, "R7", True),
    ("put 12 R8", {}, "R6 G7", True),
    ("put 10 R8", {}, "R6", True),
    ("put 2 R8", {0: "B10", 2: "G9"}, "", True),
    ("put 2 R8", {0: "B5", 2: "G9"}, "", False),
]
"""Moves of a lifted R8: the act, the Delay Piles' top cards, the built cards, and if it is a mistake."""


@pytest.mark.parametrize(("put", "delays", "built", "is_wrong"), MOVES)
def test_mistakes_in_laying_a_card_are_recognized(
    put: str, delays: dict[int, str], built: str, is_wrong: bool
) -> None:
    """000 and 002: the wrong pile, or a card lifted while the Delay Pile could be played from."""
    table = free(delays=delays, built=built)
    state = lifted_and_laid(table, put)
    _, told = judged(table, state, (3, "shout 1"))
    assert told[0].startswith("{3} calls Panjandrum.")
    assert ("That was a mistake." if is_wrong else "But the card was right.") in told[0]


def test_delay_pile_card_on_a_wrong_pile_is_a_mistake() -> None:
    table = free(delays={0: "B5", 2: "G9"})
    state, _ = after(*table, (0, "put 2 B5"))
    _, told = judged(table, state, (1, "shout 1"))
    assert "a mistake" in told[0]


# --- what it costs --------------------------------------------------------------------------------------


def test_mistake_costs_two_cards_of_the_caller_and_one_of_each_other() -> None:
    """000 and 002; they go under the Hand, in the order of the seats."""
    table = free(delays=ON_NINE)
    state, told = judged(table, lifted_and_laid(table, "put 0 R8"), (2, "shout 5"))
    assert text(state.deal.piles.hands[0]) == "B2 B3 Y2 G2 G3 B14"
    assert sizes(state) == [7, 2, 2, 2]
    assert told[0] == (
        "{2} calls Panjandrum. That was a mistake. {0} gets 2 cards from {2} and 1 from each other player."
    )


@pytest.mark.parametrize("key", ["panjandrum_1988", "panjandrum_1924"])
def test_false_call_costs_the_caller_the_same(key: str) -> None:
    """002: two cards from the wronged player and one from all others; 000: cards as above."""
    table = free(delays=ON_NINE, key=key)
    state, told = judged(table, lifted_and_laid(table, "put 2 R8"), (3, "shout 5"))
    assert text(state.deal.piles.hands[3]) == "B14 B13 B12 B2 B3 Y2 G2"
    assert "{3} gets 2 cards from {0}" in told[0]


def test_accused_player_may_give_one_card_after_a_false_call() -> None:
    table = free(delays=ON_NINE, accused_gives=1)
    state, told = judged(table, lifted_and_laid(table, "put 2 R8"), (3, "shout 5"))
    assert text(state.deal.piles.hands[3]) == "B14 B13 B12 B2 Y2 G2"
    assert "{3} gets 1 card from {0}" in told[0]


def test_r_62_delay_pile_is_given_from_only_without_a_hand() -> None:
    table = free("R8 B2", "Y2 Y3", "", "B14 B13", delays={1: "B1", 2: "B12 G9"}, flip_at_next_turn=True)
    state, _ = judged(table, lifted_and_laid(table, "put 0 R8"), (3, "shout 5"))
    assert text(state.deal.piles.hands[0]) == "B2 Y2 G9 B14 B13"
    assert text(state.deal.piles.delays[1]) == "B1"
    assert text(state.deal.piles.delays[2]) == "B12"


def test_r_62_giving_away_the_last_card_wins() -> None:
    table = free("R8 B2", "Y2", "G2 G3", "B14 B13 B12", delays={2: "G9"})
    state, _ = judged(table, lifted_and_laid(table, "put 0 R8"), (3, "shout 5"))
    assert state.match.winners == (1,)


def test_two_players_who_give_their_last_card_share_the_win() -> None:
    table = free("R8 B2", "Y2", "G2 G3", "B14 B13", delays={2: "G9"})
    state, _ = judged(table, lifted_and_laid(table, "put 0 R8"), (3, "shout 5"))
    assert state.match.winners == (1, 3)


def test_player_with_too_few_cards_gives_all() -> None:
    table = free("R8 B2", "Y2 Y3", "G2 G3", "B14", delays={2: "G9"})
    state, _ = judged(table, lifted_and_laid(table, "put 0 R8"), (3, "shout 5"))
    assert state.match.winners == (3,)


@pytest.mark.parametrize(("key", "asked"), [("panjandrum_1988", [1, 2, 3]), ("panjandrum_1924", [])])
def test_r_62_fines_come_from_hand_or_delay_pile_in_1988_and_hand_in_1924(key: str, asked: list[int]) -> None:
    """002, 5: "from either their Hand or Delay Pile"; 000: from "every other player's hand"."""
    table = laid_out(*HANDS, panjandrum_free=True, key=key, delays={1: "Y13 Y11", 2: "G9", 3: "B1"})
    state, _ = judged(table, lifted_and_laid(table, "put 0 R8"), (3, "shout 5"))
    assert (state.deal.fine is not None) == bool(asked)
    if asked:
        assert sorted(table[0].decisions(state)) == asked
    else:
        assert text(state.deal.piles.hands[0]) == "B2 B3 Y2 G2 B14 B13"
    given = said.sections(table[0])["Panjandrum!"]
    assert ("You give cards from your Hand or your Delay Pile" in given) == bool(asked)


def test_r_62_givers_choose_from_the_hand_or_the_delay_pile() -> None:
    table = free(delays={1: "Y13 Y11", 2: "G9", 3: "B1"}, giver_chooses=True)
    state, _ = judged(table, lifted_and_laid(table, "put 0 R8"), (3, "shout 5"))
    game, asked = table[0], table[0].decisions(state)
    assert sorted(asked) == [1, 2, 3]
    assert said.calls(game, game.table_view(state)) == ["Give from Hand", "Give from Delay Pile"]
    state, _ = after(game, *state, (3, "say hand"), (1, "say pile"))
    with pytest.raises(IllegalAction):
        after(game, *state, (1, "say hand"))
    state, _ = after(game, *state, (2, "say hand"), (3, "say pile"))
    assert text(state.deal.piles.hands[0]) == "B2 B3 B14 Y11 G2 B1"
    assert state.deal.fine is None
    assert state.deal.turn == 1


def test_r_62_option_giver_without_a_choice_is_not_asked() -> None:
    table = free(delays=ON_NINE, giver_chooses=True)
    state, _ = judged(table, lifted_and_laid(table, "put 0 R8"), (3, "shout 5"))
    assert list(table[0].decisions(state)) == [2]


def test_card_given_from_the_hand_is_hidden_and_from_the_delay_pile_shown() -> None:
    table = free(delays={1: "Y13 Y11", 2: "G9", 3: "B1"}, giver_chooses=True)
    state, _ = judged(table, lifted_and_laid(table, "put 0 R8"), (3, "shout 5"))
    _, events = after(table[0], *state, (1, "say pile"), (3, "say hand"))
    (shown,) = parse_cards("Y11")
    assert [event for event in heard_by(events, None) if isinstance(event, CardGiven)] == [
        CardGiven(1, 0, shown),
        CardGiven(3, 0, None),
    ]
    assert Secret(NO_ONE, DiscardSeen(3, parse_cards("B14"))) in events


def test_empty_hand_is_filled_before_cards_are_paid() -> None:
    """R-61: at once; so the cards paid lie under it."""
    table = free("R8", "Y2 Y3", "G2 G3", delays={0: "B14", 2: "G9"})
    state, _ = judged(table, lifted_and_laid(table, "put 0 R8"), (1, "shout 5"))
    assert text(state.deal.piles.hands[0]) == "B14 R8 Y2 Y3 G2"
    assert state.deal.piles.delays[0] == ()


def test_r_61_option_next_turn_begins_when_all_is_paid() -> None:
    """R-61: the Delay Pile becomes the Hand of a player who has paid the last card when the turn begins."""
    table = free("R8 B2", "Y2 Y3", "G2 G3", delays={1: "B14 B13", 2: "G9"}, flip_at_next_turn=True)
    state, told = judged(table, lifted_and_laid(table, "put 0 R8"), (1, "shout 5"))
    assert text(state.deal.piles.hands[0]) == "B2 Y2 Y3 G2"
    assert (state.deal.turn, text(state.deal.piles.hands[1])) == (1, "B14 B13")
    assert told[-1] == "{1} turns over the Delay Pile."


# --- the end --------------------------------------------------------------------------------------------


def test_last_card_may_be_called_before_its_player_has_won() -> None:
    table = free("R8", "Y2 Y3", "G2 G3 G4", delays={1: "Y2"})
    state = lifted_and_laid(table, "put 1 R8")
    assert state.match.winners is None
    caught, _ = judged(table, state, (2, "shout 5"))
    assert caught.match.winners is None
    assert text(caught.deal.piles.hands[0]) == "Y2 G2 G3"
    unnoticed, _ = judged(table, state)
    assert unnoticed.match.winners == (0,)


def test_false_call_on_the_last_card_does_not_prevent_the_win() -> None:
    table = free("R8", "Y2", "G2 G3", delays=ON_NINE)
    state, _ = judged(table, lifted_and_laid(table, "put 2 R8"), (2, "shout 5"))
    assert state.match.winners == (0,)


# --- who was first --------------------------------------------------------------------------------------


def caller(events: list[Event]) -> int:
    return next(event.caller for event in events if isinstance(event, PanjandrumCalled))


@pytest.mark.parametrize(("race", "first"), [("stamp", 1), ("first", 3)])
def test_earliest_press_counts_in_any_order_of_arrival(race: str, first: int) -> None:
    table = free(delays=ON_NINE, race=race)
    state = lifted_and_laid(table, "put 0 R8")
    _, events = after(table[0], *state, (3, "shout 300"), (2, "shout 200"), (1, "shout 100"))
    assert caller(events) == first


@pytest.mark.parametrize("race", ["stamp", "sealed"])
def test_lot_decides_equal_calls_and_all_sealed_calls(race: str) -> None:
    table = free(delays=ON_NINE, race=race)
    state = lifted_and_laid(table, "put 0 R8")
    stamps = (7, 7, 7) if race == "stamp" else (9, 8, 7)
    calls = [(seat, f"shout {stamp}") for seat, stamp in zip((3, 2, 1), stamps, strict=True)]
    state, _ = after(table[0], *state, *calls)
    assert table[0].decisions(state)[CHANCE].numbers == (1, 2, 3)
    assert table[0].table_view(state).calls == ()
    state, events = after(table[0], *state, (CHANCE, "lot 2"))
    assert caller(events) == 2


def test_six_players_may_call_at_once() -> None:
    hands = ("R8 B2", "Y2 Y3 Y4", "G2 G3 G4", "B14 B13 B12", "R14 R13", "G14 G13")
    table = free(*hands, delays=ON_NINE, players_max=6)
    state = lifted_and_laid(table, "put 0 R8")
    calls = [(seat, f"shout {100 - seat}") for seat in (1, 2, 3, 4, 5)]
    state, events = after(table[0], *state, *calls)
    assert caller(events) == 5
    assert sizes(state) == [8, 2, 3, 2, 1, 0]


def test_late_or_second_call_is_refused() -> None:
    table = free(delays=ON_NINE)
    state = lifted_and_laid(table, "put 0 R8")
    once, _ = after(table[0], *state, (1, "pass"))
    with pytest.raises(IllegalAction):
        after(table[0], *once, (1, "shout 1"))
    with pytest.raises(IllegalAction):
        after(table[0], *state, (0, "shout 1"))
    late, _ = judged(table, state)
    with pytest.raises(IllegalAction):
        after(table[0], *late, (2, "shout 1"))


def test_consecutive_windows_have_different_numbers() -> None:
    table = free("R8 B2", *HANDS[1:], delays={1: "B5", 2: "G9"})
    state = lifted_and_laid(table, "put 2 R8")
    first = table[0].decisions(state)
    state, _ = judged(table, state)
    state, _ = after(table[0], *state, (0, "say lift"), (0, "put 1 B2"))
    second = table[0].decisions(state)
    assert isinstance(first[CLOCK], Wait)
    assert first[CLOCK] != second[CLOCK]
    assert isinstance(first[1], ChooseOption)
    assert first[1].options == second[1].options
    assert first[1].window != second[1].window


def test_right_and_wrong_moves_offer_the_same_buttons() -> None:
    """Calling and letting pass are offered after every move (fair online, 4.3)."""
    views = []
    for below, put in (("G9", "put 2 R8"), ("G4", "put 2 R8")):
        table = free(delays={2: below})
        state = lifted_and_laid(table, put)
        views.append((table[0].table_view(state), table[0].decisions(state)))
    (right, asked), (wrong, also) = views
    assert (right.calls, right.phase) == (wrong.calls, wrong.phase)
    assert said.prompt(table[0], right) == said.prompt(table[0], wrong)
    assert said.calls(table[0], right) == ["Panjandrum!", "Let it pass"]
    assert asked == also
    assert right.facts.laid._replace(before=wrong.facts.laid.before) == wrong.facts.laid
    (said_right, said_wrong) = (said.news(table[0], view)[-1] for view in (right, wrong))
    assert said_right.replace("G9", "G4") == said_wrong


# --- matches --------------------------------------------------------------------------------------------


@pytest.mark.laws
@pytest.mark.parametrize(
    "options",
    [{}, {"giver_chooses": False}, {"flip_at_next_turn": True, "accused_gives": 1, "race": "sealed"}],
    ids=["default", "from the Hand", "others"],
)
def test_matches_with_calls_end_and_lose_no_card(options: dict[str, Any]) -> None:
    game = game_of("panjandrum_1988", panjandrum_free=True, **options)
    for seats in (3, 5):
        for steps in matches(game, seats):
            check_every_state(steps, check)
            check_laws(game, steps, Random(seats))


def test_actions_and_labels_fit_the_length_limits() -> None:
    game = game_of("panjandrum_1988", panjandrum_free=True)
    for step in play(game, 5, seed=3):
        assert len(str(step.action)) < 70 or step.seat == CHANCE
        assert all(len(label) <= 60 for label in said.calls(game, game.table_view(step.after)))


def test_card_not_lifted_yet_cannot_be_laid() -> None:
    with pytest.raises(IllegalAction, match="one of the choices now"):
        after(*free(delays=ON_NINE), (0, "put 2 R8"))
