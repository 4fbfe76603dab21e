"""Dates and points as people write them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pytest

from bot.common.errors import Refused
from bot.common.typed_numbers import whole_number
from bot.league.paper.dates import A_DAY, read_date, unambiguous_date
from bot.league.paper.unclear import Doubt, Unclear, as_argument, from_argument

NOW: Final = datetime(2026, 11, 22, 20, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    "written",
    [
        *("2020-12-31", "2020/12/31", "2020.12.31", "20201231", "2020-12-31 "),
        *("12/31/2020", "12/31/20", "12-31-2020", "31/12/2020", "31.12.2020", "31. 12. 2020", "31.12.20"),
        *("Dec 31 2020", "Dec. 31, 2020", "December 31st, 2020", "DECEMBER 31, 2020", "Thu, Dec 31 2020"),
        *("31 Dec 2020", "31. December 2020", "31-Dec-2020", "31-Dec-20", "Thursday 31 December 2020"),
    ],
)
def test_day_is_read_in_every_form(written: str) -> None:
    when = read_date(written, NOW)
    assert (unambiguous_date(when), when.within) == ("Dec 31, 2020", A_DAY)
    assert when.at == datetime(2020, 12, 31, 12, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("written", "at"),
    [
        ("2020-12-31T19:30:00Z", "2020-12-31T19:30:00"),
        ("2020-12-31T19:30:00.125Z", "2020-12-31T19:30:00.125"),
        ("2020-12-31T19:30:00,125+00:00", "2020-12-31T19:30:00.125"),
        ("2020-12-31T19:30:00.123456789Z", "2020-12-31T19:30:00.123456"),
        ("2020-12-31T19:30:00+02:00", "2020-12-31T17:30:00"),
        ("2020-12-31T19:30:00-0530", "2021-01-01T01:00:00"),
        ("2020-12-31T19:30-05", "2021-01-01T00:30:00"),
        ("2020-12-31 19:30", "2020-12-31T19:30:00"),
        ("2020-12-31 7:30 PM", "2020-12-31T19:30:00"),
        ("20201231T193000Z", "2020-12-31T19:30:00"),
        ("12/31/2020 12:05 a.m.", "2020-12-31T00:05:00"),
        ("31.12.2020, 19:30:15", "2020-12-31T19:30:15"),
        ("Dec 31, 2020 at 7 pm", "2020-12-31T19:00:00"),
    ],
)
def test_time_of_day_is_read_with_fractions_and_offsets(written: str, at: str) -> None:
    when = read_date(written, NOW)
    assert when.at == datetime.fromisoformat(f"{at}+00:00").timestamp()
    assert not when.is_a_day


@pytest.mark.parametrize(
    ("written", "doubt"),
    [("03/04/2020", Doubt.SLASHES), ("3.4.20", Doubt.DOTS), ("03-04-2020 19:30", Doubt.DASHES)],
)
def test_ambiguous_date_is_asked_about_and_read_as_answered(written: str, doubt: Doubt) -> None:
    with pytest.raises(Unclear, match=r"Mar 4, 2020 \(month first\) or Apr 3, 2020 \(day first\)") as asked:
        read_date(written, NOW)
    assert asked.value.question.doubt is doubt
    others = {other: 0 for other in Doubt if other is not doubt}
    with pytest.raises(Unclear):
        read_date(written, NOW, others)
    assert unambiguous_date(read_date(written, NOW, {doubt: 0})).startswith("Mar 4, 2020")
    assert unambiguous_date(read_date(written, NOW, {doubt: 1})).startswith("Apr 3, 2020")


def test_same_day_in_both_readings_is_not_asked_about() -> None:
    assert unambiguous_date(read_date("04/04/2020", NOW)) == "Apr 4, 2020"


@pytest.mark.parametrize(
    "written",
    [
        *(
            "",
            "soon",
            "2020",
            "2020-13-01",
            "2020-02-30",
            "13/32/2020",
            "31.13.2020",
            "Foo 3 2020",
            "Ma 3 2020",
        ),
        *("2020-12-31 25:00", "2020-12-31 19:60", "2020-12-31 13 pm", "2020-12-31 7", "2020-12-31 0 am"),
        *("2020-12-31T19:30+24:00", "2020121", "1/2/3/2020", "٢٠٢٠-١٢-٣١", "9" * 400, "1/2/2020 and more"),
    ],
)
def test_text_that_is_no_date_is_refused(written: str) -> None:
    with pytest.raises(Refused, match="isn't a date"):
        read_date(written, NOW)


@pytest.mark.parametrize("written", ["11/24/2026", "2026-11-23T13:00-12:00", "9999-12-31T23:59-12:00"])
def test_date_in_the_future_is_refused(written: str) -> None:
    with pytest.raises(Refused, match="in the future"):
        read_date(written, NOW)


@pytest.mark.parametrize("written", ["1969-12-31", "0001-01-01T00:00+14:00", "1970-01-01T00:00+14:00"])
def test_date_before_1970_is_refused(written: str) -> None:
    with pytest.raises(Refused, match="before 1970"):
        read_date(written, NOW)


@pytest.mark.parametrize(
    ("written", "number"),
    [
        *(
            ("310", 310),
            ("-60", -60),
            ("−60", -60),
            ("–60", -60),
            ("+60", 60),
            ("310.0", 310),
            ("310,00", 310),
        ),
        *(("1,200", 1200), ("1.200", 1200), ("1 200", 1200), ("1'200", 1200), ("1\u202f200", 1200)),
        *(("1,200.0", 1200), ("1.200,00", 1200), ("-1,010", -1010), ("1,000", 1000), ("100000", 100000)),
        *((wrong, None) for wrong in ("", "x", "310.5", "1.000", "310.000", "1,20", "1,200,0", "0.500")),
        *((wrong, None) for wrong in ("1,200.000", "--1", "1e3", "٣١٠", "9" * 40, "=1+1", "1,2,3")),
    ],
)
def test_whole_number_is_read_with_its_separators(written: str, number: int | None) -> None:
    assert whole_number(written) == number


def test_control_carries_the_answers() -> None:
    answers = {Doubt.SLASHES: 0, Doubt.DOTS: 1, Doubt.DASHES: 0, Doubt.WINNER: 1}
    assert from_argument(as_argument(answers)) == answers
    assert from_argument("/2x1w") == {}
