"""The naive oracle of Club on random matches, matches of computers and changed records."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.computers.kinds import find_computer
from bot.tools.simulate import simulate
from rules.core.decisions import CHANCE, Decision
from rules.core.events import DealScored, Event
from tests.oracle import club as oracle
from tests.oracle.club import check_club
from tests.rules.games.club_tables import eagerly
from tests.rules.games.kit import at_random, game_of, play, seeds

Act = tuple[int, str]
TABLES = [(4, {}), (6, {}), (6, {"club_teams": "threes"})]


class Record(NamedTuple):
    """A match as the oracle reads it, and the options it was played with."""

    acts: list[Act]
    booked: list[tuple[tuple[int, int], ...]]
    seats: int
    options: dict[str, Any]

    def check(self, **changed: Any) -> list[str]:
        return check_club(self.acts, self.booked, self.seats, **{**self.options, **changed})


def record(steps: list[Any], seats: int, **options: Any) -> Record:
    """The acts and the booked scores of a match; each of ``steps`` has a seat, an action and events."""
    acts = [(step.seat, str(step.action)) for step in steps]
    return Record(acts, [line for step in steps for line in _booked(step.events)], seats, _named(options))


def _booked(events: tuple[Event, ...]) -> list[tuple[tuple[int, int], ...]]:
    return [
        tuple((line.scored, line.total) for line in event.sides)
        for event in events
        if isinstance(event, DealScored)
    ]


def _named(options: dict[str, Any]) -> dict[str, Any]:
    """The options under the oracle's names."""
    named = {"target": options.get("target", 5000), "deals": options.get("deals")}
    named["threes"] = options.get("club_teams") == "threes"
    named["over_3000"] = options.get("club_over3000_min", 160)
    return named


def at_tables(seats: int, seed: int, choose: Callable[[Decision, Random], Any], **options: Any) -> Record:
    return record(play(game_of("club", **options), seats, seed, choose), seats, **options)


def by_computers(seats: int, seed: int, **options: Any) -> Record:
    players = [find_computer("steady")] * seats
    steps = list(simulate(game_of("club", **options), players, seed=seed))
    return record(steps, seats, **options)


@pytest.mark.laws
@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("choose", [eagerly, at_random])
def test_oracle_accepts_random_matches(seats: int, options: Any, choose: Any) -> None:
    for seed in seeds(3):
        assert at_tables(seats, seed, choose, deals=2, **options).check() == []


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_oracle_accepts_matches_of_computers(seats: int, options: Any) -> None:
    """Computers meld Birdies and go out, which random players hardly ever do."""
    assert by_computers(seats, 1, target=3000, **options).check() == []


def test_matches_checked_contain_every_kind_of_act() -> None:
    """Piles and single cards picked up, wild cards that stop, 3s at the end, players out, later openings."""
    told = [by_computers(4, seed, target=4000) for seed in (2, 3)]
    told += [at_tables(4, seed, eagerly, deals=3) for seed in range(2)]
    acts = [text for one in told for _, text in one.acts]
    assert "say pile" in acts
    assert any(text.startswith("discard") and oracle.wild(text.split()[1]) for text in acts)
    assert any(total > 3000 for one in told for deal in one.booked[:-1] for _, total in deal)
    assert sum(_tops(one) for one in told) > 0
    assert sum(_outs(one) for one in told) > 0
    assert all(one.check() == [] for one in told)


def _tops(one: Record) -> int:
    """The number of times the top card alone was picked up: a turn that begins with a put."""
    before = zip(one.acts, one.acts[1:], strict=False)
    return sum(seat != last and text.startswith("put") for (last, _), (seat, text) in before)


def _outs(one: Record) -> int:
    """The number of deals ended by going out: 200 scored, and no turn left."""
    referee, outs = oracle.Referee(one.seats), 0
    for seat, text in one.acts:
        stock = len(referee.deal.stock) if referee.deal else 0
        referee.follow(seat, text)
        outs += referee.deal is None and stock > 0 and seat != CHANCE
    return outs


# Records that were changed ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def right() -> Record:
    return by_computers(4, 1, target=2000)


def test_wrong_points_and_totals_are_noticed(right: Record) -> None:
    (points, total), *others = right.booked[0]
    wrong = right._replace(booked=[((points + 10, total), *others), *right.booked[1:]])
    assert wrong.check() == [
        f"Deal 1, side 0: ({points + 10}, {total}) is booked, the book has ({points}, {total})."
    ]
    wrong = right._replace(booked=[((points, total - 10), *others), *right.booked[1:]])
    assert len(wrong.check()) == 1
    assert right._replace(booked=right.booked[:-1]).check() != []


def test_missing_act_is_noticed(right: Record) -> None:
    for place in range(len(right.acts)):
        assert right._replace(acts=right.acts[:place] + right.acts[place + 1 :]).check() != [], place


def test_act_of_another_seat_is_noticed(right: Record) -> None:
    for place, (seat, text) in enumerate(right.acts):
        if seat != CHANCE:
            wrong = (*right.acts[:place], ((seat + 1) % 4, text), *right.acts[place + 1 :])
            assert f"it is the turn of seat {seat}" in right._replace(acts=list(wrong)).check()[0]


def test_cards_exchanged_in_the_deal_are_noticed(right: Record) -> None:
    place = next(place for place, (_, text) in enumerate(right.acts) if text.startswith("deal"))
    random, noticed = Random(1), 0
    for _ in range(50):
        words = right.acts[place][1].split()
        one, other = random.sample(range(1, 53), 2)
        words[one], words[other] = words[other], words[one]
        acts = [*right.acts[:place], (CHANCE, " ".join(words)), *right.acts[place + 1 :]]
        noticed += right._replace(acts=acts).check() != []
    assert noticed > 30  # two cards of the same hand change nothing


def test_card_not_in_hand_is_noticed(right: Record) -> None:
    for place, (seat, text) in enumerate(right.acts):
        if text.startswith("discard"):
            acts = [*right.acts[:place], (seat, "discard Rook"), *right.acts[place + 1 :]]
            assert "one card of the hand is discarded" in right._replace(acts=acts).check()[0]


def test_different_target_and_partners_are_noticed(right: Record) -> None:
    assert right.check(target=10_000) == ["The record stops before the match is over."]
    assert "the match is over" in by_computers(4, 1, target=4000).check(target=1000)[0]
    six = at_tables(6, 1, eagerly, deals=1)
    assert six.check(threes=True) != []
