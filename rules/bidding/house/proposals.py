"""Proposals for refused options: the fewest further changes with which they can be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final

from rules.bidding.house import forms
from rules.bidding.house.endless import endless
from rules.bidding.house.offered import ROWS
from rules.bidding.house.options import changed
from rules.bidding.variant import Variant
from rules.core.protocol import InvalidOption, OptionValue

MOST: Final = 2
"""Most further options a proposal changes."""
_Values = Mapping[str, OptionValue]


def proposal(variant: Variant, values: _Values) -> dict[str, OptionValue] | None:
    """The fewest usual values of other options that make refused ``values`` playable, by key.

    None if they can be played as they are, or not even with ``MOST`` more. Only options that a refusal names
    are tried, and of their values those nearest to the present ones first. The players stay as they are.
    """
    tried: list[dict[str, OptionValue]] = [{}]
    for _ in range(MOST):
        longer = []
        for more in tried:
            reason = _refusal(variant, {**values, **more}) or ""
            for added in _named(variant, reason, {**values, **more}):
                wider = {**more, **added}
                if _refusal(variant, {**values, **wider}) is None:
                    return wider
                longer.append(wider)
        tried = longer
    return None


def _refusal(variant: Variant, values: _Values) -> str | None:
    """The reason why these options are refused; None if they can be played."""
    try:
        return endless(changed(variant, values))
    except InvalidOption as refusal:
        return str(refusal)


def _named(variant: Variant, reason: str, kept: _Values) -> Iterator[dict[str, OptionValue]]:
    """Other usual values of the options that a refusal names, but for those ``kept``.

    A number of deals is proposed only where there is no target: it would end any match.
    """
    has_target = kept.get("target", variant.target) is not None
    for row in ROWS:
        if f"“{row.label}”" in reason and row.key not in kept and not (row.key == "deals" and has_target):
            now = forms.option_value(variant, row)
            others = [choice.value for choice in row.choices if choice.value != now]
            yield from ({row.key: others[place]} for place in _nearest(others, now))


def _nearest(values: Sequence[OptionValue], now: OptionValue) -> list[int]:
    """The places of values, the nearest to the present one first; without one, the middle one first."""
    middle = len(values) // 2
    return sorted(
        range(len(values)),
        key=lambda place: abs(place - middle) if now is None else _distance(values[place], now),
    )


def _distance(value: OptionValue, now: OptionValue) -> float:
    """How far a value is from the present one: by size, or by the characters that differ; 0 for words."""
    if isinstance(value, int) and isinstance(now, int):
        return abs(value - now)
    if isinstance(value, str) and isinstance(now, str) and value[:1].isdigit():
        return 1 - SequenceMatcher(None, value, now, autojunk=False).ratio()
    return 0
