"""The messages of ``/stats``: their texts, what they leave out, and that they fit."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.delivery.pictures import Picture
from bot.models.boards import Games, Order, Period
from bot.models.credits import Competing
from bot.models.stored_figures import Figures
from bot.pictures.alt_text import alt_text
from bot.pictures.values import BidHeights, Form, share
from bot.stats.rating_model import RatedMatch, Rating, rate
from bot.stats.values import RatingNow, Record
from cogs.league.standings_panel import heads_of, heads_panel
from cogs.stats.counting_panel import board_counting, rating_counting, record_counting, rivals_counting
from cogs.stats.leaderboard_panel import leaderboard_panel, ordered, rated
from cogs.stats.rating_panel import history_of, rating_panel
from cogs.stats.record_panel import NONE_DECIDED, chart_of, record_panel
from cogs.stats.rivals_panel import meetings_of, rivals_panel
from cogs.ui.addresses import BoardAddress, Chart, RatingAddress, RecordAddress
from cogs.ui.figure_words import average, ordinal, percent, shown
from cogs.ui.stats_parts import Scopes, games_name, period_name
from rules.catalog import GAMES
from tests.ui import figures
from tests.ui.tables import check_limits, labels, menus, parts, text

LONG = "*" * 32
"""The longest name: each of its characters is escaped."""
MANY = Scopes(
    tuple(Period.month(2000 + month // 12, 1 + month % 12) for month in range(60)),
    (Games.ALL, *map(Games.game, GAMES)),
)
PICTURE = Picture(b"a picture", "what it shows" * 70)


def test_card_of_one_game_has_every_figure() -> None:
    said = text(record_panel(figures.card("Ann", partners=("Bob", "Cleo"))))
    assert said.split("\n") == [
        "### Ann",
        "-# All time · Official Tournament Rook (1988)",
        "Won **12** of 20 matches (60%) · 1 drawn · left 2 early",
        "Longest winning streak **5** · 2 now",
        "Rating in games with bidding **1,522** ± 120 · 4th here",
        "Bids: made **30** of 40 (75%)",
        "Average bid 112 · made with 8.5 to spare · 15 points in the nest",
        "Went set **10** of 40 (25%)",
        "Opponents' bids: set **10** of 50 (20%)",
        "Points per deal **50.5** · as bidder 72.5 · against a bid −9",
        "Best partner **Bob**, 12 of 20 won",
        "Worst partner **Cleo**, 12 of 20 won",
    ]


def test_singular_and_plural_agree_with_the_number() -> None:
    card = figures.card("Ann")
    assert card.record is not None
    once = replace(card.record, figures=replace(card.record.figures, defended=1, setting=1))
    assert "Opponents' bids: set **1** of 1 (100%)" in text(record_panel(replace(card, record=once)))


def test_points_of_different_games_are_not_added_up() -> None:
    card = figures.card("Ann", games=Games.ALL)
    said = text(record_panel(card))
    assert not any(word in said for word in ("per deal", "Average bid", "over it", "nest"))
    assert "-# Golden 10 (1988) · won 1 of 3" in said


def test_card_of_a_game_decided_by_cards_shows_no_points() -> None:
    card = figures.card("Ann", games=Games.game("tens"))
    assert card.record is not None
    assert "per deal" not in text(record_panel(card))
    counted = text(record_counting("Ann", card.address, card.record, 3))
    assert "Cards decide this game" in counted
    assert "Points per deal" not in counted


def test_rating_names_its_games_on_a_card_about_others() -> None:
    for games, said in (
        (Games.ALL, "Rating in games with bidding **"),
        (figures.KENTUCKY, "Rating in games with bidding **"),
        (Games.family("bidding"), "\nRating **"),
    ):
        assert said in text(record_panel(figures.card("Ann", games=games)))
    card = figures.card("Ann", games=Games.ALL)
    of_season = replace(card, rating_address=RatingAddress((figures.ANN,), season_id=7))
    assert "\nRating **" in text(record_panel(of_season))


def test_card_without_bids_or_deals_divides_by_no_zero() -> None:
    card = figures.card("Ann")
    bare = Record(figures.who("Ann"), Figures(matches=1, lost=1), (), (), 0, 0)
    said = text(record_panel(replace(card, record=bare, rating=None, rating_address=None)))
    assert said.split("\n")[2:] == ["Won **0** of 1 match (0%)"]


def test_solitaire_is_solved_on_its_own_card_and_won_overall() -> None:
    card = figures.card("Ann", games=Games.game("clock"))
    assert "\nSolved **12** of 20 matches (60%)" in text(record_panel(card))
    assert "\nWon **12** of 20 matches (60%)" in text(record_panel(figures.card("Ann")))


def test_card_without_finished_matches_shows_no_share() -> None:
    card = figures.card("Ann")
    broken_off = Record(figures.who("Ann"), Figures(deals=2, scored=-25), (), (), 0, 0)
    said = text(record_panel(replace(card, record=broken_off, rating=None, rating_address=None)))
    assert said.split("\n")[2:] == [NONE_DECIDED, "Points per deal **−12.5**"]
    counted = text(record_counting("Ann", card.address, broken_off, 3))
    assert NONE_DECIDED in counted
    assert "0 of 0" not in said + counted


def test_small_negative_average_rounds_to_zero() -> None:
    assert [average(Fraction(points, 25)) for points in (-1, 1, -2, 0)] == ["0", "0", "−0.1", "0"]


def test_empty_card_says_how_to_begin_or_where_to_look() -> None:
    card = replace(figures.card("Ann"), record=None)
    card = replace(card, address=replace(card.address, games=Games.ALL))
    assert "`/rook new counted:True`" in text(record_panel(card))
    then = replace(card, address=replace(card.address, period=Period.year(2020)))
    assert "Choose another time" in text(record_panel(then))
    other_game = replace(card, address=replace(card.address, games=figures.KENTUCKY))
    assert "or another game" in text(record_panel(other_game))


def test_picture_of_a_card_is_the_form_or_the_bids() -> None:
    card = figures.card("Ann")
    assert card.record is not None
    form = chart_of(card, card.record)
    assert isinstance(form, Form)
    assert [match.margin for match in form.matches] == [120, 0, -45, 120, 120], "the oldest first"
    bids = replace(card, address=replace(card.address, chart=Chart.BIDS))
    drawn = chart_of(bids, card.record)
    assert isinstance(drawn, BidHeights)
    assert [(one.lowest, one.made, one.failed) for one in drawn.heights] == [(100, 25, 5), (120, 5, 5)]
    assert "Show the bids" in labels(record_panel(card))
    assert "Show last matches" in labels(record_panel(bids))


def test_single_match_has_no_picture() -> None:
    card = figures.card("Ann")
    assert card.record is not None
    assert chart_of(card, replace(card.record, form=card.record.form[:1])) is None


def test_picture_comes_with_its_alternative_text() -> None:
    (gallery,) = [part for part in parts(record_panel(figures.card("Ann"), PICTURE)) if part["type"] == 12]
    (item,) = gallery["items"]
    assert item["media"]["url"] == "attachment://chart.png"
    assert item["description"] == PICTURE.alt_text


def test_rivals_have_a_record_a_series_and_their_last_meetings() -> None:
    address = RecordAddress(((1,), (2,)), games=figures.KENTUCKY)
    said = text(
        rivals_panel(figures.rivalry(["Ann"], ["Bob"]), ("Ann", "Bob"), address, figures.SCOPES)
    ).split("\n")
    assert said[2:6] == [
        "**Ann** won 5 · **Bob** won 3 · 1 drawn",
        "Points 1,200 to −50",
        "First to 100 wins: Ann **5**, Bob **3**",
        "Series won: Ann 0, Bob 1",
    ]
    assert said[6] == "-# <t:1788220800:d> · Ann won by 120", "all are of one game"
    drawn = meetings_of(figures.rivalry(["Ann"], ["Bob"]))
    assert (drawn.name, drawn.against, len(drawn.matches)) == ("Ann", "Bob", 5)


def test_match_that_another_side_won_is_neither_drawn_nor_lost() -> None:
    """Ann and Bob met three times: one win of Ann's, one draw, one win of Cleo's."""
    rivalry = replace(
        figures.rivalry(["Ann"], ["Bob"]),
        matches=3,
        won=1,
        drawn=1,
        lost=0,
        meetings=figures.form("NDW"),
    )
    address = RecordAddress(((1,), (2,)), games=figures.KENTUCKY)
    said = text(rivals_panel(rivalry, ("Ann", "Bob"), address, figures.SCOPES))
    assert "**Ann** won 1 · **Bob** won 0 · 1 drawn · neither won 1" in said
    assert [line.rpartition("· ")[2] for line in said.split("\n") if "1788220800" in line] == [
        *("neither won", "drawn", "Ann won by 120")
    ]
    assert "1 drawn, neither won 1." in text(rivals_counting(rivalry))
    told = alt_text(meetings_of(rivalry))
    assert "1 won, 0 lost, 1 drawn, 1 won by neither." in told
    assert "From the oldest on: won, drawn, won by neither." in told


def test_two_players_who_never_met_are_told_so() -> None:
    never = replace(figures.rivalry(["Ann"], ["Bob"]), matches=0, meetings=())
    ever = RecordAddress(((1,), (2,)))
    assert "no counted match" in text(rivals_panel(never, ("Ann", "Bob"), ever, figures.SCOPES))
    for narrower in (replace(ever, period=Period.year(2020)), replace(ever, games=figures.KENTUCKY)):
        assert "Choose another time" in text(rivals_panel(never, ("Ann", "Bob"), narrower, figures.SCOPES))
    assert meetings_of(never).is_empty


def test_rating_says_what_the_last_matches_did_to_it() -> None:
    card = figures.rating_card("Ann")
    said = text(rating_panel(card)).split("\n")
    assert said[2] == "**1,522** ± 120 · after 30 matches"
    assert said[3].endswith("1,500 → 1,508 (+8)")
    assert len(history_of("Ann", card.steps).points) == 3
    assert "No rating yet" in text(rating_panel(replace(card, rated=None)))
    new = RatingNow(figures.who("Ann"), Rating(25.0, 8.0, 8), None)
    assert "provisional for 17 more matches" in text(rating_panel(replace(card, rated=new)))


def test_leaderboard_offers_pages_only_where_there_are_several() -> None:
    first = leaderboard_panel(figures.board([["Ann"]]), BoardAddress(), figures.SCOPES)
    disabled = {part["label"]: part["disabled"] for part in parts(first) if part["type"] == 2}
    assert (disabled["Previous"], disabled["Next"]) == (True, False)
    assert "page 1 of 3" in text(first)
    alone = leaderboard_panel(figures.board([["Ann"]], pages=1), BoardAddress(), figures.SCOPES)
    assert "Next" not in labels(alone)
    assert "1\\. **Ann** · 12 of 20 won (60%)" in text(alone)


def test_rating_says_that_places_behind_the_first_count() -> None:
    """Bug: it read that a loss takes off, where a match lost in second place had added to it."""
    sides = tuple(((number,),) for number in range(1, 4))
    numbers = [change.after.number for change in rate({}, RatedMatch(1, sides, (1, 2, 3)))]
    assert numbers[0] > numbers[1] > 1500 > numbers[2]
    rated = figures.rating_card("Ann").rated
    assert rated is not None
    assert "a second place may add to it, too." in text(rating_counting("Ann", rated))


def test_rating_order_is_offered_only_where_ratings_exist() -> None:
    month = BoardAddress(period=Period.month(2026, 11), games=figures.KENTUCKY)
    assert ordered(month, Order.RATING).period == Period.EVER
    assert ordered(month, Order.RATING).games == Games.family("bidding")
    season = replace(figures.SEASON, games=figures.KENTUCKY)
    assert ordered(season, Order.RATING) == replace(figures.SEASON, order=Order.RATING)
    assert ordered(month, Order.SHARE).least == 10, "one match won is no share"


def test_empty_leaderboard_says_how_to_begin() -> None:
    empty = figures.board([], pages=1)
    assert "`/rook new counted:True`" in text(leaderboard_panel(empty, BoardAddress(), Scopes()))
    assert "`/rook new counted:True`" in text(leaderboard_panel(empty, rated(BoardAddress()), Scopes()))
    assert "Choose another time" in text(leaderboard_panel(empty, figures.SEASON, figures.SCOPES))


def test_ratings_requested_for_a_game_are_of_its_family() -> None:
    for games, family in (
        (Games.game("cribbage"), "counting"),
        (figures.KENTUCKY, "bidding"),
        (Games.family("calling"), "calling"),
        (Games.ALL, "bidding"),
        (Games.game("clock"), "bidding"),
    ):
        address = BoardAddress(period=Period.year(2026), games=games)
        assert (rated(address).period, rated(address).games) == (Period.EVER, Games.family(family))


def test_leaderboard_of_players_with_too_few_matches_says_so() -> None:
    empty, shares = figures.board([], pages=1), ordered(BoardAddress(), Order.SHARE)
    for address, who in ((shares, "No one"), (replace(shares, competing=Competing.PAIRS), "No pair")):
        said = text(leaderboard_panel(empty, address, figures.SCOPES))
        assert f"{who} has played 10 matches or more of these. Choose another order below" in said


@pytest.mark.parametrize(
    ("least", "label"), [(1, ", 1 match or more"), (10, ", 10 matches or more"), (0, "")]
)
def test_chosen_order_by_share_says_how_many_matches_it_asks_for(least: int, label: str) -> None:
    """Bug: under "1 match or more" the menu said that ten were asked for."""
    address = replace(ordered(BoardAddress(), Order.SHARE), least=least)
    view = leaderboard_panel(figures.board([["Ann"]], pages=1), address, figures.SCOPES)
    [chosen] = [one["label"] for one in menus(view)[-1]["options"] if one.get("default")]
    assert chosen == f"By share won{label}"


def test_season_can_be_seen_head_to_head() -> None:
    table = figures.cross_table([["Ann"], ["Bob"], ["Cleo"]], left_out=9)
    said = text(heads_panel(table, figures.SEASON, figures.SCOPES)).split("\n")
    assert said[1:] == [
        "-# Club, season 7 · all games",
        "1\\. **Ann** · 4–0",
        "2\\. **Bob** · 2–2",
        "3\\. **Cleo** · 0–4",
        "-# Won–lost against the others listed here.",
        "-# and 9 more",
    ]
    assert heads_of(table).won[0] == (None, 2, 2)
    board = leaderboard_panel(figures.board([["Ann"]]), figures.SEASON, figures.SCOPES)
    assert "Head to head" in labels(board)


def test_each_figure_is_explained_with_ones_own_figures() -> None:
    card = figures.card("Ann")
    assert card.record is not None
    said = text(record_counting("Ann", card.address, card.record, 3))
    for sentence in (
        "12 won, 1 drawn, 7 lost: 20 in all. 12 of 20 is 60%.",
        "40 deals as bidder. 30 made, 10 went set.",
        "These bids add up to 4,480, so 112 on average.",
        "255 points above the bid, in 30 made. That is 8.5 for each.",
        "600 points in 40 deals, 15 each.",
        "6,060 points in 120 deals, 50.5 each, by your side.",
        "−450 points in 50 deals, −9 each.",
        "ranked by share won, after 3 matches together",
    ):
        assert sentence in said
    rated = figures.rating_card("Ann").rated
    assert rated is not None
    assert "between 1,402 and 1,642" in text(rating_counting("Ann", rated))
    assert "Now Ann has 5 and Bob 3. Draws count" in text(rivals_counting(figures.rivalry(["Ann"], ["Bob"])))
    pairs = figures.rivalry(["Ann", "Cleo"], ["Bob", "Dan"])
    assert "Now Ann & Cleo have 5 and Bob & Dan 3." in text(rivals_counting(pairs))
    for order in Order:
        assert "Ties share a place." in text(board_counting(BoardAddress(order=order)))


def test_every_panel_fits_with_the_longest_names_and_largest_figures() -> None:
    pair = (LONG, LONG)
    couples = RecordAddress(
        ((2**63 - 2, 2**63 - 1), (2**63 - 4, 2**63 - 3)), games=Games.game(max(GAMES, key=len))
    )
    card = replace(figures.card(*pair), scopes=MANY, name=f"{LONG * 4} & {LONG * 4}")
    check_limits(record_panel(card, PICTURE))
    rivalry = figures.rivalry(pair, pair)
    check_limits(rivals_panel(rivalry, (shown(rivalry.one), shown(rivalry.other)), couples, MANY, PICTURE))
    check_limits(rating_panel(figures.rating_card(*pair, steps=500), PICTURE))
    for order in Order:
        address = BoardAddress(Competing.PAIRS, order, Period.season(99), couples.games, 1_000, 29)
        check_limits(leaderboard_panel(figures.board([pair] * 10, 29, 30), address, MANY))
    check_limits(heads_panel(figures.cross_table([pair] * 16, 300), figures.SEASON, MANY, PICTURE))
    check_limits(rivals_counting(rivalry))


def test_league_name_is_shown_without_its_markup() -> None:
    scopes = figures.SCOPES._replace(seasons={7: "**<@1>**, season 7"})
    view = leaderboard_panel(figures.board([["Ann"]]), figures.SEASON, scopes)
    assert "\\*\\*\\<\\@1>\\*\\*, season 7" in text(view)
    assert "**<@1>**, season 7" in [option["label"] for option in menus(view)[0]["options"]]


def test_menu_holds_the_chosen_entry_beyond_its_limit() -> None:
    chosen = Period.year(1999)
    card = replace(figures.card("Ann"), scopes=MANY)
    shown = record_panel(replace(card, address=replace(card.address, period=chosen)))
    periods = menus(shown)[0]["options"]
    assert len(periods) == 25
    assert [option["label"] for option in periods if option["default"]] == ["1999"]


def test_figures_are_written_in_words() -> None:
    assert list(map(ordinal, (1, 2, 3, 12, 1_022))) == ["1st", "2nd", "3rd", "12th", "1,022nd"]
    assert (average(None), percent(None)) == ("–", "–")
    assert [average(Fraction(value)) for value in ("8.25", "112", "-4.5")] == ["8.3", "112", "−4.5"]
    halves = [Fraction(of, 4) for of in (205, 175, -205)]
    assert list(map(average, halves)) == ["51.3", "43.8", "−51.3"], "halves go away from zero"
    eighths = [Fraction(of, 8) for of in (1, 3)]
    assert list(map(percent, eighths)) == [share(of, 8) for of in (1, 3)] == ["13%", "38%"]
    when = Period.month(2026, 11), Period.season(3), Period.CASUAL, Period.COMPUTERS
    names = ["November 2026", "Fall", "casual matches", "with computers"]
    assert [period_name(one, {3: "Fall"}) for one in when] == names
    assert games_name(Games.game("gone")) == "gone"
