"""A league's law of leaving: who is away at the end has forfeited it, for their side and in their rating."""

from __future__ import annotations

from functools import partial

import pytest

from bot.models.credits import Abandoned, Credit, Entrants, Entry, How, Verdict, credits_of
from bot.models.endings import Leaving
from bot.models.figures import Figures, played_in
from bot.models.stored_results import MatchResult
from bot.stats.booked import corrected
from bot.stats.rating_model import match_of_pairs, match_of_players, rate
from rules.core.outcome import Ranking
from tests.league.played import ANN, BEN, CLEO, DAN, match_of

WON, DRAWN, LOST = Verdict.WON, Verdict.DRAWN, Verdict.LOST
FOR_THEMSELVES = (0, 1, 2, 3)
forfeit = partial(match_of, leaving=Leaving.FORFEIT)


def credits_to(match: MatchResult, entrants: Entrants) -> dict[Entry, Credit]:
    return {one.entry: one for one in credits_of(1, match, (), entrants)}


def verdicts(match: MatchResult, entrants: Entrants = Entrants.PLAYERS) -> dict[Entry, Verdict | None]:
    return {entry: one.verdict for entry, one in credits_to(match, entrants).items()}


def winners(match: MatchResult) -> set[int | None]:
    return {one.user_id for one in match.players if one.won}


@pytest.mark.parametrize("points", [(145, -140), (-140, 145), (100, 100)])
def test_pair_with_a_leaver_loses_however_the_cards_fell(points: tuple[int, int]) -> None:
    match = forfeit(points, away=[ANN])
    assert verdicts(match, Entrants.PAIRS) == {(ANN, CLEO): LOST, (BEN, DAN): WON}
    assert winners(match) == {BEN, DAN}
    assert {one.how for one in credits_to(match, Entrants.PAIRS).values()} == {How.LEFT}


@pytest.mark.parametrize(
    ("points", "partner"),
    [((145, -140), WON), ((-140, 145), None), ((100, 100), None)],
)
def test_partner_who_stayed_has_no_result_or_the_win_the_side_scored(
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
def test_first_of_those_who_stayed_wins_where_players_play_for_themselves(
    away: list[int], won: set[int]
) -> None:
    match = forfeit((40, 30, 20, 10), sides=FOR_THEMSELVES, away=away)
    assert winners(match) == won
    assert verdicts(match) == {(one,): WON if one in won else LOST for one in (ANN, BEN, CLEO, DAN)}


def test_equals_who_stayed_share_the_win() -> None:
    match = forfeit((40, 30, 30, 10), sides=FOR_THEMSELVES, away=[ANN])
    assert verdicts(match) == {(ANN,): LOST, (BEN,): WON, (CLEO,): WON, (DAN,): LOST}


@pytest.mark.parametrize("away", [[ANN, BEN], [ANN, BEN, CLEO, DAN]])
def test_both_pairs_lose_where_each_has_a_leaver(away: list[int]) -> None:
    match = forfeit((145, -140), away=away)
    assert verdicts(match, Entrants.PAIRS) == {(ANN, CLEO): LOST, (BEN, DAN): LOST}
    assert not winners(match)
    assert match_of_players(1, match, ()) is None, "no side has beaten another"


def test_computers_at_the_table_change_nothing_of_the_law() -> None:
    match = forfeit((145, -140), (ANN, BEN, CLEO, None), away=[ANN], counted=False)
    found = {one.entry: one.verdict for one in credits_of(1, match, (), Entrants.PLAYERS, computers=True)}
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
def test_points_of_a_leaver_are_the_worse_of_those_at_leaving_and_at_the_end(
    ranking: Ranking, left_with: int, points: int
) -> None:
    match = forfeit((145, -140), ranking=ranking, away=[ANN], left_with={ANN: left_with})
    assert credits_to(match, Entrants.PAIRS)[ANN, CLEO].points == points
    players = credits_to(match, Entrants.PLAYERS)
    assert (players[ANN,].points, players[BEN,].points) == (points, -140)
    assert figures_of(match, ANN).points == points
    assert figures_of(match, ANN, CLEO).points == points


def figures_of(match: MatchResult, *entry: int) -> Figures:
    return next(one.figures for one in played_in(match, ()) if one.entry == entry)


@pytest.mark.parametrize("points", [(145, -140), (-140, 145)])
@pytest.mark.parametrize("leaving", [Leaving.FORFEIT, Leaving.LOST, Leaving.ALONE])
def test_left_early_counts_a_leaver_who_would_have_lost_too(
    leaving: Leaving, points: tuple[int, int]
) -> None:
    match = match_of(points, leaving=leaving, away=[ANN], lost=[ANN])
    own = figures_of(match, ANN)
    assert (own.matches, own.lost, own.left_early) == (1, 1, 1)
    assert figures_of(match, BEN).left_early == 0


def test_computer_counts_for_a_leaver_where_the_server_says_so_outside_leagues() -> None:
    own = figures_of(match_of((145, -140), leaving=Leaving.PLAYED, away=[ANN]), ANN)
    assert (own.won, own.left_early) == (1, 0)


def test_margin_of_a_forfeited_match_means_nothing() -> None:
    assert {one.margin for one in played_in(forfeit((145, -140), away=[ANN]), ())} == {None}


def test_pair_with_a_leaver_is_rated_as_beaten_and_the_partner_who_stayed_is_not_rated() -> None:
    players = match_of_players(1, forfeit((145, -140), away=[ANN]), ())
    assert players is not None
    changes = {one.entry: one.after.number - one.before.number for one in rate({}, players)}
    assert changes.keys() == {(ANN,), (BEN,), (DAN,)}
    assert changes[ANN,] < 0 < changes[BEN,] == changes[DAN,]
    pairs = match_of_pairs(players)
    assert pairs is not None
    of_pairs = {one.entry: one.after.number - one.before.number for one in rate({}, pairs)}
    assert of_pairs[ANN, CLEO] < 0 < of_pairs[BEN, DAN]


def test_leaving_costs_as_much_rating_as_losing_does() -> None:
    lost = match_of_players(1, forfeit((-140, 145)), ())
    left = match_of_players(1, forfeit((145, -140), away=[ANN]), ())
    assert lost is not None
    assert left is not None
    assert _after(rate({}, lost), ANN) == _after(rate({}, left), ANN)


def _after(changes: object, player: int) -> object:
    assert isinstance(changes, tuple)
    return next(one.after for one in changes if one.entry == (player,))


def test_those_who_stayed_are_rated_in_their_order_and_leavers_share_the_last_place() -> None:
    match = match_of_players(1, forfeit((40, 30, 20, 10), sides=FOR_THEMSELVES, away=[ANN, CLEO]), ())
    assert match is not None
    assert dict(zip(match.sides, match.places, strict=True)) == {
        ((ANN,),): 3,
        ((BEN,),): 1,
        ((CLEO,),): 3,
        ((DAN,),): 2,
    }


def test_corrected_points_leave_the_forfeit_and_the_leavers_points() -> None:
    match = forfeit((145, -140), away=[ANN], left_with={ANN: 30})
    put_right = corrected(match, {0: 300, 1: 20})
    assert verdicts(put_right, Entrants.PAIRS) == {(ANN, CLEO): LOST, (BEN, DAN): WON}
    assert winners(put_right) == {BEN, DAN}
    assert credits_to(put_right, Entrants.PAIRS)[ANN, CLEO].points == 30
    assert credits_to(put_right, Entrants.PAIRS)[BEN, DAN].points == 20


def test_correction_gives_the_win_to_those_whom_the_computer_helped_where_the_server_says_so() -> None:
    match = match_of((-140, 145), leaving=Leaving.PLAYED, away=[ANN])
    assert winners(corrected(match, {0: 150})) == {ANN, CLEO}


def test_match_of_an_earlier_version_keeps_what_it_gave() -> None:
    before = match_of((145, -140), away=[ANN], lost=[ANN])
    assert verdicts(before, Entrants.PAIRS) == {(ANN, CLEO): LOST, (BEN, DAN): LOST}
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
    abandoned: Abandoned, expected: dict[Entry, Verdict]
) -> None:
    match = forfeit((145, -140), broken_off=True, away=[ANN], lost=[ANN])
    given = credits_of(1, match, (), Entrants.PLAYERS, abandoned)
    assert {one.entry: one.verdict for one in given} == expected


def test_match_broken_off_with_an_excuse_is_lost_for_no_one() -> None:
    match = forfeit((145, -140), broken_off=True, away=[ANN])
    assert not verdicts(match)
