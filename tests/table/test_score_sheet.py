"""The score sheet: straight columns on a phone, for two sides and for eight players."""

from __future__ import annotations

import pytest

from bot.models.stored_results import MatchNotes, StandIn, TimeOut
from bot.table.desk.shown import ShownTable
from cogs.table.panel import table_panel
from cogs.table.score_sheet import score_sheet
from cogs.ui.zones import WIDTH
from rules.core.actions import Fault
from rules.core.cards import Color
from rules.core.decisions import ChooseNumber, ChooseOption
from rules.core.events import DealScored, Ruled
from rules.core.scores import ContractScore, SideScore
from rules.core.views import SheetLine
from rules.core.words import gained
from tests.ui.tables import EVERYONE, check_limits, first, lobby, shown, text, with_sheet

LONG = tuple(mark * 32 for mark in "*_~`*_~`")
SIZES = {
    "kentucky": 4,
    "regular_for_two": 2,
    "three_handed_1914": 3,
    "high_card_partner": 5,
    "regular_old": 8,
}


def table_of(key: str, names: tuple[str, ...] = EVERYONE) -> ShownTable:
    return shown(first(key, ChooseNumber, SIZES[key]), names)


def rows_of(table: ShownTable) -> list[list[str]]:
    """The lines of each block of columns."""
    _, drawn, _ = text(score_sheet(table)).split("```")
    return [block.split("\n") for block in drawn.strip("\n").split("\n\n")]


def with_lines(table: ShownTable, *lines: SheetLine) -> ShownTable:
    assert table.view is not None
    return table.with_view(table.view._replace(sheet=lines))


def scored(table: ShownTable, **changes: object) -> DealScored:
    assert table.view is not None
    sides = tuple(SideScore(side.seats, 45, 145) for side in table.view.totals)
    contract = ContractScore(0, 120, Color.RED, True, 0)._replace(**changes)  # type: ignore[arg-type]
    return DealScored(1, 0, sides, contract)


def test_sheet_without_deals_says_so() -> None:
    assert "No deal has been scored yet" in text(score_sheet(table_of("kentucky")))
    assert "No deal has been scored yet" in text(score_sheet(lobby()))


@pytest.mark.parametrize("names", [EVERYONE, LONG], ids=["plain", "long"])
@pytest.mark.parametrize("key", ["kentucky", "regular_old"])
def test_sheet_tells_who_has_a_star(key: str, names: tuple[str, ...]) -> None:
    table = with_sheet(table_of(key, names), 3, 50)
    assert table.view is not None
    assert " · star" not in text(score_sheet(table))
    first_side, *others = table.view.totals
    starred = table.with_view(table.view._replace(totals=(first_side._replace(has_star=True), *others)))
    told = text(score_sheet(starred))
    assert told.count(" · star") == 1
    assert told.count("No one wins at the target without one.") == 1


@pytest.mark.parametrize("points", [120, -200, 0, 123_456, -123_456])
@pytest.mark.parametrize("names", [EVERYONE, LONG], ids=["plain", "long"])
@pytest.mark.parametrize("key", SIZES)
def test_sheet_of_sixty_deals_fits_a_phone_in_straight_columns(
    key: str, names: tuple[str, ...], points: int
) -> None:
    table = with_sheet(table_of(key, names), 60, points)
    view = score_sheet(table)
    check_limits(view)
    blocks = rows_of(table)
    for rows in blocks:
        assert len({len(row) for row in rows}) == 1
        assert len(rows[0]) <= WIDTH
        assert all(gained(points) in row for row in rows[1:])
        assert len(rows) - 1 == len(blocks[0]) - 1
    shown_deals = len(blocks[0]) - 1
    assert 15 <= shown_deals <= 40
    assert f"and {60 - shown_deals} earlier lines" in text(view)
    assert all(row.split()[0] == "60" for row in (rows[-1] for rows in blocks))


def test_two_sides_have_points_and_totals_and_more_only_points() -> None:
    two = table_of("regular_for_two")
    (rows,) = rows_of(with_lines(two, scored(two)))
    assert rows == ["#     bid     Ann     Bob", "1 Ann 120R✓ +45 145 +45 145"] or rows[1].endswith("+45 145")
    eight = table_of("regular_old")
    assert all("145" not in row for rows in rows_of(with_lines(eight, scored(eight))) for row in rows)


def test_totals_are_left_out_where_a_phone_has_no_room() -> None:
    table = with_sheet(table_of("kentucky"), 12, -1_230)
    (rows,) = rows_of(table)
    assert rows[1] == " 1 B 120N✗ −1,230 −1,230"
    assert "points of each deal" in text(score_sheet(table))


@pytest.mark.parametrize(("seats", "what"), [(2, "score, then total"), (3, "score of each deal")])
def test_scores_other_than_points_are_named_by_their_unit(seats: int, what: str) -> None:
    table = shown(first("tens", ChooseOption, seats))
    scored = tuple(SideScore((seat,), 20 + seat, 20 + seat) for seat in range(seats))
    told = text(score_sheet(with_lines(table, DealScored(1, 0, scored))))
    assert f"-# {what}" in told
    assert "points" not in told


@pytest.mark.parametrize(("key", "seats"), [("kentucky", 4), ("partnership_six", 6), ("regular_old", 8)])
def test_every_fence_of_a_block_has_a_line_of_its_own(key: str, seats: int) -> None:
    table = with_sheet(shown(first(key, ChooseNumber, seats)), 12, -1_230)
    lines = text(score_sheet(table)).split("\n")
    fences = [line for line in lines if "`" in line]
    assert set(fences) == {"```"}
    assert len(fences) % 2 == 0


def test_columns_have_names_where_they_fit_and_else_explained_letters() -> None:
    table = table_of("three_handed_1914")
    table = with_lines(table, scored(table))
    assert "Ann" in rows_of(table)[0][0]
    assert "**A**" not in text(score_sheet(table))
    table = table_of("kentucky")
    table = with_lines(table, scored(table))
    assert rows_of(table) == [["#    bid        A       B", "1 A 120R✓ +45 145 +45 145"]]
    assert "**A** Ann & Cleo: " in text(score_sheet(table))
    table = table_of("kentucky", LONG)
    table = with_lines(table, scored(table))
    assert rows_of(table)[0][0].split() == ["#", "bid", "A", "B"]
    assert f"**A** {chr(92)}{f'*{chr(92)}' * 31}* & " in text(score_sheet(table))


@pytest.mark.parametrize("name", ["🎉🎉", "한국", "a`b", "e\u0301", "דוד"])
def test_names_that_would_bend_the_columns_become_letters(name: str) -> None:
    table = table_of("three_handed_1914", (name, "Bob", "Cleo"))
    table = with_lines(table, scored(table))
    assert rows_of(table)[0][0].split() == ["#", "bid", "A", "B", "C"]


@pytest.mark.parametrize(
    ("changes", "bid", "meaning"),
    [
        ({}, "120R✓", "✓ made"),
        ({"made": False}, "120R✗", "✗ not made"),
        ({"trump": None}, "120N✓", "N no color"),
        ({"made": False, "folded": True, "trump": None}, "120f", "f given up"),
        ({"sold_for": 120}, "120R$✓", "$ sold by the dealer"),
        ({"shot": True}, "moonR✓", "✓ made"),
        ({"bid": 0}, "–R✓", "✓ made"),
    ],
)
def test_each_line_says_what_was_bid_and_how_it_ended(
    changes: dict[str, object], bid: str, meaning: str
) -> None:
    table = table_of("kentucky")
    table = with_lines(table, scored(table, **changes))
    assert bid in rows_of(table)[0][1]
    assert meaning in text(score_sheet(table))


def test_called_partner_is_named_after_the_declarer() -> None:
    table = table_of("high_card_partner")
    assert " A+C " in rows_of(with_lines(table, scored(table, partners=(2,))))[0][1]


def test_unranked_dummy_has_a_column_but_no_total_in_the_legend() -> None:
    table = table_of("regular_for_two")
    table = with_lines(table, scored(table)._replace(dummy=SideScore((2,), 19, 19)))
    assert rows_of(table)[0][0].endswith(" C")
    assert "+19" in rows_of(table)[0][1]
    assert "**C** the dummy\n" in text(score_sheet(table))


def test_referee_rulings_are_listed_between_the_deals() -> None:
    table = table_of("kentucky")
    fine = Ruled(1, 2, -40, Fault.TABLE_TALK, (105, 145))
    again = Ruled(2, None, 0, None, (105, 145))
    table = with_lines(table, scored(table), fine, again, scored(table)._replace(deal=2))
    (rows,) = rows_of(table)
    assert [row.split()[0] for row in rows[1:]] == ["1", "1", "2"]
    assert "!" in rows[2]
    assert "−40 105" in rows[2]
    drawn = text(score_sheet(table))
    assert "! penalty" in drawn
    assert "Deal 1 · −40 for Cleo: table talk" in drawn
    assert "Deal 2 · The deal doesn't count. The cards are dealt again." in drawn
    after = with_lines(table, scored(table), fine)
    assert "Deal 1 · −40 for Cleo: table talk" in text(table_panel(after))


def test_sheet_tells_time_outs_from_computers_for_players_who_left() -> None:
    notes = MatchNotes(stand_ins=(StandIn(0, 2, 9),), time_outs=(TimeOut(1, 1), TimeOut(2, 3)))
    sheet = text(score_sheet(with_sheet(table_of("kentucky"), 3, 20), notes))
    assert "2 deals with a computer for Ann · 1 turn timed out for Bob · 3 turns timed out for Cleo" in sheet


def test_sheet_of_only_rulings_is_a_sheet() -> None:
    table = with_lines(table_of("kentucky"), Ruled(1, None, 0, None, (0, 0)))
    check_limits(score_sheet(table))
    assert "Deal 1 · The deal doesn't count. The cards are dealt again." in text(score_sheet(table))


def test_negative_totals_are_shown_with_their_sign() -> None:
    table = with_sheet(table_of("kentucky"), 3, -70)
    assert "**−210** Ann & Cleo" in text(table_panel(table))
    alone = with_sheet(table_of("regular_old"), 3, -70)
    assert "**−210** " in text(table_panel(alone))


def test_block_holds_only_columns() -> None:
    table = with_sheet(table_of("kentucky"), 3, 45)
    for part in text(score_sheet(table)).split("```")[2::2]:
        assert part == "" or part.startswith("\n"), "what follows a block stands on a line of its own"
    assert "-#" not in "".join(line for block in rows_of(table) for line in block)


def test_sheet_shows_where_a_game_of_several_ended() -> None:
    """Bug: the deals added up to more than the totals, which are those of the last game."""

    def deal(number: int, *points: tuple[int, int]) -> DealScored:
        sides = tuple(SideScore((seat, seat + 2), *one) for seat, one in enumerate(points))
        return DealScored(number, 0, sides, ContractScore(0, 120, Color.RED, True, 0))

    lines: list[SheetLine] = [deal(1, (100, 100), (20, 20)), deal(2, (120, 220), (0, 20))]
    whole = with_lines(table_of("kentucky"), *lines)
    assert "–" not in text(score_sheet(whole)).partition("```")[2]
    lines += [Ruled(3, 0, -10, "", (-10, 0)), deal(3, (110, 100), (10, 10)), deal(4, (110, 210), (10, 20))]
    lines += [deal(5, (80, 80), (-120, -120))]
    table = with_lines(table_of("kentucky"), *lines)
    (block,) = rows_of(table)
    assert [row.split()[0] for row in block] == ["#", "1", "2", "–", "3", "3", "4", "–", "5"]
    assert "– next game, from 0" in text(score_sheet(table))
