"""Tuxedo checked by the naive oracle, which shares no code with the rules."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rules.core.events import DealScored
from tests.oracle.tuxedo import check_match, falls_apart, full_deck
from tests.rules.games.kit import game_of, play, seeds

FEW = 8
"""Matches of each game with each number of players."""
SIZES = {"tuxedo_old": (2, 3, 5, 6, 8), "tuxedo_1924": (2, 3, 4, 5, 6)}
TABLES = [pytest.param(key, seats, id=f"{key}-{seats}") for key in SIZES for seats in SIZES[key]]
Acts = list[tuple[int, str]]
Scores = list[list[int]]


def match(key: str, seats: int, seed: int, **options: Any) -> tuple[Acts, Scores]:
    """A random match: its acts, and the points booked in each deal."""
    steps = play(game_of(key, **options), seats, seed)
    sheet = [line for line in steps[-1].after.match.sheet if isinstance(line, DealScored)]
    scores = [[line.scored for line in deal.sides] for deal in sheet]
    return [(step.seat, str(step.action)) for step in steps], scores


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_oracle_accepts_random_matches(key: str, seats: int) -> None:
    for seed in seeds(FEW):
        acts, scores = match(key, seats, seed, deals=2)
        assert check_match(key, seats, acts, scores, deals=2) == []


@pytest.mark.parametrize("key", SIZES)
def test_oracle_accepts_a_match_to_the_target(key: str) -> None:
    acts, scores = match(key, 3, 1)
    assert check_match(key, 3, acts, scores) == []


@pytest.mark.parametrize(
    ("key", "options", "changes"),
    [
        pytest.param("tuxedo_old", {"multi_capture": True}, {"all_at_once": True}, id="all at once"),
        pytest.param("tuxedo_old", {"forced_capture": True}, {"forced": True}, id="who can must capture"),
        pytest.param("tuxedo_old", {"tie_share": 2}, {"most_cards_tied": 2}, id="a tie for most cards"),
        pytest.param("tuxedo_1924", {"orange": False}, {"orange": False}, id="no Orange"),
        pytest.param("tuxedo_1924", {"building": False}, {"building": False}, id="no building"),
        pytest.param("tuxedo_1924", {"multi_capture": False}, {"all_at_once": False}, id="one at a time"),
    ],
)
def test_oracle_accepts_matches_with_an_option(
    key: str, options: dict[str, Any], changes: dict[str, Any]
) -> None:
    for seed in range(3):
        acts, scores = match(key, 4, seed, deals=2, **options)
        assert check_match(key, 4, acts, scores, deals=2, **changes) == []


def test_matches_checked_contain_every_kind_of_act() -> None:
    """Otherwise the oracle might agree for lack of hard cases."""
    verbs: Counter[str] = Counter()
    for seats in SIZES["tuxedo_1924"]:
        for seed in range(2):
            acts, _ = match("tuxedo_1924", seats, seed, deals=2)
            verbs.update(text.split()[0] for _, text in acts)
    assert (
        min(verbs[verb] for verb in ("play", "capture", "put", "shout", "pass", "close", "deal", "draw")) > 9
    )


@pytest.mark.parametrize("key", SIZES)
def test_every_wrong_point_is_noticed(key: str) -> None:
    acts, scores = match(key, 3, 5, deals=2)
    for deal, points in enumerate(scores):
        for seat in range(3):
            wrong = [list(line) for line in scores]
            wrong[deal][seat] += 5
            (fault,) = check_match(key, 3, acts, wrong, deals=2)
            assert fault == f"deal {deal + 1} scores {points}, not {wrong[deal]}"


@pytest.mark.parametrize("key", SIZES)
def test_missing_or_repeated_act_is_noticed(key: str) -> None:
    """Answers to Orange are excepted: they may change nothing."""
    acts, scores = match(key, 3, 6, deals=1)
    for at, (_, text) in enumerate(acts):
        if text.split()[0] in ("play", "capture", "put", "deal"):
            assert check_match(key, 3, acts[:at] + acts[at + 1 :], scores, deals=1), text
            assert check_match(key, 3, acts[: at + 1] + acts[at:], scores, deals=1), text


@pytest.mark.parametrize("key", SIZES)
def test_capture_by_another_seat_or_of_other_cards_is_noticed(key: str) -> None:
    acts, scores = match(key, 3, 7, deals=1)
    random = Random(7)
    for at, (seat, text) in enumerate(acts):
        verb, *cards = text.split()
        if verb != "capture":
            continue
        others = [one for one in full_deck() if one not in cards]
        changed = [
            ((seat + 1) % 3, text),
            (seat, " ".join([verb, *cards, random.choice(others)])),
            (seat, " ".join([verb, *cards[:-1]])),
            (seat, " ".join([verb, random.choice(others), *cards[1:]])),
        ]
        for act in changed:
            assert check_match(key, 3, [*acts[:at], act, *acts[at + 1 :]], scores, deals=1), act


def first_acts(*table: str, hands: tuple[str, ...] = ("R10", "B9")) -> Acts:
    """The first acts of a match of two in which seat 0 plays first with these cards and table."""
    held = [*(name for name in hands)]
    rest = [one for one in full_deck() if one not in (*held, *table)]
    # One at a time from the left of the dealer, who is seat 1; then four to the table.
    dealt = [held.pop(0) if place % 2 == 0 and held else rest.pop() for place in range(8)]
    dealt += [*table, *(rest.pop() for _ in range(4 - len(table)))]
    return [(-1, "draw R1 R2"), (-1, f"deal {' '.join([*dealt, *rest])}")]


STOPS = ["the match stops before anybody has won"]


@pytest.mark.parametrize(
    ("key", "hands", "table", "play", "fault"),
    [
        pytest.param("tuxedo_old", "R10", "B5 G2 Y3 G14", "capture R10 B5 G2 Y3", "", id="GV-1"),
        pytest.param("tuxedo_1924", "R10", "B5 G2 Y3 G14", "capture R10 B5 G2 Y3", "", id="GV-1 in 1924"),
        pytest.param(
            "tuxedo_old",
            "R10",
            "B5 G2 Y3 G10",
            "capture R10 B5 G2 Y3 G10",
            "only one",
            id="old: not two sums",
        ),
        pytest.param("tuxedo_1924", "R10", "B5 G2 Y3 G10", "capture R10 B5 G2 Y3 G10", "", id="GV-2 all"),
        pytest.param("tuxedo_1924", "R10", "B5 G2 Y3 G10", "capture R10 G10", "was left", id="GV-2 not all"),
        pytest.param("tuxedo_1924", "R10", "B5 G2 Y4 G14", "capture R10 B5 G2", "sums of 10", id="no sum"),
        pytest.param("tuxedo_1924", "R2 R8", "B6 G1 G3 G14", "put 0 R2", "", id="GV-3 a build"),
        pytest.param("tuxedo_1924", "R2 R9", "B6 G1 G3 G14", "put 0 R2", "holds no 8", id="GV-3 without it"),
        pytest.param("tuxedo_1924", "R2 R8", "B6 G1 G3 G14", "put 4 R2", "nothing lies", id="no such place"),
        pytest.param(
            "tuxedo_old", "R2 R8", "B6 G1 G3 G14", "put 0 R2", "nothing is built", id="old: no build"
        ),
        pytest.param("tuxedo_old", "R2 R8", "B6 G1 G3 G14", "play R8", "", id="R-76 a card is laid down"),
        pytest.param("tuxedo_old", "R2 R8", "B6 G1 G3 G14", "play G9", "not in that hand", id="not his card"),
        pytest.param("tuxedo_old", "R2 R8", "B6 G1 G3 G14", "bid 70", "that is no play", id="no play"),
    ],
)
def test_handmade_acts_give_the_expected_fault(
    key: str, hands: str, table: str, play: str, fault: str
) -> None:
    acts = [*first_acts(*table.split(), hands=tuple(hands.split())), (0, play)]
    (found,) = check_match(key, 2, acts, [])
    assert fault in found if fault else [found] == STOPS


def test_build_is_taken_whole_by_its_sum_alone() -> None:
    begun = first_acts("B6", "G1", "G3", "Y8", hands=("R2", "R8", "R6"))
    dealt = begun[1][1].split()[1:]
    built: Acts = [*begun, (0, "put 0 R2"), (1, f"play {dealt[1]}")]
    assert check_match("tuxedo_1924", 2, [*built, (0, "capture R8 B6 R2 Y8")], []) == STOPS
    assert "was left" in check_match("tuxedo_1924", 2, [*built, (0, "capture R8 Y8")], [])[0]
    assert "taken whole" in check_match("tuxedo_1924", 2, [*built, (0, "capture R8 B6 Y8")], [])[0]
    assert "build of 8" in check_match("tuxedo_1924", 2, [*built, (0, "capture R6 B6 R2")], [])[0]


@pytest.mark.parametrize(
    ("numbers", "value", "expected"),
    [([6, 2, 5, 2, 1, 8], 8, True), ([6, 2, 5, 2], 8, False), ([4, 4, 4], 8, False), ([], 8, True)],
)
def test_cards_split_into_sums(numbers: list[int], value: int, expected: bool) -> None:
    assert falls_apart(numbers, value) is expected
