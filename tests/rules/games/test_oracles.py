"""Matches at random, checked by naive second implementations that share no code with the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from rules.core.events import DealScored, MatchWon
from tests.oracle import cribbage, golden10
from tests.oracle.acts import Act
from tests.rules.games.kit import game_of, play, seeds

GOLDEN = ("golden10_1924", "golden10_1988", "flip")
FEW = 30


class Recorded(NamedTuple):
    """A match as the oracle reads it."""

    acts: list[Act]
    scores: list[list[int]]
    winners: tuple[int, ...]


Oracle = Callable[[Recorded], list[str]]
Change = Callable[[Recorded], Recorded]


def record(key: str, seats: int, seed: int, **options: Any) -> Recorded:
    """A match at random."""
    steps = play(game_of(key, **options), seats, seed)
    events = [event for step in steps for event in step.events]
    scores = [[line.scored for line in event.sides] for event in events if isinstance(event, DealScored)]
    (won,) = (event.winners for event in events if isinstance(event, MatchWon))
    return Recorded([(step.seat, str(step.action)) for step in steps], scores, won)


def golden10_oracle(key: str, seats: int, **options: Any) -> Oracle:
    return lambda match: golden10.check_match(key, seats, *match, **options)


def cribbage_oracle(seats: int, **options: Any) -> Oracle:
    return lambda match: cribbage.check_match(seats, *match, **options)


@pytest.mark.laws
@pytest.mark.parametrize("key", GOLDEN)
def test_golden_10_and_flip_follow_the_rule_books(key: str) -> None:
    for seed in seeds(FEW):
        seats = 3 + seed % 5
        assert golden10_oracle(key, seats)(record(key, seats, seed)) == []


@pytest.mark.parametrize(
    "options",
    [
        {"partners_at_four": True, "deals": 4},
        {"partners_at_four": False},
        {"golden_cumulative": True},
        {"golden_cumulative": True, "partners_at_four": True},
        {"extra_deal": True, "deals": 1},
    ],
)
def test_golden_10_follows_agreed_options(options: dict[str, Any]) -> None:
    for seed in range(6):
        match = record("golden10_1924", 4, seed, **options)
        assert golden10_oracle("golden10_1924", 4, **options)(match) == []


@pytest.mark.laws
def test_cribbage_follows_the_rule_book() -> None:
    for seed in seeds(FEW):
        seats = 2 + seed % 7
        assert cribbage_oracle(seats)(record("cribbage", seats, seed)) == []


@pytest.mark.parametrize(
    "options",
    [
        {"target": 100},
        {"deals": 4},
        {"deals": 1, "extra_deal": True},
        {"end_of_deal_win": True},
        {"end_of_deal_win": True, "tie": "shared"},
    ],
)
def test_cribbage_follows_agreed_options(options: dict[str, Any]) -> None:
    for seed in range(8):
        seats = 2 + seed
        match = record("cribbage", min(seats, 8), seed, **options)
        assert cribbage_oracle(min(seats, 8), **options)(match) == []


# --- the printed examples ----------------------------------------------------------------------------


def test_sv_36_red_cards_count_27_and_the_yellow_ten_takes_ten_off() -> None:
    reds = [f"R{number}" for number in range(1, 15)]
    row = golden10.ROWS["golden10_1924"]
    assert golden10.red_points(reds, ten=10, five=5) == 27
    assert golden10.against(["R5", "R1", "R2", "Y10"], row) == 0
    assert golden10.against(["R10", "Y10"], row) == 0
    assert golden10.against(["R10", "R1", "R2", "R3", "Y10"], row) == 3


def test_sv_37_red_cards_of_flip_count_23() -> None:
    assert golden10.red_points([f"R{number}" for number in range(1, 15)], ten=10, five=1) == 23
    assert golden10.against(["R10", "Y10"], golden10.ROWS["flip"]) == 10


def test_gv_5_count_of_the_book_ends_in_a_go() -> None:
    reader = cribbage.Cribbage(dict(cribbage.USUAL), 4)
    hands = [["R8", "R4", "Y13"], ["R3", "Y14"], ["Y4", "G13"], ["R10", "G14"]]
    reader.dealer, reader.drawing, reader.in_deal = 3, [], True
    reader.dealt, reader.hands, reader.points = hands, [list(hand) for hand in hands], [0] * 4
    reader.new_count(3)
    plays = [(0, "play R8"), (1, "play R3"), (2, "play Y4"), (3, "play R10"), (0, "play R4")]
    for at, (seat, act) in enumerate([*plays, (1, "pass"), (2, "pass"), (3, "pass"), (0, "pass")]):
        reader.read(at, seat, act)
    assert reader.points == [1, 0, 2, 2]
    assert (reader.count, reader.asked) == (0, [1])


def test_gv_6_hand_of_the_book_scores_six() -> None:
    assert cribbage.fifteens(["R2", "R5", "R7", "R3", "R10"]) == 6


# --- small changes of a record are noticed ------------------------------------------------------------


def with_act(place: int, seat: int, text: str) -> Change:
    """The match with an act replaced."""
    return lambda match: match._replace(acts=[*match.acts[:place], (seat, text), *match.acts[place + 1 :]])


def exchanged(place: int) -> Change:
    """The match with an act and the one after it exchanged."""

    def change(match: Recorded) -> Recorded:
        first, second = match.acts[place : place + 2]
        return match._replace(acts=[*match.acts[:place], second, first, *match.acts[place + 2 :]])

    return change


def without_act(place: int) -> Change:
    return lambda match: match._replace(acts=match.acts[:place] + match.acts[place + 1 :])


def with_score(match: Recorded) -> Recorded:
    """The match with one point more for a seat in the second deal."""
    changed = [list(points) for points in match.scores]
    changed[1][0] += 1
    return match._replace(scores=changed)


def without_score(match: Recorded) -> Recorded:
    return match._replace(scores=match.scores[:-1])


def with_winner(match: Recorded) -> Recorded:
    return match._replace(winners=tuple({0, 1, 2} - set(match.winners))[:1])


def cards_exchanged(match: Recorded) -> Recorded:
    """The first and the second card of the first deal exchanged: two hands differ in one card."""
    place = next(place for place, (_, text) in enumerate(match.acts) if text.startswith("deal"))
    verb, first, second, *others = match.acts[place][1].split()
    return with_act(place, -1, " ".join((verb, second, first, *others)))(match)


def card_twice(match: Recorded) -> Recorded:
    place = next(place for place, (_, text) in enumerate(match.acts) if text.startswith("deal"))
    verb, first, _, *others = match.acts[place][1].split()
    return with_act(place, -1, " ".join((verb, first, first, *others)))(match)


CHANGES: dict[str, Change] = {
    "another score": with_score,
    "a score left out": without_score,
    "another winner": with_winner,
    "two cards of the deal exchanged": cards_exchanged,
    "a card dealt twice": card_twice,
    "a play left out": without_act(10),
    "the last play left out": without_act(-1),
    "two plays exchanged": exchanged(10),
    "the draw left out": without_act(0),
    "a card nobody holds": with_act(12, 0, "play R1"),
    "a pass of somebody who can play": with_act(3, 1, "pass"),
    "something else": with_act(8, 0, "shout"),
}


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("key", [*GOLDEN, "cribbage"])
def test_small_change_of_a_record_is_noticed(key: str, name: str) -> None:
    match = record(key, 3, seed=4)
    oracle = cribbage_oracle(3) if key == "cribbage" else golden10_oracle(key, 3)
    assert oracle(match) == []
    assert oracle(CHANGES[name](match)) != []


@pytest.mark.parametrize(
    ("key", "other"),
    [("golden10_1924", "flip"), ("flip", "golden10_1988")],
)
def test_oracle_distinguishes_the_games(key: str, other: str) -> None:
    match = record(key, 3, seed=4)
    assert golden10_oracle(other, 3)(match) != []


def test_oracle_distinguishes_partners_and_targets() -> None:
    assert golden10_oracle("golden10_1988", 4)(record("golden10_1924", 4, seed=4)) != []
    assert cribbage_oracle(3, target=40)(record("cribbage", 3, seed=4)) != []
