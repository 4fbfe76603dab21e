"""Tens (003): a window on every card, and the pile for the first to slap a 10."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.core.cards import deck, parse_cards
from rules.core.decisions import CHANCE, CLOCK, PickNumber, Wait
from rules.core.events import NO_ONE, DiscardSeen, Secret, heard_by
from rules.core.match import Match
from rules.core.protocol import IllegalAction
from rules.games.frame import State
from rules.games.race import Window
from rules.games.tens import game as engine
from rules.games.tens.deal import MOST_TURNS, Deal
from rules.games.tens.events import PileSlapped
from tests.rules import said
from tests.rules.games.kit import (
    after,
    check_every_state,
    check_secrets,
    first_deal,
    game_of,
    match_of,
    matches,
    play,
    tables,
)

ALL = frozenset(deck(range(1, 15), bird=False))
Table = tuple[Any, Match, Deal]


def laid_out(*hands: str, pile: str, **options: Any) -> Table:
    """A card turned by seat 0 lies on the pile, last; players' stacks with the top card first."""
    seats = len(hands)
    match = match_of(seats)
    stacks = tuple(map(parse_cards, hands))
    playing = tuple(seat for seat in range(seats) if stacks[seat] or seat == 0)
    deal = Deal(stacks, parse_cards(pile), 0, Window(1, playing), 1)
    return game_of("tens", **options), match, deal


def closed(table: Table, *slaps: tuple[int, str]) -> tuple[Any, list[str]]:
    """The state and the events after some slaps, when the time is over."""
    state, events = after(*table, *slaps, (CLOCK, "close"))
    return state, said.told(table[0], events)


def hand(state: Any, seat: int) -> str:
    return " ".join(map(str, state.deal.hands[seat]))


# --- the play -------------------------------------------------------------------------------------------


def test_gv_14_first_slap_on_a_ten_takes_the_pile() -> None:
    """003: no matter what the color, the first one who slaps takes the entire pile."""
    state, told = closed(
        laid_out("R1 R2", "G1 G2", "B1 B2", pile="Y3 Y10"), (1, "shout 900"), (2, "shout 800")
    )
    assert told[0] == "{2} slaps first and takes 2 cards."
    assert hand(state, 2) == "B1 B2 Y3 Y10"


def test_r_88_captured_cards_go_under_the_stack_and_the_next_card_is_turned() -> None:
    state, told = closed(laid_out("R1 R2", "G1 G2", "B1 B2", pile="Y3 Y10"), (0, "shout 1"))
    assert hand(state, 0) == "R1 R2 Y3 Y10"
    assert told[1] == "{1} turns G1."
    assert " ".join(map(str, state.deal.pile)) == "G1"
    assert state.deal.turn == 1


def test_slap_on_another_card_has_no_effect() -> None:
    """R-88: ignored."""
    state, told = closed(laid_out("R1 R2", "G1 G2", "B1 B2", pile="Y3 Y9"), (2, "shout 1"))
    assert told == ["{1} turns G1."]
    assert [len(deck) for deck in state.deal.hands] == [2, 1, 2]


def test_r_88_option_wrong_slap_costs_a_card_under_the_pile() -> None:
    table = laid_out("R1 R2", "G1 G2", "B1 B2", pile="Y3 Y9", false_slap_penalty=True)
    state, told = closed(table, (2, "shout 1"), (1, "shout 2"))
    assert told[:2] == ["{1} slaps the wrong card and pays one.", "{2} slaps the wrong card and pays one."]
    assert " ".join(map(str, state.deal.pile)) == "B1 G1 Y3 Y9 G2"


def test_r_88_option_paid_card_is_hidden_from_every_seat() -> None:
    table = laid_out("R1 R2", "G1 G2", "B1 B2", pile="Y3 Y9", false_slap_penalty=True)
    _, events = after(*table, (2, "shout 1"), (CLOCK, "close"))
    paid = DiscardSeen(2, parse_cards("B1"))
    assert Secret(NO_ONE, paid) in events
    assert not any(paid in heard_by(events, seat) for seat in (None, 0, 1, 2))


def test_r_88_option_last_card_and_a_late_slap_on_a_ten_cost_no_card() -> None:
    options = {"false_slap_penalty": True}
    state, _ = closed(laid_out("R1 R2", "G1 G2", "B1", pile="Y3 Y9", **options), (2, "shout 1"))
    assert hand(state, 2) == "B1"
    table = laid_out("R1 R2", "G1 G2", "B1 B2", pile="Y3 Y10", **options)
    state, _ = closed(table, (2, "shout 1"), (0, "shout 2"))
    assert hand(state, 0) == "R1 R2"


def test_unslapped_ten_stays_in_the_pile() -> None:
    state, told = closed(laid_out("R1 R2", "G1 G2", "B1 B2", pile="Y3 Y10"))
    assert told == ["No one slaps the 10.", "{1} turns G1."]
    assert len(state.deal.pile) == 3


def test_very_young_players_may_slap_another_number() -> None:
    """003: let them play different games with different numbers."""
    table = laid_out("R1 R2", "G1 G2", "B1 B2", pile="Y10 Y6", number=6)
    assert "When a 6 lies there" in said.sections(table[0])["Play"]
    state, _ = closed(table, (1, "shout 1"))
    assert hand(state, 1) == "G2 Y10 Y6"


@pytest.mark.parametrize(("number", "words"), [(7, "a 7"), (8, "an 8"), (11, "an 11")])
def test_number_to_slap_is_written_as_a_word(number: int, words: str) -> None:
    game, match, deal = laid_out("R1 R2", "G1 G2", "B1 B2", pile="Y3 Y9", number=number)
    assert f"When {words} lies there" in said.sections(game)["Play"]
    assert said.prompt(game, game.table_view(State(match, deal))) == f"Slap {words}."


def test_rules_name_their_rule_book_and_open_questions() -> None:
    game = game_of("tens", race_window=5)
    assert {section.source for section in game.about.rules} == {"Older rule books (transcribed 2020), Tens"}
    assert said.registers(game) == {"Deal": ["R-10", "R-88"], "Play": ["R-88"], "End": [], "Good to know": []}
    assert "another one: 6s, 7s, 8s and so on" in said.sections(game)["Good to know"]
    assert "costs nothing" in said.ours(game)["Play"]
    assert "costs you a card" in said.ours(game_of("tens", false_slap_penalty=True))["Play"]
    assert "You have 5 seconds to slap each one." in said.ours(game)["Play"]


def test_window_closes_when_all_have_answered() -> None:
    table = laid_out("R1 R2", "G1 G2", "B1 B2", pile="Y3 Y9")
    state, _ = after(*table, (0, "pass"), (1, "pass"))
    assert state.deal.turn == 0
    state, _ = after(table[0], *state, (2, "pass"))
    assert state.deal.turn == 1


# --- the deal and the end -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 9))
def test_r_88_deck_is_divided_equally_and_odd_cards_begin_the_pile(seats: int) -> None:
    _, deal = first_deal(play(game_of("tens"), seats, seed=1))
    each = 56 // seats
    assert sorted(map(len, deal.hands)) == [each - 1] + [each] * (seats - 1)
    assert len(deal.pile) == 56 % seats + 1


def test_odd_cards_are_dealt_face_down() -> None:
    game = game_of("tens")
    steps = play(game, 3, seed=1)
    match, deal = first_deal(steps)
    (zone,) = game.table_view(State(match, deal)).zones
    assert (zone.shown, zone.hidden) == (deal.pile[-1:], 2)


def test_player_out_of_cards_is_out_but_may_slap_the_own_last_card() -> None:
    table = laid_out("", "G1 G2", "B1 B2", "", pile="Y3 Y10")
    assert sorted(table[0].ask(*table[1:])) == [CLOCK, 0, 1, 2]
    saved, _ = closed(table, (0, "shout 1"))
    assert hand(saved, 0) == "Y3 Y10"
    out, _ = closed(table, (1, "shout 1"))
    assert sorted(table[0].decisions(out)) == [CLOCK, 1, 2]
    seen = table[0].table_view(out)
    assert seen.facts.playing == (1, 2)
    assert [said.notes(table[0], seen, seat) for seat in range(4)] == [["out"], [], [], ["dealer", "out"]]


def test_stack_of_thirty_cards_ends_the_game() -> None:
    """003; the most cards win."""
    stack = " ".join(
        f"{color}{rank}" for color in "RY" for rank in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14)
    )
    state, _ = closed(laid_out("G1", f"{stack} B1 B2", "B3", pile="B4 B10"), (1, "shout 1"))
    assert state.match.winners == (1,)
    assert state.match.totals == (1, 30, 1)


def test_last_player_with_cards_wins() -> None:
    state, _ = closed(laid_out("", "G1 G2", "", pile="B4 B9"))
    assert state.match.winners == (1,)


def test_most_cards_at_the_cap_of_turns_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES 5: cap 2,000."""
    assert MOST_TURNS == 2000
    monkeypatch.setattr(engine, "MOST_TURNS", 1)
    state, _ = closed(laid_out("R1 R2", "G1 G2 G3", "B1 B2", pile="Y3 Y9"))
    assert state.match.winners == (1,)


# --- who was first --------------------------------------------------------------------------------------

EIGHT = tuple(f"{color}{rank} {color}{rank + 1}" for color in "RYGB" for rank in (1, 3))


@pytest.mark.parametrize(("race", "first"), [("stamp", 0), ("first", 7)])
def test_earliest_of_eight_simultaneous_presses_counts(race: str, first: int) -> None:
    table = laid_out(*EIGHT, pile="Y14 Y10", race=race)
    slaps = [(seat, f"shout {1000 + seat}") for seat in reversed(range(8))]
    state, events = after(*table, *slaps)
    assert PileSlapped(first, 2) in events
    assert len(state.deal.hands[first]) >= 3


@pytest.mark.parametrize("race", ["stamp", "sealed"])
def test_lot_decides_simultaneous_and_sealed_slaps(race: str) -> None:
    table = laid_out("R1 R2", "G1 G2", "B1 B2", pile="Y3 Y10", race=race)
    stamps = ("5", "5") if race == "stamp" else ("900", "5")
    state, _ = after(*table, (2, f"shout {stamps[0]}"), (0, f"shout {stamps[1]}"), (1, "pass"))
    decision = table[0].decisions(state)[CHANCE]
    assert isinstance(decision, PickNumber)
    assert decision.numbers == (0, 2)
    assert table[0].table_view(state).calls == ()
    state, _ = after(table[0], *state, (CHANCE, "lot 2"))
    assert hand(state, 2) == "B1 B2 Y3 Y10"


def test_late_slap_does_not_count_for_the_next_card() -> None:
    table = laid_out("R1 R2", "G10 G2", "B1 B2", pile="Y3 Y9")
    first = table[0].ask(*table[1:])
    state, _ = closed(table)
    second = table[0].decisions(state)
    assert first[2].window != second[2].window
    assert isinstance(second[CLOCK], Wait)
    assert first[CLOCK].number != second[CLOCK].number


def test_second_answer_to_a_window_is_refused() -> None:
    table = laid_out("R1 R2", "G1 G2", "B1 B2", pile="Y3 Y10")
    with pytest.raises(IllegalAction):
        after(*table, (1, "pass"), (1, "shout 1"))


def test_ten_and_any_other_card_have_the_same_button() -> None:
    """Fair online, 4.3: the button stands under every card."""
    views = []
    for card in ("Y10", "Y9"):
        table = laid_out("R1 R2", "G1 G2", "B1 B2", pile=f"Y3 {card}")
        views.append((table[0].table_view(State(*table[1:])), table[0].ask(*table[1:])))
    (ten, asked), (nine, also) = views
    assert said.calls(table[0], ten) == ["Slap"]
    assert (ten.calls, ten.phase, ten.facts) == (nine.calls, nine.phase, nine.facts)
    assert said.prompt(table[0], ten) == said.prompt(table[0], nine) == "Slap a 10."
    assert asked[0].options == also[0].options
    assert asked[CLOCK].seconds == also[CLOCK].seconds == 3


# --- laws -----------------------------------------------------------------------------------------------


def check(match: Match, deal: Deal) -> None:
    """RULES 5: 56 cards; the game continues while no seat has 30 and several have cards."""
    everything = [card for hand in deal.hands for card in hand] + list(deal.pile)
    assert len(everything) == len(ALL)
    assert set(everything) == ALL
    is_over = len(deal.holders) <= 1 or max(map(len, deal.hands)) >= 30
    assert deal.turns <= 300
    if match.winners is not None:
        assert is_over


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables("tens"))
@pytest.mark.parametrize("penalty", [False, True])
def test_laws_of_the_pile_hold_and_only_a_ten_moves_it(key: str, seats: int, penalty: bool) -> None:
    for steps in matches(game_of(key, false_slap_penalty=penalty), seats, few=2):
        check_every_state(steps, check)
        for step in steps:
            if step.before.deal is not None and any(isinstance(event, PileSlapped) for event in step.events):
                assert step.before.deal.pile[-1].rank == 10


def test_laws_notice_a_lost_card() -> None:
    match, deal = first_deal(play(game_of("tens"), 3, seed=1))
    with pytest.raises(AssertionError):
        check(match, deal._replace(pile=deal.pile[1:]))


def scramble(match: Match, deal: Deal, seat: int | None, random: Random) -> Deal:
    """Redeal all face-down cards, those below the pile too."""
    cards = [*(card for hand in deal.hands for card in hand), *deal.pile[:-1]]
    random.shuffle(cards)
    dealt = iter(cards)
    hands = tuple(tuple(next(dealt) for _ in hand) for hand in deal.hands)
    return deal._replace(hands=hands, pile=(*dealt, *deal.pile[-1:]))


def test_unturned_card_is_hidden_from_every_seat() -> None:
    game = game_of("tens")
    check_secrets(game, play(game, 5, seed=2), scramble, Random(2))
