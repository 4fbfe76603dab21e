"""Alternative texts of pictures: each tells the contents of its picture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.pictures.alt_text import ALT_LIMIT, alt_text
from bot.pictures.values import (
    PAIR_LIMIT,
    BidHeights,
    BidsAt,
    CrossTable,
    Form,
    FormBar,
    MatchEnd,
    RatingHistory,
    RatingPoint,
)
from rules.core.cards import Color, card
from tests.pictures.subjects import AUTUMN, DAY, SUBJECTS, a_table, form, rating


def test_alt_text_of_rating_has_its_start_and_end() -> None:
    points = (
        RatingPoint(AUTUMN, 1510, 240, is_provisional=True),
        RatingPoint(AUTUMN + 3 * DAY, 1480, 230, is_provisional=True),
        RatingPoint(AUTUMN + 9 * DAY, 1532, 220),
    )
    assert alt_text(RatingHistory("Ann", points)) == (
        "Rating of Ann after 3 matches: 1,532 ± 220. It was 1,510 after the first match, on Sep 1."
        " Highest: 1,532 on Sep 10. Lowest: 1,480 on Sep 4."
    )
    assert alt_text(RatingHistory("Ann", points[:1])) == (
        "Rating of Ann after 1 match: 1,510 ± 240. It is provisional."
    )


def test_alt_text_of_form_has_each_match_and_the_streak() -> None:
    assert alt_text(form("LDWW")) == (
        "The last 4 matches of Ann: 2 won, 1 lost, 1 drawn. The newest 2 were won."
        " Biggest win +120. Biggest loss −45. From the oldest on: lost, drawn, won, won."
    )
    assert "Biggest" not in alt_text(form("WL", margins=False))
    assert alt_text(form("L" * 50)).startswith("The last 20 matches")
    assert alt_text(form("W")).startswith("The last match of Ann: 1 won, 0 lost, 0 drawn.")


def test_alt_text_of_form_names_only_a_win_by_points_as_biggest_win() -> None:
    """Bug: with a win by forfeit, a lost match by 210 was best and worst result."""
    lost, forfeited = FormBar(MatchEnd.LOST, -210), FormBar(MatchEnd.WON, None)
    said = alt_text(Form("Ann", (lost, forfeited)))
    assert "Biggest loss −210." in said
    assert "Biggest win" not in said
    won_by_star, lost_by_star = FormBar(MatchEnd.WON, -20), FormBar(MatchEnd.LOST, 20)
    assert "Biggest" not in alt_text(Form("Ann", (won_by_star, lost_by_star)))


def test_alt_text_of_rivals_names_their_meetings() -> None:
    said = alt_text(replace(form("WLW"), against="Bob & Cleo"))
    assert said.startswith("The last 3 matches of Ann against Bob & Cleo: 2 won, 1 lost, 0 drawn.")
    with_long_names = replace(form("W" * 20), name="W" * PAIR_LIMIT, against="M" * PAIR_LIMIT)
    assert len(alt_text(with_long_names)) <= ALT_LIMIT


def test_alt_text_of_cross_table_has_sums_and_winners() -> None:
    table = CrossTable(
        (("Ann",), ("Bob",), ("Cleo", "Dan")), ((None, 3, None), (1, None, 0), (None, 2, None))
    )
    assert alt_text(table) == (
        "Head to head, won and lost: Ann 3–1, Bob 1–5, Cleo & Dan 2–0."
        " Ann beat Bob 3. Bob beat Ann 1. Cleo & Dan beat Bob 2."
    )


def test_alt_text_of_bids_counts_made_bids_at_each_height() -> None:
    heights = (BidsAt(100, 100, 2, 0), BidsAt(105, 105, 1, 3))
    assert alt_text(BidHeights("Ann", heights)) == (
        "6 bids of Ann: 50% made. 100: 2 of 2 made. 105: 1 of 4 made."
    )


def test_alt_text_of_table_has_trick_and_hands() -> None:
    assert alt_text(a_table()) == (
        "A trick, three cards in. Red is trump. Ann played red 5. Bob played red 10."
        " Cleo played red 13, which is winning so far."
        " Ann: the Rook, red 14, red 9, yellow 14, yellow 10, green 14, green 5, black 14, black 12, black 7,"
        " black 6, black 5, black 3. Bob: red 12, yellow 13, green 13, black 13."
    )


def test_alt_text_of_complete_trick_names_who_takes_it() -> None:
    table = a_table()
    seats = tuple(replace(seat, played=seat.played or card(Color.RED, 8)) for seat in table.seats)
    assert "Cleo played red 13, which takes the trick." in alt_text(replace(table, seats=seats))


@pytest.mark.parametrize("name", SUBJECTS)
def test_alt_text_keeps_to_discords_limit(name: str) -> None:
    text = alt_text(SUBJECTS[name])
    assert 0 < len(text) <= ALT_LIMIT


def test_alt_text_names_both_partners_of_long_names() -> None:
    pair = " & ".join((32 * "a", 32 * "b"))
    assert f"of {pair} after" in alt_text(RatingHistory(pair, rating(1).points))
    assert f"of {pair}: " in alt_text(Form(pair, form("W").matches))
    assert f"of {pair}: " in alt_text(BidHeights(pair, (BidsAt(100, 100, 1, 0),)))


def test_alt_text_escapes_hostile_names() -> None:
    history = rating(1)
    text = alt_text(RatingHistory("Ann\u202e\nB", history.points))
    assert "\u202e" not in text
    assert "\n" not in text
