"""The captures of one card of Tuxedo, compared with a search of every subset of the table."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from rules.core.cards import CARDS, Card, parse_cards
from rules.games.tuxedo.captures import MOST_CHOICES, MOST_TAKEN, Stack, captures, makes_orange
from tests.rules.games.tuxedo_tables import table


def taken(number: int, text: str, *, every: bool, by_color: bool = False) -> list[list[str]]:
    return [
        sorted(map(str, cards)) for cards in captures(number, table(text), every=every, by_color=by_color)
    ]


@pytest.mark.parametrize("every", [False, True])
def test_gv_1_ten_takes_five_two_and_three(every: bool) -> None:
    assert taken(10, "R5 Y2 G3", every=every) == [["G3", "R5", "Y2"]]


def test_gv_2_eight_takes_every_combination_at_once() -> None:
    assert taken(8, "R6 R2 Y5 Y2 R1 Y8", every=True) == [["R1", "R2", "R6", "Y2", "Y5", "Y8"]]


def test_single_capture_takes_one_card_or_one_sum() -> None:
    choices = taken(8, "R6 R2 Y5 Y2 R1 Y8", every=False)
    assert choices == [["R1", "R2", "Y5"], ["R2", "R6"], ["Y8"]]


def test_capture_without_a_sum_is_empty() -> None:
    assert taken(9, "R6 R2 Y5 G14", every=True) == []
    assert taken(9, "R6 R2 Y5 G14", every=False) == []
    assert taken(9, "", every=True) == []


def test_combinations_that_share_a_card_are_a_choice() -> None:
    assert taken(7, "R6 R5 R1 R2", every=True) == [["R1", "R2", "R5", "R6"]]
    assert taken(7, "R6 R4 R1 R2", every=True) == [["R1", "R2", "R4"], ["R1", "R6"]]


def test_choice_contained_in_a_larger_capture_is_dropped() -> None:
    # 5+2+1 and then nothing would also leave no combination; but 5+3, 6+2 and 7+1 take these and more.
    assert taken(8, "R5 R2 R1 R3 R6 R7", every=True) == [["R1", "R2", "R3", "R5", "R6", "R7"]]


def test_only_its_whole_sum_takes_a_build() -> None:
    assert taken(8, "G6+R2 Y3", every=False) == [["G6", "R2"]]
    assert taken(8, "G6+R2 Y3 Y5", every=True) == [["G6", "R2", "Y3", "Y5"]]
    assert taken(2, "G6+R2", every=True) == []
    assert taken(11, "G6+R2 Y3", every=True) == []


def test_colors_make_a_choice_only_where_orange_can_be_called() -> None:
    assert taken(8, "G6 B2 G2", every=True, by_color=True) == [["B2", "G6"]]
    assert taken(8, "R6 Y2 G2 B2", every=True, by_color=True) == [["R6", "Y2"], ["G2", "R6"]]
    assert taken(8, "R6 Y2 G2 B2", every=True) == [["R6", "Y2"]]


def test_orange_is_a_red_and_a_yellow_card() -> None:
    assert makes_orange(parse_cards("R5 G2 Y3"))
    assert not makes_orange(parse_cards("R5 R3 G2 B4"))
    assert not makes_orange(parse_cards("Y5"))


def test_crowded_table_still_lets_a_ten_take_two_fives() -> None:
    choices = taken(10, "R5 Y5 R1 G1 R2 G2 R3 R4 R6 R7", every=False)
    assert ["R5", "Y5"] in choices
    assert sum(len(some) > 2 for some in choices) > 8


def test_very_many_choices_are_cut_to_the_largest_captures() -> None:
    crowd = tuple(Stack((card,)) for card in CARDS[:56])
    choices = captures(14, crowd, every=True, by_color=True)
    assert len(choices) == MOST_CHOICES
    assert all(len(cards) <= MOST_TAKEN for cards in choices)
    sizes = [len(cards) for cards in captures(14, crowd, every=False, by_color=False)]
    assert sizes == sorted(sizes, reverse=True)


# --- against a naive search ---------------------------------------------------------------------------


def numbers_of(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(sorted(card.rank for card in cards))


def combinations_of(number: int, cards: frozenset[Card]) -> list[frozenset[Card]]:
    return [
        frozenset(some)
        for size in range(1, len(cards) + 1)
        for some in combinations(sorted(cards), size)
        if sum(card.rank for card in some) == number
    ]


def packings(number: int, cards: frozenset[Card]) -> Iterator[frozenset[Card]]:
    """All captures made by taking combinations in turn until none is left."""
    possible = combinations_of(number, cards)
    if not possible:
        yield frozenset()
    for some in possible:
        for more in packings(number, cards - some):
            yield some | more


@pytest.mark.parametrize("seed", range(20))
def test_choices_equal_those_of_a_naive_search(seed: int) -> None:
    random = Random(seed)
    cards = frozenset(random.sample(CARDS[:56], 7))
    number = random.randint(4, 14)
    lying = tuple(Stack((card,)) for card in cards)
    one = {numbers_of(some) for some in captures(number, lying, every=False, by_color=False)}
    assert one == {numbers_of(tuple(some)) for some in combinations_of(number, cards)}
    packed = set(packings(number, cards)) - {frozenset()}
    most = [some for some in packed if not any(_fewer(some, other) for other in packed)]
    every = {numbers_of(some) for some in captures(number, lying, every=True, by_color=False)}
    assert every == {numbers_of(tuple(some)) for some in most}


def _fewer(some: frozenset[Card], other: frozenset[Card]) -> bool:
    """True if the capture `other` has all numbers of `some` and more."""
    numbers, others = [card.rank for card in some], [card.rank for card in other]
    return len(some) < len(other) and all(numbers.count(one) <= others.count(one) for one in numbers)
