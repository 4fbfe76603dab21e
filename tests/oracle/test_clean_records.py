"""Records made by the oracle's own players have no faults."""

import json

import pytest

from tests.oracle import ROWS, check_record, make_record, points, row_for, seat_counts
from tests.oracle.samples import TABLES, of_kind


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_random_matches_have_no_faults(key: str, seats: int) -> None:
    for seed in range(6):
        record = make_record(key, seed, seats=seats, max_deals=10)
        assert check_record(record) == []
        assert check_record(json.dumps(line) + "\n" for line in record) == []


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_matches_with_other_options_have_no_faults(key: str, seats: int) -> None:
    for seed in range(2):
        assert check_record(make_record(key, seed, seats=seats, deals=3, target=None)) == []
        assert check_record(make_record(key, seed, seats=seats, target=100, max_deals=20)) == []
        assert check_record(make_record(key, seed, seats=seats, talk=1.0, deals=2)) == []
    assert check_record(make_record(key, 5, seats=seats, target=None, max_deals=3)) == []


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_silent_players_throw_every_deal_in(key: str, seats: int) -> None:
    quiet = make_record(key, 3, seats=seats, talk=0.0, deals=2)
    row = row_for(key, seats)
    expected = 0 if row["forced"] or row["sale"] else 2 * seats
    assert len(list(of_kind(quiet, "passed_out"))) == expected
    assert check_record(quiet) == []


def test_match_with_the_moon_has_no_faults() -> None:
    assert check_record(make_record("one_high", 1, target=100, moon=100)) == []


def test_shared_win_lists_every_seat() -> None:
    record = make_record("kentucky", 0, deals=0)
    assert record[-1]["winners"] == [0, 1, 2, 3]
    assert check_record(record) == []


PROOF = """
regular_old 100, regular_1924 100, regular_1988 100, kentucky 120, kentucky_no_rook 100, red_one 150
one_high 200, dixie_1912 120, dixie_1924 120, dixie_1988 120, display 128, tennessee_1933 140
tennessee_1988 160, over_the_top_1918 100, over_the_top_1988 100, three_handed_1914 126
partnership_six 120, cordova 32
"""


@pytest.mark.parametrize("text", [part.strip() for part in PROOF.strip().replace("\n", ",").split(",")])
def test_every_total_is_the_proof_total(text: str) -> None:
    key, total = text.split()
    for seats in seat_counts(key):
        for line in of_kind(make_record(key, 1, seats=seats, deals=8), "score"):
            assert sum(side["counters"] + side["bonus"] for side in line["sides"]) == int(total)


def test_proof_totals_that_vary_follow_the_deal() -> None:
    for line in of_kind(make_record("partnership_regular", 1, deals=30), "score"):
        total = sum(side["counters"] + side["bonus"] for side in line["sides"])
        assert total == (100 if line["sides"][0]["tricks"] == 7 else 120)
    totals = {"none": 240, "red": 240, "black": 212, "green": 184, "yellow": 156}
    color = ""
    for line in make_record("boston", 1, deals=20):
        color = line["color"] if line["type"] == "bid" else color
        if line["type"] == "score":
            assert sum(side["counters"] + side["bonus"] for side in line["sides"]) == totals[color]
    discarded: list[str] = []
    row = ROWS["regular_for_two"]
    for line in make_record("regular_for_two", 1, deals=20):
        discarded = line["cards"] if line["type"] == "discard" else discarded
        if line["type"] == "score":
            captured = sum(side["counters"] + side["bonus"] for side in line["sides"])
            assert captured + line["dummy"]["scored"] + points(discarded, row) == 126


def test_unfinished_record_is_accepted_when_not_complete() -> None:
    record = make_record("kentucky", 3, deals=2)
    ends = [at for at, line in enumerate(record) if line["type"] == "score"]
    assert check_record(record[: ends[0] + 1], complete=False) == []
    assert check_record(record[: ends[0] + 1]) != []
    assert check_record(record[: ends[0]], complete=False) != []
    assert check_record(record[:-1], complete=False) == []
    assert check_record(record[:-1]) != []
