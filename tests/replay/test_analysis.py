"""The analysis of a deal is correct: each figure is computed again in another way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from bot.common.arithmetic import at_once
from bot.computers.bidding_games.played import GamePlayed, played
from bot.computers.bidding_games.rollout import Result
from bot.computers.bidding_games.tally import Scores
from bot.computers.native.building import build
from bot.replay import open_play
from bot.replay.analysis import CLEARLY, Analyses, Analysis, OtherTrump, analyse
from bot.replay.match import Replay
from bot.replay.moments import score_of
from bot.replay.open_deal import OpenDeal, open_deal, opened
from bot.replay.open_play import OpenPlay, judged, par_of
from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import State, next_hand
from rules.catalog import BIDDING_GAMES, GAMES, find_game
from rules.core.actions import NameTrump, Play
from rules.core.cards import Card, Color
from tests.computers.compiled import need_the_compiled_search
from tests.computers.endings_tried import ends, worths_of_cards
from tests.replay.golden import golden
from tests.replay.test_replay_panels import replay_of
from tests.rules.scene import Scene
from tests.rules.transcript import DEALS

NOT_ANALYSED = {
    *("cordova", "regular_1988", "regular_1924", "regular_old", "three_handed_1914"),
    *("tennessee_1988", "tennessee_1933", "over_the_top_1988", "over_the_top_1918", "regular_for_two"),
}
"""Games with bidding and without sides, then those with cards that stay hidden even at the end."""
ANALYSED = [key for key in BIDDING_GAMES if key not in NOT_ANALYSED]
TRIED = 12
"""Number of cards in the last tricks that are searched in full."""


def deals(key: str) -> list[tuple[OpenDeal, int]]:
    """The deals of a game's golden match that have an analysis, and the points taken toward each bid."""
    replay, found = replay_of(key), []
    for place, deal in enumerate(replay.deals):
        opened, scored = open_deal(replay, place), score_of(deal)
        if opened is not None and scored is not None and scored.contract is not None:
            found.append((opened, scored.contract.took))
    return found


def positions(play: OpenPlay, deal: OpenDeal) -> Iterator[tuple[State, Card]]:
    """Every position of a deal's last tricks, and the card that was played."""
    state = deal.first
    for number, card in enumerate(deal.cards):
        if (
            len(deal.cards) - number <= TRIED
            and len(state.ranking.legal(state.hands[next_hand(state)], state.led)) > 1
        ):
            yield state, card
        state = play.after(state, card)


def costs_tried(setup: Setup, state: State) -> dict[Card, int]:
    """Points that its side loses by each card against the best one, by a full search."""
    scores = Scores(setup, state.ranking, state.contract, state.taken, state.teams)
    declaring = state.teams.side_of[state.contract.declarer]

    def worth(rest: Result) -> list[float]:
        took = scores.taken(rest, state.deal.nest)[declaring]
        return [float(took if side == declaring else -took) for side in range(2)]

    worths = worths_of_cards(setup, state, worth)
    return {card: round(max(worths.values()) - one) for card, one in worths.items()}


class Analysed(NamedTuple):
    """A deal, the points taken toward its bid, and its analysis."""

    deal: OpenDeal
    took: int
    found: Analysis


@pytest.fixture(scope="module")
def kentucky() -> Analysed:
    """The first deal of Kentucky, by the compiled search if there is one."""
    build()
    [(deal, took), *_] = deals("kentucky")
    return Analysed(deal, took, analyse(deal, took))


share_kentucky = pytest.mark.xdist_group("analysis")
"""In one process, which analyzes that deal once."""


@pytest.mark.parametrize("key", ANALYSED)
def test_games_of_two_sides_have_analyses(key: str) -> None:
    assert len(deals(key)) == DEALS


@pytest.mark.parametrize("key", [key for key in GAMES if key not in ANALYSED])
def test_other_games_have_no_analyses(key: str) -> None:
    replay = replay_of(key)
    assert all(open_deal(replay, place) is None for place in range(len(replay.deals)))


@pytest.mark.parametrize("place", range(DEALS))
@pytest.mark.parametrize("key", ANALYSED)
def test_analysis_has_points_taken_and_costliest_card(key: str, place: int) -> None:
    deal, took = deals(key)[place]
    found = analyse(deal, took)
    assert found.took == took
    assert found.bid == deal.first.contract.bid
    assert found.other_trump is None or found.other_trump.could_take >= found.could_take.points + CLEARLY
    check_costliest(deal, found)


def check_costliest(deal: OpenDeal, found: Analysis) -> None:
    """Check that no card of the last tricks cost more than the named one, and that its cost is right."""
    play = OpenPlay(deal.what)
    named = found.costliest
    for state, card in positions(play, deal):
        costs = costs_tried(play.setup, state)
        assert costs[card] <= (named.cost if named else 0)
        if named and (len(state.taken) + 1, next_hand(state), card) == (
            named.trick,
            named.hand,
            named.played,
        ):
            assert costs[card] == named.cost
            assert costs[named.better] == 0


@share_kentucky
def test_whole_kentucky_deal_is_solved_with_value_of_each_card(kentucky: Analysed) -> None:
    need_the_compiled_search()
    deal, found = kentucky.deal, kentucky.found
    play, state = OpenPlay(deal.what), deal.first
    worths = play.solved(state)
    assert worths is not None
    assert (found.known_from, found.could_take) == (1, (max(worths.values()), True))
    for card in deal.cards[:-1]:
        for tried, worth in worths.items():
            assert worth == best_of(play, play.after(state, tried))
        state = play.after(state, card)
        worths = play.solved(state)
        assert worths is not None


def best_of(play: OpenPlay, state: State) -> float:
    """The points that the declaring side takes from a position on."""
    worths = play.solved(state)
    assert worths is not None
    return (max if play.is_declarers(state) else min)(worths.values())


def test_deal_that_takes_too_long_is_solved_from_later_trick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_play, "NODES", 3000)
    for deal, took in deals("kentucky"):
        found = analyse(deal, took)
        assert found.known_from > 1
        assert not found.could_take.is_exact
        assert found.costliest is None or found.costliest.trick >= found.known_from
        check_costliest(deal, found)


def test_card_before_unsolved_trick_is_not_named() -> None:
    """A trick may take too long to solve although an earlier one did not."""
    for deal, _ in deals("kentucky"):
        costliest, _ = judged(OpenPlay(deal.what), deal.first, deal.cards)
        assert costliest is not None
        puzzling = costliest.trick + 1
        found, known_from = judged(SolverFailingOnOneTrick(deal.what, puzzling), deal.first, deal.cards)
        assert known_from == puzzling + 1
        assert found is None or found.trick > puzzling


@share_kentucky
def test_possible_points_are_exact_if_first_position_is_solved(
    kentucky: Analysed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if a card of the first trick leads to an unsolved position."""
    need_the_compiled_search()
    deal, took, whole = kentucky
    monkeypatch.setattr("bot.replay.analysis.OpenPlay", SolverOfLeadsOnly)
    found = analyse(deal, took)
    assert found.known_from == 2
    assert found.could_take == whole.could_take
    assert found.could_take.is_exact


class SolverOfLeadsOnly(OpenPlay):
    """A solver that fails on the first trick once a card lies in it."""

    def solved(self, state: State) -> dict[Card, float] | None:
        return None if state.trick and not state.taken else super().solved(state)


class SolverFailingOnOneTrick(OpenPlay):
    """A solver that fails on one trick."""

    def __init__(self, what: GamePlayed, trick: int) -> None:
        super().__init__(what)
        self._trick = trick

    def solved(self, state: State) -> dict[Card, float] | None:
        return None if len(state.taken) + 1 == self._trick else super().solved(state)


def test_perfectly_played_last_tricks_name_no_card() -> None:
    [(deal, took), *_] = deals("kentucky")
    play, state = OpenPlay(deal.what), deal.first
    cards = list[Card]()
    for card in deal.cards:
        worths = play.solved(state)
        sign = 1 if play.is_declarers(state) else -1
        cards.append(card if worths is None else max(worths, key=lambda one: sign * worths[one]))
        state = play.after(state, cards[-1])
    assert analyse(deal._replace(cards=tuple(cards)), took).costliest is None


def test_deal_that_target_could_have_stopped_has_no_analysis() -> None:
    [(deal, _), *_] = deals("kentucky")
    near, far = (
        find_game("kentucky").with_options({"target_checked": "each_trick", "target": target})
        for target in (100, 1000)
    )
    assert opened(near, 4, deal.first, deal.cards) is None
    assert opened(far, 4, deal.first, deal.cards) is not None


@pytest.mark.parametrize("bury_trumps", ["yes", "no"])
def test_other_trump_is_named_only_with_same_discards_allowed(bury_trumps: str) -> None:
    scene = Scene("kentucky", trump="before_nest", bury_trumps=bury_trumps)
    scene.deal({1: "Rook G14 G13 G12 G11 G10 R5 R6 R7"}, "G5 G6 G7 G8 G9").win_auction(1, 70)
    scene.do("trump red", "discard G5 G6 G7 G8 G9")
    green = OtherTrump(NameTrump(Color.GREEN), could_take=120, has_nest=True)
    assert (analyse(played_on(scene), 0).other_trump == green) == (bury_trumps == "yes")


def test_game_without_nest_has_no_discards_in_analysis() -> None:
    found = [analyse(deal, took).other_trump for deal, took in deals("partnership_regular")]
    assert [one.has_nest for one in found if one is not None]
    assert not any(one.has_nest for one in found if one is not None)


def played_on(scene: Scene) -> OpenDeal:
    """A deal from its first lead on, in which every seat plays its lowest card."""
    first, cards = scene.state, list[Card]()
    while scene.state.phase is Phase.PLAY:
        action = next(scene.decision.answers())
        assert isinstance(action, Play)
        cards.append(action.card)
        scene.do(str(action))
    deal = opened(scene.game, scene.players, first, tuple(cards))
    assert deal is not None
    return deal


@pytest.mark.parametrize("shot", [False, True], ids=["a bid", "a moon shot"])
def test_par_uses_scores_instead_of_points_toward_bid(shot: bool) -> None:
    """If most tricks decide, or every trick is owed, the most points need not score most."""
    for setup, state, told in ends(["partnership_regular", "dixie_1988", "kentucky"], "par", 90, 3):
        owed = state._replace(auction=state.auction._replace(shot=shot))
        totals = OpenPlay(played(told)).expected_totals(owed)
        assert totals is not None
        gained = [after.total - before for after, before in zip(totals, state.match.totals, strict=True)]
        assert gained[0] - gained[1] == scored_over(setup, owed)


def scored_over(setup: Setup, state: State) -> int:
    """The lead in score of the first side over the second by a full search, if both play to score."""
    scores = Scores(
        setup, state.ranking, state.contract, state.taken, state.teams, is_shot=state.auction.shot
    )

    def worth(rest: Result) -> list[float]:
        first, second = scores.scored(rest, state.deal.nest)
        return [float(first - second), float(second - first)]

    best = max(worths_of_cards(setup, state, worth).values())
    return round(-best if state.teams.side_of[next_hand(state)] else best)


async def test_deal_cut_for_score_has_points_taken_and_no_par() -> None:
    match = golden("dixie_1924", 4)
    replay = Replay(replay_of("kentucky").table, match.game, match.deals())
    won_by_bidder = 0
    for place, deal in enumerate(replay.deals[:2]):
        opened, scored = open_deal(replay, place), score_of(deal)
        assert opened is not None
        assert scored is not None
        assert scored.contract is not None
        assert (await Analyses(at_once).of(replay, place)).took == scored.contract.took
        play, state = OpenPlay(opened.what), opened.first
        for card in opened.cards[:-1]:
            state = play.after(state, card)
        won_by_bidder += scored.contract.took > play.expected_take(state).points
        assert par_of(opened._replace(first=state), 0) is None
    assert won_by_bidder, "one of them tells whether the cut counts"


@share_kentucky
def test_same_deal_has_the_same_analysis(kentucky: Analysed) -> None:
    assert analyse(kentucky.deal, kentucky.took) == kentucky.found


@share_kentucky
def test_analysis_and_solver_repr_show_no_card(kentucky: Analysed) -> None:
    deal = kentucky.deal
    assert repr(deal) == f"<open deal of {len(deal.cards)} cards>"
    assert repr(kentucky.found) == f"<analysis of a bid of {deal.first.contract.bid}>"
