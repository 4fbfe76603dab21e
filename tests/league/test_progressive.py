"""Progressive parties, line by line from the booklet; then laws for any number of guests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.evening.progressive import (
    BONUS,
    Round,
    Score,
    first_round,
    gains,
    next_round,
)
from bot.models.evening_kinds import Sitting

TWELVE = range(1, 13)


def over(played: Round, *scores: tuple[int, int]) -> Round:
    """A round with these scores at its tables."""
    return played._replace(scores=tuple(map(Score, scores)))


def totals(rounds: Iterable[Round]) -> dict[int, int]:
    """Every player's own score."""
    return {guest: sum(one.points + one.bonus for one in own) for guest, own in gains(rounds).items()}


def computers_at(played: Round) -> list[int]:
    """The number of computers at each table."""
    return [sitting.count(None) for sitting in played.tables]


def partners(sitting: Sitting) -> set[frozenset[int | None]]:
    return {frozenset(sitting[::2]), frozenset(sitting[1::2])}


class TestTheBook:
    """The rule book, sentence by sentence."""

    def test_winners_add_fifty_each_and_losers_keep_their_side_score(self) -> None:
        """SV-45: side scores 85 v 35 after four deals."""
        played = over(first_round(range(1, 5), computers_fill=False), (85, 35))
        assert totals([played]) == {1: 135, 3: 135, 2: 35, 4: 35}
        (first,), (second,) = gains([played])[1], gains([played])[2]
        assert (first.points, first.bonus, first.table, first.round) == (85, 50, 1, 1)
        assert (second.points, second.bonus) == (35, 0)

    def test_winners_move_up_and_head_table_losers_move_to_the_lowest(self) -> None:
        played = over(first_round(TWELVE, computers_fill=False), (100, 20), (20, 100), (100, 20))
        head, middle, lowest = next_round([played], computers_fill=False).tables
        assert set(head) == {1, 3, 6, 8}, "winners remain, the next table's winners come"
        assert set(middle) == {5, 7, 9, 11}, "losers stay, the lowest table's winners come"
        assert set(lowest) == {10, 12, 2, 4}, "losers stay, the head table's losers come"

    def test_each_player_who_moves_sits_with_one_who_stayed(self) -> None:
        played = over(first_round(TWELVE, computers_fill=False), (100, 20), (20, 100), (100, 20))
        stayed = {1, 3, 5, 7, 10, 12}
        for sitting in next_round([played], computers_fill=False).tables:
            assert all(len(stayed & pair) == 1 for pair in partners(sitting))

    def test_partners_change_at_a_single_table_where_no_player_moves(self) -> None:
        rounds = [over(first_round(range(1, 5), computers_fill=False), (85, 35))]
        for _ in range(2):
            rounds.append(over(next_round(rounds, computers_fill=False), (85, 35)))
        met = [pair for played in rounds for pair in partners(played.tables[0])]
        assert len(set(met)) == 6, "in three rounds everybody with everybody"

    def test_score_tie_is_cut_for_movers_without_a_winners_bonus(self) -> None:
        drawn = first_round(range(1, 9), computers_fill=False)
        for tie, movers in ((Score((60, 60), 0), {5, 7}), (Score((60, 60), 1), {6, 8})):
            played = drawn._replace(scores=(Score((100, 20)), tie))
            assert movers < set(next_round([played], computers_fill=False).tables[0])
            assert {totals([played])[guest] for guest in (5, 6, 7, 8)} == {60}


class TestNumbersThatDoNotFit:
    """Numbers of guests not divisible by four: computers fill seats, or players rest."""

    def test_computers_spread_out_over_the_tables(self) -> None:
        assert computers_at(first_round(range(1, 10), computers_fill=True)) == [1, 1, 1]
        assert computers_at(first_round(range(1, 11), computers_fill=True)) == [0, 1, 1]
        assert computers_at(first_round([7], computers_fill=True)) == [3]

    def test_resting_player_has_the_average_of_the_others(self) -> None:
        played = over(first_round(range(1, 6), computers_fill=False), (85, 36))
        assert played.rests == (5,)
        (gain,) = gains([played])[5]
        assert (gain.points, gain.bonus, gain.table) == (2 * (85 + 50 + 36) // 4, 0, None)

    def test_all_players_rest_equally_often(self) -> None:
        rounds = [over(first_round(range(1, 8), computers_fill=False), (85, 35))]
        for _ in range(13):
            rounds.append(over(next_round(rounds, computers_fill=False), (85, 35)))
        assert Counter(chain(*(played.rests for played in rounds))) == dict.fromkeys(range(1, 8), 6)
        for before, after in zip(rounds[::2], rounds[1::2], strict=True):
            assert set(before.rests).isdisjoint(after.rests)

    def test_latecomer_takes_a_computers_seat_and_a_leaver_gives_one_up(self) -> None:
        rounds = [over(first_round(range(1, 8), computers_fill=True), (85, 35), (35, 85))]
        joined = next_round(rounds, computers_fill=True, coming=[20])
        assert None not in chain(*joined.tables)
        left = next_round([*rounds, over(joined, (85, 35), (35, 85))], computers_fill=True, leaving=[1])
        assert list(chain(*left.tables)).count(None) == 1

    def test_latecomer_begins_at_the_lowest_table(self) -> None:
        rounds = [over(first_round(range(1, 7), computers_fill=True), (85, 35), (35, 85))]
        head, lowest = next_round(rounds, computers_fill=True, coming=[20]).tables
        assert (None in head, 20 in lowest) == (True, True)

    def test_latecomer_has_missed_rounds_and_does_not_rest_at_once(self) -> None:
        rounds = [over(first_round(range(1, 6), computers_fill=False), (85, 35))]
        for _ in range(5):
            rounds.append(over(next_round(rounds, computers_fill=False), (85, 35)))
        assert next_round(rounds, computers_fill=False, coming=[20]).seats(20)

    def test_extra_latecomer_rests_and_does_not_play(self) -> None:
        rounds = [over(first_round(range(1, 8), computers_fill=False), (85, 35))]
        following = next_round(rounds, computers_fill=False, leaving=[1, 2], coming=[20, 21])
        assert set(following.rests) == {3, 4, 21}, "whoever has rested plays"
        assert set(following.tables[0]) == {5, 6, 7, 20}
        assert following.people == {3, 4, 5, 6, 7, 20, 21}

    def test_duplicate_guests_and_too_few_are_refused(self) -> None:
        with pytest.raises(ValueError, match="sits twice"):
            first_round([1, 2, 3, 1], computers_fill=False)
        with pytest.raises(ValueError, match="3 are not enough"):
            first_round([1, 2, 3], computers_fill=False)
        rounds = [over(first_round(range(1, 6), computers_fill=False), (85, 35))]
        for guest in (1, 5):
            with pytest.raises(ValueError, match="sits twice"):
                next_round(rounds, computers_fill=False, coming=[guest])

    def test_round_without_scores_is_not_over(self) -> None:
        with pytest.raises(ValueError, match="shorter"):
            next_round([first_round(range(1, 5), computers_fill=False)], computers_fill=False)


SIZES = (8, 12, 16, 24, 9, 10, 11, 14)
ROUNDS = 8
scores = st.builds(
    Score,
    st.tuples(st.integers(-60, 120).map(lambda p: 5 * p), st.integers(-60, 120).map(lambda p: 5 * p)),
    st.sampled_from((0, 1)),
)


@st.composite
def parties(draw: st.DrawFn) -> tuple[bool, list[Round], list[int]]:
    """A party of eight rounds with two leavers and a latecomer; and the guests present in each round."""
    computers_fill, size = draw(st.booleans()), draw(st.sampled_from(SIZES))
    leave = draw(st.lists(st.integers(1, ROUNDS - 1), min_size=2, max_size=2))
    come = draw(st.integers(1, ROUNDS - 1))
    there = draw(st.permutations(range(1, size + 1)))
    played, rounds, present = first_round(there, computers_fill=computers_fill), list[Round](), list[int]()
    for number in range(1, ROUNDS + 1):
        present.append(len(there))
        rounds.append(played._replace(scores=tuple(draw(scores) for _ in played.tables)))
        leaving = there[: leave.count(number)]
        coming = [99] if come == number else []
        there = [*there[len(leaving) :], *coming]
        if number < ROUNDS:
            played = next_round(rounds, computers_fill=computers_fill, leaving=leaving, coming=coming)
            assert played.people == set(there)
    return computers_fill, rounds, present


@given(parties())
def test_every_table_is_full_and_no_player_sits_twice_each_round(
    party: tuple[bool, list[Round], list[int]],
) -> None:
    computers_fill, rounds, present = party
    for played, people in zip(rounds, present, strict=True):
        seated = [guest for guest in chain(*played.tables) if guest is not None]
        everyone = [*seated, *played.rests]
        assert len(everyone) == len(set(everyone)) == people
        assert all(len(sitting) == 4 for sitting in played.tables)
        computers = 4 * len(played.tables) - len(seated)
        if computers_fill:
            assert (computers, played.rests) == (-people % 4, ())
        else:
            assert (computers, len(played.rests)) == (0, people % 4)


@given(parties())
def test_each_player_has_a_new_partner_each_round(
    party: tuple[bool, list[Round], list[int]],
) -> None:
    _, rounds, _ = party
    for before, after in pairwise(rounds):
        assert people_pairs(before).isdisjoint(people_pairs(after))


def people_pairs(played: Round) -> set[frozenset[int | None]]:
    return {pair for sitting in played.tables for pair in partners(sitting) if None not in pair}


@given(parties())
def test_totals_of_all_players_add_up(party: tuple[bool, list[Round], list[int]]) -> None:
    """Individual records are side records, once for each person on the side, the 50s, and the rests."""
    _, rounds, _ = party
    expected = 0
    for played in rounds:
        earned = sum(map(earned_at, played.tables, played.scores))
        people = sum(guest is not None for guest in chain(*played.tables))
        expected += earned + len(played.rests) * (earned // people)
    assert sum(totals(rounds).values()) == expected


def earned_at(sitting: Sitting, score: Score) -> int:
    first, second = score.points
    people = [sum(guest is not None for guest in sitting[side::2]) for side in (0, 1)]
    bonus = 0 if first == second else BONUS * people[0 if first > second else 1]
    return first * people[0] + second * people[1] + bonus


@given(parties())
def test_rests_are_shared_by_players_present_all_the_time(
    party: tuple[bool, list[Round], list[int]],
) -> None:
    _, rounds, _ = party
    rested = Counter(chain(*(played.rests for played in rounds)))
    always = frozenset.intersection(*(played.people for played in rounds))
    counts = [rested[guest] for guest in always]
    assert max(counts) - min(counts) <= 1


def moved(tables: Sequence[Sitting], scores: Sequence[Score]) -> list[set[int | None]]:
    """Where each player moves, by the words of the rule book alone."""
    found: list[set[int | None]] = [set() for _ in tables]
    for number, (sitting, score) in enumerate(zip(tables, scores, strict=True)):
        for seat, guest in enumerate(sitting):
            has_won = seat % 2 == score.winner
            is_head = number == 0
            if has_won:
                found[0 if is_head else number - 1].add(guest)
            else:
                found[len(tables) - 1 if is_head else number].add(guest)
    return found


@given(st.integers(1, 8), st.data())
def test_full_tables_move_as_the_rule_book_says(number: int, data: st.DataObject) -> None:
    rounds = [first_round(range(4 * number), computers_fill=False)]
    for _ in range(4):
        given_ = tuple(data.draw(scores) for _ in range(number))
        rounds[-1] = rounds[-1]._replace(scores=given_)
        following = next_round(rounds, computers_fill=False)
        assert [set(sitting) for sitting in following.tables] == moved(rounds[-1].tables, given_)
        rounds.append(following)
