"""Proposals for refused options: the fewest further changes with which they can be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final

from rules.bidding import deck
from rules.bidding.house import forms
from rules.bidding.house.conflicts import unmet
from rules.bidding.house.endless import endless
from rules.bidding.house.offered import BY_KEY, OFFERED
from rules.bidding.house.options import changed
from rules.bidding.variant import Variant
from rules.core.protocol import InvalidOption, OptionValue

MOST: Final = 3
"""Most further options a proposal changes."""
WIDEST: Final = 8
"""Most sets of further options that are each tried with one more."""
USUAL_NEST: Final = 5
_Values = Mapping[str, OptionValue]


def proposal(variant: Variant, values: _Values) -> dict[str, OptionValue] | None:
    """The fewest usual values of other options that make refused ``values`` playable, by key.

    None if they can be played as they are, or not even with ``MOST`` more. Only options that a refusal names
    are tried, and of their values those nearest to the present ones first. The players stay as they are.
    If ``values`` is a single option without effect, options that give it one are proposed as well.
    """
    refused = _refusal(variant, values)
    tried = [] if refused is None else [(dict[str, OptionValue](), refused)]
    for _ in range(MOST):
        longer = []
        for more, reason in tried[:WIDEST]:
            for added in _named(variant, reason, {**values, **more}):
                wider = {**more, **added}
                left = _refusal(variant, {**values, **wider}) or _no_effect(variant, values, wider)
                if left is None:
                    return wider
                if left != reason:
                    longer.append((wider, left))
        tried = longer
    return None


def _refusal(variant: Variant, values: _Values) -> str | None:
    """The reason why these options are refused; None if they can be played."""
    try:
        return endless(changed(variant, values))
    except InvalidOption as refusal:
        return str(refusal)


def _no_effect(variant: Variant, values: _Values, more: _Values) -> str | None:
    """What a single changed option lacks to have an effect with ``more``; None if it has one."""
    if len(values) > 1:
        return None
    game, row = changed(variant, {**values, **more}), BY_KEY[next(iter(values))]
    missing = unmet(game, row) or next((need for need in row.offered_with if not need.is_met(game)), None)
    return None if missing is None else f"“{row.label}” {missing.words}."


def _named(variant: Variant, reason: str, kept: _Values) -> Iterator[dict[str, OptionValue]]:
    """Other usual values of the options that a refusal names, but for those ``kept``.

    A number of deals is not proposed instead of a target that is too far: it would end any match.
    """
    has_target = "“Target”" in reason and kept.get("target", variant.target) is not None
    for row in OFFERED:
        if f"“{row.label}”" in reason and row.key not in kept and not (row.key == "deals" and has_target):
            now = forms.option_value(variant, row)
            others = [choice.value for choice in row.choices if choice.value != now]
            if row.key == "nest" and len(variant.seats) > 1:
                others += _even_nests(variant, kept)
            yield from ({row.key: others[place]} for place in _nearest(others, now))


def _even_nests(variant: Variant, kept: _Values) -> list[OptionValue]:
    """By number of players the nest nearest to the usual one that leaves an even deal, as one value."""
    wanted = variant
    for key, value in kept.items():
        wanted = wanted.model_copy(update=forms.read(wanted, BY_KEY[key], value))
    fitting = {
        seats: min(
            deck.even_nests(len(deck.cards_of(wanted, seats)), deck.dealt_hands(wanted, seats)),
            key=lambda nest: abs(nest - USUAL_NEST),
            default=0,
        )
        for seats in wanted.seats
    }
    (_, first), *others = fitting.items()
    return [" ".join((str(first), *(f"{seats}:{nest}" for seats, nest in others if nest != first)))]


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
