"""The computer player of Club answers as any good player would."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.computers.brief import AnyLegal, Brief, Briefing
from bot.computers.games.club import choose
from bot.computers.games.club.sight import pile_heard
from bot.tools.simulate import simulate
from rules.catalog import find_game
from rules.core.cards import CardSet
from rules.core.events import HeardEvent, heard_by
from rules.core.views import TableView
from rules.games.club.melds import WILDS
from rules.games.frame import State
from tests.rules.games.club_tables import eagerly, table
from tests.rules.games.kit import after, game_of, play

SEQUENCE = "R4 R5 R6 R7 R8 R9 R10"
NATURAL = "R11 R11' Y11 Y11' G11 G11' B11"


class Club:
    def choose(self, brief: Brief, random: Random) -> Any:
        return choose(brief, random)


def answer(game: Any, match: Any, deal: Any) -> str:
    """The computer's answer in a position."""
    brief = Briefing(game).brief(State(match, deal), deal.turn)
    assert brief.view.decision is not None
    action = choose(brief, Random(1))
    assert brief.view.decision.accepts(action)
    return str(action)


def turn(game: Any, match: Any, deal: Any) -> list[str]:
    """The computer's answers to the end of its turn."""
    acts, seat = list[str](), deal.turn
    while deal is not None and deal.turn == seat:
        acts.append(answer(game, match, deal))
        state, _ = after(game, match, deal, (seat, acts[-1]))
        deal = state.deal
    return acts


def test_club_hand_that_can_go_out_goes_out() -> None:
    game, match, deal = table({1: "R14 Y14 G2 R3 Y3 G3 B5"}, melds={1: [SEQUENCE, NATURAL]}, stage="discard")
    acts = turn(game, match, deal)
    assert acts[0] == "say meld"
    assert acts[-2:] == ["say down", "discard B5"]


def test_opening_uses_natural_cards_and_keeps_the_wild_card() -> None:
    game, match, deal = table({1: "R6 Y6 G6 B7 B8 B9 Y14 Y4 G2"}, stage="discard", each=9)
    acts = turn(game, match, deal)
    assert set(acts[1:3]) == {"put 1 B7 B8 B9", "put 2 R6 Y6 G6"}
    assert acts[3] == "say down"
    assert "G2" not in " ".join(acts)


def test_opening_uses_a_wild_card_if_needed() -> None:
    game, match, deal = table({1: "R6 Y6 G6 B12 B8 Y14 Y4 G2"}, stage="discard")
    assert "say down" in turn(game, match, deal)


def test_opening_uses_only_the_needed_wild_cards() -> None:
    hand = "B10 B11 B12 Y1 Y1' Y2 G2 Y5 B5 G12 Y12 G9"
    game, match, deal = table({1: hand}, totals=(0, 2500), stage="discard", each=9)
    state, _ = after(game, match, deal, *[(1, act) for act in turn(game, match, deal)])
    laid = CardSet.of(card for meld in state.deal.melds[1] for card in meld.cards)
    assert len(CardSet(laid & WILDS)) == 2


def test_opening_far_ahead_uses_every_meld_if_needed() -> None:
    """8s, two 11s and a wild card, 14s and one, 5s and one: 160."""
    hand = "B1' Y2 B2' R5 Y5' Y6' R8 G8 G8' B8' R10 R11 Y11 B13 R12' G13 Y14 Y14' R6"
    game, match, deal = table({1: hand}, totals=(0, 3500), stage="discard", each=9)
    assert "say down" in turn(game, match, deal)


def test_hand_below_the_opening_minimum_only_discards() -> None:
    hand = "R6 Y6 G6 B12 B8 Y14 Y4 G2"
    game, match, deal = table({1: hand}, totals=(0, 2500), stage="discard")
    assert answer(game, match, deal).startswith("discard")


def test_top_card_that_completes_a_birdie_is_taken() -> None:
    game, match, deal = table({1: "Y14 G5"}, pile="B4 R10", melds={1: ["R4 R5 R6 R7 R8 R9"]})
    assert answer(game, match, deal) == "put 1 R10"


def test_large_pile_is_taken() -> None:
    pile = "B4 G4 Y9 R13 B12 Y5 G9 R8"
    game, match, deal = table({1: "Y8 G8 B5 Y14"}, pile=pile, melds={1: ["R5 R6 R7"]}, each=9)
    assert turn(game, match, deal)[:3] == ["say pile", "put 2 R8 Y8 G8", "say down"]


def test_red_three_is_discarded_on_a_large_pile() -> None:
    pile = "B4 G4 Y9 R13 B12 Y5 G9 B6 B9 Y6 G12 R14 Y12"
    game, match, deal = table({1: "Y8 R3 B5 Y14 R10"}, pile=pile, stage="discard", melds={1: ["Y4 G4' B4'"]})
    assert answer(game, match, deal) == "discard R3"


def test_discard_avoids_a_card_the_opponents_wait_for() -> None:
    melds = {0: ["R4 R5 R6 R7 R8 R9"], 1: ["Y4 G4 B4"]}
    game, match, deal = table({1: "R10 Y14 B12"}, pile="G7", stage="discard", melds=melds)
    assert answer(game, match, deal) != "discard R10"


def test_discard_avoids_the_last_card_of_an_opponents_birdie() -> None:
    melds = {2: ["R7 Y7 G7 B7 Y7'' G7''", "Y6 G6 B6 B6''", "B6' R6'' Y6''"], 1: ["Y4 G4 B4"]}
    game, match, deal = table({1: "R6' B7'"}, seats=6, pile="G9", stage="discard", melds=melds, each=9)
    assert answer(game, match, deal) == "discard R6'"


def test_all_melds_are_laid_when_the_stock_is_nearly_empty() -> None:
    game, match, deal = table(
        {1: "G2 Y1 B12 B14 Y9"}, melds={1: ["R5 Y5 G5"]}, stock="R8' R9'", stage="discard"
    )
    assert "say down" in turn(game, match, deal)


@pytest.mark.parametrize("seats", [4, 6])
def test_club_player_beats_random_legal_answers(seats: int) -> None:
    game = find_game("club").with_options({"deals": 2})
    computers = [Club() if seat in game.sides(seats)[0] else AnyLegal() for seat in range(seats)]  # type: ignore[attr-defined]
    for seed in range(2):
        *_, last = simulate(game, computers, seed)
        totals = last.events[-1].totals  # type: ignore[union-attr]
        assert totals[0] > max(totals[1:]) + 1000


def test_club_answer_needs_only_the_view() -> None:
    """Its answer needs no events heard before."""
    game, match, deal = table({1: "Y8 G8 B4 B5"}, pile="R13 R8", melds={1: ["R5 R6 R7"]})
    view: TableView = game.table_view(State(match, deal))
    assert view.asked == (1,)
    assert answer(game, match, deal) in ("take pile", "say pile", "put 1 R8")


def test_pile_heard_is_the_real_pile() -> None:
    heard = list[HeardEvent]()
    for step in play(game_of("club", deals=1), 4, 3, eagerly):
        heard += heard_by(step.events, 2)
        if step.after.deal is not None:
            assert pile_heard(heard) == step.after.deal.pile
