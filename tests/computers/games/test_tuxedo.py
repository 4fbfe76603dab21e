"""The computer player of Tuxedo answers as any good player would."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.computers.brief import Briefing
from bot.computers.games.tuxedo import choose
from rules.core.actions import Action
from rules.core.cards import parse_cards
from rules.core.events import DealStarted, Event
from rules.games.frame import State
from rules.games.tuxedo.events import CardsBuilt
from tests.rules.games.kit import after, game_of
from tests.rules.games.tuxedo_tables import laid_out


def answer(game: Any, state: State[Any], seat: int, *seen: str) -> Action:
    """The computer's answer on a seat that has seen some cards leave the table."""
    briefing = Briefing(game)
    heard: list[Event] = [DealStarted(1, 0), *(CardsBuilt(1, parse_cards(cards)) for cards in seen)]
    briefing.hear(heard)
    return choose(briefing.brief(state, seat), Random(1))


def first_play(key: str, hands: list[str], on_table: str, *seen: str) -> str:
    match, deal = laid_out(hands, on_table, "B1 B2 B3 Y12 Y11 Y10")
    return str(answer(game_of(key), State(match, deal), 0, *seen))


@pytest.mark.parametrize("key", ["tuxedo_old", "tuxedo_1924"])
def test_five_is_taken_before_other_cards(key: str) -> None:
    assert first_play(key, ["B5 G11", "G1 G2"], "R5 R11 R14 B14") == "capture B5 R5"


def test_sweep_is_taken_if_possible() -> None:
    act = first_play("tuxedo_1924", ["B10 G3 R6", "G1 G2"], "R4 Y6 G3 Y7")
    assert act.startswith("capture B10")
    assert len(act.split()) == 6


def test_card_no_one_can_take_is_played_to_the_table() -> None:
    seen = ("R14 Y14 G14", "R9 Y9")
    assert first_play("tuxedo_old", ["B14 G9 B3", "G1 G2"], "", *seen) == "play B14"


def test_build_is_made_if_no_one_else_holds_the_sum() -> None:
    assert first_play("tuxedo_1924", ["G2 B8", "G1 G12"], "R6", "R8 Y8 G8") == "put 0 G2"


@pytest.mark.parametrize(
    ("on_table", "call"), [("R6 Y4 B13", "shout"), ("R6 G4 B13", "pass"), ("Y10 R13", "pass")]
)
def test_orange_is_called_exactly_when_it_is_one(on_table: str, call: str) -> None:
    game = game_of("tuxedo_1924")
    match, deal = laid_out(["R10 B14", "G9 B9", "G1 G2"], on_table)
    taking = str(next(game.ask(match, deal)[0].answers()))
    state, _ = after(game, match, deal, (0, taking))
    assert [str(answer(game, state, seat)) for seat in range(3)] == [call] * 3
