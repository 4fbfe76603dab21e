"""The seats of a table as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final

from bot.database.rows import LARGEST_ID, damaged, moment, or_none, parsed, text, whole
from bot.models.stored import Away, Kept, SeatRecord

ALWAYS_STORED: Final = ("user_id", "name", "computer")
"""Fields stored for every seat; others only if they differ from the default."""
DEFAULTS: Final = asdict(SeatRecord())


def written_seats(seats: Iterable[SeatRecord]) -> str:
    """The seats of a table as JSON."""
    return json.dumps([_written(seat) for seat in seats])


def _written(seat: SeatRecord) -> dict[str, object]:
    return {
        name: value
        for name, value in asdict(seat).items()
        if name in ALWAYS_STORED or value != DEFAULTS[name]
    }


def read_seats(value: object) -> tuple[SeatRecord, ...]:
    """The seats of a table, from JSON.

    Raises:
        Damaged: there are no seats, or one cannot be read.
    """
    seats = parsed(value, "the seats")
    if not isinstance(seats, list) or not seats:
        damaged("the seats")
    return tuple(map(_seat, seats))


def _seat(value: Any) -> SeatRecord:  # noqa: ANN401  (JSON holds anything)
    if not isinstance(value, dict) or not set(ALWAYS_STORED) <= set(value) <= set(DEFAULTS):
        damaged("the seats")
    return SeatRecord(
        user_id=or_none(whole, value["user_id"], "the seats"),
        name=text(value["name"], "the seats"),
        computer=or_none(text, value["computer"], "the seats"),
        time_deal=whole(value.get("time_deal", 0), "the seats"),
        time_used=moment(value.get("time_used", 0.0), "the seats"),
        ran_out=whole(value.get("ran_out", 0), "the seats"),
        is_out=value.get("is_out", False) is True,
        is_former=value.get("is_former", False) is True,
        timed_out=whole(value.get("timed_out", 0), "the seats"),
        kept=or_none(_kept, value.get("kept"), "the seats"),
        left_with=or_none(_points, value.get("left_with"), "the seats"),
        away=or_none(_away, value.get("away"), "the seats"),
    )


def _kept(value: object, what: str) -> Kept:
    if not isinstance(value, dict) or set(value) != {"user_id", "name"}:
        damaged(what)
    return Kept(whole(value["user_id"], what), text(value["name"], what))


def _away(value: object, what: str) -> Away:
    if not isinstance(value, dict) or set(value) != {"since", "is_late"}:
        damaged(what)
    return Away(moment(value["since"], what), value["is_late"] is True)


def _points(value: object, what: str) -> int:
    return whole(value, what, least=-LARGEST_ID)
