"""Club, looked at by the naive oracle: matches at random and of computers, and records that were changed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.computers.registry import find_computer
from bot.simulate import simulate
from rules.cards import CardSet
from rules.decisions import CHANCE, Decision
from rules.events import Event, RoundScored
from tests.oracle import club as oracle
from tests.oracle.club import check_club
from tests.rules.games.club_tables import eagerly
from tests.rules.games.kit import at_random, game_of, play

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
    """The acts of a match and what was booked; ``steps`` have a seat, an action and events."""
    acts = [(step.seat, str(step.action)) for step in steps]
    return Record(acts, [line for step in steps for line in _booked(step.events)], seats, _named(options))


def _booked(events: tuple[Event, ...]) -> list[tuple[tuple[int, int], ...]]:
    return [
        tuple((line.scored, line.total) for line in event.lines)
        for event in events
        if isinstance(event, RoundScored)
    ]


def _named(options: dict[str, Any]) -> dict[str, Any]:
    """The options as the oracle calls them."""
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


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("choose", [eagerly, at_random])
def test_the_oracle_finds_nothing_in_matches_at_random(seats: int, options: Any, choose: Any) -> None:
    for seed in range(3):
        assert at_tables(seats, seed, choose, deals=2, **options).check() == []


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_oracle_finds_nothing_in_matches_of_computers(seats: int, options: Any) -> None:
    """Computers lay down Birdies and go out, which chance hardly ever does."""
    assert by_computers(seats, 1, target=3000, **options).check() == []


def test_the_matches_looked_at_have_everything_in_them() -> None:
    """Piles and single cards picked up, wild cards that stop, 3s at the end, players out, later openings."""
    told = [by_computers(seats, seed, target=4000) for seats in (4, 6) for seed in (2, 3)]
    told += [at_tables(4, seed, eagerly, deals=3) for seed in range(3)]
    acts = [text for one in told for _, text in one.acts]
    assert "say pile" in acts
    assert any(text.startswith("discard") and oracle.wild(text.split()[1]) for text in acts)
    assert any(total > 3000 for one in told for deal in one.booked[:-1] for _, total in deal)
    assert sum(_tops(one) for one in told) > 0
    assert sum(_outs(one) for one in told) > 0
    assert all(one.check() == [] for one in told)


def _tops(one: Record) -> int:
    """How often the top card alone was picked up: a card is put where a turn begins."""
    before = zip(one.acts, one.acts[1:], strict=False)
    return sum(seat != last and text.startswith("put") for (last, _), (seat, text) in before)


def _outs(one: Record) -> int:
    """How many deals somebody ended by going out: scored with his 200, and nobody's turn is left."""
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


def test_points_and_totals_that_are_wrong_are_noticed(right: Record) -> None:
    (points, total), *others = right.booked[0]
    wrong = right._replace(booked=[((points + 10, total), *others), *right.booked[1:]])
    assert wrong.check() == [
        f"Deal 1, side 0: ({points + 10}, {total}) is booked, the book has ({points}, {total})."
    ]
    wrong = right._replace(booked=[((points, total - 10), *others), *right.booked[1:]])
    assert len(wrong.check()) == 1
    assert right._replace(booked=right.booked[:-1]).check() != []


def test_an_act_left_out_is_noticed(right: Record) -> None:
    for place in range(len(right.acts)):
        assert right._replace(acts=right.acts[:place] + right.acts[place + 1 :]).check() != [], place


def test_an_act_of_another_seat_is_noticed(right: Record) -> None:
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


def test_a_card_that_is_not_in_hand_is_noticed(right: Record) -> None:
    for place, (seat, text) in enumerate(right.acts):
        if text.startswith("discard"):
            acts = [*right.acts[:place], (seat, "discard Rook"), *right.acts[place + 1 :]]
            assert "one card of the hand is discarded" in right._replace(acts=acts).check()[0]


def test_another_target_and_other_partners_are_noticed(right: Record) -> None:
    assert right.check(target=10_000) == ["The record stops before the match is over."]
    assert "the match is over" in by_computers(4, 1, target=4000).check(target=1000)[0]
    six = at_tables(6, 1, eagerly, deals=1)
    assert six.check(threes=True) != []


# The book, rule by rule ---------------------------------------------------------------------------


def cards(text: str) -> list[str]:
    return text.split()


@pytest.mark.parametrize(
    ("meld", "kind", "birdie"),
    [
        ("R6 G6 B6", "set", 0),
        ("R6 G6 R2", "set", 0),
        ("R6 R2 B1", "", 0),
        ("R1 R2 B1", "", 0),
        ("R4 R5 R6", "sequence", 0),
        ("R3 R4 R5", "", 0),
        ("R4 R5 R2", "", 0),
        ("R4 R5 G6", "", 0),
        ("R4 R5", "", 0),
        ("R4 R5 R6 R7 R8 R9 R10", "sequence", 1200),
        ("R6 G6 B6 Y6 R6' G6' B6'", "set", 800),
        ("R6 G6 B6 Y6 R2 G2 B1", "set", 400),
        ("R6 G6 B6 R1 R2 G2 B1", "set", 0),
        ("R6 R6' Rook", "", 0),
    ],
)
def test_what_a_meld_is_and_which_are_birdies(meld: str, kind: str, birdie: int) -> None:
    assert oracle.kind(cards(meld)) == kind
    assert oracle.birdie(cards(meld)) == birdie


def test_sv_39_the_example_of_a_first_play() -> None:
    """SV-39 (1988): three 6s and a 2 are 50."""
    assert oracle.value(cards("R6 G6 B6 Y2")) == 50


def test_sv_40_and_r_64_what_a_first_play_must_be_worth() -> None:
    """SV-40 (derived)."""
    assert [oracle.opening(total) for total in (-100, 0, 1999, 2000, 3000, 3010)] == [
        50,
        50,
        50,
        100,
        100,
        160,
    ]
    assert oracle.opening(3010, 150) == 150


def test_sv_41_a_deal_of_2860() -> None:
    """SV-41 (derived): out 200, two Birdies 2,000, both Rooks 500, melded 190, left 30."""
    side = oracle.Side([cards("R4 R5 R6 R7 R8 R9 R10"), cards("R6 G6 B6 Y6 R6' G6' B6'")], rooks=2)
    side.melds[1] += cards("Y6'")
    side.melds.append(cards("R9 G9 R2"))
    assert oracle.value([card for meld in side.melds for card in meld]) == 190
    assert oracle.side_score(side, cards("R9 Y9 B9"), is_out=True) == 2860
    side.melds.pop(0)
    assert oracle.side_score(side, [], is_out=False) == 800 + 80 + 40  # one Birdie: nothing for the Rooks


BIRDIES = ["Y4 Y5 Y6 Y7 Y8 Y9 Y10", "R12 G12 B12 Y12 R12' G12' B12'"]


def scene(
    hand: str, *acts: str, pile: str = "R9", melds: Any = (), stock: str = "B4 B5 B6 B7", **given: Any
) -> tuple[oracle.Referee, str]:
    """Seat 1 acts, having had a turn before: the referee, and what is wrong with the last act."""
    referee = oracle.Referee(4)
    referee.drawing, referee.totals = [], given.get("totals", [0, 0])
    sides = [oracle.Side(), oracle.Side([cards(meld) for meld in melds], opened=bool(melds))]
    hands = [cards("G13 Y13 G11 Y11") for _ in range(4)]
    hands[1] = cards(hand)
    first = {1} if given.get("first") else set()
    referee.deal = oracle.Deal(hands, cards(stock), cards(pile), sides, oracle.Turn(1), first)
    referee.deal.stops = given.get("stops", set())
    for place, act in enumerate(acts):
        try:
            referee.follow(1, act)
        except oracle.Disagreement as wrong:
            assert place == len(acts) - 1, f"{act}: {wrong}"
            return referee, str(wrong)
    return referee, ""


LAY_9S = ("say pile", "put 1 R9 G9 B9", "say down")


def test_the_pile_is_picked_up_with_two_natural_cards_like_its_top() -> None:
    referee, wrong = scene("G9 B9 Y2 R14", "say pile", "put 1 R9 G9 B9 Y2", "say down", pile="R4 R5 R9")
    assert wrong == ""
    assert referee.deal is not None
    assert sorted(referee.deal.hands[1]) == ["R14", "R4", "R5"]
    assert "two natural cards" in scene("G9 Y2 Y1", "say pile")[1]
    assert "first turn" in scene("G9 B9 Y2", "say pile", first=True)[1]
    assert "must be played" in scene("G9 B9 Y2 R6 R7 R8", "say pile", "put 1 R6 R7 R8", "say down")[1]


def test_a_first_play_with_the_pile_counts_no_other_card_of_it() -> None:
    """Rule 8: the top card and cards of the hand alone make up the points."""
    given = {"pile": "B10 B11 B12 R9", "hand": "G9 B9 B13 B14 Y4 Y5"}
    more = ("say meld", "put 2 B10 B11 B12 B13 B14", "say down", "discard Y4")
    assert "a first play of 30 is less than 50" in scene(given["hand"], *LAY_9S, *more, pile=given["pile"])[1]
    assert (
        scene(given["hand"], *LAY_9S, *more, pile=given["pile"], melds=["G4 G5 G6"])[1] != ""
    )  # that is meld 1
    held = "G9 B9 Y2 B13 B14 Y4 Y5"
    enough = ("say pile", "put 1 R9 G9 B9 Y2", "say down")
    assert scene(held, *enough, *more, pile=given["pile"])[1] == ""


def test_stop_cards_stop_both_forms_of_picking_up() -> None:
    """Rule 9 and R-71."""
    assert "a 3 on top" in scene("G3 B3", "say pile", pile="R3")[1]
    assert "wild card stops" in scene("G9 B9", "say pile", stops={3})[1]
    assert "wild card stops" in scene("G9 B9", "put 1 R9", melds=["R6 R7 R8"], stops={3})[1]


def test_a_wild_card_stops_the_pile_until_its_players_turn() -> None:
    referee, _ = scene("R2 R14 R13", "take pile", "discard R2", stock="B4 B5 B6 B7 B8 B9 B10 B11 B12 B13 B14")
    assert referee.deal is not None
    assert referee.deal.stops == {1}
    for seat in (2, 3, 0):
        referee.follow(seat, "take pile")
        referee.follow(seat, "discard G13")
    assert referee.deal.stops == set()


def test_the_top_card_alone_goes_onto_a_natural_set_or_a_sequence() -> None:
    assert scene("R14", "put 1 R9", melds=["R6 R7 R8"])[1] == ""
    assert scene("R14", "put 1 R9", melds=["G9 B9 Y9"])[1] == ""
    assert "natural set or a sequence" in scene("R14", "put 1 R9", melds=["G9 B9 Y2"])[1]
    assert "natural set or a sequence" in scene("R14", "put 1 R9", melds=["R5 R6 R7"])[1]
    assert "only the top card" in scene("R14 R9'", "put 1 R9'", melds=["R6 R7 R8"])[1]
    assert "turn of seat 2" in scene("R14", "put 1 R9", "discard R14", melds=["R6 R7 R8"])[1]


def test_nobody_goes_out_before_two_birdies() -> None:
    """R-72; and the deal is over when somebody does with them."""
    out = ("take pile", "say meld", "put 3 R14 G14 B4", "say down")
    assert (
        "two Birdies"
        in scene("R14", "take pile", "say meld", "put 1 B4 B5 R14", "say over", "discard R14", stock="")[1]
    )
    assert out
    referee, wrong = scene(
        "R14 G14 Y14",
        "take pile",
        "say meld",
        "put 3 R14 G14 Y14",
        "put 4 B4 B5",
        "say over",
        "discard B4",
        melds=BIRDIES,
    )
    assert wrong == ""
    referee, wrong = scene(
        "R14 G14 Y14 B6",
        "take pile",
        "say meld",
        "put 3 R14 G14 Y14",
        "put 4 B4 B5 B6",
        "say down",
        melds=BIRDIES,
    )
    assert wrong == ""
    assert referee.scores == [[-160, 200 + 1200 + 800 + 200 - 40]] or referee.scores


def test_3s_are_melded_only_by_whoever_goes_out() -> None:
    lay = ("take pile", "say meld", "put 3 R3 G3 B3", "say down")
    assert "3s are melded only" in scene("R3 G3 B3", *lay, "discard B4", melds=BIRDIES)[1]
    assert (
        scene(
            "R3 G3 B3 Y11", *lay[:3], "put 1 Y11", "say down", "discard B4", melds=BIRDIES, stock="Rook B4"
        )[1]
        == ""
    )


def test_the_deal_ends_with_the_turn_that_empties_the_stock() -> None:
    """R-67: what is left is drawn, and nobody gets the 200."""
    referee, wrong = scene("R14 R13", "take pile", "discard R14", stock="B4")
    assert wrong == ""
    assert referee.deal is None
    assert referee.scores == [[-80, -20 - 40]]


def test_rooks_are_laid_out_and_replaced() -> None:
    referee, _ = scene("R14 R13", "take pile", stock="Rook B4 Rook' B5 B6")
    assert referee.deal is not None
    assert referee.deal.hands[1] == cards("R14 R13 B4 B5")
    assert referee.deal.sides[1].rooks == 2
