"""The messages of evenings fit any number of players with any names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.evening.joining import MOST_GUESTS
from bot.evening.progressive import Move
from bot.models.credits import Competing
from bot.models.evening_kinds import EveningEnding, EveningKind
from bot.models.stored_evenings import EveningRecord, EveningSeason
from cogs.evening.pages import SCORES_A_PAGE, deal_sheet_panel, scores_panel, where_text
from cogs.evening.panel import evening_panel
from cogs.evening.words import move_line
from tests.ui.evenings import FIRST, a_deal_sheet, an_evening, begun, ended, shown_as
from tests.ui.tables import check_limits, labels, text

LONG = "*_~`" * 8
"""Escaped, it is twice as long."""
RIGHT_TO_LEFT = "מרים" * 8


def names(count: int, name: str) -> list[str]:
    """Distinct names, ``count`` of them."""
    return [f"{name[: 32 - len(str(number))]}{number}" for number in range(count)]


@pytest.mark.parametrize("name", [LONG, RIGHT_TO_LEFT, "👩🏽‍🚀" * 6, "Player"])
@pytest.mark.parametrize("count", [1, 4, 5, 99, MOST_GUESTS, 300])
@pytest.mark.parametrize("kind", EveningKind)
def test_any_number_of_people_with_any_names_fit_every_message(
    kind: EveningKind, count: int, name: str
) -> None:
    season = EveningSeason(2**62, 2**62, "*" * 40, 999, Competing.PLAYERS, computers=False)
    evening = replace(an_evening(kind, names(count, name)), season=season)
    board = begun(evening)
    for one in (evening, board, ended(board)):
        check_limits(evening_panel(shown_as(one), "x" * 250))
    pages = -(-count // SCORES_A_PAGE)
    for page in (-5, 1, pages, 99):
        check_limits(scores_panel(shown_as(board), page))
    check_limits(deal_sheet_panel(shown_as(board), a_deal_sheet(board)))
    assert len(where_text(shown_as(board), FIRST)) < 2000


def test_pages_of_an_evening_are_turned_as_all_others() -> None:
    board = begun(an_evening(EveningKind.PROGRESSIVE, names(2 * SCORES_A_PAGE, "Player ")))
    assert labels(scores_panel(shown_as(board), 1)) == ["Previous", "Next"]
    alone = begun(an_evening(EveningKind.PROGRESSIVE, names(4, "Player ")))
    assert labels(scores_panel(shown_as(alone), 1)) == []


def test_board_says_who_plays_where_and_how_far_they_are() -> None:
    shown = shown_as(begun(an_evening(EveningKind.PROGRESSIVE, names(12, "Player "))))
    said = text(evening_panel(shown))
    assert "Round 2 of 4" in said
    assert (
        "**<#701>** · deal 3 of 4\n🔷 Player 0 & Player 2 **−180**\n🔶 Player 1 & Player 3 **1,055**" in said
    )
    assert "From the next round on: Player 8, Player 9, Player 10, Player 11" in said
    assert "🥇 Player 1 **1,135**" in said


@pytest.mark.parametrize("competing", Competing)
def test_league_evening_says_how_to_compete_until_it_is_over(competing: Competing) -> None:
    season = EveningSeason(1, 1, "Same Cards", 1, competing, computers=False)
    evening = replace(an_evening(EveningKind.DUPLICATE, names(8, "Player ")), season=season)
    for one in (evening, begun(evening)):
        assert "Counts in Same Cards, season 1. `/league join`" in text(evening_panel(shown_as(one)))
    assert "/league" not in text(evening_panel(shown_as(ended(begun(evening)))))


def of_season(number: int, *, computers: bool = False) -> EveningRecord:
    season = EveningSeason(1, 1, "Same Cards", 1, Competing.PLAYERS, computers=computers)
    return replace(an_evening(EveningKind.DUPLICATE, names(number, "Player ")), season=season)


@pytest.mark.parametrize(("number", "counts"), [(4, False), (7, False), (8, True), (9, False), (10, True)])
def test_league_evening_says_before_the_start_that_computers_keep_it_from_counting(
    number: int, *, counts: bool
) -> None:
    """Bug: with nine players the board said until the end that it counts, and then it was in no table."""
    said = "It won't count there with these players"
    assert (said not in text(evening_panel(shown_as(of_season(number))))) is counts
    assert said not in text(evening_panel(shown_as(of_season(number, computers=True))))


@pytest.mark.parametrize(("number", "counts"), [(7, False), (8, True)])
def test_league_evening_without_two_tables_of_people_never_says_that_it_counts(
    number: int, *, counts: bool
) -> None:
    for one, told in (
        (begun(of_season(number)), "Doesn't count so far"),
        (ended(begun(of_season(number))), "Doesn't count"),
    ):
        said = text(evening_panel(shown_as(one)))
        assert ("🏅 Counts in Same Cards, season 1." in said) is counts
        assert (f"🏅 {told} in Same Cards, season 1: no two tables" not in said) is counts


def test_offered_buttons_are_those_the_evening_allows() -> None:
    evening = an_evening(EveningKind.DUPLICATE, names(8, "Player "))
    board = begun(evening)
    assert labels(evening_panel(shown_as(evening))) == ["Join", "Leave", "Start", "Call it off"]
    usual = ["My table", "All scores", "Join", "Leave", "End after this round", "Score a table"]
    assert labels(evening_panel(shown_as(board))) == [*usual, "Deals"]
    assert labels(evening_panel(shown_as(board), "No.")) == [*usual, "Open tables", "Deals"]
    assert labels(evening_panel(shown_as(ended(board)))) == ["All scores", "Deals", "Another evening"]


@pytest.mark.parametrize("how", [EveningEnding.PLAYED, EveningEnding.HOST, EveningEnding.NO_PLAYERS])
@pytest.mark.parametrize("kind", EveningKind)
def test_evening_without_a_played_deal_names_no_winner(kind: EveningKind, how: EveningEnding) -> None:
    """A host may score tables at which no deal was played: no one has won then, and no one is last."""
    played = begun(an_evening(kind, names(4, "Player ")), points=(0, 0), deals=0)
    final = shown_as(replace(ended(played), ended=how))
    said = text(evening_panel(final))
    told = said.splitlines()[-1]
    assert told.startswith("The evening is over. ")
    assert told.endswith("No deal was played, so no one has won.")
    assert ("The host or a manager ended it." in told) == (how is EveningEnding.HOST)
    assert "Player" not in said + text(scores_panel(final, 1))
    assert labels(evening_panel(final)) == ["Another evening"]


def test_all_players_are_told_where_they_play() -> None:
    shown = shown_as(begun(an_evening(EveningKind.PROGRESSIVE, names(8, "Player "))))
    assert where_text(shown, FIRST) == (
        "Round 2: you play at table 1, with Player 2, against Player 1 & Player 3. <#701>"
    )
    assert where_text(shown, FIRST + 5) == "You play from the next round on."
    assert where_text(shown, 9) == "You haven't joined. Press *Join* to play from the next round on."


def test_resting_player_is_told_to_move_nowhere() -> None:
    """Bug: the board had a loser go down to the table of the round that they rested."""
    shown = shown_as(begun(an_evening(EveningKind.PROGRESSIVE, names(8, "Player "))))
    move = Move(1, 2, (FIRST, FIRST + 2), (FIRST + 1, FIRST + 3), is_cut=False)
    shown = shown._replace(
        guests=shown.guests._replace(rests=(FIRST,)), rounds=shown.rounds._replace(moves=(move,))
    )
    assert where_text(shown, FIRST) == (
        "You lost at table 1. You rest this round and score the average. You play again in the next one."
    )
    assert move_line(shown, move) == ("Table 1: Player 1 & Player 3 stay. Player 2 goes down to table 2.")
    alone = move._replace(to=1)
    assert move_line(shown, alone) == "Table 1: partners change."


def test_last_round_of_an_evening_promises_no_next_one() -> None:
    """Bug: who joined in the last round was to play "from the next round on"."""
    shown = shown_as(begun(an_evening(EveningKind.PROGRESSIVE, names(12, "Player "))))
    last = shown._replace(rounds=shown.rounds._replace(is_last=True))
    late = last.guests.late[0]
    assert "Join" in labels(evening_panel(shown))
    assert "Join" not in labels(evening_panel(last))
    assert "Too late for the last round: Player 8" in text(evening_panel(last))
    for user_id in (late, 9):
        assert where_text(last, user_id) == "The last round is being played, and no other comes after it."


def test_partners_who_have_won_the_same_share_a_line() -> None:
    """In a duplicate two players are one pair all evening, so one line has the result of both."""
    board = begun(an_evening(EveningKind.DUPLICATE, names(8, "Player ")))
    for shown in (shown_as(board), shown_as(ended(board))):
        said = text(evening_panel(shown))
        assert said.count("🥇 Player 1 & Player 3 **") == 1
        assert "🥇 Player 1 **" not in said
    assert "Player 1 & Player 3 **" in text(scores_panel(shown_as(board), 1))
    assert "4\\. Player 0 & Player 2 **" in said, "Player 1 & Player 3 take one place before, not two"
    party = text(evening_panel(shown_as(begun(an_evening(EveningKind.PROGRESSIVE, names(8, "Player "))))))
    assert "🥇 Player 1 **" in party, "there everyone has a score of their own"
