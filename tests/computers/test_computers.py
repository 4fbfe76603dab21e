"""Computer players: every answer is legal, repeatable, and from the seat's knowledge alone."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.computers import steady
from bot.computers.bidding_games.worlds import Worlds
from bot.computers.brief import AnyLegal, Brief, Briefing, NoAnswer
from bot.computers.kinds import COMPUTERS, UnknownComputer, find_computer
from bot.computers.steady import Steady
from bot.tools.simulate import simulate
from rules.bidding.phases import Phase
from rules.catalog import BIDDING_GAMES, find_game
from rules.core.cards import CardSet, Color
from rules.core.decisions import CHANCE
from rules.core.events import CardPlayed
from rules.core.protocol import Game
from tests.computers.ask import Considered, brief, memory_of, remembered
from tests.rules.house.house_rules import shortened, valid_rules
from tests.rules.scene import Scene

KEYS = tuple(BIDDING_GAMES)


TABLES = [(key, seats) for key in BIDDING_GAMES for seats in find_game(key).about.seats]


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_steady_considers_every_question_of_every_game(key: str, seats: int) -> None:
    """No game falls back to random play, at any number of seats."""
    game = find_game(key).with_options({"deals": 1})
    for seed in range(2):
        for _ in simulate(game, [Considered()] * seats, seed):
            pass


@pytest.mark.parametrize("key", KEYS)
def test_steady_considers_every_question_of_random_matches(key: str) -> None:
    """Positions that only random play reaches."""
    game, steady = find_game(key).with_options({"deals": 1}), Considered()
    for seed in range(2):
        for told, _ in asked(game, game.about.seats[-1], seed):
            steady.choose(told, Random(seed))


@pytest.mark.parametrize("seed", range(24))
def test_steady_considers_every_question_under_house_rules(seed: int) -> None:
    """Rules put together at random."""
    random = Random(f"steady {seed}")
    _, game = valid_rules(random)
    for _ in simulate(shortened(game, 1), [Considered()] * random.choice(game.about.seats), seed):
        pass


def test_question_without_a_considered_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steady, "draw", lambda _memory: None)
    game = find_game("tennessee_1988").with_options({"deals": 1})
    with pytest.raises(NoAnswer):
        for _ in simulate(game, [Considered()] * 2, 1):
            pass


@pytest.mark.parametrize("key", KEYS)
def test_any_legal_answers_every_question_of_every_game(key: str) -> None:
    game = find_game(key).with_options({"deals": 2})
    for _ in simulate(game, [AnyLegal()] * game.about.seats[0], 1):
        pass


def asked(game: Game[Any], seats: int, seed: int) -> Iterator[tuple[Brief, Any]]:
    """The brief and the state of every question of a random match."""
    briefing, state, random = Briefing(game), game.start(seats), Random(seed)
    while decisions := game.decisions(state):
        ((seat, decision),) = decisions.items()
        if seat != CHANCE:
            yield briefing.brief(state, seat), state
        state, events = game.apply(state, seat, decision.sample(random))
        briefing.hear(events)


@pytest.mark.parametrize("kind", COMPUTERS)
def test_same_question_gets_the_same_answer(kind: str) -> None:
    question = brief(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"}))
    first = find_computer(kind).choose(question, Random(3))
    assert find_computer(kind).choose(pickle.loads(pickle.dumps(question)), Random(3)) == first


def test_steady_answers_the_same_with_every_seed() -> None:
    question = brief(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"}))
    assert len({Steady().choose(question, Random(seed)) for seed in range(5)}) == 1


@pytest.mark.parametrize("level", ["family", pytest.param("champion", marks=pytest.mark.slow)])
def test_another_process_plays_the_same_match(level: str) -> None:
    deal = ["simulate", "kentucky", "--deals", "1", "--player", level, "--json"]
    command = [sys.executable, "-m", "bot", *deal]
    runs = {
        subprocess.run(
            command, check=True, capture_output=True, timeout=50, env={"PYTHONHASHSEED": seed, "PATH": ""}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_memory_never_rules_out_a_held_card(key: str, seats: int) -> None:
    """The cards a hand may hold include those it holds, and those it must hold are held."""
    questions = 0
    for told, state in asked(find_game(key).with_options({"deals": 1}), seats, 8):
        memory = memory_of(told)
        for hand, cards in enumerate(state.hands):
            assert not cards & ~memory.hands.could[hand]
            assert not memory.hands.holds[hand] & ~cards
            assert memory.hands.counts[hand] == len(cards)
        questions += 1
    assert questions > 20


@pytest.mark.parametrize("key", KEYS)
def test_sampled_deal_agrees_with_everything_known(key: str) -> None:
    """Every card once, so many to each hand as it holds, and none where it cannot be."""
    game = find_game(key).with_options({"deals": 1})
    for told, _ in asked(game, game.about.seats[0], 3):
        memory = memory_of(told)
        if told.view.table.phase is not Phase.PLAY:
            continue
        world = Worlds(memory).sample(Random(1))
        placed = [card for hand in world.hands for card in CardSet(hand)]
        placed += [*world.pile, *(under for _, under in world.covers)]
        if not memory.discarded:
            placed += CardSet(world.nest)
        assert sorted(placed) == list(CardSet(memory.out))
        for hand, cards in enumerate(world.hands):
            assert cards.bit_count() == memory.hands.counts[hand]
            assert not cards & ~memory.hands.could[hand]
            assert not memory.hands.holds[hand] & ~cards


def test_memory_notes_a_void_when_a_hand_fails_to_follow() -> None:
    hands = {1: "R14 R13", 2: "Y7 Y8 Y9 Y10 G7 G8 G9 B7 B8", 3: "R9", 0: "R8"}
    scene = Scene("kentucky").deal(hands, "G5 G6 Y5 Y6 B5").win_auction(1, 80).lay_any("R14", "R13")
    memory = remembered(scene.do("trump black", "play R14", "play Y7", "play R9"))
    assert not memory.hands.could[2] & memory.ranking.follow[Color.RED]
    assert memory.hands.could[3] & memory.ranking.follow[Color.RED]


def test_bird_played_out_of_color_shows_no_void() -> None:
    hands = {1: "R14 R13", 2: "Rook R7 R8 R9", 3: "R10"}
    scene = Scene("kentucky").deal(hands).win_auction(1, 80).lay_any("R14", "R13")
    memory = remembered(scene.do("trump black", "play R14", "play Rook", "play R10"))
    assert memory.hands.could[2] & memory.ranking.follow[Color.RED]


def test_memory_sees_the_dummy_only_after_the_lead() -> None:
    """Display: the hand of the dealer's partner, seat 2."""
    scene = Scene("display").deal().win_auction(1, 60).do("trump red")
    before = remembered(scene)
    assert before.seat == 1
    assert 2 not in before.hands.known
    assert remembered(scene.act(next(scene.decision.answers()))).hands.known[2] == scene.hand(2)


def tennessee() -> Scene:
    """Seat 1 leads to seat 0, the declarer with green trumps; it holds no red card."""
    hands = {0: "R14 R13 R12 Y14 Y13", 1: "Y4 Y5 Y6 Y7 Y8 Y9 G4 G5 G6 G7 G8"}
    scene = Scene("tennessee_1933").deal(hands, pile="B4 B6 B5 R4 R6 R7").win_auction(0, 60)
    return scene.settle("green", keep=("R14", "R13", "R12", "Y14", "Y13")).do("play Y4", "play Y14")


def test_card_drawn_face_up_is_known_to_be_held() -> None:
    memory = remembered(tennessee().do("take pile"))
    assert [str(card) for card in CardSet(memory.hands.holds[1])] == ["B4"]


def test_unseen_draw_makes_every_color_possible_again() -> None:
    reds = remembered(tennessee()).ranking.follow[Color.RED]
    scene = tennessee().do("take pile", "play R14", "play Y5")
    assert not remembered(scene).hands.could[1] & reds
    assert remembered(scene.do("take up")).hands.could[1] & reds


def test_only_the_called_partner_knows_the_partnership() -> None:
    hands = {0: "B14 B13 B12 B11 Rook R14 R13", 2: "B10"}
    scene = Scene("high_card_partner", partner_shown="on_play").deal(hands, "R5 R6 R7 R8 R9 R10", dealer=0)
    scene.win_auction(0, 100).do("discard R5 R6 R7 R8 R9 R10", "trump black", "call B10")
    sides = {}
    for _ in range(4):
        memory = remembered(scene)
        sides[memory.seat] = not memory.is_opponent(0)
        scene.act(next(scene.decision.answers()))
    assert sides == {1: False, 2: True, 3: False, 4: False}


def test_briefing_keeps_only_the_present_deal() -> None:
    game = find_game("kentucky").with_options({"deals": 2})
    briefing = Briefing(game)
    for step in simulate(game, [AnyLegal()] * 4, 1):
        briefing.hear(step.events)
        assert sum(isinstance(event, CardPlayed) for event in briefing._events) <= 36


def test_repr_of_memory_shows_no_card() -> None:
    told = brief(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"}))
    assert "14" not in repr(memory_of(told))


def test_unknown_computer_is_named_in_the_error() -> None:
    with pytest.raises(UnknownComputer, match="There is no computer player “hal”"):
        find_computer("hal")


def test_brief_stays_below_three_kilobytes_in_a_deal() -> None:
    """A brief is sent to another process at every turn."""
    scene = Scene("one_high").deal().win_auction(0, 80)
    scene.lay_any().do("trump red")
    largest = 0
    while scene.phase == "Playing":
        largest = max(largest, len(pickle.dumps(brief(scene))))
        scene.act(next(scene.decision.answers()))
    assert largest < 3_000


def test_brief_stays_below_three_kilobytes_in_a_long_match() -> None:
    """The brief of the fortieth deal is as small as that of the first."""
    game = find_game("kentucky").with_options({"deals": 40})
    last = max(asked(game, 4, 1), key=lambda question: question[0].view.table.deal)
    assert last[0].view.table.deal > 30
    assert len(pickle.dumps(last[0])) < 3_000
