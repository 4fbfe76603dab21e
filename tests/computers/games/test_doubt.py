"""The computer player of I Doubt It: tells the truth where it can, and doubts what can hardly be true."""

from __future__ import annotations

import pytest

from bot.computers.brief import Brief
from bot.computers.games.doubt import MOST_PILES, Memory, choose, doubts, to_play
from bot.computers.steady import Steady
from bot.tools.simulate import simulate
from rules.core.actions import Play
from rules.core.cards import Card, CardSet, parse_cards
from rules.core.decisions import CLOCK, Seat
from rules.core.events import CardPlayed, DiscardSeen, NestTaken, heard_by
from tests.computers.ask import NoLuck
from tests.rules.games.kit import after, game_of
from tests.rules.games.test_doubt import laid_out

REST = "R8 R9 R10 R11 R12 R13"
FAR = "Y8 Y9 Y10 Y11 Y12 Y13"


def played(hand: str, number: int, seats: int) -> str:
    return str(to_play(CardSet.of(parse_cards(hand)), number, seats))


def answer(seat: Seat, *hands: str, number: int, acts: tuple[tuple[Seat, str], ...]) -> str:
    """What the computer on a seat answers after some acts; seat 0 is the first to play, under a number."""
    game, match, deal = laid_out(*hands, number=number)
    state, events = after(game, match, deal, *acts)
    brief = Brief(game.about.key, {}, game.seat_view(state, seat), heard_by(events, seat))
    return str(choose(brief, NoLuck()))


def test_it_plays_a_true_card_if_it_holds_one() -> None:
    assert played("R3 Y7 G9 B11", 7, seats=3) == "Y7"


def test_it_lies_with_the_card_whose_number_it_calls_latest() -> None:
    """Three players, two called: its next numbers are 5, 8, 11, 14 and so on."""
    assert played("R5 R8 R1 R14", 2, seats=3) == "R1"
    assert played("R5 R8 Y8", 2, seats=3) == "Y8"


def test_it_lies_with_a_card_whose_number_it_never_calls() -> None:
    """Four players: who calls one calls odd numbers alone."""
    assert played("R5 R3 R6 R13", 1, seats=4) == "R6"


def test_it_keeps_a_true_card_for_the_last_one() -> None:
    """Seven players: the third card from now is called like this one."""
    assert played("R1 R2 R3", 1, seats=7) == "R2"
    assert played("R1", 1, seats=7) == "R1"


def test_it_doubts_a_number_of_which_it_holds_all_four() -> None:
    mine, acts = "R3 Y3 G3 B3", ((0, f"play {Card(7)}"),)
    assert answer(1, REST, mine, FAR, number=3, acts=acts) == "shout"
    assert answer(2, REST, mine, FAR, number=3, acts=acts) == "pass"


def test_it_doubts_a_sure_lie_however_many_piles_were_taken_but_no_mere_suspicion() -> None:
    """A fifth three there is not; that one of two cards is the fourth is only unlikely."""
    taken = tuple(NestTaken(seat, 1) for seat in (0, 1, 2) * MOST_PILES)
    for mine, doubted in (("R3 Y3 G3 B3", True), ("R3 Y3 G3 G14", False)):
        game, match, deal = laid_out("R8 R9", mine, FAR, number=3)
        state, events = after(game, match, deal, (0, "play R8"))
        memory = Memory((*taken, *heard_by(events, 1)))
        assert doubts(game.seat_view(state, 1), memory) == doubted
    assert doubts(game.seat_view(state, 1), Memory(heard_by(events, 1)))


def test_it_counts_the_cards_it_has_played_itself() -> None:
    """It has played the 3 of red as one; the other three it holds."""
    acts = ((0, "play R3"), (CLOCK, "close"), (1, "play R8"), (CLOCK, "close"), (2, "play Y8"))
    hands = ("R3 Y3 G3 B3", REST, FAR)
    assert answer(0, *hands, number=1, acts=acts) == "shout"
    assert answer(1, *hands, number=1, acts=acts) == "pass"


def test_it_doubts_the_last_card() -> None:
    assert answer(1, "R3", REST, FAR, number=3, acts=((0, "play R3"),)) == "shout"


def test_it_believes_what_may_well_be_true() -> None:
    """Nine cards hold one of three threes more often than once in three times; two cards do not."""
    nine = "R3 R4 R5 R6 R7 R8 R9 R10 R11"
    assert answer(1, nine, "Y3 B9", FAR, number=3, acts=((0, "play R3"),)) == "pass"
    assert answer(1, "R3 R4", "Y3 B9", FAR, number=3, acts=((0, "play R3"),)) == "shout"


def test_it_remembers_who_took_its_card() -> None:
    """Seat 2 has taken a pile with the 3 of red in it, the rest of the threes are in its own hand."""
    red = parse_cards("R3")
    memory = Memory((DiscardSeen(0, red), NestTaken(2, 4)))
    assert memory.holders == {red[0]: {2}}
    memory = Memory((CardPlayed(1, 1, red[0]), NestTaken(1, 4), NestTaken(2, 1)))
    assert memory.holders == {red[0]: {1, 2}}
    assert not memory.center


def test_it_believes_a_player_who_took_such_a_card_and_nobody_else() -> None:
    """Seat 1 is caught with the 5 of red and takes it back; seat 0 holds the other fives."""
    caught = ((0, "play R8"), (CLOCK, "close"), (1, "play R5"), (0, "shout 1"), (CLOCK, "close"))
    hands = ("Y5 G5 B5 R8 R9", "R5 R10 R11 R12", "Y6 Y7 Y8 Y9")
    assert answer(0, *hands, number=3, acts=(*caught, (2, "play Y6"))) == "shout"
    later = ((2, "play Y6"), (CLOCK, "close"), (0, "play R9"), (CLOCK, "close"), (1, "play R10"))
    assert answer(0, *hands, number=1, acts=(*caught, *later)) == "pass"


@pytest.mark.parametrize("seats", [3, 4, 7])
def test_deals_between_computers_end_soon(seats: int) -> None:
    """RULES 5: players who doubt seldom always finish, in at most 963 cards."""
    for seed in range(3):
        steps = list(simulate(game_of("doubt_1924"), [Steady()] * seats, seed))
        assert sum(isinstance(step.action, Play) for step in steps) < 963
