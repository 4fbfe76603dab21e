"""League credits of a match: their holders, wins or losses, and points."""

from __future__ import annotations

from random import Random

import pytest

from bot.models.credits import (
    Abandoned,
    Competing,
    Credit,
    Entrant,
    How,
    Verdict,
    credits_of,
    forfeited,
    seated,
)
from bot.models.stored_results import MatchResult
from bot.models.stored_tables import SeatRecord, Status, TableRecord
from bot.stats.contribution import corrected
from bot.table.match.results import results_of
from rules.catalog import GAMES, game_with
from rules.core.decisions import CHANCE, CLOCK
from rules.core.outcome import Ranking
from rules.core.protocol import OptionValue
from tests.league.played import ANN, BEN, CLEO, DAN, EVE, FAY, deal, match_of

WON, DRAWN, LOST = Verdict.WON, Verdict.DRAWN, Verdict.LOST
Given = dict[Entrant, Verdict | None]
EVERY_GAME = [
    pytest.param(key, seats, id=f"{key}-{seats}") for key, game in GAMES.items() for seats in game.about.seats
]


def given(credits_: tuple[Credit, ...]) -> Given:
    return {credit.entrant: credit.verdict for credit in credits_}


def to_players(match: MatchResult, abandoned: Abandoned = Abandoned.LEAVERS_LOSE) -> Given:
    return given(credits_of(1, match, (), Competing.PLAYERS, abandoned))


def to_pairs(match: MatchResult, abandoned: Abandoned = Abandoned.LEAVERS_LOSE) -> Given:
    return given(credits_of(1, match, (), Competing.PAIRS, abandoned))


def test_each_player_is_credited_with_the_result_of_the_side() -> None:
    first, *_, last = credits_of(7, match_of([310, 180]), (), Competing.PLAYERS)
    assert first == Credit(7, (ANN,), ((BEN,), (DAN,)), WON, How.PLAYED, 310)
    assert last == Credit(7, (DAN,), ((ANN,), (CLEO,)), LOST, How.PLAYED, 180)


def test_each_pair_is_credited_with_its_result() -> None:
    assert credits_of(7, match_of([310, 180]), (), Competing.PAIRS) == (
        Credit(7, (ANN, CLEO), ((BEN, DAN),), WON, How.PLAYED, 310),
        Credit(7, (BEN, DAN), ((ANN, CLEO),), LOST, How.PLAYED, 180),
    )


def test_match_without_a_winner_is_drawn_and_a_shared_win_won() -> None:
    assert to_pairs(match_of([300, 300])) == {(ANN, CLEO): DRAWN, (BEN, DAN): DRAWN}
    three = match_of([50, 50, 20], (ANN, BEN, CLEO), sides=(0, 1, 2))
    assert to_players(three) == {(ANN,): WON, (BEN,): WON, (CLEO,): LOST}


def test_fewest_points_win_where_the_game_says_so() -> None:
    match = match_of([12, 30], (ANN, BEN), sides=(0, 1), ranking=Ranking.FEWEST)
    assert [
        (one.entrant, one.verdict, one.points) for one in credits_of(1, match, (), Competing.PLAYERS)
    ] == [
        ((ANN,), WON, 12),
        ((BEN,), LOST, 30),
    ]


def test_match_decided_by_cards_has_places_but_no_points() -> None:
    match = match_of([0, 3], (ANN, BEN), sides=(0, 1), ranking=Ranking.CARDS, places=[1, 2])
    assert [(one.verdict, one.points) for one in credits_of(1, match, (), Competing.PLAYERS)] == [
        (WON, None),
        (LOST, None),
    ]


@pytest.mark.parametrize(("place", "verdict"), [(1, WON), (None, LOST)])
def test_solitaire_is_won_if_it_came_out(place: int | None, verdict: Verdict) -> None:
    match = match_of([0], [ANN], sides=[0], ranking=Ranking.SOLVED, places=[place], counted=False)
    assert to_players(match) == {(ANN,): verdict}


def test_match_with_computers_credits_no_player_unless_they_may_fill_in() -> None:
    match = match_of([310, 180], (ANN, BEN, CLEO, None), counted=False)
    assert credits_of(1, match, (), Competing.PLAYERS) == ()
    filled = credits_of(1, match, (), Competing.PLAYERS, computers=True)
    assert given(filled) == {(ANN,): WON, (CLEO,): WON, (BEN,): LOST}


class TestSubstitutes:
    """A result belongs to the player who ended most of a seat's deals."""

    def test_player_who_sat_longest_has_the_result(self) -> None:
        deals = [deal(1, (ANN, BEN, CLEO, DAN)), *(deal(n, (ANN, BEN, CLEO, EVE)) for n in (2, 3))]
        match = match_of([310, 180], (ANN, BEN, CLEO, EVE))
        assert given(credits_of(1, match, deals, Competing.PLAYERS)) == {
            (ANN,): WON,
            (CLEO,): WON,
            (BEN,): LOST,
            (EVE,): LOST,
        }
        assert seated(match, deals)[3].holder == EVE

    def test_first_of_equally_long_players_has_the_result(self) -> None:
        deals = [deal(2, (ANN, BEN, CLEO, EVE)), deal(1, (ANN, BEN, CLEO, DAN))]
        match = match_of([310, 180], (ANN, BEN, CLEO, EVE))
        assert seated(match, deals)[3].holder == DAN

    def test_pair_gets_its_substitutes_result_only_for_play_on_its_behalf(self) -> None:
        match = match_of([310, 180], (ANN, BEN, EVE, DAN))
        played_for = credits_of(1, match, (), Competing.PAIRS, plays_for={0: (ANN, CLEO)})
        assert given(played_for) == {(ANN, CLEO): WON, (BEN, DAN): LOST}

    def test_computer_that_stood_in_played_for_its_player(self) -> None:
        match = match_of([310, 180], away=[ANN])
        assert to_players(match)[ANN,] is WON


class TestLeaving:
    """A leaver loses, by the table's setting: the win is taken away, or the match counts for no other."""

    def test_win_is_taken_from_the_leaver_and_not_from_the_partner(self) -> None:
        match = match_of([310, 180], away=[ANN], lost=[ANN])
        assert to_players(match) == {(ANN,): LOST, (CLEO,): WON, (BEN,): LOST, (DAN,): LOST}

    def test_both_partners_of_a_leaver_lose_as_a_pair(self) -> None:
        assert to_pairs(match_of([310, 180], away=[ANN], lost=[ANN])) == {
            (ANN, CLEO): LOST,
            (BEN, DAN): LOST,
        }

    def test_match_that_counts_only_for_the_leaver_gives_only_the_loss(self) -> None:
        match = match_of([310, 180], away=[ANN], lost=[ANN], uncounted=[BEN, CLEO, DAN])
        assert to_players(match) == {(ANN,): LOST}
        assert to_pairs(match) == {(ANN, CLEO): LOST}

    def test_pair_does_not_escape_its_loss_by_leaving(self) -> None:
        match = match_of([180, 310], away=[ANN], uncounted=[BEN, CLEO, DAN])
        assert to_players(match) == {(ANN,): LOST}
        assert to_pairs(match) == {(ANN, CLEO): LOST}

    def test_substitute_does_not_lose_for_the_player_before(self) -> None:
        deals = [deal(n, (EVE, BEN, CLEO, DAN)) for n in (1, 2, 3)]
        match = match_of([310, 180], away=[ANN], lost=[ANN])
        assert given(credits_of(1, match, deals, Competing.PLAYERS))[EVE,] is WON


class TestAbandoned:
    """Credits of a counted match that was broken off."""

    LEFT = match_of([200, 180], broken_off=True, away=[ANN], lost=[ANN])
    AGREED = match_of([200, 180], broken_off=True)

    def test_abandoned_match_may_be_void(self) -> None:
        assert to_players(self.LEFT, Abandoned.VOID) == {}

    def test_leaver_loses_and_the_other_side_wins_where_scored_so(self) -> None:
        assert to_players(self.LEFT) == {(ANN,): LOST, (BEN,): WON, (DAN,): WON}
        assert to_pairs(self.LEFT) == {(ANN, CLEO): LOST, (BEN, DAN): WON}
        given_ = credits_of(1, self.LEFT, (), Competing.PLAYERS)
        assert {(one.entrant[0], one.how, one.points) for one in given_} == {
            (ANN, How.LEFT, None),
            (BEN, How.BROKEN_OFF, None),
            (DAN, How.BROKEN_OFF, None),
        }

    def test_match_ended_by_agreement_or_by_both_sides_has_no_winner(self) -> None:
        assert to_players(self.AGREED) == {}
        both = match_of([200, 180], broken_off=True, away=[ANN, BEN], lost=[ANN, BEN])
        assert to_players(both) == {(ANN,): LOST, (BEN,): LOST}

    def test_abandoned_match_may_count_as_it_stood_except_for_the_leaver(self) -> None:
        rule = Abandoned.AS_IT_STOOD
        assert to_pairs(self.AGREED, rule) == {(ANN, CLEO): WON, (BEN, DAN): LOST}
        assert to_players(self.LEFT, rule) == {(ANN,): LOST, (CLEO,): WON, (BEN,): LOST, (DAN,): LOST}
        assert {one.points for one in credits_of(1, self.AGREED, (), Competing.PAIRS, rule)} == {200, 180}

    def test_abandoned_match_is_ranked_by_games_or_corrected_points(self) -> None:
        a_game_ahead = match_of([40, 90], broken_off=True, places=[1, 2])
        assert to_pairs(a_game_ahead, Abandoned.AS_IT_STOOD) == {(ANN, CLEO): WON, (BEN, DAN): LOST}
        put_right = corrected(a_game_ahead, {0: 40, 1: 110})
        assert to_pairs(put_right, Abandoned.AS_IT_STOOD) == {(ANN, CLEO): LOST, (BEN, DAN): WON}
        assert not any(one.won for one in put_right.players)

    def test_abandoned_match_without_places_is_ranked_by_points(self) -> None:
        earlier = match_of([40, 90], broken_off=True, places=[None, None])
        assert to_pairs(earlier, Abandoned.AS_IT_STOOD) == {(ANN, CLEO): LOST, (BEN, DAN): WON}

    def test_abandoned_match_decided_by_cards_credits_no_player(self) -> None:
        match = match_of([1, 2], (ANN, BEN), sides=(0, 1), ranking=Ranking.CARDS, broken_off=True)
        assert to_players(match, Abandoned.AS_IT_STOOD) == {}


def test_absent_side_loses_and_two_absent_sides_both_lose() -> None:
    lost, won = forfeited(3, (ANN, CLEO), (BEN, DAN))
    assert (lost.verdict, lost.how, lost.points) == (LOST, How.FORFEITED, None)
    assert (won.entrant, won.verdict, won.against) == ((BEN, DAN), WON, ((ANN, CLEO),))
    assert given((*forfeited(3, (ANN,), None), *forfeited(3, (BEN,), None))) == {(ANN,): LOST, (BEN,): LOST}


def short(key: str) -> dict[str, OptionValue]:
    for option in GAMES[key].options:
        if option.key == "deals":
            wanted = [choice.value for choice in option.choices if isinstance(choice.value, int)]
            return {"deals": min((number for number in wanted if number > 1), default=option.value)}
    return {}


def played(key: str, seats: int) -> MatchResult:
    """A match of people, played at random through the rules and recorded as the bot does."""
    game, random = game_with(key, short(key)), Random(f"{key} {seats}")
    people = tuple(SeatRecord(user_id=ANN + seat, name="somebody") for seat in range(seats))
    record = TableRecord(1, 1, 1, ANN, key, {}, people, Status.PLAYING, 1, None, 0.0)
    state = game.start(seats)
    while decisions := game.decisions(state):
        asked = [CHANCE] if CHANCE in decisions else sorted(seat for seat in decisions if seat != CLOCK)
        seat = random.choice(asked or [CLOCK])
        state, events = game.apply(state, seat, decisions[seat].sample(random))
        results = results_of(record, game, state, events, 0.0)
        if results is not None and results.match is not None:
            return results.match
    raise AssertionError("the match has no end")


@pytest.mark.parametrize(("key", "seats"), EVERY_GAME)
def test_every_game_of_the_catalog_can_be_a_leagues_game(key: str, seats: int) -> None:
    match = played(key, seats)
    by_player = {one.entrant: one for one in credits_of(1, match, (), Competing.PLAYERS)}
    assert len(by_player) == seats
    ahead = len({player.place for player in match.players}) > 1 or seats == 1
    for player in match.players:
        credit = by_player[player.user_id or 0,]
        assert credit.points == (player.points if match.ranking.keeps_points else None)
        assert credit.verdict is ((WON if player.won else LOST) if ahead else DRAWN)
    pairs = credits_of(1, match, (), Competing.PAIRS)
    are_pairs = len({player.side for player in match.players}) * 2 == seats
    assert len(pairs) == (seats // 2 if are_pairs else 0)


def test_six_may_play_as_three_pairs_or_as_two_threes() -> None:
    pairs = match_of([10, 20, 30], (ANN, BEN, CLEO, DAN, EVE, FAY), sides=(0, 1, 2, 0, 1, 2))
    assert to_pairs(pairs) == {(ANN, DAN): LOST, (BEN, EVE): LOST, (CLEO, FAY): WON}
    threes = match_of([10, 20], (ANN, BEN, CLEO, DAN, EVE, FAY), sides=(0, 1, 0, 1, 0, 1))
    assert to_pairs(threes) == {}
    assert len(to_players(threes)) == 6
