"""New Rook Solitaire for several at once (1924): each player with a deck of their own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.computers.brief import Briefing
from bot.computers.kinds import COMPUTERS
from rules.core.actions import parse_action
from rules.core.events import DealScored
from rules.core.match import Match
from rules.games.frame import State
from rules.games.new_solitaire.deal import Deal, Layout, Together
from rules.games.new_solitaire.facts import TogetherFacts
from tests.rules import said
from tests.rules.games.kit import check_laws, check_secrets, game_of, play
from tests.rules.games.solitaires import DECK, cards, patiently

KEY = "new_solitaire"
SEATS = 3


def at_once(**options: Any) -> Any:
    return game_of(KEY, at_once=True, **options)


def dealt(seats: int = SEATS, **options: Any) -> Any:
    """The first deal with the deck in order."""
    game = at_once(**options)
    start = game.start(seats)
    return game.apply(start, -1, game.decisions(start)[-1].make(DECK))[0]


def under_way(*layouts: Layout) -> Any:
    """A first deal in which each player has one of these layouts."""
    match: Match = at_once().start(len(layouts)).match
    deals = tuple(Deal(seat, layout) for seat, layout in enumerate(layouts))
    return State(match._replace(deal=1), Together(deals, (None,) * len(deals)))


def one_column(column: str, hand: str, pile: str = "") -> Layout:
    return Layout((cards(column), *[()] * 6), cards(hand), cards(pile))


def test_every_player_has_a_whole_deck_in_the_same_order() -> None:
    state = dealt()
    assert len({deal.layout for deal in state.deal.deals}) == 1
    assert state.deal.deals[0].layout.hand == DECK[35:]
    assert set(at_once().decisions(state)) == {0, 1, 2}


def test_players_move_in_any_order_and_only_in_their_own_deal() -> None:
    game, state = at_once(), dealt()
    for seat in (2, 0, 2):
        state, _ = game.apply(state, seat, game.decisions(state)[seat].options[0].action)
    piles = [len(deal.layout.pile) for deal in state.deal.deals]
    assert piles == [1, 0, 2]


def test_deal_is_scored_when_the_last_player_is_done() -> None:
    game = at_once()
    state = under_way(one_column("R5", "G1 G2", "R4"), one_column("R5 R3", "G1", "R9"))
    state, events = game.apply(state, 0, parse_action("put 0 R5"))
    assert not any(isinstance(event, DealScored) for event in events)
    assert set(game.decisions(state)) == {1}
    assert game.table_view(state).facts == TogetherFacts((0, 2), (2, 1), playing=(1,))
    told = [said.notes(game, game.table_view(state), seat) for seat in range(2)]
    assert told == [["done: 0 in columns, 2 in hand"], ["2 in columns, 1 in hand"]]

    state, events = game.apply(state, 1, parse_action("say quit"))
    (line,) = (event for event in events if isinstance(event, DealScored))
    assert [side.scored for side in line.sides] == [2, -2]
    assert state.match.totals == (2, -2)


def test_seat_sees_its_own_cards_alone() -> None:
    game, state = at_once(), dealt()
    assert game.table_view(state).zones == ()
    assert all(len(game.seat_view(state, seat).zones) == 8 for seat in range(SEATS))
    assert "private" not in {option.key for option in game.options}


def scrambled(match: Match, together: Together, seat: int | None, random: Random) -> Together:
    """Exchange all cards of the others, and the order of the seat's own hand."""

    def other(deal: Deal) -> Deal:
        columns, hand, pile = deal.layout
        if deal.player == seat:
            return deal._replace(layout=Layout(columns, tuple(random.sample(hand, len(hand))), pile))
        deck = random.sample(DECK, len(DECK))
        mixed = tuple(tuple(deck.pop() for _ in column) for column in columns)
        return deal._replace(
            layout=Layout(mixed, tuple(deck.pop() for _ in hand), tuple(deck[: len(pile)])), past=()
        )

    return together._replace(deals=tuple(map(other, together.deals)))


@pytest.mark.parametrize("seats", [1, 2, 3, 8])
def test_matches_keep_the_laws_and_the_secrets(seats: int) -> None:
    game = at_once(undo=3)
    steps = play(game, seats, 1, patiently)
    check_laws(game, steps, Random(seats))
    check_secrets(game, steps, scrambled, Random(seats), share=0.05)
    sheet = [line for line in steps[-1].after.match.sheet if isinstance(line, DealScored)]
    assert len(sheet) == (1 if seats == 1 else 3)
    assert all(side.items for line in sheet for side in line.sides)


def test_best_single_deal_may_count() -> None:
    game = at_once(best_single=True)
    steps = play(game, 2, 1, patiently)
    last = steps[-1].after.match
    alone = play(at_once(), 2, 1, patiently)[-1].after.match
    lines = [line for line in alone.sheet if isinstance(line, DealScored)]
    assert list(last.totals) == [max(line.sides[seat].scored for line in lines) for seat in range(2)]


@pytest.mark.parametrize("together", [False, True])
def test_tie_may_play_another_deal_each(together: bool) -> None:
    game = game_of(KEY, at_once=together, extra_deal=True)
    a_round = 1 if together else 2
    match = game.start(2).match
    at = [match._replace(scored=scored, played=scored, totals=(4, 4)) for scored in range(8)]
    assert game.winners(at[3 * a_round]) is None
    assert game_of(KEY, at_once=together).winners(at[3 * a_round]) == (0, 1)
    assert game.winners(at[3 * a_round + 1]._replace(totals=(4, 5))) == ((1,) if together else None)


def test_rules_tell_both_ways_to_play() -> None:
    told = said.sections(at_once())["Several"]
    assert told.startswith("All play at once, each with a deck of their own. Each plays 3 deals.")
    assert "All decks are in the same order." in said.ours(at_once())["Several"]
    assert said.sections(game_of(KEY))["Several"].startswith("Players take turns, one deal at a time.")
    assert "each with a deck of their own" in said.sections(game_of(KEY))["Good to know"]
    assert "On a tie everyone plays another deal." in said.ours(at_once(extra_deal=True))["Several"]


def test_computers_play_their_own_deal() -> None:
    game, random = at_once(undo=0), Random(1)
    state: Any = game.start(2)
    briefing = Briefing(game)
    while decisions := game.decisions(state):
        seat = random.choice(sorted(decisions))
        action = (
            decisions[seat].sample(random)
            if seat < 0
            else COMPUTERS["steady"].choose(briefing.brief(state, seat), random)
        )
        state, events = game.apply(state, seat, action)
        briefing.hear(events)
    assert state.match.scored == 3
