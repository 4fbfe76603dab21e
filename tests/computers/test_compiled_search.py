"""The compiled search gives the same values as the one in Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.computers.bidding_games.compiled_search import NativeSearch, worths_of
from bot.computers.bidding_games.solving import TooMany, ending_at, solve
from rules.bidding.engine import BiddingGame
from rules.bidding.setup import Setup
from rules.catalog import BIDDING_GAMES, find_game
from tests.computers.compiled import need_the_compiled_search
from tests.computers.endings_tried import End, ends, worth_of
from tests.strength.cheater import Cheater
from tests.strength.critic import Critic, Found
from tests.strength.duel import play_deal, prepared

NODES = 10_000_000


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """The library, built where it can be."""
    need_the_compiled_search()


def solved_in_c(end: End) -> dict[int, float] | None:
    """The worth of each card to its side; None in games without compiled search."""
    setup, state, _ = end
    worths = worths_of(setup, state.card_order, state.contract, state.teams)
    if worths is None:
        return None
    ending = ending_at(setup, state)
    search = NativeSearch(setup, state.ranking, state.taken, state.teams, NODES)
    legal = end.state.ranking.legal(state.hands[state.turn], state.led)
    takes = search.takes(ending, state.deal.nest, [ending.places.place[card] for card in legal])
    sign = -1 if state.teams.side_of[state.turn] else 1
    return {place: sign * worths[take] for place, take in takes.items()}


def compared(seed: str, number: int, most: int) -> Iterator[str]:
    """The games of those of ``number`` ends that both searches know; asserts that they agree."""
    for end in ends(list(BIDDING_GAMES), seed, number, most):
        found = solved_in_c(end)
        if found is not None:
            assert found == pytest.approx(solve(ending_at(end.setup, end.state), worth_of(end), NODES))
            yield end.setup.variant.key


@pytest.mark.parametrize("seed", ["native", "compiled", "in C", "as fast"])
def test_compiled_search_agrees_with_python(seed: str) -> None:
    assert len(set(compared(seed, 3 * len(BIDDING_GAMES), 4))) >= 6


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_compiled_search_agrees_with_python_on_ten_thousand_ends() -> None:
    assert sum(1 for _ in compared("many natively", 40_000, 4)) >= 10_000


def test_compiled_search_beyond_its_node_limit_is_given_up() -> None:
    end = next(ends(["kentucky"], "too many", 1, 3))
    search = NativeSearch(end.setup, end.state.ranking, end.state.taken, end.state.teams, nodes=0)
    with pytest.raises(TooMany):
        search.takes(ending_at(end.setup, end.state), end.state.deal.nest, [])


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_exact_critic_finds_no_fault_in_a_player_seeing_all_cards(seed: int) -> None:
    game = find_game("kentucky")
    assert isinstance(game, BiddingGame)
    critic = Critic(Setup(game.variant, 4))
    for number, dealer, deal in prepared(game, 4, 1, seed):
        play_deal(game, deal, dealer, [Cheater()] * 4, number, critic)
    assert critic.found == Found(losses=0, known=0, unsolved=0)
