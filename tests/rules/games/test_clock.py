"""Rook Clock Pastime (1924 booklet): every card turned goes to its hour, and the fourth 1 ends it."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from rules.core.actions import Say
from rules.core.cards import parse_cards
from rules.core.decisions import CLOCK, Seat, Wait
from rules.core.events import MatchWon, heard_by
from rules.core.match import Match
from rules.core.protocol import IllegalAction
from rules.games.clock.deal import Deal
from rules.games.clock.events import HoursTurned
from rules.games.clock.facts import ClockFacts, Pile
from rules.games.frame import State
from tests.rules import said
from tests.rules.games.kit import after, check_every_state, check_secrets, game_of, matches, play
from tests.rules.games.solitaires import DECK, dealt, scored

KEY = "clock"


def begun(game: Any) -> Match:
    match: Match = game.start(1).match
    return match._replace(deal=1)


def piles(**top: str) -> Deal:
    """Piles of face-down cards by number, as in ``p5="R3 R11"``, the top card last."""
    return Deal(tuple(parse_cards(top.get(f"p{number}", "")) for number in range(1, 15)))


def turn(deal: Deal, times: int = 1) -> tuple[Any, list[Any]]:
    game = game_of(KEY)
    return after(game, begun(game), deal, *[(CLOCK, "say turn")] * times)


def check(match: Match, deal: Deal) -> None:
    """RULES 5: each card once, turned cards at their numbers, at most 56 turns, a pile to turn next."""
    assert sorted(card for pile in (*deal.hidden, *deal.home) for card in pile) == sorted(DECK)
    for number, home in enumerate(deal.home, start=1):
        assert all(card.rank == number for card in home)
    assert deal.turned <= 56
    assert deal.is_over == (match.winners is not None)
    assert deal.is_over == (len(deal.home[0]) == 4)  # only the fourth 1 ends the game


def scramble(match: Match, deal: Deal, seat: Seat | None, random: Random) -> Deal:
    unseen = [card for pile in deal.hidden for card in pile]
    random.shuffle(unseen)
    return deal._replace(hidden=tuple(tuple(unseen.pop() for _ in pile) for pile in deal.hidden))


def test_cards_are_dealt_in_a_circle_and_two_to_the_center() -> None:
    deal = dealt(game_of(KEY), 1).deal
    assert [pile[0] for pile in (deal.hidden[11], *deal.hidden[:11], *deal.hidden[12:])] == list(DECK[:14])
    assert deal.hidden[11] == (DECK[0], DECK[14], DECK[28], DECK[42])


def test_gv_11_five_goes_to_five_o_clock_and_eleven_to_eleven() -> None:
    """GV-11 (1924 booklet)."""
    deal = piles(p1="R3 R5", p5="R2 G11", p11="Y4 Y8", p8="B1 B2")
    state, events = turn(deal, 2)
    assert state.deal.home[4] == parse_cards("R5")
    assert state.deal.home[10] == parse_cards("G11")
    assert state.deal.pile == 11
    assert said.told(game_of(KEY), events) == [
        "1 o'clock: R5 goes to 5 o'clock.",
        "5 o'clock: G11 goes to 11 o'clock.",
    ]
    state, _ = turn(deal, 3)
    assert state.deal.home[7] == parse_cards("Y8")


def test_r_91_center_is_a_pile_for_13_and_one_for_14() -> None:
    state, events = turn(piles(p1="R13", p13="R14 Y14", p14="B2 B3"), 2)
    assert state.deal.home[12:] == (parse_cards("R13"), parse_cards("Y14"))
    assert state.deal.pile == 14
    assert said.told(game_of(KEY), events)[1] == "Center 13: Y14 goes to center 14."


def test_fourth_1_ends_the_game() -> None:
    state, events = turn(piles(p1="R1 G1 B1 Y1", p2="R3"), 4)
    assert scored(events) == [(4, "home 4")]
    assert state.match.winners == ()
    assert MatchWon((), (4,)) in events
    with pytest.raises(IllegalAction):
        turn(piles(p1="R1 G1 B1 Y1", p2="R3"), 5)


def test_clock_is_solved_if_the_fourth_1_is_the_last_card() -> None:
    game = game_of(KEY, turning="button")
    for seed in range(200):
        start = State(begun(game), Deal(shuffled(seed)))
        state, events = game.apply(start, 0, Say("all"))
        assert scored(list(events))[0][0] == state.deal.turned
        assert state.match.winners == ((0,) if state.deal.turned == 56 else ())


def shuffled(seed: int) -> tuple[Any, ...]:
    order = list(DECK)
    Random(seed).shuffle(order)
    return tuple(tuple(order[start::14]) for start in range(14))


def success(deals: int) -> tuple[float, float]:
    """The share of solved deals, and half the width of the 95 % interval around 1/14."""
    game = game_of(KEY, turning="button")
    match = begun(game)
    won = sum(
        bool(game.act(match, Deal(shuffled(seed)), 0, Say("all")).deal.turned == 56) for seed in range(deals)
    )
    return won / deals, 1.96 * math.sqrt(1 / 14 * 13 / 14 / deals)


def test_share_of_solved_deals_is_about_one_in_fourteen() -> None:
    share, interval = success(2000)
    assert abs(share - 1 / 14) < 1.5 * interval


@pytest.mark.long
def test_share_of_solved_deals_in_20_000_is_one_in_fourteen() -> None:
    share, interval = success(20_000)
    print(f"{share:.4f}, expected {1 / 14:.4f} ± {interval:.4f}")  # noqa: T201
    assert abs(share - 1 / 14) < interval


def test_cards_turn_at_a_pace_without_a_question() -> None:
    game = game_of(KEY, pace=3)
    state = dealt(game, 1)
    numbers = set()
    for _ in range(3):
        (seat,) = game.decisions(state)
        wait = game.decisions(state)[seat]
        assert seat == CLOCK
        assert isinstance(wait, Wait)
        assert (wait.seconds, wait.action) == (3, Say("turn"))
        numbers.add(wait.number)
        state, _ = game.apply(state, CLOCK, Say("turn"))
    assert len(numbers) == 3
    assert game.table_view(state).calls == ()


def test_button_turns_one_card_or_all() -> None:
    game = game_of(KEY, turning="button")
    state = dealt(game, 1)
    table = game.table_view(state)
    assert said.calls(game, table) == ["Turn", "Turn all"]
    assert tuple(game.decisions(state)[0].options) == table.calls
    one, _ = game.apply(state, 0, Say("turn"))
    assert one.deal.turned == 1
    assert game.decisions(one)[0].window != game.decisions(state)[0].window
    over, events = game.apply(one, 0, Say("all"))
    assert over.match.winners is not None
    (turned,) = (event for event in events if isinstance(event, HoursTurned))
    assert len(turned.cards) == over.deal.turned - 1
    assert said.told(game, events) == [f"The last card turned is {turned.cards[-1]}."]
    assert game.table_view(over).calls == ()


def test_hours_are_shown_in_rows() -> None:
    game = game_of(KEY)
    state, _ = turn(piles(p1="R3 R5", p5="R2 G11", p11="Y4 Y8"))
    table = game.table_view(state)
    zones = {zone.number: zone for zone in table.zones}
    assert (zones[5].shown, zones[5].hidden) == (parse_cards("R5"), 2)
    assert zones[1].hidden == 1
    assert {zone.kind for zone in table.zones} == {Pile.HOUR}
    assert game.words.zone(zones[5]).name == "5 o'clock"
    assert table.facts == ClockFacts(home=1, ones=0, next_pile=5)
    assert said.lines(game, table) == {"Home": "1 of 56", "1s": "0 of 4", "Next": "5 o'clock"}


def test_private_table_shows_others_only_the_progress() -> None:
    game = game_of(KEY, private=True)
    state, events = after(game, begun(game), piles(p1="R3 R5", p5="R2 G11"), (0, "say turn"))
    assert game.table_view(state).zones == ()
    assert game.table_view(state).facts == ClockFacts(home=1)
    assert said.lines(game, game.table_view(state)) == {"Home": "1 of 56"}
    assert said.told(game, events) == []
    assert len(game.seat_view(state, 0).zones) == 14


def test_private_table_shows_cards_to_the_player_alone() -> None:
    game = game_of(KEY, private=True)
    state, events = after(game, begun(game), piles(p1="R3 R5", p5="R2 G11"), (0, "say turn"))
    assert HoursTurned(1, parse_cards("R5")) in heard_by(events, 0)
    view = game.seat_view(state, 0)
    assert view.facts == ClockFacts(home=1, ones=0, next_pile=5)
    assert said.question(game, view) == "Turn a card at 5 o'clock"


def test_private_table_puts_the_turn_button_in_the_hand_message() -> None:
    game = game_of(KEY, private=True)
    state = dealt(game, 1)
    assert list(game.decisions(state)) == [0]
    assert game.table_view(state).calls == ()
    assert {"turning", "pace"} <= {spec.key for spec in game_of(KEY).options}
    assert not {"turning", "pace"} & {spec.key for spec in game.options}
    assert "Press *Turn*" in said.ours(game)["Play"]


@pytest.mark.laws
@pytest.mark.parametrize("turning", ["auto", "button"])
def test_invariants_hold_in_every_match(turning: str) -> None:
    for steps in matches(game_of(KEY, turning=turning), 1, few=10):
        assert len(steps) <= 57
        check_every_state(steps, check)


@pytest.mark.parametrize("private", [False, True])
def test_unturned_cards_are_hidden_from_every_seat(private: bool) -> None:
    game = game_of(KEY, private=private)
    for seed in range(4):
        check_secrets(game, play(game, 1, seed), scramble, Random(seed))


def test_check_notices_a_card_at_the_wrong_hour() -> None:
    state = dealt(game_of(KEY), 1)
    check(state.match, state.deal)
    wrong = state.deal._replace(
        hidden=(state.deal.hidden[0][:-1], *state.deal.hidden[1:]),
        home=((), (), state.deal.hidden[0][-1:], *((),) * 11),
    )
    with pytest.raises(AssertionError):
        check(state.match, wrong)


def test_rules_text_follows_the_options() -> None:
    assert "The cards turn by themselves, one every 2 seconds." in said.ours(game_of(KEY))["Play"]
    assert "Press *Turn*" in said.ours(game_of(KEY, turning="button"))["Play"]
    deal = said.sections(game_of(KEY, deal_number=3, private=True))["Deal"]
    assert "This is deal number 3." in deal
    assert "Only the player sees the cards." in deal


def test_rules_name_their_rule_book_and_open_questions() -> None:
    game = game_of(KEY)
    assert {section.source for section in game.about.rules} == {"1924 booklet, Rook Clock Pastime"}
    assert said.registers(game) == {"Deal": ["R-91"], "Play": [], "End": []}
