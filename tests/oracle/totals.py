"""The end of a match from the points of its deals, for games without a reader of their deals."""

from collections.abc import Sequence
from typing import Any

USUAL: dict[str, Any] = {
    "target": None,
    "deals": None,
    "tie": "another_deal",
    "extra_deal": False,
    "most_deals": 200,
}


def check_totals(
    sides: Sequence[Sequence[int]],
    scores: Sequence[Sequence[int]],
    totals: Sequence[Sequence[int]],
    winners: Sequence[int],
    **options: Any,
) -> list[str]:
    """What is wrong with the totals, the number of deals or the winners: sentences, none if all is right.

    `scores` and `totals` are those of each side, deal by deal; `winners` are seats.
    """
    row = {**USUAL, **options}
    now = [0] * len(sides)
    for number, (points, told) in enumerate(zip(scores, totals, strict=True), start=1):
        if is_over(now, number - 1, row):
            return [f"the match was over before deal {number}"]
        now = [total + more for total, more in zip(now, points, strict=True)]
        if now != list(told):
            return [f"deal {number}: the totals are {now}, not {list(told)}"]
    if not is_over(now, len(scores), row):
        return [f"the match stops at {now} after {len(scores)} deals"]
    best = max(now) or None  # a match without a point has no winner
    right = sorted(seat for side, total in zip(sides, now, strict=True) if total == best for seat in side)
    return [] if sorted(winners) == right else [f"the winners are {right}, not {sorted(winners)}"]


def is_over(totals: list[int], deals: int, row: dict[str, Any]) -> bool:
    """After the fixed number of deals; or at the target; on a tie only where the win is shared."""
    if not deals or deals >= row["most_deals"]:
        return deals > 0
    is_clear = totals.count(max(totals)) == 1
    if row["deals"] is not None:
        return bool(deals >= row["deals"] and (is_clear or not row["extra_deal"]))
    return bool(max(totals) >= row["target"] and (is_clear or row["tie"] == "shared"))
