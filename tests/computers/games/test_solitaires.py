"""The computer players of the solitaires, in positions with one clearly best move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.computers.brief import Brief
from bot.computers.games import new_solitaire
from bot.computers.games.old_solitaire import World, imagined
from bot.computers.games.players import PLAYERS
from rules.core.actions import Lot
from rules.core.cards import parse_cards
from rules.games.frame import State
from rules.games.new_solitaire.deal import Deal as NewDeal
from rules.games.new_solitaire.deal import Layout as NewLayout
from rules.games.new_solitaire.events import ColumnsLaid
from rules.games.old_solitaire.deal import Deal as OldDeal
from rules.games.old_solitaire.deal import Layout, Pile, legal_moves, turned_up
from tests.rules.games.kit import game_of
from tests.rules.games.solitaires import DECK


def asked(key: str, deal: Any, heard: tuple[Any, ...] = (), **options: Any) -> str:
    """The computer's answer in a deal."""
    game = game_of(key, **options)
    state = State(game.start(1).match._replace(deal=1), deal)
    view = game.seat_view(state, 0)
    action = PLAYERS[key].choose(Brief(key, game.changes(), view, heard), Random(1))
    assert view.decision.accepts(action)
    return str(action)


def old(*piles: tuple[str, str], home: tuple[int, int, int, int] = (0, 0, 0, 0)) -> OldDeal:
    """Old Rook Solitaire: what each pile shows, and what lies hidden in it."""
    made = [Pile((), parse_cards(hidden), parse_cards(shown)) for shown, hidden in piles]
    return OldDeal(Layout((*made, *[Pile((), (), ())] * (14 - len(made))), home))


def new(*columns: str, hand: str, pile: str) -> NewDeal:
    made = [parse_cards(column) for column in columns]
    return NewDeal(0, NewLayout((*made, *[()] * (7 - len(made))), parse_cards(hand), parse_cards(pile)))


def known(deal: NewDeal) -> tuple[ColumnsLaid, ...]:
    """That every card was seen but those of the hand."""
    return (ColumnsLaid(0, (tuple(card for card in DECK if card not in deal.layout.hand),)),)


# Old Rook Solitaire -------------------------------------------------------------------------------


def test_old_forced_moves_are_played_in_one_go() -> None:
    assert asked("old_solitaire", old(("R4 B3", ""), ("B13", ""), home=(3, 0, 1, 2))) == "say go"


def test_old_player_gives_up_instead_of_taking_back() -> None:
    deal = old(("Y9 R8", ""), ("G12", ""))
    assert asked("old_solitaire", deal._replace(past=(deal.layout,))) == "say quit"


@pytest.mark.parametrize("private", [False, True])
def test_old_only_place_is_kept_for_the_card_that_covers_others(private: bool) -> None:
    """B13 lies on Y12 and B12. With R14 home, or under Y13, no pile can take it."""
    piles = (
        Pile((), (), parse_cards("Y13")),
        Pile(parse_cards("B14 Y14"), parse_cards("Y12 B12"), parse_cards("B13")),
        Pile((), (), parse_cards("R14")),
    )
    deal = OldDeal(Layout((*piles, *[Pile((), (), ())] * 11), (13, 11, 14, 11)))
    assert asked("old_solitaire", deal, private=private) == "put 3 B13"


def test_old_sampled_layout_changes_only_hidden_cards() -> None:
    game = game_of("old_solitaire")
    layout = Layout(tuple(Pile((), DECK[start : start + 4], ()) for start in range(0, 56, 4)), (0, 0, 0, 0))
    for index in range(14):
        layout, _ = turned_up(layout, index)
    state = State(game.start(1).match._replace(deal=1), OldDeal(layout))
    world = imagined(game.seat_view(state, 0), Random(1))
    assert world != layout
    assert [pile.shown for pile in world.piles] == [pile.shown for pile in layout.piles]
    assert [pile.under for pile in world.piles] == [pile.under for pile in layout.piles]
    assert sorted(one for pile in world.piles for one in pile.hidden) == sorted(
        one for pile in layout.piles for one in pile.hidden
    )


def test_old_playing_out_ends_where_the_rules_allow_no_move() -> None:
    """Where its own fast playing ends, the rules allow no move either."""
    won = 0
    for seed in range(60):
        order = list(DECK)
        Random(seed).shuffle(order)
        layout = Layout(
            tuple(Pile((), tuple(order[start : start + 4]), ()) for start in range(0, 56, 4)), (0, 0, 0, 0)
        )
        for index in range(14):
            layout, _ = turned_up(layout, index)
        world = World(layout)
        won += world.played_out(Random(seed)) == 56
        after = Layout(
            tuple(
                Pile(tuple(under), tuple(hidden), tuple(shown))
                for under, hidden, shown in zip(world.under, world.hidden, world.shown, strict=True)
            ),
            tuple(world.home),  # type: ignore[arg-type]
        )
        assert legal_moves(after) == []
    assert won > 10


# New Rook Solitaire -------------------------------------------------------------------------------


def test_new_player_begins_by_turning_a_card() -> None:
    assert asked("new_solitaire", new("R5", "R9", hand="R12", pile="B1")) == "say turn"


def test_new_longer_run_is_taken() -> None:
    deal = new("G9 Y8 Y7 B6 B5", "B3", hand="R12 R11", pile="R4")
    assert asked("new_solitaire", deal, known(deal)) == "put 0 B5"
    deal = new("B5", "Y13 B1 B2 B3", hand="R12 R11", pile="R4")
    assert asked("new_solitaire", deal, known(deal)) == "put 0 B3"


def test_new_columns_are_cleared_if_possible() -> None:
    """R5, R4, Y3 clears everything; Y3 first leaves a card behind."""
    deal = new("Y3 G4", "R5", hand="B12 B10", pile="B4")
    assert asked("new_solitaire", deal, known(deal)) == "put 0 R5"


def test_new_player_knows_which_cards_are_in_the_hand() -> None:
    """Of two cards that fit it keeps the one that a card of the hand fits too: both tens are in the hand."""
    deal = new("B9", "G7", hand="R10 B10", pile="R8")
    assert asked("new_solitaire", deal, known(deal)) == "put 0 G7"


def test_new_player_gives_up_instead_of_taking_back() -> None:
    deal = new("B9", hand="", pile="R8 R4")
    assert asked("new_solitaire", deal._replace(past=(deal.layout,))) == "say quit"


def test_new_every_end_of_a_run_is_searched() -> None:
    found = new_solitaire.ends(((3, 5), (5,)), 4)
    assert {end.columns for end in found} == {((3,), (5,)), ((3, 5), ())}


# Clock --------------------------------------------------------------------------------------------


def test_clock_player_turns_the_clock() -> None:
    game = game_of("clock", turning="button")
    state, _ = game.apply(game.start(1), -1, Lot(1))
    brief = Brief("clock", game.changes(), game.seat_view(state, 0), ())
    assert str(PLAYERS["clock"].choose(brief, Random(1))) == "say turn"
