"""Every computer player: legal whatever it is asked, the same for the same question, and discreet."""

import pickle
import subprocess
import sys
from random import Random

import pytest

from bot.computers.any_legal import AnyLegal
from bot.computers.brief import Brief, Computer
from bot.computers.briefing import Briefing
from bot.computers.game import played, setup_for
from bot.computers.memory import Memory
from bot.computers.registry import COMPUTERS, NAMES, UnknownComputer, find_computer
from bot.computers.steady import Steady
from bot.simulate import simulate
from rules.actions import Action
from rules.catalog import GAMES, find_game
from rules.decisions import CHANCE
from rules.events import CardPlayed
from tests.computers.ask import brief
from tests.rules.scene import Scene

KEYS = tuple(GAMES)


class Strict:
    """Checks that another computer's answers are allowed."""

    def __init__(self, computer: Computer) -> None:
        self.computer = computer

    def choose(self, brief: Brief, random: Random) -> Action:
        decision = brief.view.decision
        assert decision is not None
        answer = self.computer.choose(brief, random)
        assert decision.accepts(answer), f"{answer} to {decision}"
        return answer


@pytest.mark.parametrize("kind", COMPUTERS)
@pytest.mark.parametrize("key", KEYS)
def test_every_decision_is_answered_legally(key: str, kind: str) -> None:
    game = find_game(key).with_options({"deals": 6})
    mixed: list[Computer] = [
        Strict(find_computer(kind)) if seat % 2 else AnyLegal() for seat in range(game.about.seats[0])
    ]
    for seed in range(4):
        for _ in simulate(game, mixed, seed):
            pass


@pytest.mark.parametrize("key", KEYS)
def test_random_matches_put_every_question_to_steady_and_it_answers_legally(key: str) -> None:
    """Positions that only random play reaches."""
    game = find_game(key).with_options({"deals": 4})
    for seed in range(6):
        briefing, state, random = Briefing(game), game.start(game.about.seats[0]), Random(seed)
        while decisions := game.decisions(state):
            (seat, decision), *_ = decisions.items()
            if seat != CHANCE:
                assert decision.accepts(Steady().choose(briefing.brief(state, seat), random))
            state, events = game.apply(state, seat, decision.sample(random))
            briefing.hear(events)


@pytest.mark.parametrize("kind", COMPUTERS)
def test_the_same_question_gets_the_same_answer(kind: str) -> None:
    question = brief(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"}))
    first = find_computer(kind).choose(question, Random(3))
    assert find_computer(kind).choose(pickle.loads(pickle.dumps(question)), Random(3)) == first


def test_steady_needs_no_luck() -> None:
    question = brief(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"}))
    assert len({Steady().choose(question, Random(seed)) for seed in range(5)}) == 1


def test_another_process_thinks_the_same() -> None:
    command = [sys.executable, "-m", "bot", "simulate", "kentucky", "--deals", "2", "--json"]
    runs = {
        subprocess.run(
            command, check=True, capture_output=True, timeout=50, env={"PYTHONHASHSEED": seed, "PATH": ""}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


@pytest.mark.parametrize("key", KEYS)
def test_memory_never_rules_out_a_card_that_is_held(key: str) -> None:
    """What a seat thinks others may hold always includes what they do hold."""
    game = find_game(key).with_options({"deals": 2})
    briefing, state, random = Briefing(game), game.start(4), Random(8)
    asked = 0
    while decisions := game.decisions(state):
        (seat, decision), *_ = decisions.items()
        if seat != CHANCE:
            told = briefing.brief(state, seat)
            setup = setup_for(played(told))
            assert setup is not None
            memory = Memory(told, setup)
            hands = [int(game.seat_view(state, other).hand) for other in range(4)]
            assert all(not hand & ~could for hand, could in zip(hands, memory.could, strict=True))
            asked += 1
        state, events = game.apply(state, seat, decision.sample(random))
        briefing.hear(events)
    assert asked > 50


def test_memory_knows_who_is_void() -> None:
    hands = {1: "R14 R13", 2: "Y7 Y8 Y9 Y10 G7 G8 G9 B7 B8", 3: "R9", 0: "R8"}
    scene = Scene("kentucky").deal(hands, "G5 G6 Y5 Y6 B5").win_auction(1, 80).lay_any("R14", "R13")
    scene.do("trump black", "play R14", "play Y7", "play R9")
    told = brief(scene)
    setup = setup_for(played(told))
    assert setup is not None
    could = Memory(told, setup).could
    assert not any(card.color is not None and card.color.word == "red" for card in scene.hand(2))
    assert not could[2] & setup.rankings[None].follow[0]


def test_a_bird_played_early_shows_no_void() -> None:
    hands = {1: "R14 R13", 2: "Rook R7 R8 R9", 3: "R10"}
    scene = Scene("kentucky").deal(hands).win_auction(1, 80).lay_any("R14", "R13")
    scene.do("trump black", "play R14", "play Rook", "play R10")
    told = brief(scene)
    setup = setup_for(played(told))
    assert setup is not None
    assert Memory(told, setup).could[2] & setup.rankings[None].follow[0]


def test_only_the_present_deal_is_remembered() -> None:
    game = find_game("kentucky").with_options({"deals": 2})
    briefing = Briefing(game)
    for step in simulate(game, [AnyLegal()] * 4, 1):
        briefing.hear(step.events)
        assert sum(isinstance(event, CardPlayed) for event in briefing._events) <= 36


def test_no_repr_shows_a_card() -> None:
    told = brief(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"}))
    setup = setup_for(played(told))
    assert setup is not None
    assert "14" not in repr(Memory(told, setup))


def test_every_computer_has_a_name() -> None:
    assert set(NAMES) == set(COMPUTERS) == {"steady", "random"}


def test_an_unknown_computer_is_named_in_a_sentence() -> None:
    with pytest.raises(UnknownComputer, match="There is no computer player “hal”"):
        find_computer("hal")


def test_a_brief_is_small() -> None:
    """It travels to another process at every turn: a few kilobytes at the end of a deal."""
    scene = Scene("one_high").deal().win_auction(0, 80)
    scene.lay_any().do("trump red")
    largest = 0
    while scene.table.phase == "Playing":
        largest = max(largest, len(pickle.dumps(brief(scene))))
        scene.act(next(scene.decision.answers()))
    assert largest < 6_000
