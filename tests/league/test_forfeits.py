"""A league's law of leaving: a player away at the end forfeits, for their side and in their rating."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from bot.models.credits import Abandoned, Competing, Credit, Entrant, How, Verdict, credits_of
from bot.models.endings import Leaving
from bot.models.stored_figures import Figures, played_in
from bot.models.stored_results import MatchResult
from bot.stats.contribution import corrected
from bot.stats.rating_model import match_of_pairs, match_of_players, rate
from rules.core.outcome import Ranking
from tests.league.played import ANN, BEN, CLEO, DAN, match_of

WON, DRAWN, LOST = Verdict.WON, Verdict.DRAWN, Verdict.LOST
FOR_THEMSELVES = (0, 1, 2, 3)
forfeit = partial(match_of, leaving=Leaving.FORFEIT)


def credits_to(match: MatchResult, competing: Competing) -> dict[Entrant, Credit]:
    return {one.entrant: one for one in credits_of(1, match, (), competing)}


def verdicts(match: MatchResult, competing: Competing = Competing.PLAYERS) -> dict[Entrant, Verdict | None]:
    return {entrant: one.verdict for entrant, one in credits_to(match, competing).items()}


def winners(match: MatchResult) -> set[int | None]:
    return {one.user_id for one in match.players if one.won}


@pytest.mark.parametrize("points", [(145, -140), (-140, 145), (100, 100)])
def test_pair_with_a_leaver_loses_regardless_of_the_score(points: tuple[int, int]) -> None:
    match = forfeit(points, away=[ANN])
    assert verdicts(match, Competing.PAIRS) == {(ANN, CLEO): LOST, (BEN, DAN): WON}
    assert winners(match) == {BEN, DAN}
    assert {one.how for one in credits_to(match, Competing.PAIRS).values()} == {How.LEFT}


@pytest.mark.parametrize(
    ("points", "partner"),
    [((145, -140), WON), ((-140, 145), None), ((100, 100), None)],
)
def test_partner_who_stayed_has_no_result_or_the_win_scored(
    points: tuple[int, int], partner: Verdict | None
) -> None:
    found = verdicts(forfeit(points, away=[ANN]))
    assert found.get((CLEO,)) == partner
    assert (found[ANN,], found[BEN,], found[DAN,]) == (LOST, WON, WON)


def test_partners_who_each_keep_a_score_forfeit_together() -> None:
    match = forfeit(
        (50, 20, 40, 10), sides=FOR_THEMSELVES, places=(1, 3, 1, 3), teams=(0, 1, 0, 1), away=[ANN]
    )
    assert verdicts(match) == {(ANN,): LOST, (BEN,): WON, (CLEO,): WON, (DAN,): WON}
    assert winners(match) == {BEN, DAN}
    lost = forfeit(
        (20, 50, 10, 40), sides=FOR_THEMSELVES, places=(3, 1, 3, 1), teams=(0, 1, 0, 1), away=[ANN]
    )
    assert verdicts(lost) == {(ANN,): LOST, (BEN,): WON, (DAN,): WON}


@pytest.mark.parametrize(
    ("away", "won"),
    [([ANN], {BEN}), ([ANN, BEN], {CLEO}), ([DAN], {ANN}), ([ANN, BEN, CLEO], {DAN})],
)
def test_first_player_who_stayed_wins_in_games_without_sides(away: list[int], won: set[int]) -> None:
    match = forfeit((40, 30, 20, 10), sides=FOR_THEMSELVES, away=away)
    assert winners(match) == won
    assert verdicts(match) == {(one,): WON if one in won else LOST for one in (ANN, BEN, CLEO, DAN)}


def test_equal_players_who_stayed_share_the_win() -> None:
    match = forfeit((40, 30, 30, 10), sides=FOR_THEMSELVES, away=[ANN])
    assert verdicts(match) == {(ANN,): LOST, (BEN,): WON, (CLEO,): WON, (DAN,): LOST}


@pytest.mark.parametrize("away", [[ANN, BEN], [ANN, BEN, CLEO, DAN]])
def test_both_pairs_lose_if_each_has_a_leaver(away: list[int]) -> None:
    match = forfeit((145, -140), away=away)
    assert verdicts(match, Competing.PAIRS) == {(ANN, CLEO): LOST, (BEN, DAN): LOST}
    assert not winners(match)
    assert match_of_players(1, match, ()) is None, "no side has beaten another"


def test_computers_at_the_table_do_not_change_the_forfeit_law() -> None:
    match = forfeit((145, -140), (ANN, BEN, CLEO, None), away=[ANN], counted=False)
    found = {one.entrant: one.verdict for one in credits_of(1, match, (), Competing.PLAYERS, computers=True)}
    assert found == {(ANN,): LOST, (BEN,): WON, (CLEO,): WON}
    assert match_of_players(1, match, ()) is None


@pytest.mark.parametrize(
    ("ranking", "left_with", "points"),
    [
        (Ranking.MOST, 30, 30),
        (Ranking.MOST, 200, 145),
        (Ranking.FEWEST, 30, 145),
        (Ranking.FEWEST, 200, 200),
    ],
)
def test_leaver_gets_the_lower_points_of_leaving_and_end(
    ranking: Ranking, left_with: int, points: int
) -> None:
    match = forfeit((145, -140), ranking=ranking, away=[ANN], left_with={ANN: left_with})
    assert credits_to(match, Competing.PAIRS)[ANN, CLEO].points == points
    players = credits_to(match, Competing.PLAYERS)
    assert (players[ANN,].points, players[BEN,].points) == (points, -140)
    assert figures_of(match, ANN).points == points
    assert figures_of(match, ANN, CLEO).points == points


def figures_of(match: MatchResult, *entrant: int) -> Figures:
    return next(one.figures for one in played_in(match, ()) if one.entrant == entrant)


@pytest.mark.parametrize("points", [(145, -140), (-140, 145)])
@pytest.mark.parametrize("leaving", [Leaving.FORFEIT, Leaving.LOST, Leaving.ALONE])
def test_left_early_counts_leavers_who_would_have_lost_too(leaving: Leaving, points: tuple[int, int]) -> None:
    match = match_of(points, leaving=leaving, away=[ANN], lost=[ANN])
    own = figures_of(match, ANN)
    assert (own.matches, own.lost, own.left_early) == (1, 1, 1)
    assert figures_of(match, BEN).left_early == 0


def test_computer_counts_for_a_leaver_where_the_server_allows_outside_leagues() -> None:
    own = figures_of(match_of((145, -140), leaving=Leaving.PLAYED, away=[ANN]), ANN)
    assert (own.won, own.left_early) == (1, 0)


def test_match_lost_by_leaving_has_no_margin_for_the_leaver() -> None:
    """Bug: a player who left a side that won by 210 had lost with a best result of +210."""
    match = match_of((90, -120), leaving=Leaving.LOST, away=[ANN], lost=[ANN])
    margins = {one.entrant: one.margin for one in played_in(match, ())}
    assert margins == {
        (ANN,): None,
        (BEN,): -210,
        (CLEO,): 210,
        (DAN,): -210,
        (ANN, CLEO): None,
        (BEN, DAN): -210,
    }


def test_forfeited_match_has_no_margin() -> None:
    assert {one.margin for one in played_in(forfeit((145, -140), away=[ANN]), ())} == {None}


def test_pair_with_a_leaver_is_rated_beaten_but_not_the_partner() -> None:
    players = match_of_players(1, forfeit((145, -140), away=[ANN]), ())
    assert players is not None
    changes = {one.entrant: one.after.number - one.before.number for one in rate({}, players)}
    assert changes.keys() == {(ANN,), (BEN,), (DAN,)}
    assert changes[ANN,] < 0 < changes[BEN,] == changes[DAN,]
    pairs = match_of_pairs(players)
    assert pairs is not None
    of_pairs = {one.entrant: one.after.number - one.before.number for one in rate({}, pairs)}
    assert of_pairs[ANN, CLEO] < 0 < of_pairs[BEN, DAN]


def test_leaving_costs_as_much_rating_as_losing_does() -> None:
    lost = match_of_players(1, forfeit((-140, 145)), ())
    left = match_of_players(1, forfeit((145, -140), away=[ANN]), ())
    assert lost is not None
    assert left is not None
    assert _after(rate({}, lost), ANN) == _after(rate({}, left), ANN)


def _after(changes: object, player: int) -> object:
    assert isinstance(changes, tuple)
    return next(one.after for one in changes if one.entrant == (player,))


lost_alone = partial(match_of, leaving=Leaving.ALONE, away=[ANN], lost=[ANN], uncounted=[BEN, CLEO, DAN])
"""A match on a server where leaving is a loss for the leaver, and the others' match does not count."""


@pytest.mark.parametrize("points", [(145, -140), (-140, 145), (100, 100)])
def test_leaver_alone_loses_rating_where_the_match_counts_for_no_other(
    points: tuple[int, int],
) -> None:
    """Bug: leaving a match that was being lost cost no rating there, as no player was rated."""
    match = match_of_players(1, lost_alone(points, left_with={ANN: 0}), ())
    lost = match_of_players(1, match_of((-140, 145)), ())
    assert match is not None
    assert lost is not None
    changes = rate({}, match)
    assert [one.entrant for one in changes] == [(ANN,)]
    assert _after(changes, ANN) == _after(rate({}, lost), ANN)
    pairs = match_of_pairs(match)
    assert pairs is not None
    assert [one.entrant for one in rate({}, pairs)] == [(ANN, CLEO)]


def test_leaver_alone_comes_last_in_games_without_sides() -> None:
    match = match_of_players(1, lost_alone((40, 30, 20, 10), sides=FOR_THEMSELVES, left_with={ANN: 40}), ())
    assert match is not None
    assert match.places == (4, 1, 2, 3)
    assert [one.entrant for one in rate({}, match)] == [(ANN,)]


def test_older_match_lost_by_a_leaver_alone_stays_unrated() -> None:
    assert match_of_players(1, lost_alone((145, -140)), ()) is None


def test_points_at_leaving_lower_no_figure_without_a_forfeit() -> None:
    assert figures_of(lost_alone((145, -140), left_with={ANN: 0}), ANN).points == 145


def test_players_who_stayed_are_rated_in_order_and_leavers_share_last() -> None:
    match = match_of_players(1, forfeit((40, 30, 20, 10), sides=FOR_THEMSELVES, away=[ANN, CLEO]), ())
    assert match is not None
    assert dict(zip(match.sides, match.places, strict=True)) == {
        ((ANN,),): 3,
        ((BEN,),): 1,
        ((CLEO,),): 3,
        ((DAN,),): 2,
    }


@pytest.mark.parametrize(("points", "won"), [((300, 20), (ANN, CLEO)), ((20, 300), (BEN, DAN))])
def test_correction_sets_the_result_of_a_forfeited_match(
    points: tuple[int, int], won: tuple[int, int]
) -> None:
    """Bug: the forfeit stood, and the leaver had the points at leaving, despite the organizer's ruling."""
    match = forfeit((145, -140), away=[ANN], left_with={ANN: 30})
    ruled = corrected(match, dict(enumerate(points)))
    assert not ruled.is_forfeited
    assert {who for who, verdict in verdicts(ruled, Competing.PAIRS).items() if verdict is WON} == {won}
    assert set(verdicts(ruled, Competing.PAIRS).values()) == {WON, LOST}
    assert winners(ruled) == set(won)
    assert {who: one.points for who, one in credits_to(ruled, Competing.PAIRS).items()} == {
        (ANN, CLEO): points[0],
        (BEN, DAN): points[1],
    }
    assert set(verdicts(ruled, Competing.PLAYERS).values()) == {WON, LOST}
    rated = match_of_players(1, ruled, ())
    assert rated is not None
    assert not rated.exempt
    assert figures_of(ruled, ANN).left_early == 0


def test_correction_of_a_broken_off_match_leaves_the_leavers_loss() -> None:
    match = replace(forfeit((145, -140), away=[ANN], left_with={ANN: 30}), broken_off=True)
    ruled = corrected(match, {0: 300, 1: 20})
    assert verdicts(ruled, Competing.PAIRS) == verdicts(match, Competing.PAIRS)
    assert verdicts(ruled, Competing.PAIRS)[ANN, CLEO] is LOST


def test_correction_gives_the_win_to_computer_helped_players_where_allowed() -> None:
    match = match_of((-140, 145), leaving=Leaving.PLAYED, away=[ANN])
    assert winners(corrected(match, {0: 150})) == {ANN, CLEO}


def test_match_of_an_earlier_version_keeps_its_credits() -> None:
    before = match_of((145, -140), away=[ANN], lost=[ANN])
    assert verdicts(before, Competing.PAIRS) == {(ANN, CLEO): LOST, (BEN, DAN): LOST}
    assert figures_of(match_of((-140, 145), away=[ANN]), ANN).left_early == 0


@pytest.mark.parametrize(
    ("abandoned", "expected"),
    [
        (Abandoned.VOID, {}),
        (Abandoned.LEAVERS_LOSE, {(ANN,): LOST, (BEN,): WON, (DAN,): WON}),
        (Abandoned.AS_IT_STOOD, {(ANN,): LOST, (BEN,): WON, (CLEO,): WON, (DAN,): WON}),
    ],
)
def test_match_broken_off_without_excuse_is_forfeited_as_its_league_says(
    abandoned: Abandoned, expected: dict[Entrant, Verdict]
) -> None:
    match = forfeit((145, -140), broken_off=True, away=[ANN], lost=[ANN])
    given = credits_of(1, match, (), Competing.PLAYERS, abandoned)
    assert {one.entrant: one.verdict for one in given} == expected


def test_match_broken_off_with_an_excuse_is_lost_for_no_one() -> None:
    match = forfeit((145, -140), broken_off=True, away=[ANN])
    assert not verdicts(match)
