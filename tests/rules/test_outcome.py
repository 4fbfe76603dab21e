"""The outcome of a match: winners, the order of places, and shared places."""

from __future__ import annotations

from random import Random

import pytest

from rules.catalog import GAMES, OTHER_GAMES
from rules.core.outcome import Outcome, Ranking, SideTotal, outcome_of
from tests.rules.games.kit import SHORTER, game_of, play
from tests.rules.scene import Scene

FEWEST_WIN = {"golden10_1924", "golden10_1988", "flip"}
CARDS_DECIDE = {"donkey", "everlasting", "match", "panjandrum_1924", "panjandrum_1988", "tens"}
ALONE = {"clock", "old_solitaire"}
SEVERAL = [(key, 3 if 3 in game.about.seats else 4) for key, game in OTHER_GAMES.items() if key not in ALONE]


def each(*totals: int, games: tuple[int, ...] = ()) -> tuple[SideTotal, ...]:
    """Everyone alone with these totals."""
    won = games or (0,) * len(totals)
    return tuple(
        SideTotal((seat,), total, count) for seat, (total, count) in enumerate(zip(totals, won, strict=True))
    )


def ended(ranking: Ranking, winners: tuple[int, ...], totals: tuple[SideTotal, ...]) -> Outcome:
    """The outcome where everyone plays against everyone."""
    return outcome_of(ranking, winners, totals, [(side,) for side in range(len(totals))])


def places(outcome: Outcome) -> dict[tuple[int, ...], int | None]:
    return {side.seats: side.place for side in outcome.standings}


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_ranking(key: str) -> None:
    ranking = (
        Ranking.FEWEST
        if key in FEWEST_WIN
        else Ranking.CARDS
        if key in CARDS_DECIDE
        else Ranking.SOLVED
        if key in ALONE
        else Ranking.MOST
    )
    assert GAMES[key].about.ranking is ranking
    assert ranking.keeps_points == (ranking in (Ranking.MOST, Ranking.FEWEST))


def test_lone_player_has_solved_the_game_or_not() -> None:
    assert Ranking.MOST.among(1) is Ranking.SOLVED
    assert Ranking.MOST.among(2) is Ranking.MOST
    assert ended(Ranking.SOLVED, (0,), each(-3)).standings[0].place == 1
    assert ended(Ranking.SOLVED, (), each(-3)).standings[0].place is None


def test_most_or_fewest_points_come_first() -> None:
    most = ended(Ranking.MOST, (1,), each(10, 30, 20))
    assert [side.total for side in most.standings] == [30, 20, 10]
    fewest = ended(Ranking.FEWEST, (0,), each(10, 30, 20))
    assert [side.total for side in fewest.standings] == [10, 20, 30]


def test_equal_sides_share_a_place_and_skip_the_next() -> None:
    shared = ended(Ranking.MOST, (0, 2), each(50, 20, 50, 20, 5))
    assert places(shared) == {(0,): 1, (2,): 1, (1,): 3, (3,): 3, (4,): 5}


def test_winners_are_first_with_any_points() -> None:
    """A player who shoots the moon wins from behind, and games won count before the last one's points."""
    assert places(ended(Ranking.MOST, (2,), each(90, 40, -10))) == {(2,): 1, (0,): 2, (1,): 3}
    games = ended(Ranking.MOST, (1,), each(90, 0, 10, games=(0, 2, 1)))
    assert places(games) == {(1,): 1, (2,): 2, (0,): 3}


def test_match_without_winners_has_no_places() -> None:
    assert set(places(ended(Ranking.CARDS, (), each(1, 2, 3))).values()) == {None}


def test_partners_with_own_records_share_a_place_and_a_dummy_has_none() -> None:
    partners = outcome_of(Ranking.MOST, (0, 2), each(70, 20, 70, 20), [(0, 2), (1, 3)])
    assert not partners.is_shared
    assert ended(Ranking.MOST, (0, 2), each(70, 20, 70, 20)).is_shared
    assert places(partners) == {(0,): 1, (2,): 1, (1,): 2, (3,): 2}
    dummy = outcome_of(Ranking.MOST, (1,), each(10, 20, 99), [(0,), (1,)])
    assert places(dummy) == {(1,): 1, (0,): 2, (2,): None}


@pytest.mark.parametrize(("key", "seats"), SEVERAL)
def test_winners_are_first_and_the_rest_in_order_in_every_game(key: str, seats: int) -> None:
    game = game_of(key, **SHORTER.get(key, {}))
    last = play(game, seats, seed=2)[-1].after
    outcome = game.outcome(last)
    firsts = [seat for side in outcome.standings if side.place == 1 for seat in side.seats]
    assert tuple(sorted(firsts)) == outcome.winners
    merits = [outcome.ranking.merit(side.total) for side in outcome.standings]
    assert merits == sorted(merits, reverse=True)
    assert sorted(side.seats for side in outcome.standings) == sorted(last.match.sides)


@pytest.mark.parametrize("seed", range(4))
def test_scored_dummy_is_not_ranked(seed: int) -> None:
    """R-38: a scored dummy cannot win, and is shown last."""
    scene = Scene("regular_for_two", score_dummy=True, deals=1).draw(0).shuffle(Random(seed))
    outcome = scene.win_auction(1, 60).settle().play_out().table.outcome
    assert outcome is not None
    assert outcome.standings[-1].seats == (2,)
    assert [side.place for side in outcome.standings] in ([1, 2, None], [1, 1, None])
