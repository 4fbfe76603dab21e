"""Panjandrum (000 and 002): lifting, building, laying on others' piles, and what is forced."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.catalog import find_game
from rules.core.actions import Deal as Dealt
from rules.core.cards import Card, Color, deck
from rules.core.cards import card as card_of
from rules.core.dealing import PilesDealt
from rules.core.decisions import CHANCE
from rules.core.events import NO_ONE, MatchWon, Secret
from rules.core.match import Match
from rules.core.protocol import IllegalAction, InvalidOption
from rules.core.scores import ScoreItem
from rules.games.frame import State
from rules.games.panjandrum import game as engine
from rules.games.panjandrum.deal import MOST_TURNS, Deal
from rules.games.panjandrum.events import CardLaid, CardLifted
from rules.games.panjandrum.facts import Scores, zones
from rules.games.panjandrum.piles import Tops
from tests.rules import said
from tests.rules.games.kit import (
    Step,
    after,
    check_every_state,
    check_secrets,
    first_deal,
    game_of,
    matches,
    play,
    tables,
)
from tests.rules.games.panjandrum_tables import laid_out, text

KEYS = ("panjandrum_1988", "panjandrum_1924")
ALL = frozenset(deck(range(1, 15), bird=False))


def answers(game: Any, match: Match, deal: Deal) -> list[str]:
    """The answers of the seat that is asked, as text."""
    (decision,) = game.ask(match, deal).values()
    return [str(action) for action in decision.answers()]


# --- the printed examples -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_gv_7_three_begins_the_own_delay_pile_and_ends_the_turn(key: str) -> None:
    """000 rule 3, 002 rule 3."""
    table = laid_out("R3 R5", "G8", "B9", key=key)
    state, events = after(*table, (0, "say lift"))
    assert text(state.deal.piles.delays[0]) == "R3"
    assert state.deal.turn == 1
    assert said.told(table[0], events) == ["{0} puts R3 on their own Delay Pile."]


@pytest.mark.parametrize("key", KEYS)
def test_gv_8_one_and_two_build_by_color_and_four_fits_a_three(key: str) -> None:
    """000 and 002, the example: a 4 is never laid on the 2."""
    table = laid_out("R1 R2 R4 B9 B9'", "Y8", "G8", delays={2: "B3"}, key=key)
    state, events = after(*table, (0, "say lift"), (0, "say lift"))
    assert state.deal.piles.built[Color.RED] == 2
    state, events = after(table[0], *state, (0, "say lift"))
    assert text(state.deal.piles.delays[2]) == "B3 R4"
    assert said.told(table[0], events) == ["{0} plays R4 on {2}'s B3."]
    assert state.deal.turn == 0


def test_gv_8_five_on_top_takes_the_four_too() -> None:
    state, _ = after(*laid_out("R4 B9", "Y8", "G8", delays={2: "B5"}, built="R2"), (0, "say lift"))
    assert text(state.deal.piles.delays[2]) == "B5 R4"


def test_gv_9_nine_or_eleven_fits_on_a_ten_but_fourteen_not_on_a_one() -> None:
    """000 and 002: the next number below or above, regardless of color."""
    ten = Tops((0, 0, 0, 0), (None, Card.parse("R10"), None))
    for color in Color:
        fitting = [rank for rank in range(1, 15) if ten.neighbors(0, card_of(color, rank))]
        assert fitting == [9, 11]
    one = Tops((0, 0, 0, 0), (None, Card.parse("R1"), Card.parse("G14")))
    assert one.neighbors(0, Card.parse("B14")) == ()
    assert one.neighbors(0, Card.parse("B1")) == ()


# --- what is compulsory, and in which order -------------------------------------------------------------


def test_each_one_begins_a_new_building_pile() -> None:
    """002: if it is a 1 of a different color, he starts a second Building Pile."""
    table = laid_out("R1 G1 B7", "Y8", "Y12", delays={1: "B2"})
    state, _ = after(*table, (0, "say lift"), (0, "say lift"))
    assert state.deal.piles.built == (1, 0, 1, 0)
    assert state.deal.turn == 0


def test_buildable_card_is_built_and_not_laid_on_an_opponent() -> None:
    """000: if possible to play on a Building Pile, he must play there, not elsewhere."""
    state, _ = after(*laid_out("R5 B9", "Y8", "Y9", delays={1: "B6"}, built="R4"), (0, "say lift"))
    assert state.deal.piles.built[Color.RED] == 5
    assert text(state.deal.piles.delays[1]) == "B6"


def test_delay_pile_is_played_from_before_a_card_is_lifted() -> None:
    """000: first Delay Pile to Building Pile, then to an opponent's, and only then the Hand."""
    table = laid_out("G14 B14", "R9 Y14", "Y13", delays={1: "B5 R6", 2: "Y4"}, built="R5")
    state, events = after(*table, (0, "say lift"))
    assert said.told(table[0], events) == [
        "{0} puts G14 on their own Delay Pile.",
        "{1} plays R6 from the Delay Pile on the red pile.",
        "{1} plays B5 from the Delay Pile on {2}'s Y4.",
    ]
    assert answers(table[0], *state) == ["say lift"]
    assert state.deal.turn == 1


def test_card_on_the_own_pile_ends_the_turn() -> None:
    """000: building up or down on one's own Delay Pile does not continue the turn."""
    state, _ = after(*laid_out("R8 B9", "Y2", "Y13", delays={0: "B7"}), (0, "say lift"))
    assert text(state.deal.piles.delays[0]) == "B7 R8"
    assert state.deal.turn == 1


def test_only_choice_is_which_opponent_gets_a_card() -> None:
    game, match, deal = laid_out("R8 B2", "Y2", "Y13", delays={1: "B7", 2: "G9"})
    assert answers(game, match, deal) == ["say lift"]
    state, events = after(game, match, deal, (0, "say lift"))
    assert said.told(game, events) == ["{0} lifts R8."]
    assert answers(game, *state) == ["put 1 R8", "put 2 R8"]
    assert said.calls(game, game.table_view(state)) == ["Play R8 on {1}'s B7", "Play R8 on {2}'s G9"]
    state, _ = after(game, *state, (0, "put 2 R8"))
    assert text(state.deal.piles.delays[2]) == "G9 R8"
    assert state.deal.turn == 0


def test_delay_pile_card_that_fits_two_opponents_is_a_choice() -> None:
    table = laid_out("B2", "G2", "Y13", delays={0: "R8", 1: "B7", 2: "G9"})
    assert answers(*table) == ["put 1 R8", "put 2 R8"]
    with pytest.raises(IllegalAction, match="one of the choices now"):
        after(*table, (0, "say lift"))
    state, _ = after(*table, (0, "put 1 R8"))
    assert text(state.deal.piles.delays[1]) == "B7 R8"


def test_lift_is_asked_for_only_when_allowed() -> None:
    tables = {
        "Lift a card": laid_out("B2", "G2", "Y13", delays={0: "R8"}),
        "Where does R8 go?": laid_out("B2", "G2", "Y13", delays={0: "R8", 1: "B7", 2: "G9"}),
        "Play R8 or lift a card": laid_out(
            "B2", "G2", "Y13", delays={0: "R8", 1: "B7"}, panjandrum_free=True
        ),
    }
    for question, (game, match, deal) in tables.items():
        state = State(match, deal)
        assert said.question(game, game.seat_view(state, 0)) == question
        assert said.prompt(game, game.table_view(state)) == question


def test_r_63_strict_play_offers_no_mistake_and_no_call() -> None:
    """R-63, the default."""
    for step in play(game_of("panjandrum_1988"), 4, seed=1):
        if step.after.deal is not None and step.after.match.winners is None:
            assert step.after.deal.window is None
            assert step.after.deal.fine is None


# --- the Hand is empty ----------------------------------------------------------------------------------


def test_r_61_delay_pile_is_turned_over_at_once_in_its_order() -> None:
    """The first card laid becomes the top; even in mid-turn, and the turn continues."""
    table = laid_out("R5", "Y2", "Y13", delays={0: "B14 G12 Y14"}, built="R4")
    state, events = after(*table, (0, "say lift"))
    assert text(state.deal.piles.hands[0]) == "B14 G12 Y14"
    assert state.deal.piles.delays[0] == ()
    assert (state.deal.turn, answers(table[0], *state)) == (0, ["say lift"])
    assert said.told(table[0], events)[-1] == "{0} turns over the Delay Pile."


def test_r_61_option_delay_pile_is_turned_over_at_the_next_turn() -> None:
    table = laid_out("R5", "Y2 Y4", "Y7 Y9", delays={0: "B14 G12"}, built="R4", flip_at_next_turn=True)
    state, events = after(*table, (0, "say lift"))
    assert text(state.deal.piles.delays[0]) == "B14 G12"
    assert state.deal.turn == 1
    assert said.told(table[0], events)[-1] == "{0} leaves G12 on their own Delay Pile."
    state, events = after(table[0], *state, (1, "say lift"), (2, "say lift"))
    assert text(state.deal.piles.hands[0]) == "B14 G12"
    assert "{0} turns over the Delay Pile." in said.told(table[0], events)


def test_last_card_on_the_own_pile_makes_the_pile_the_new_hand() -> None:
    state, _ = after(*laid_out("R5", "Y2", "Y13", delays={0: "B14 G12"}), (0, "say lift"))
    assert text(state.deal.piles.hands[0]) == "B14 G12 R5"
    assert state.deal.turn == 1


# --- the end --------------------------------------------------------------------------------------------


def test_first_player_without_cards_wins() -> None:
    state, events = after(*laid_out("R5", "Y2 B3", "Y13", delays={2: "G12"}, built="R4"), (0, "say lift"))
    assert events[-1] == MatchWon((0,), (1, 0, 0))
    items = [line.items for line in state.match.sheet[0].sides]
    assert items == [(ScoreItem(Scores.CARDS_LEFT, *left),) for left in ((0, 1), (2, 0), (2, 0))]
    assert game_of("panjandrum_1988").words.score(items[0]) == "0 cards left"


def test_fewest_cards_win_at_the_cap_of_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES 5: cap of 2,000 turns."""
    assert MOST_TURNS == 2000
    monkeypatch.setattr(engine, "MOST_TURNS", 3)
    table = laid_out("R5 R9 R11", "Y2 B3 B4", "Y13 Y14")
    state, _ = after(*table, (0, "say lift"), (1, "say lift"))
    assert state.match.winners is None
    state, _ = after(table[0], *state, (2, "say lift"))
    assert state.match.winners == (2,)


# --- who may play ---------------------------------------------------------------------------------------


def test_r_60_three_to_five_may_play() -> None:
    game = game_of("panjandrum_1988")
    assert game.about.seats == (3, 4, 5)
    for seats in (2, 6):
        with pytest.raises(InvalidOption, match="3, 4 or 5 players"):
            game.start(seats)


def test_r_60_option_six_may_play() -> None:
    game = game_of("panjandrum_1988", players_max=6)
    assert game.about.seats == (3, 4, 5, 6)
    assert play(game, 6, seed=1)[-1].after.match.winners


def test_whole_deck_is_dealt_from_the_dealers_left() -> None:
    game: Any = find_game("panjandrum")
    match = game.start(5).match._replace(drawing=(), dealer=2)
    cards = deck(range(1, 15), bird=False)
    state, _ = game.apply(State(match, None), CHANCE, Dealt(cards))
    assert [len(hand) for hand in state.deal.piles.hands] == [11, 11, 11, 12, 11]
    assert state.deal.turn == 3
    assert state.deal.piles.hands[3][0] == cards[0]


def test_face_down_deal_is_recorded_and_told_to_no_seat() -> None:
    game = game_of("panjandrum_1988")
    steps = play(game, 4, seed=1)
    dealt = next(step for step in steps if step.after.deal is not None)
    recorded = [event for event in dealt.events if isinstance(event, Secret)]
    assert PilesDealt(first_deal(steps)[1].piles.hands) in [secret.event for secret in recorded]
    assert {secret.to for secret in recorded} == {NO_ONE}


def test_every_lifted_card_is_told_with_its_place_or_waits() -> None:
    table = laid_out("R3 R5", "G8", "B9")
    _, events = after(*table, (0, "say lift"))
    red_3 = Card.parse("R3")
    assert CardLifted(0, red_3, is_forced=True) in events
    assert CardLaid(0, red_3, 0, was_lifted=True, covered=None) in events


def test_rules_text_follows_the_options() -> None:
    strict = game_of("panjandrum_1988")
    assert "Panjandrum!" not in said.sections(strict)
    assert "at once" in said.ours(strict)["Turn"]
    assert (
        "when your next turn begins" in said.ours(game_of("panjandrum_1988", flip_at_next_turn=True))["Turn"]
    )
    assert "R-60 3 to 6 can play." in said.ours(game_of("panjandrum_1988", players_max=6))["Deal"]
    free = said.sections(game_of("panjandrum_1988", panjandrum_free=True, accused_gives=1))
    assert "the caller gets 1 card from the player called" in free["Panjandrum!"]
    assert "So is lifting a card while your Delay Pile has one to play." in free["Panjandrum!"]


@pytest.mark.parametrize(
    ("key", "sources"),
    [
        (
            "panjandrum_1988",
            {
                "Deal": "1988 booklet, Panjandrum, 1 (Dealing) and 2",
                "Piles": "1988 booklet, Panjandrum, 3 (To Start the Game)",
                "Turn": "1988 booklet, Panjandrum, 3 (To Start the Game)",
                "Panjandrum!": "",
                "End": "1988 booklet, Panjandrum, 4 (Winning the Game)",
            },
        ),
        (
            "panjandrum_1924",
            {
                "Deal": "1924 booklet, Panjandrum, 1 and 2",
                "Piles": "1924 booklet, Panjandrum, 3 (To Start the Game)",
                "Turn": "1924 booklet, Panjandrum, 3 (To Start the Game)",
                "Panjandrum!": "",
                "End": "1924 booklet, Panjandrum, The Object",
            },
        ),
    ],
)
def test_rules_name_their_rule_book_and_open_questions(key: str, sources: dict[str, str]) -> None:
    game = game_of(key, panjandrum_free=True)
    assert {section.heading: section.source for section in game.about.rules} == sources
    assert said.registers(game) == {
        "Deal": ["R-60", "R-10"],
        "Piles": [],
        "Turn": ["R-61"],
        "Panjandrum!": ["R-63", "R-62"],
        "End": [],
    }
    assert said.registers(game_of(key))["Mistakes"] == ["R-63"]


# --- laws -----------------------------------------------------------------------------------------------


def check(match: Match, deal: Deal) -> None:
    """RULES 5: no card is lost, and every seat still in play has a Hand."""
    piles = deal.piles
    built = [card_of(color, rank) for color in Color for rank in range(1, piles.built[color] + 1)]
    lifted = [] if piles.lifted is None else [piles.lifted]
    lying = [card for pile in (*piles.hands, *piles.delays) for card in pile]
    everything = [*lying, *built, *piles.strays, *lifted]
    assert len(everything) == len(ALL)
    assert set(everything) == ALL
    if match.winners is None and deal.window is None and deal.fine is None:
        assert all(piles.left(seat) or (lifted and seat == deal.turn) for seat in range(match.seats))


def check_neighbors(steps: list[Step]) -> None:
    """RULES 5: a card laid on an opponent's pile is a neighbor of its top card."""
    laid = [event for step in steps for event in step.events if isinstance(event, CardLaid)]
    assert any(event.covered for event in laid)
    for event in laid:
        if event.covered is not None:
            assert event.seat != event.place
            assert abs(event.card.rank - event.covered.rank) == 1


def turns_of(steps: list[Step]) -> list[int]:
    return [step.after.deal.turns for step in steps if step.after.deal is not None]


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables(*KEYS))
def test_laws_of_the_piles_hold_and_matches_end_within_the_cap(key: str, seats: int) -> None:
    for steps in matches(game_of(key), seats, few=4):
        check_every_state(steps, check)
        check_neighbors(steps)
        assert max(turns_of(steps)) <= 300


def test_laws_notice_a_card_dealt_twice() -> None:
    match, deal = first_deal(play(game_of("panjandrum_1988"), 3, seed=1))
    hands = deal.piles.hands
    twice = (hands[0][0], *hands[1][1:])
    broken = deal._replace(piles=deal.piles._replace(hands=(hands[0], twice, *hands[2:])))
    with pytest.raises(AssertionError):
        check(match, broken)


def test_laws_notice_a_wrong_neighbor() -> None:
    step = play(game_of("panjandrum_1988"), 3, seed=1)[2]
    wrong = CardLaid(0, Card.parse("R8"), 1, was_lifted=True, covered=Card.parse("G10"))
    with pytest.raises(AssertionError):
        check_neighbors([step._replace(events=(wrong,))])


def scramble(match: Match, deal: Deal, seat: int | None, random: Random) -> Deal:
    """Redeal all face-down cards: players do not know their own either."""
    cards = [card for hand in deal.piles.hands for card in hand]
    random.shuffle(cards)
    dealt = iter(cards)
    hands = tuple(tuple(next(dealt) for _ in hand) for hand in deal.piles.hands)
    return deal._replace(piles=deal.piles._replace(hands=hands))


@pytest.mark.parametrize("free", [False, True])
def test_hand_cards_are_hidden_even_from_their_owner(free: bool) -> None:
    game = game_of("panjandrum_1988", panjandrum_free=free)
    check_secrets(game, play(game, 4, seed=2), scramble, Random(2))


def test_leak_test_notices_a_shown_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("panjandrum_1988")
    steps = play(game, 3, seed=2)
    monkeypatch.setattr(
        engine, "zones", lambda deal: (*zones(deal), zones(deal)[0]._replace(shown=deal.piles.hands[0]))
    )
    with pytest.raises(AssertionError):
        check_secrets(game, steps, scramble, Random(2))


def test_repr_of_a_state_shows_no_card() -> None:
    _, _, deal = laid_out("R8 B2", "Y2", "Y13")
    assert repr(deal) == "<deal, turn 1>"
    assert repr(deal.piles) == "<piles: 4 cards face down>"
