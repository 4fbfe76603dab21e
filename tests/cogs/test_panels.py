"""Panels drawn from views: their empty states, long names, low scores and long sheets."""

from __future__ import annotations

import pytest

from bot.shown import ShownSeat, ShownTable
from bot.stats import PlayerStats
from bot.store.records import Status
from cogs.help import HELP, rules_panel
from cogs.ui.controls import Control
from cogs.ui.hand_panel import hand_panel
from cogs.ui.lobby_panel import lobby_panel, option_value, options_panel
from cogs.ui.modals import bid_modal
from cogs.ui.score_panel import leaderboard_panel, record_panel, score_sheet
from cogs.ui.table_messages import panel_of
from cogs.ui.table_panel import deal_panel, table_panel
from rules.catalog import GAMES, find_game
from rules.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption
from tests.cogs.tables import (
    SEATS,
    Moment,
    check_limits,
    first,
    labels,
    lobby,
    match,
    parts,
    shown,
    text,
    with_sheet,
)

KEYS = sorted(GAMES)
LONG = tuple(mark * 32 for mark in "*_~`")


def hand_of(moment: Moment, table: ShownTable | None = None) -> tuple[ShownTable, int]:
    return table or shown(moment), moment.asked[0]


# The lobby ----------------------------------------------------------------------------------------


def test_an_empty_lobby_offers_every_seat_and_cannot_be_started() -> None:
    view = lobby_panel(lobby())
    assert [label for label in labels(view) if label.startswith("Sit")] == [
        f"Sit on {n}" for n in range(1, 5)
    ]
    (start,) = [part for part in parts(view) if part.get("label") == "Start"]
    assert start["disabled"]
    assert "4 to fill" in text(view)
    check_limits(view)


def test_a_full_lobby_offers_no_seat_and_can_be_started() -> None:
    view = lobby_panel(lobby(names=("Ann", "Bob", "Cleo", "Dan")))
    assert not [label for label in labels(view) if label.startswith("Sit")]
    (start,) = [part for part in parts(view) if part.get("label") == "Start"]
    assert not start["disabled"]
    assert "press **Start**" in text(view)


def test_the_host_and_the_computers_are_marked() -> None:
    table = lobby(names=("Ann", None, None, None))
    table = table._replace(seats=(*table.seats[:3], ShownSeat(3, None, "Rosie", computer=True)))
    assert "1. **Ann** · host" in text(lobby_panel(table))
    assert "4. **Rosie** 🤖" in text(lobby_panel(table))
    assert "Remove a computer" in labels(lobby_panel(table))


@pytest.mark.parametrize("key", KEYS)
def test_the_options_of_every_game_fit_a_panel(key: str) -> None:
    table = lobby(key)
    view = options_panel(table)
    check_limits(view)
    menus = [part for part in parts(view) if part["type"] == 3]
    assert len(menus) == 1 + len(table.options)
    for menu in menus:
        assert sum(bool(option.get("default")) for option in menu["options"]) == 1


def test_an_unusual_value_is_offered_beside_the_usual_ones() -> None:
    table = lobby()._replace(options=find_game("kentucky").with_options({"target": 85}).options)
    menu = [part for part in parts(options_panel(table)) if part["type"] == 3][1]
    assert [option["value"] for option in menu["options"] if option.get("default")] == ["85"]


def test_a_chosen_value_is_the_options_own_and_anything_else_stays_text() -> None:
    target, deals, *_ = lobby().options
    assert option_value(target, "200") == 200
    assert option_value(deals, "None") is None
    assert option_value(target, "what") == "what"


# The table ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("names", [("Ann", "Bob", "Cleo", "Dan"), LONG], ids=["plain", "long"])
def test_every_state_of_a_match_fits_its_panels(key: str, names: tuple[str, ...]) -> None:
    for moment in match(key, 3, deals=2):
        table = shown(moment, names)
        check_limits(panel_of(table))
        check_limits(score_sheet(table))
        for seat in range(SEATS):
            check_limits(hand_panel(table, moment.game.seat_view(moment.state, seat)))


def test_the_table_says_whose_turn_it_is_and_until_when() -> None:
    moment = first("kentucky", ChooseNumber)
    table = shown(moment)
    seat, _ = moment.asked
    assert f"**{table.seats[seat].name}**, your turn" in text(table_panel(table))
    assert "<t:1234:R>" in text(table_panel(table._replace(due_at=1234.5)))
    thinking = table._replace(waiting_for=())
    assert "is thinking" in text(table_panel(thinking))


def test_people_away_are_marked() -> None:
    table = shown(first("kentucky", ChooseNumber))
    table = table._replace(seats=(ShownSeat(0, 10, "Ann", computer=True), *table.seats[1:]))
    assert "(away)" in text(table_panel(table))


def test_a_closed_lobby_and_a_match_ended_by_agreement_have_no_buttons() -> None:
    closed = lobby()._replace(status=Status.CANCELLED)
    ended = shown(first("kentucky", ChooseCard))._replace(status=Status.CANCELLED)
    for table, sentence in ((closed, "before a match began"), (ended, "by agreement")):
        assert sentence in text(panel_of(table))
        assert labels(panel_of(table)) == []


@pytest.mark.parametrize("key", KEYS)
def test_a_match_that_is_over_names_the_winners(key: str) -> None:
    *_, over = match(key, 3, deals=1)
    view = panel_of(shown(over))
    assert "🏆" in text(view)
    assert labels(view) == ["Score sheet", "Play again"]


def test_a_shared_match_is_said_to_be_shared() -> None:
    *_, over = match("kentucky", 3, deals=1)
    table = shown(over)
    assert table.view is not None
    assert table.view.outcome is not None
    outcome = table.view.outcome._replace(winners=(0, 1, 2, 3))
    table = table._replace(view=table.view._replace(outcome=outcome))
    assert "Ann & Cleo and Bob & Dan share the match" in text(panel_of(table))


# Hands --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("kind", [ChooseNumber, ChooseCards, ChooseOption, ChooseCard])
def test_a_hand_asks_its_owner_and_tells_the_others_for_whom_they_wait(key: str, kind: type) -> None:
    moment = first(key, kind)
    table, asked = hand_of(moment)
    decision = moment.asked[1]
    mine = text(hand_panel(table, moment.game.seat_view(moment.state, asked)))
    assert decision.ask in mine
    theirs = hand_panel(table, moment.game.seat_view(moment.state, (asked + 1) % SEATS))
    assert f"Waiting for {table.seats[asked].name}" in text(theirs)
    assert not [part for part in parts(theirs) if "custom_id" in part and not part.get("disabled")]


def test_cards_that_may_not_be_played_are_dimmed_and_the_reason_is_given() -> None:
    moment = next(
        moment
        for moment in match("kentucky", 2)
        if isinstance(moment.asked[1], ChooseCard) and moment.asked[1].cards != moment.asked[1].held
    )
    table, seat = hand_of(moment)
    decision = moment.asked[1]
    assert isinstance(decision, ChooseCard)
    view = hand_panel(table, moment.game.seat_view(moment.state, seat))
    dimmed = {part["label"] for part in parts(view) if part["type"] == 2 and part["disabled"]}
    assert dimmed == {str(card) for card in decision.held if card not in decision.cards}
    assert decision.reason in text(view)


def test_a_match_that_is_over_leaves_an_empty_hand() -> None:
    *_, over = match("kentucky", 3, deals=1)
    view = hand_panel(shown(over), over.game.seat_view(over.state, 0))
    assert "The match is over." in text(view)


def test_the_bid_modal_names_the_limits_and_keeps_to_discords() -> None:
    moment = first("kentucky", ChooseNumber)
    decision = moment.asked[1]
    assert isinstance(decision, ChooseNumber)
    payload = bid_modal(Control("bid", 1, 5), decision).to_dict()
    assert payload["custom_id"] == "rk1m:bid:1:5:"
    (label,) = payload["components"]
    assert label["description"] == "From 70 to 120, in steps of 5"


# Scores -------------------------------------------------------------------------------------------


def test_a_sheet_without_deals_says_so() -> None:
    assert "No deal has been scored yet" in text(score_sheet(shown(first("kentucky", ChooseNumber))))
    assert "No deal has been scored yet" in text(score_sheet(lobby()))


@pytest.mark.parametrize("scored", [120, -200, 0])
@pytest.mark.parametrize("names", [("Ann", "Bob", "Cleo", "Dan"), LONG], ids=["plain", "long"])
def test_a_sheet_of_sixty_deals_shows_the_last_forty_in_straight_columns(
    scored: int, names: tuple[str, ...]
) -> None:
    view = score_sheet(with_sheet(shown(first("kentucky", ChooseNumber), names), 60, scored))
    check_limits(view)
    drawn = text(view)
    assert "and 20 earlier deals" in drawn
    rows = drawn.split("```")[1].strip("\n").split("\n")
    assert len(rows) == 41
    assert len({len(row) for row in rows}) == 1
    assert len(rows[1]) <= 36  # a phone
    assert all(f"{scored:+d}" in row for row in rows[1:])
    assert str(60 * scored) in rows[-1]


def test_negative_totals_are_shown_with_their_sign() -> None:
    table = with_sheet(shown(first("kentucky", ChooseNumber)), 3, -70)
    assert "**-210** Ann & Cleo" in text(table_panel(table))
    assert table.view is not None
    assert "-70 Ann & Cleo → **-210**" in text(deal_panel(table, table.view.sheet[-1]))


def test_a_record_and_a_leaderboard_may_be_empty() -> None:
    assert "No finished match yet" in text(record_panel(None, "Ann"))
    assert "Nobody has finished a match" in text(leaderboard_panel([]))


def test_a_record_without_a_declared_deal_divides_nothing_by_nothing() -> None:
    assert "Bids made **0** of 0 (–)" in text(record_panel(PlayerStats(1, "Ann", 0, 0, -50, 0, 0), "Ann"))


def test_ten_long_names_fit_the_leaderboard_and_are_escaped() -> None:
    records = [PlayerStats(n, "*" * 32, 100, 50, -12345, 40, 20) for n in range(10)]
    view = leaderboard_panel(records)
    check_limits(view)
    assert "\\*" * 32 in text(view)
    assert "bids 20/40" in text(view)


# Rules and help -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_the_rules_of_every_game_fit_a_message(key: str) -> None:
    view = rules_panel(find_game(key).about)
    check_limits(view)
    assert find_game(key).about.source in text(view)


def test_help_fits_a_message() -> None:
    assert len(HELP) <= 4000
