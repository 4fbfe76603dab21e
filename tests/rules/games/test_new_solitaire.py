"""New Rook Solitaire (1924 booklet): seven columns cleared onto one pile, alone or taking turns."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.core.dealing import PilesDealt
from rules.core.decisions import CHANCE, Seat
from rules.core.events import NO_ONE, DealScored, GameEvent, MatchWon, Secret, heard_by
from rules.core.match import Match
from rules.core.protocol import IllegalAction
from rules.core.scores import SideScore
from rules.games.frame import State
from rules.games.new_solitaire.deal import Deal, Layout
from rules.games.new_solitaire.events import CardTurned, ColumnsLaid
from rules.games.new_solitaire.facts import NewFacts, Pile
from tests.rules import said
from tests.rules.games.kit import (
    after,
    after_deals,
    check_every_state,
    check_secrets,
    game_of,
    matches,
    play,
    tables,
)
from tests.rules.games.solitaires import (
    DECK,
    answers,
    cards,
    dealt,
    dithering,
    labels,
    patiently,
    scored,
)

KEY = "new_solitaire"
BOOKLET = (
    "R13 R5 R3 R11 R7",
    "R1 R2 Y13 R12 R6",
    "R14 Y14 Y1 Y12 Y2",
    "R9 G13 Y6 G1 Y3",
    "G2 G12 R8 R4 Y5",
    "G14 G3 Y4 Y11 R10",
    "G6 Y7 Y10 Y9 Y8",
)
"""GV-12: numbers in which the run printed in the 1924 booklet can be played; it does not say the colors."""


def layout(*columns: str, hand: str = "", pile: str = "") -> Layout:
    given = [cards(column) for column in columns]
    return Layout((*given, *[()] * (7 - len(given))), cards(hand), cards(pile))


def begun(game: Any, seats: int = 1) -> Match:
    match: Match = game.start(seats).match
    return match._replace(deal=1)


def acted(given: Layout, *acts: str, **options: Any) -> tuple[Any, list[Any]]:
    game = game_of(KEY, **options)
    return after(game, begun(game), Deal(0, given), *((0, act) for act in acts))


def at(given: Layout, **options: Any) -> list[str]:
    """The answers the player may give in a layout, as text."""
    game = game_of(KEY, **options)
    return answers(game, State(begun(game), Deal(0, given)))


def check(match: Match, deal: Deal) -> None:
    """RULES 5: parked, played and hand are 56 cards; every card that came from a column fitted."""
    columns, hand, pile = deal.layout
    assert sorted([*(one for column in columns for one in column), *hand, *pile]) == sorted(DECK)
    assert all(len(column) <= 5 for column in columns)
    turned, wrong = 21 - len(hand), 0
    for one, top in zip(pile[1:], pile, strict=False):
        wrong += not (abs(one.rank - top.rank) == 1 or (one.rank, top.rank) == (14, 1))
    assert wrong <= max(turned - 1, 0)


def scramble(match: Match, deal: Deal, seat: Seat | None, random: Random) -> Deal:
    """Shuffle the hand: its order is hidden from every seat."""
    unknown = [*deal.layout.hand]
    random.shuffle(unknown)
    return deal._replace(layout=deal.layout._replace(hand=tuple(unknown)))


def scramble_all(match: Match, deal: Deal, seat: Seat | None, random: Random) -> Deal:
    """In a private deal others know nothing at all but how many cards lie where."""
    if seat == deal.player:
        return scramble(match, deal, seat, random)
    cards = list(DECK)
    random.shuffle(cards)
    columns, hand, _ = deal.layout
    mixed = tuple(tuple(cards.pop() for _ in column) for column in columns)
    other = Layout(mixed, tuple(cards.pop() for _ in hand), tuple(cards))
    return deal._replace(layout=other, past=())


# The deal and the play ----------------------------------------------------------------------------


def test_deal_has_35_cards_in_columns_of_five_and_21_in_hand() -> None:
    state = dealt(game_of(KEY), 1)
    assert state.deal.layout.columns[0] == DECK[:5]
    assert state.deal.layout.columns[6] == DECK[30:35]
    assert state.deal.layout.hand == DECK[35:]
    assert answers(game_of(KEY), state) == ["say turn", "say quit"]


def test_gv_12_runs_of_the_booklet_are_played() -> None:
    """GV-12 (1924 booklet): an 8 is turned and seven cards follow, then a 4 and seven more."""
    given = layout(*BOOKLET, hand="G8 G4 R2")
    first = ["R7", "Y8", "Y9", "R10", "Y11", "Y10", "R11"]
    second = ["Y5", "R4", "R3", "Y4", "R5", "R6", "Y7"]
    state, events = acted(given, "say turn", *(f"put 0 {one}" for one in first))
    assert answers(game_of(KEY), state)[0] == "say turn"  # nothing else fits: this ends that play
    assert said.told(game_of(KEY), events)[:2] == ["{0} turns G8.", "R7 onto G8."]
    state, _ = acted(
        given, "say turn", *(f"put 0 {one}" for one in first), "say turn", *(f"put 0 {one}" for one in second)
    )
    assert state.deal.layout.parked == 21
    assert len(state.deal.layout.pile) == 16


def test_last_card_of_a_column_may_be_played_one_up_or_down_in_any_color() -> None:
    given = layout("R5 R3", "G5", "Y4", "B3", hand="R10", pile="R4")
    assert at(given) == ["put 0 R3", "put 0 G5", "put 0 B3", "say quit"]
    with pytest.raises(
        IllegalAction, match=r"last card of a column onto \{R4\}: the next number up or down\.$"
    ):
        acted(given, "put 0 R5")


def test_r_90_14_goes_onto_a_1_but_no_1_onto_a_14() -> None:
    assert at(layout("R14", "R13", pile="B1", hand="R10"))[0] == "put 0 R14"
    assert at(layout("R1", "R9", pile="B14", hand="R10")) == ["say turn", "say quit"]
    with pytest.raises(IllegalAction, match=r"onto \{B1\}: the next number up or down, or a 14"):
        acted(layout("R14", "R3", pile="B1"), "put 0 R3")


def test_next_card_is_turned_when_no_card_fits() -> None:
    """He draws "as soon as he has done all he can" (1924 booklet)."""
    given = layout("R5", "B9", pile="R4", hand="R10")
    assert at(given) == ["put 0 R5", "say quit"]
    assert at(given, hold_back=True) == ["put 0 R5", "say turn", "say quit"]


# Taking back --------------------------------------------------------------------------------------


def test_play_may_be_taken_back() -> None:
    given = layout("R5", "B9", "G3", pile="R4", hand="R10")
    state, _ = acted(given, "put 0 R5", "say undo")
    assert state.deal.layout == given
    assert state.deal.undone == 1


def test_turned_card_cannot_be_taken_back() -> None:
    state, _ = acted(layout("R5", "B9", pile="R4", hand="R10 R12"), "put 0 R5", "say turn")
    assert "say undo" not in answers(game_of(KEY), state)
    assert state.deal.past == ()


def test_last_run_may_be_taken_back_and_played_differently() -> None:
    given = layout("R5", "B3 B9", "G3", pile="R4")
    state, events = acted(given, "put 0 R5")
    assert labels(game_of(KEY), state) == ["Take back", "Finish"]
    assert scored(events) == []


def test_player_with_an_empty_hand_is_told_done_not_giving_up() -> None:
    given = layout("R5", "B3 B9", "G3", pile="R4")
    _, events = acted(given, "put 0 R5", "say quit")
    assert said.told(game_of(KEY), events)[1:] == ["{0} is done."]
    assert scored(events) == [(-3, "parked 3")]
    _, events = acted(given, "say quit")
    assert said.told(game_of(KEY), events) == ["{0} gives up."]


# Scores -------------------------------------------------------------------------------------------


def test_parked_card_costs_a_point_when_the_hand_is_empty() -> None:
    state, events = acted(layout("R9 R5", "B9", pile="R4", hand="R12"), "put 0 R5", "say undo", "say quit")
    assert scored(events) == [(-3, "parked 3")]
    state, events = acted(layout("R9", "B9", pile="R4", hand="R12"), "say turn")
    assert scored(events) == [(-2, "parked 2")]
    assert state.match.winners == ()
    assert MatchWon((), (-2,)) in events


def test_card_left_in_hand_scores_a_point_when_all_are_cleared() -> None:
    state, events = acted(layout("R5", pile="R4", hand="R12 G7"), "put 0 R5")
    assert scored(events) == [(2, "cleared 2")]
    assert state.match.winners == (0,)


def test_clearing_with_the_last_card_scores_zero_and_wins() -> None:
    state, events = acted(layout("R5", pile="R4"), "put 0 R5")
    assert scored(events) == [(0, "cleared 0")]
    assert state.match.winners == (0,)


def several(*points: tuple[int, ...], **options: Any) -> Any:
    """Two players after deals with these points, and the last deal of the match about to be given up."""
    game = game_of(KEY, **options)
    match = begun(game, 2)
    lines = []
    totals = [0, 0]
    for number, pair in enumerate(points):
        totals = [total + more for total, more in zip(totals, pair, strict=True)]
        lines.append(
            DealScored(
                number + 1,
                number % 2,
                tuple(SideScore((seat,), pair[seat], totals[seat]) for seat in range(2)),
            )
        )
    match = after_deals(match, len(points))
    return game, match._replace(dealer=len(points) % 2, totals=tuple(totals), sheet=tuple(lines))


def test_r_90_players_take_turns_and_the_best_sum_of_three_deals_wins() -> None:
    game, match = several((-5, 0), (0, -9), (-5, 0), (0, -1), (-5, 0))
    state, events = after(game, match, Deal(1, layout("R5 R3", hand="R12", pile="R9")), (1, "say quit"))
    assert scored(events) == [(0, ""), (-2, "parked 2")]
    assert state.match.totals == (-15, -12)
    assert state.match.winners == (1,)


def test_r_90_option_best_single_deal_wins() -> None:
    game, match = several((-5, 0), (0, -9), (3, 0), (0, 6), (0, 0), best_single=True)
    assert match.totals == (-2, -3)
    state, events = after(game, match, Deal(1, layout("R5", hand="", pile="R4")), (1, "put 0 R5"))
    assert scored(events) == [(0, ""), (3, "cleared 0, better 1")]
    assert state.match.totals == (-2, 0)
    assert state.match.winners == (1,)


def test_r_90_option_worse_deal_does_not_lower_the_best() -> None:
    game, match = several((-5, 0), (0, -9), best_single=True)
    state, events = after(
        game,
        match,
        Deal(0, layout("R5 R3 ", "Y1 Y3 Y5 Y7", hand="R12", pile="R9")),
        (0, "say quit"),
    )
    assert scored(events) == [(0, "parked 6, not_better 1"), (0, "")]
    assert state.match.winners is None


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_several_players_play_three_deals_each_in_turn(seats: int) -> None:
    steps = play(game_of(KEY), seats, 1, patiently)
    sheet = steps[-1].after.match.sheet
    assert [line.dealer for line in sheet if isinstance(line, DealScored)] == [*range(seats)] * 3
    for step in steps:
        if step.seat >= 0 and step.before.deal is not None:
            assert step.seat == step.before.deal.player == step.before.match.dealer


def test_deal_thrown_in_is_dealt_again_to_the_same_player() -> None:
    game = game_of(KEY)
    assert game.rulings(game.start(3)) == ()
    state = dealt(game, 3)
    (again,) = game.rulings(state)
    assert str(again.action) == "redeal"
    state, _ = game.apply(state, -3, again.action)
    state, _ = game.apply(state, -1, game.decisions(state)[-1].sample(Random(1)))
    assert state.deal.player == 0


# The table ----------------------------------------------------------------------------------------


def test_columns_are_shown_in_rows_with_the_playable_card_last() -> None:
    state = State(begun(game_of(KEY)), Deal(0, layout("R5 R3", hand="R12 G5", pile="B1 R9")))
    table = game_of(KEY).table_view(state)
    zones = {(zone.kind, zone.number): zone for zone in table.zones}
    first, pile = zones[Pile.COLUMN, 1], zones[Pile.PLAYING, None]
    assert (first.shown, first.is_row, pile.shown) == (cards("R5 R3"), True, cards("R9"))
    assert [game_of(KEY).words.zone(zone).name for zone in (first, pile)] == ["1", "Pile"]
    assert table.facts == NewFacts(player=0, parked=2, hand=2, taken_back=0)
    assert said.lines(game_of(KEY), table) == {"Columns": "2", "Hand": "2"}


def test_private_table_shows_others_only_the_progress() -> None:
    game = game_of(KEY, private=True)
    state = dealt(game, 2)
    state, events = game.apply(state, 0, game.decisions(state)[0].options[0].action)
    table = game.table_view(state)
    assert table.zones == ()
    assert said.told(game_of(KEY), events) == []
    assert game.seat_view(state, 1).zones == ()
    assert len(game.seat_view(state, 0).zones) == 8


def test_player_hears_which_cards_have_been_seen() -> None:
    game = game_of(KEY, private=True)
    state, events = game.apply(game.start(2), -1, game.decisions(game.start(2))[-1].make(DECK))
    columns = tuple(DECK[start : start + 5] for start in range(0, 35, 5))
    assert ColumnsLaid(0, columns) in heard_by(events, 0)
    assert not any(isinstance(event, ColumnsLaid | PilesDealt) for event in heard_by(events, 1))
    assert Secret(NO_ONE, PilesDealt((DECK[35:],))) in events
    _, events = game.apply(state, 0, game.decisions(state)[0].options[0].action)
    assert CardTurned(0, DECK[35]) in heard_by(events, 0)
    assert not any(isinstance(event, GameEvent) for event in heard_by(events, 1))


def test_numbered_deal_is_the_same_for_all_only_at_private_tables() -> None:
    """Who plays later in sight of all would know the hand."""

    def layouts(**options: Any) -> list[Layout]:
        steps = play(game_of(KEY, deal_number=5, **options), 2, 1)
        return [step.after.deal.layout for step in steps if step.seat == CHANCE and step.after.deal]

    private, public = layouts(private=True), layouts()
    assert private[0] == private[1] != private[2] == private[3]
    assert len(set(public)) == 6
    assert private[0] == public[0]


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables(KEY))
@pytest.mark.parametrize("choose", [patiently, dithering])
def test_invariants_hold_in_random_matches(key: str, seats: int, choose: Any) -> None:
    for steps in matches(game_of(key, undo=3), seats, choose):
        check_every_state(steps, check)


@pytest.mark.parametrize("seats", [1, 3])
def test_order_of_the_hand_is_hidden_from_every_seat(seats: int) -> None:
    check_secrets(game_of(KEY), play(game_of(KEY), seats, 1, patiently), scramble, Random(seats))


@pytest.mark.parametrize("seats", [1, 3])
def test_private_table_hides_every_card_from_others(seats: int) -> None:
    game = game_of(KEY, private=True)
    check_secrets(game, play(game, seats, 1, patiently), scramble_all, Random(seats))


def test_leak_test_notices_an_open_table() -> None:
    game = game_of(KEY)
    with pytest.raises(AssertionError):
        check_secrets(game, play(game, 3, 1, patiently), scramble_all, Random(1))


def test_check_notices_a_lost_card_and_an_illegal_play() -> None:
    state = dealt(game_of(KEY), 1)
    check(state.match, state.deal)
    given = state.deal.layout
    with pytest.raises(AssertionError):
        check(state.match, Deal(0, given._replace(hand=given.hand[1:])))
    with pytest.raises(AssertionError):
        check(
            state.match,
            Deal(
                0,
                given._replace(
                    hand=given.hand[2:], pile=(*given.hand[:1], given.columns[0][-1], given.hand[1])
                ),
            ),
        )


def test_rules_text_follows_the_options() -> None:
    rules = said.sections(game_of(KEY, best_single=True, undo=0, hold_back=True))
    assert "at any time" in rules["Turn"]
    assert "deal number" not in rules["Deal"]
    assert "When nothing fits" in said.sections(game_of(KEY))["Turn"]


def test_rules_name_their_rule_book_and_open_questions() -> None:
    book = "1924 booklet, New Rook Solitaire"
    game = game_of(KEY)
    assert {section.heading: section.source for section in game.about.rules} == {
        **dict.fromkeys(("Deal", "Turn", "Play", "Score"), f"{book}, Rules for One Player"),
        **dict.fromkeys(("Several", "Good to know"), f"{book}, For Two or More Players"),
        "One": "",
    }
    registers = {heading: numbers for heading, numbers in said.registers(game).items() if numbers}
    assert registers == {"Play": ["R-90"], "Several": ["R-90", "R-06"]}
    assert "the sum of the three deals" in said.ours(game)["Several"]
    assert "the best single deal" in said.ours(game_of(KEY, best_single=True))["Several"]


@pytest.mark.parametrize(
    ("undo", "often"),
    [(1, "1 move a deal"), (3, "3 moves a deal"), (999, "999 moves a deal"), (1000, "any number of moves")],
)
def test_rules_say_how_often_a_move_may_be_taken_back(undo: int, often: str) -> None:
    assert f"take back {often}, but not a card you turned." in said.ours(game_of(KEY, undo=undo))["Play"]
    assert "take back" not in said.ours(game_of(KEY, undo=0))["Play"]


def test_rules_say_which_cards_are_dealt_and_seen() -> None:
    rules = said.sections(game_of(KEY, deal_number=5))
    assert rules["Deal"].endswith("This is deal number 5.")
    assert "Each deal has the next number." in said.ours(game_of(KEY, deal_number=5))["Several"]
    private = game_of(KEY, deal_number=5, private=True)
    assert said.sections(private)["Deal"].endswith(
        "Only the player sees the cards. Others see how far they are."
    )
    assert (
        "Everyone gets the same cards. The next round has the next number." in said.ours(private)["Several"]
    )


@pytest.mark.parametrize("best_single", [False, True])
def test_goal_of_a_single_player_is_true(best_single: bool) -> None:
    goal = said.goal(game_of(KEY, best_single=best_single))
    assert goal.startswith("clear the columns")
    assert ("best deal counts" in goal) == best_single
