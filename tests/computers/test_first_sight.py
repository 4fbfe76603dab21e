"""First sight: a legal answer of the player itself to every question, without any search."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from bot.computers.bidding_games import compiled_search as natively
from bot.computers.bidding_games.pressure import FIRST_SIGHT, under
from bot.computers.bidding_games.worlds import Worlds
from bot.computers.brief import Brief, decision_of
from bot.computers.first_sight import first_sight, plainest
from bot.computers.games import cribbage, new_solitaire, old_solitaire, tricks, tuxedo
from bot.computers.levels import CHAMPION
from bot.computers.steady import Steady
from bot.tools.simulate import simulate
from rules.catalog import GAMES, find_game
from rules.core.actions import PASS, SHOUT, Action, Bid, Discard, Fold, Play, Shoot
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption, Decision, Option
from tests.computers.ask import brief
from tests.rules.scene import Scene

STEPS = 400
"""Actions of a match that are looked at: some games hardly end."""
CARDS = CardSet.of((Card(2), Card(7)))


class AtFirstSight:
    """A player that answers at first sight, and fails if it finds no allowed answer of its own."""

    def choose(self, brief: Brief, random: Random) -> Action:
        state = random.getstate()
        own = Steady(under(CHAMPION, FIRST_SIGHT)).choose(brief, random)
        random.setstate(state)
        assert first_sight("champion", brief, random) == own
        return own


def search(*_: object) -> None:
    raise AssertionError("first sight searches nothing")


@pytest.fixture
def nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail when a deal is sampled for a card, or a rest of a deal is played out."""
    monkeypatch.setattr(tricks, "sample", search)
    monkeypatch.setattr(cribbage, "_play_out", search)
    monkeypatch.setattr(new_solitaire, "played_out", search)
    monkeypatch.setattr(tuxedo, "best", search)
    monkeypatch.setattr(Worlds, "sample", search)
    monkeypatch.setattr(natively.NativeSearch, "takes", search)


@pytest.mark.usefixtures("nothing_is_searched")
@pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key, game in GAMES.items() for seats in game.about.seats]
)
def test_first_sight_answers_every_question_of_every_game_without_a_search(key: str, seats: int) -> None:
    for _ in islice(simulate(GAMES[key], [AtFirstSight()] * seats, 3), STEPS):
        pass


def test_first_sight_of_old_solitaire_plays_each_move_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played, seen = [0], 0

    class Counted(old_solitaire.World):
        def played_out(self, random: Random) -> int:
            played[0] += 1
            return super().played_out(random)

    class Player:
        def choose(self, brief: Brief, random: Random) -> Action:
            played[0] = 0
            answer = first_sight("champion", brief, random)
            assert played[0] <= sum(1 for _ in decision_of(brief).answers())
            return answer

    monkeypatch.setattr(old_solitaire, "World", Counted)
    for _ in islice(simulate(find_game("old_solitaire"), [Player()], 1), STEPS):
        seen += played[0]
    assert seen


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        (ChooseNumber(0, 70, 120, 5, (Option(Shoot(), is_grave=True), Option(PASS))), PASS),
        (ChooseNumber(0, 70, 120, 5, (Option(Shoot(), is_grave=True),)), Bid(70)),
        (ChooseNumber(0, 125, 120, 5, (Option(Shoot(), is_grave=True), Option(SHOUT))), SHOUT),
        (ChooseCard(0, CARDS, CARDS, otherwise=(Option(Fold(), is_grave=True),)), Play(Card(2))),
        (ChooseCards(0, CARDS, CARDS, 2, 2, (Option(Fold(), is_grave=True),)), Discard((Card(2), Card(7)))),
        (ChooseOption(0, (Option(Fold(), is_grave=True), Option(SHOUT))), SHOUT),
        (ChooseOption(0, (Option(Fold(), is_grave=True),)), Fold()),
    ],
)
def test_plainest_answer_commits_to_least(decision: Decision, expected: Action) -> None:
    assert plainest(decision) == expected


def test_player_without_first_sight_gives_the_plainest_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    told = brief(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"}))
    monkeypatch.setattr(Steady, "choose", search)
    assert first_sight("champion", told, Random(1)) == PASS


@pytest.mark.parametrize("kind", ["random", "hal"])
def test_random_and_unknown_kinds_have_the_first_sight_of_the_best(kind: str) -> None:
    told = brief(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"}))
    assert first_sight(kind, told, Random(1)) == first_sight("champion", told, Random(1))
