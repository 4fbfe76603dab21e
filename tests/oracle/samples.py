"""Games and lines of records, shared by the tests of the oracle."""

from collections.abc import Iterator
from typing import Any

from tests.oracle import ROWS, seat_counts

KENTUCKY = ROWS["kentucky"]
ONE_HIGH = ROWS["one_high"]
RED_ONE = ROWS["red_one"]
DIXIE = ROWS["dixie_1924"]
BOSTON = ROWS["boston"]
GAMES = list(ROWS)
TABLES = [(key, seats) for key in ROWS for seats in seat_counts(key)]
Json = dict[str, Any]
Record = list[Json]


def of_kind(record: Record, kind: str) -> Iterator[Json]:
    return (line for line in record if line["type"] == kind)


def first(record: Record, kind: str) -> Json:
    return next(of_kind(record, kind))


def scored(score: Any) -> list[int]:
    return [side["scored"] for side in score["sides"]]
