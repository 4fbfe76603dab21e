"""Faults planted in records: where one fits, and that it is reported."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from tests.oracle import ROWS, Battery, Row, check_record, make_record, points, row_for
from tests.oracle.samples import Json, Record, first


def row_of(record: Record) -> Row:
    return row_for(record[0]["key"], record[0]["seats"])


def deal_of(record: Record, line: Json) -> Json:
    """The deal line before this one."""
    return [other for other in record[: record.index(line)] if other["type"] == "deal"][-1]


def after_each(record: Record) -> Iterator[tuple[int, Json, list[str], str | None, str]]:
    """Every play with its place, the cards there before it, the card that led (None: it leads), the trump."""
    hands: dict[int, list[str]] = {}
    batteries: dict[int, Battery] = {}
    led: str | None = None
    trump = ""
    for at, line in enumerate(record):
        match line["type"]:
            case "deal":
                hands = {int(seat): list(hand) for seat, hand in line["hands"].items()}
                hands[len(hands)] = list(line.get("dummy", []))
                given = line.get("batteries", {})
                batteries = {int(seat): Battery(list(b["up"]), list(b["down"])) for seat, b in given.items()}
            case "bid" | "trump":
                trump, led = line.get("color", ""), None
            case "nest":
                hands[line["seat"]] += line["took"]
            case "discard":
                hands[line["seat"]] = [card for card in hands[line["seat"]] if card not in line["cards"]]
            case "draw":
                hands[line["seat"]].append(line["card"])
            case "trick" | "score":
                led = None
            case "play":
                battery = batteries[line["seat"]] if line["from"] == "battery" else None
                held = battery.exposed() if battery else hands[line["seat"]]
                yield at, line, list(held), led, trump
                if battery:
                    battery.play(line["card"])
                else:
                    held.remove(line["card"])
                led = led or line["card"]


Plant = Callable[[Record], int]


def in_first(kind: str, **changes: Any) -> Plant:
    """A fault that changes fields of the first line of a kind."""

    def plant(record: Record) -> int:
        line = first(record, kind)
        line.update(changes)
        return record.index(line)

    return plant


def without_first(kind: str) -> Plant:
    """A fault that leaves out the first line of a kind."""

    def plant(record: Record) -> int:
        at = record.index(first(record, kind))
        del record[at]
        return at

    return plant


def other_seat(kind: str, name: str) -> Plant:
    """A fault that moves a seat on by one in the first line of a kind."""

    def plant(record: Record) -> int:
        line = first(record, kind)
        line[name] = (line[name] + 1) % record[0]["seats"]
        return record.index(line)

    return plant


def more(kind: str, name: str) -> Plant:
    """A fault that adds 5 to a number in the first line of a kind."""

    def plant(record: Record) -> int:
        line = first(record, kind)
        line[name] += 5
        return record.index(line)

    return plant


def side_number(name: str) -> Plant:
    def plant(record: Record) -> int:
        line = first(record, "score")
        line["sides"][1][name] += 1
        return record.index(line)

    return plant


@cache
def some_match(key: str, seats: int, seed: int, talk: float = 0.6) -> str:
    """A clean record, as text: cached, and so kept from changes."""
    record = make_record(key, seed, seats=seats, talk=talk, target=None, max_deals=6)
    assert check_record(record) == []
    return json.dumps(record)


def must_report(key: str, plant: Plant, words: str, *, seats: int | None = None, times: int = 2) -> None:
    """Plant the fault in the first few records that have a place for it.

    The first disagreement must be on the right line and in the right words.
    """
    planted = 0
    for seed in range(60):
        record = json.loads(some_match(key, seats or ROWS[key]["seats"], seed))
        try:
            at = plant(record)
        except (LookupError, StopIteration):
            continue
        faults = check_record(record)
        assert faults
        assert faults[0].startswith(f"line {at + 1}: ")
        assert words in faults[0]
        planted += 1
        if planted == times:
            return
    pytest.fail("there was no place for the fault")


def dealer_passes_after_throw_ins(record: Record) -> int:
    """R-03; for records of silent players, in which the dealer has to open."""
    line = first(record, "bid")
    at = record.index(line)
    record[at] = {"type": "pass", "seat": line["seat"]}
    return at


def odd_cards_kept(record: Record) -> int:
    """The points of an odd card stay with its holder, or are lost."""
    left: set[str] = set()
    trump = ""
    row = row_of(record)
    for at, line in enumerate(record):
        match line["type"]:
            case "deal":
                left = {card for hand in line["hands"].values() for card in hand}
            case "trump":
                trump = line["color"]
            case "play":
                left.discard(line["card"])
            case "score":
                lost = points(sorted(left), row, trump)
                if lost:
                    last = record[at - 1]["winner"]
                    next(side for side in line["sides"] if last in side["seats"])["counters"] -= lost
                    return at
    raise LookupError


def odd_card_to_the_wrong_player(record: Record) -> int:
    """The dealer has the extra card that belongs to the player at his left."""
    hands, dealer = record[1]["hands"], record[1]["dealer"]
    hands[str(dealer)].append(hands[str((dealer + 1) % record[0]["seats"])].pop())
    return 1


def cut_left_out(record: Record) -> int:
    at = record.index(first(record, "cut"))
    while record[at]["type"] == "cut":
        del record[at]
    return at


def last_cut_to_the_other_side(record: Record) -> int:
    """The 20 go to the side that cut lower."""
    at = record.index(first(record, "cut"))
    line = first(record[at:], "score")
    for side in line["sides"]:
        side["bonus"] = 20 - side["bonus"]
    return record.index(line)


def cut_cards_changed(record: Record) -> int:
    """Other cards are cut, so that the other side has the higher sum."""
    at = record.index(first(record, "cut"))
    line = first(record[at:], "score")
    winner = 0 if line["sides"][0]["bonus"] else 1
    end = record.index(line)
    for seat in range(record[0]["seats"]):
        record[end - record[0]["seats"] + seat]["card"] = "R2" if seat % 2 == winner else "R13"
    return end
