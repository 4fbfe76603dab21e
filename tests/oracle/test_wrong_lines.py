"""The oracle reports faults of single tables, wrong lines, and every small change of a record."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.oracle import ROWS, check_record, make_record
from tests.oracle.planting import (
    cut_cards_changed,
    cut_left_out,
    dealer_passes_after_throw_ins,
    in_first,
    last_cut_to_the_other_side,
    must_report,
    odd_card_to_the_wrong_player,
    odd_cards_kept,
)
from tests.oracle.samples import GAMES


def test_faults_of_dixie_with_six_are_reported() -> None:
    for plant in (last_cut_to_the_other_side, cut_cards_changed):
        must_report("dixie_1912", plant, "should be", seats=6, times=1)
    must_report("dixie_1924", cut_left_out, "cut line should", seats=6, times=1)


def test_faults_of_odd_cards_are_reported() -> None:
    for key, seats in [("regular_1988", 3), ("regular_old", 3), ("cordova", 3), ("partnership_regular", 6)]:
        must_report(key, odd_cards_kept, "counters should", seats=seats, times=1)
        must_report(key, odd_card_to_the_wrong_player, "dealt", seats=seats, times=1)
        for number in (None, 0, 3):
            must_report(key, in_first("deal", odd=number), "odd should", seats=seats, times=1)


@pytest.mark.parametrize("key", [key for key, row in ROWS.items() if not row["forced"] and not row["sale"]])
def test_pass_of_a_dealer_who_must_bid_is_reported(key: str) -> None:
    for seed in range(2):
        record = make_record(key, seed, talk=0.0, deals=1)
        at = dealer_passes_after_throw_ins(record)
        faults = check_record(record)
        assert faults[0].startswith(f"line {at + 1}: ")
        assert "may not pass" in faults[0]


@pytest.mark.parametrize("key", GAMES)
def test_wrong_lines_are_reported(key: str) -> None:
    record = make_record(key, 1, max_deals=3)
    assert check_record([]) != []
    assert check_record(["not json"]) == ["line 1: this is not JSON"]
    assert check_record(["[]"]) == ["line 1: this is not a JSON object"]
    assert check_record([{**record[0], "key": "whist"}, *record[1:]]) != []
    assert check_record([{**record[0], "options": None}, *record[1:]]) != []
    assert check_record([{**record[0], "seats": 9}, *record[1:]]) == [f"line 1: {key} is not for 9 people"]


@pytest.mark.parametrize("option", ["second_deal", "no_trump"])
def test_option_or_value_the_oracle_was_not_taught_is_told(option: str) -> None:
    first, *lines = make_record("kentucky", 1, max_deals=3)
    options = {**first["options"], option: "sometimes"}
    with pytest.raises(NotImplementedError, match=f"was not taught .*{option}"):
        check_record([{**first, "options": options, "changed": [option]}, *lines])


@pytest.mark.parametrize("key", GAMES)
def test_result_of_a_faulty_deal_is_kept_for_the_next(key: str) -> None:
    """One fault is told once: the deals after it are judged on their own."""
    record = make_record(key, 1, talk=0.7, target=None, max_deals=5)
    tricks = [at for at, line in enumerate(record) if line["type"] == "trick"]
    for at in (tricks[0], tricks[-1]):
        record[at]["points"] += 5
    assert len(check_record(record)) == 2


def changed(value: Any) -> Iterator[Any]:
    """The value with one thing in it changed, in every way tried."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
        yield str(value)
        yield None
    elif isinstance(value, str):
        yield value + "x"
        yield None
    elif isinstance(value, list):
        yield None
        if value:
            yield value[1:]
            yield [*value, value[0]]
            for at, part in enumerate(value):
                for new in changed(part):
                    yield [*value[:at], new, *value[at + 1 :]]
    elif isinstance(value, dict):
        yield None
        for name, part in value.items():
            yield {other: value[other] for other in value if other != name}
            for new in changed(part):
                yield {**value, name: new}


@pytest.mark.parametrize("key", GAMES)
def test_every_small_change_of_a_record_is_reported(key: str) -> None:
    """Change, drop, repeat or swap any line: something must disagree."""
    record = make_record(key, 4, talk=0.7, deals=1)
    free = ["bid"] if ROWS[key]["step"] == 1 else []  # where any number higher than the last will do
    for at, line in enumerate(record[1:], start=1):
        for new in changed(line):
            if new is not None and line["type"] not in free:
                assert check_record([*record[:at], new, *record[at + 1 :]]), (line, new)
        assert check_record([*record[:at], *record[at + 1 :]]), line
        assert check_record([*record[: at + 1], *record[at:]]), line
        if at + 1 < len(record):
            assert check_record([*record[:at], record[at + 1], line, *record[at + 2 :]]), line
