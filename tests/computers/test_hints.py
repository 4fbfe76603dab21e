"""Hints: the computer's answer with a true reason, from the seat's knowledge alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from bot.computers.bidding_games import playing
from bot.computers.bidding_games.compiled_search import worths_now
from bot.computers.bidding_games.playing import Weighed, weighed
from bot.computers.bidding_games.rollout import Result
from bot.computers.bidding_games.worlds import Guess, Worlds
from bot.computers.brief import AnyLegal, Brief, Briefing, decision_of
from bot.computers.hints import advising
from bot.computers.hints.advising import advise
from bot.computers.hints.reasons import Discarding, DrawsTrumps, Takes, Worth
from bot.computers.memory import Memory
from bot.computers.steady import Steady
from bot.tools.simulate import next_to_act
from cogs.hand.hints import reason_text
from rules.catalog import BIDDING_GAMES, GAMES, find_game
from rules.core.actions import PLAYS
from rules.core.cards import Card, parse_cards
from rules.core.protocol import Game
from rules.core.words import FIELDS
from tests.cards_read import cards_in
from tests.computers.ask import brief, kentucky, reason_for, remembered
from tests.computers.reasons_checked import check
from tests.rules.scene import Scene

HAND = "R14 R13 R12 R9 R8 Y14 G9 B13 B6"


def questions(
    game: Game[Any], seats: int, seed: int, most: int = 2_000, *, good: int = 8
) -> Iterator[tuple[Brief, Any]]:
    """The questions of a match, and the state each is asked in; one answer in ``good`` is a good one."""
    briefing, state, random = Briefing(game), game.start(seats), Random(f"hints {seed}")
    players = (Steady(), AnyLegal())
    for act in range(most):
        decisions = game.decisions(state)
        if not decisions:
            return
        seat = next_to_act(decisions)
        if seat < 0:
            action = decisions[seat].sample(random)
        else:
            told = briefing.brief(state, seat)
            yield told, state
            action = players[act % good > 0].choose(told, random)
        state, events = game.apply(state, seat, action)
        briefing.hear(events)


def checked(keys: list[str], seed: int, share: float) -> Counter[str]:
    """How many reasons of each kind were true in a share of the questions of one deal of each game."""
    kinds, random = Counter[str](), Random(f"share {seed}")
    for key in keys:
        game = find_game(key).with_options({"deals": 1})
        for told, state in questions(game, game.about.seats[-1], seed):
            if random.random() < share:
                kinds[check(told, advise(told, Random(seed)), state)] += 1
    return kinds


@pytest.mark.parametrize("part", range(4))
def test_every_reason_is_true(part: int) -> None:
    kinds = checked(list(BIDDING_GAMES)[::3][part::4], 1, 0.4)
    assert kinds.total() > 25
    assert {"Worth", "Takes", "Lost", "TriedOut"} <= set(kinds)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_every_reason_is_true_in_thousands_of_positions() -> None:
    kinds = Counter[str]()
    for seed in range(2, 12):
        kinds += checked(list(BIDDING_GAMES), seed, 0.4)
    assert kinds.total() > 4_000
    assert len(kinds) > 9


@pytest.mark.parametrize("fault", ["wins", "holds"])
def test_untrue_reason_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, fault, lambda *_: True)
    with pytest.raises(AssertionError):
        checked(["kentucky"], 1, 1.0)


@pytest.mark.parametrize("key", sorted(set(GAMES) - set(BIDDING_GAMES)))
def test_games_without_bidding_have_a_hint_for_every_question(key: str) -> None:
    """The answer is one of those allowed, and it is the computer's own."""
    game, asked = find_game(key), 0
    for told, _ in questions(game, game.about.seats[-1], 3, most=12):
        advice = advise(told, Random(asked))
        assert decision_of(told).accepts(advice.action)
        assert advice.action == Steady().choose(told, Random(asked)) or key in {"match", "everlasting"}
        asked += 1
    assert asked > 3 or key == "clock"  # there cards only turn


def test_hint_names_the_computers_own_answer() -> None:
    question = brief(Scene("kentucky").deal({1: HAND}))
    assert advise(question, Random(1)).action == Steady().choose(question, Random(2))


def test_reason_of_a_bid_names_trumps_and_expected_points() -> None:
    reason = advise(brief(Scene("kentucky").deal({1: HAND})), Random(1)).reason
    assert isinstance(reason, Worth)
    assert [str(card) for card in reason.strength.trumps] == ["R14", "R13", "R12", "R9", "R8"]
    assert 60 < reason.points < 180


def test_reason_of_a_trump_lead_counts_own_trumps_and_those_out() -> None:
    hands = {1: "Rook R14 R13 R12 R9 Y14 G9 B13 B6"}
    scene = kentucky(hands, nest="G5 G6 Y5 Y6 B5", declarer=1, bid=80, trump="red", lay="G5 G6 Y5 Y6 B5")
    assert isinstance(reason_for(brief(scene), PLAYS[parse_cards("R14")[0]]), Takes)
    assert reason_for(brief(scene), PLAYS[parse_cards("R9")[0]]) == DrawsTrumps(own=5, theirs=6)


def test_trump_led_from_the_dummy_is_counted_with_the_dummys_trumps() -> None:
    hands = {0: "R1 R2 G1", 1: "G2", 2: "R14 R8 R7 R6 G14", 3: "G3"}
    scene = Scene("boston").deal(hands, dealer=0).win_auction(0, "100 red")
    scene.do("play G2", "play G14", "play G3", "play G1")
    reason = reason_for(brief(scene), PLAYS[parse_cards("R8")[0]])
    assert (scene.seat, scene.decision.hand) == (0, 2)
    assert reason == DrawsTrumps(own=4, theirs=7)
    assert reason_text(reason).endswith("and this hand has 4.")


def test_moon_shot_shows_no_chance_by_points() -> None:
    scene = Scene("kentucky", shoot=True).deal({1: "R14 R13 R12 R11 R10 Y14 Y13 G14 Rook"}, "G5 G6 Y5 Y6 B5")
    for act in ("shoot", "discard G5 G6 Y5 Y6 B5", "trump red"):
        compared = advise(brief(scene.do(act)), Random(1)).ranked
        assert compared[0].points == 120
        assert [one.chance for one in compared] == [None] * len(compared)


def test_moon_shot_values_every_trick_instead_of_points() -> None:
    scene = Scene("kentucky", shoot=True).deal({1: HAND}, "G5 G6 Y5 Y6 B5")
    memory = remembered(scene.do("shoot", "discard G5 G6 Y5 Y6 B5", "trump red"))
    guess = Guess(memory, Worlds(memory).sample(Random(1)))
    nest = 15
    swept, lost = Result([0, 120 - nest], [0, 10], 1), Result([0, 120 - nest], [1, 9], 1)
    assert guess.bid_takes(swept) == guess.bid_takes(lost) == 120
    assert guess.by_side(swept)[1] - guess.by_side(lost)[1] == 2 * 120
    assert worths_now(memory) is None


def test_advice_on_a_card_searches_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches = list[int]()

    def counted(memory: Memory, gains: Mapping[Card, float]) -> Weighed:
        searches.append(memory.seat)
        return weighed(memory, gains)

    monkeypatch.setattr(playing, "weighed", counted)
    hands = {1: "R14 R12 R9 Y14 Y10 G14 G9 B13 B6"}
    scene = kentucky(hands, nest="G5 G6 Y5 Y6 B5", declarer=1, bid=80, trump="red", lay="G5 G6 Y5 Y6 B5")
    assert len(advise(brief(scene), Random(1)).ranked) > 1
    assert searches == [1]


@pytest.mark.parametrize(
    "key",
    [
        "kentucky",
        "golden10_1988",
        "cribbage",
        "doubt_1924",
        "club",
        "tuxedo_1924",
        "high14",
        "donkey",
    ],
)
def test_hint_names_only_cards_its_player_sees(key: str) -> None:
    """Of a deal under way: what is said is of the own hand, or lies on the table."""
    game, named = find_game(key).with_options({"deals": 1}), 0
    for told, _ in questions(game, game.about.seats[-1], 5, most=30):
        advice = advise(told, Random(1))
        view = told.view
        trick = view.table.trick
        seen = {str(card) for card in view.hand}
        seen |= {str(card) for _, card in trick.plays} if trick else set()
        seen |= {str(card) for zone in (*view.table.zones, *view.zones) for card in zone.shown}
        compared = " ".join(str(one.action) for one in advice.ranked)
        told_in = f"{reason_text(advice.reason)} {advice.action} {compared}"
        cards = cards_in(told_in.format(*("",) * 9, **FIELDS))
        assert cards <= seen
        named += len(cards)
    assert named


def test_hint_does_not_depend_on_hidden_cards() -> None:
    """The same hand and the same bids, the other cards dealt otherwise: the same hint."""
    hints = set()
    for others in ({2: "G14 Y14 B14"}, {3: "G14 Y14 B14"}, {0: "Rook G14 Y14"}):
        scene = Scene("kentucky").deal({1: HAND.replace("Y14", "Y6"), **others}, "G5 G6 Y5 G8 B5")
        hints.add(repr(advise(brief(scene), Random(1))) + reason_text(advise(brief(scene), Random(1)).reason))
    assert len(hints) == 1


def test_reason_of_a_pass_with_a_fair_hand_gives_the_margin() -> None:
    hand = {1: "R13 R12 R9 G13 G9 B11 B6 B5 Y11"}
    reason = advise(brief(Scene("kentucky").deal(hand)), Random(1)).reason
    assert isinstance(reason, Worth)
    assert reason.margin is not None
    assert reason.margin.bid == 70 <= reason.points < 70 + reason.margin.spread


def test_discard_has_the_same_points_in_reason_and_ranking() -> None:
    hands = {1: "R14 R13 R12 R9 Y14 Y6 G9 B13 B6"}
    scene = Scene("kentucky").deal(hands, "G5 G6 Y5 Rook B5").win_auction(1, 80)
    advice = advise(brief(scene), Random(1))
    assert isinstance(advice.reason, Discarding)
    assert advice.reason.worth.points == advice.ranked[0].points
    assert advice.ranked[0].is_own


def test_figures_against_the_bidder_are_the_bidders_points() -> None:
    hands = {1: "R14 R12 R9 Y14 Y10 G14 G9 B13 B6"}
    for declarer in (1, 2):
        scene = kentucky(
            hands, nest="G5 G6 Y5 Y6 B5", declarer=declarer, bid=80, trump="red", lay="G5 G6 Y5 Y6 B5"
        )
        assert all(one.is_own == (declarer == 1) for one in advise(brief(scene), Random(1)).ranked)
