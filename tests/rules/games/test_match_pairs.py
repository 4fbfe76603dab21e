"""Match (000) and Everlasting (003): a card that matches the pile's first card takes all of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.core.actions import Deal as Dealt
from rules.core.actions import Say
from rules.core.cards import Card, deck, parse_cards
from rules.core.decisions import CHANCE, CLOCK, Wait
from rules.core.match import Match
from rules.core.protocol import InvalidOption
from rules.games.frame import State
from rules.games.match_pairs import game as engine
from rules.games.match_pairs.deal import MOST_PLAYS, Deal
from rules.games.match_pairs.facts import MatchFacts
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

KEYS = ("match", "everlasting")
ALL = frozenset(deck(range(1, 15), bird=False))
Table = tuple[Any, Match, Deal]


def laid_out(
    *hands: str, pile: str = "", more: int | None = None, key: str = "everlasting", **options: Any
) -> Table:
    """A game in which seat 0 plays; players' stacks with the top card first."""
    seats = len(hands)
    match = match_of(seats)
    return game_of(key, **options), match, Deal(tuple(map(parse_cards, hands)), 0, parse_cards(pile), more)


def turned(table: Table, number: int) -> tuple[Any, list[str]]:
    """The state and the events after the next `number` cards."""
    game, match, deal = table
    state, told = State(match, deal), list[str]()
    for _ in range(number):
        (seat,) = game.decisions(state)
        state, events = after(game, *state, (seat, "say turn"))
        told += said.told(game, events)
    return state, told


def hand(state: Any, seat: int) -> str:
    return " ".join(map(str, state.deal.hands[seat]))


# --- the play -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_gv_13_second_seven_takes_four_cards_and_the_left_starts_next(key: str) -> None:
    """000 and 003: start 7; 3, 9, 7."""
    state, told = turned(laid_out("R7 B1", "G3 B2", "Y9 B3", "B7 B4", "R11 R12", key=key), 4)
    assert hand(state, 3) == "B4 R7 G3 Y9 B7"
    assert told[-1] == "{3} turns B7, a match, and takes 4 cards."
    assert (state.deal.turn, state.deal.pile) == (4, ())


def test_r_86_captured_cards_go_under_the_hand() -> None:
    state, _ = turned(laid_out("R7 B1", "G7 B2 B3", "R2 R3"), 2)
    assert hand(state, 1) == "B2 B3 R7 G7"


def test_only_the_first_card_of_the_pile_is_matched() -> None:
    table = laid_out("R7 B1", "G3 B2", "Y3 B3")
    state, _ = turned(table, 3)
    assert len(state.deal.pile) == 3
    view = table[0].table_view(state)
    assert view.facts == MatchFacts(player=0, first=Card.parse("R7"), piles_left=None)
    assert said.lines(table[0], view) == {"To match": "7"}


def test_colors_are_ignored_where_numbers_are_matched() -> None:
    """003: pay no attention to the color."""
    state, _ = turned(laid_out("R7 B1", "R3 B2", "R4 B3"), 3)
    assert len(state.deal.pile) == 3


def test_very_young_players_may_match_colors() -> None:
    """000: where too young to match numbers let them match colors instead."""
    table = laid_out("R7 B1", "G7 B2", "R4 B3", key="match", match_by="colour")
    assert "matches the color of the first card" in said.sections(table[0])["Play"]
    state, told = turned(table, 3)
    assert told[-1] == "{2} turns R4, a match, and takes 3 cards."
    assert not state.deal.pile


def test_everlasting_does_not_match_colors() -> None:
    with pytest.raises(InvalidOption, match="no option"):
        game_of("everlasting", match_by="colour")


# --- who is out, and the end ----------------------------------------------------------------------------


def test_r_86_player_is_out_when_the_last_card_does_not_match() -> None:
    table = laid_out("R7", "G3 B2", "Y9 B3", "B4 B5")
    state, told = turned(table, 4)
    assert told[0] == "{0} turns R7, their last card, and is out."
    assert state.deal.turn == 1
    view = table[0].table_view(state)
    assert [said.notes(table[0], view, seat) for seat in range(4)] == [["out"], [], [], ["dealer"]]


def test_last_card_that_matches_keeps_its_player_in_the_game() -> None:
    state, _ = turned(laid_out("G7", "G3 B2", "Y9 B3", "B4 B5", pile="R7 R2"), 1)
    assert hand(state, 0) == "R7 R2 G7"


def test_five_more_piles_are_played_when_two_remain() -> None:
    state, _ = turned(laid_out("R7", "G3 B2", "Y9 B3"), 1)
    assert state.deal.more == 5
    state, _ = turned(laid_out("R7 R8 R9", "G7 B2", more=5), 2)
    assert state.deal.more == 4


def test_most_cards_after_the_last_pile_win() -> None:
    state, _ = turned(laid_out("G7 R8 R9", "G8 B2", pile="R7", more=1), 1)
    assert state.match.winners == (0,)
    assert state.match.totals == (4, 2)


def test_r_86_equal_cards_lead_to_one_more_pile() -> None:
    state, _ = turned(laid_out("G7 R8", "G8 B2 B3", pile="R7", more=1), 1)
    assert state.match.winners is None
    assert state.deal.more == 1


def test_pile_begun_when_two_remain_is_the_first_of_five() -> None:
    table = laid_out("R7", "G3 B2", "Y7 B3")
    assert "A pile already begun is the first of the five." in said.ours(table[0])["End"]
    state, _ = turned(table, 3)
    assert state.deal.more == 4


def test_two_players_play_five_piles_from_the_start() -> None:
    """000 and 003: when all but two players are out, five piles more are played."""
    game = game_of("match")
    _, deal = first_deal(play(game, 2, seed=1))
    assert deal.more == 5
    assert "Two players start at these five." in said.sections(game)["End"]


def test_r_86_last_player_with_cards_wins() -> None:
    state, _ = turned(laid_out("G5", "G8 B2", pile="R7", more=3), 1)
    assert state.match.winners == (1,)
    assert state.match.totals == (0, 2)


def test_most_cards_at_the_cap_of_turned_cards_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES 5: cap 5,000."""
    assert MOST_PLAYS == 5000
    monkeypatch.setattr(engine, "MOST_PLAYS", 2)
    state, _ = turned(laid_out("R1 R2", "R3 R4 R5", "R6 R7 R8 R9"), 2)
    assert state.match.winners == (2,)


@pytest.mark.parametrize(
    ("key", "book"),
    [
        ("match", "1924 booklet, Match for Children"),
        ("everlasting", "Older rule books (transcribed 2020), Everlasting"),
    ],
)
def test_rules_name_their_rule_book_and_open_questions(key: str, book: str) -> None:
    game = game_of(key)
    assert {section.source for section in game.about.rules} == {book}
    under = [] if key == "match" else ["R-86"]
    registers = {"Deal": ["R-10"], "Play": under, "End": ["R-86"]}
    assert said.registers(game) == registers | ({"Good to know": []} if key == "match" else {})


def test_matching_by_color_is_told_where_the_booklet_offers_it() -> None:
    """1924: "Where too young to match Numbers let them match Colors instead"."""
    told = "Children too young to match numbers can match colors instead."
    assert said.sections(game_of("match"))["Good to know"] == told
    for other in (game_of("match", match_by="colour"), game_of("everlasting")):
        assert "Good to know" not in said.sections(other)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "Press *Turn a card* in your turn."),
        ({"turning": "auto"}, "The cards turn by themselves, one every 2 seconds."),
        ({"turning": "auto", "pace": 1}, "The cards turn by themselves, one every second."),
    ],
)
def test_rules_tell_how_cards_are_turned(options: dict[str, Any], told: str) -> None:
    assert told in said.ours(game_of("match", **options))["Play"]
    if options:
        assert told in said.ours(game_of("clock", **options))["Play"]


# --- who turns ------------------------------------------------------------------------------------------


def test_button_on_the_table_turns_the_next_players_card() -> None:
    game, match, deal = laid_out("R7 B1", "G3 B2", "Y9 B3")
    (decision,) = game.ask(match, deal).values()
    assert list(decision.answers()) == [Say("turn")]
    view = game.table_view(State(match, deal))
    assert said.calls(game, view) == ["Turn a card"]
    assert view.asked == (0,)


def test_cards_may_turn_automatically_at_a_readable_pace() -> None:
    game, match, deal = laid_out("R7 B1", "G3 B2", "Y9 B3", turning="auto", pace=3)
    first = game.ask(match, deal)
    assert list(first) == [CLOCK]
    assert isinstance(first[CLOCK], Wait)
    assert first[CLOCK].seconds == 3
    assert game.table_view(State(match, deal)).calls == ()
    state, _ = after(game, match, deal, (CLOCK, "say turn"))
    second = game.decisions(state)[CLOCK]
    assert second.number != first[CLOCK].number


def test_pace_is_two_seconds_by_default() -> None:
    assert game_of("match", turning="auto").rules.pace == 2


@pytest.mark.parametrize("turning", ["button", "auto"])
def test_same_cards_make_the_same_match(turning: str) -> None:
    game = game_of("match", turning=turning)
    cards = list(deck(range(1, 15), bird=False))
    Random(5).shuffle(cards)
    state, _ = after(game, game.start(4).match._replace(drawing=()), None, (CHANCE, str(Dealt(tuple(cards)))))
    while decisions := game.decisions(state):
        ((seat, _),) = decisions.items()
        state, _ = after(game, *state, (seat, "say turn"))
    button = game_of("match")
    other, _ = after(
        button, game.start(4).match._replace(drawing=()), None, (CHANCE, str(Dealt(tuple(cards))))
    )
    other, _ = turned((button, *other), state.deal.plays)
    assert other == state


# --- laws -----------------------------------------------------------------------------------------------


def check(match: Match, deal: Deal) -> None:
    """RULES 5: 56 cards, and the pile is always matched before cards run out."""
    everything = [card for hand in deal.hands for card in hand] + list(deal.pile)
    assert len(everything) == len(ALL)
    assert set(everything) == ALL
    if deal.pile and match.winners is None:
        rest = [card for hand in deal.hands for card in hand]
        assert any(card.rank == deal.pile[0].rank for card in rest)
        assert all(card.rank != deal.pile[0].rank for card in deal.pile[1:])


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables(*KEYS))
def test_laws_of_the_pile_hold_and_matches_end_within_the_cap(key: str, seats: int) -> None:
    for steps in matches(game_of(key), seats, few=2):
        check_every_state(steps, check)
        assert max(step.after.deal.plays for step in steps if step.after.deal is not None) <= 600


def test_laws_notice_a_lost_card_and_a_missed_match() -> None:
    match, deal = first_deal(play(game_of("match"), 3, seed=1))
    with pytest.raises(AssertionError):
        check(match, deal._replace(hands=(deal.hands[0][1:], *deal.hands[1:])))
    sevens = tuple(Card.parse(name) for name in ("R7", "G7"))
    rest = tuple(tuple(card for card in hand if card not in sevens) for hand in deal.hands)
    with pytest.raises(AssertionError):
        check(match, deal._replace(hands=rest, pile=sevens))


def scramble(match: Match, deal: Deal, seat: int | None, random: Random) -> Deal:
    """Redeal all face-down cards: players do not know their own either."""
    cards = [card for hand in deal.hands for card in hand]
    random.shuffle(cards)
    dealt = iter(cards)
    return deal._replace(hands=tuple(tuple(next(dealt) for _ in hand) for hand in deal.hands))


@pytest.mark.parametrize("turning", ["button", "auto"])
def test_unturned_cards_are_hidden_from_every_seat(turning: str) -> None:
    game = game_of("match", turning=turning)
    check_secrets(game, play(game, 4, seed=2), scramble, Random(2))
