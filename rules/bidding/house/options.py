"""The fields of the ``Variant`` as options: label, usual values, and how to change them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.bidding.house import forms
from rules.bidding.house.conflicts import conflict, unmet
from rules.bidding.house.offered import BY_KEY, OFFERED
from rules.bidding.house.row import Row, unlabelled
from rules.bidding.variant import Variant
from rules.bidding.words.common import but_red_one
from rules.core.cards import Color
from rules.core.protocol import Choice, InvalidOption, OptionSpec, OptionValue
from rules.core.seating import seat_counts
from rules.core.words import listed
from rules.versions import NEWEST

MOST_SEATS: Final = 8
_BY_PLAYERS: Final = ("numbers", "nest", "called_cards", "alone_bonus")
"""Options with a plain value, and others by number of players."""


def specs(variant: Variant, standard: Variant | None = None) -> tuple[OptionSpec, ...]:
    """Every option with an effect in this game; its value and the book's are always among the choices."""
    return tuple(_spec(row, variant, standard or variant) for row in OFFERED if is_shown(variant, row))


def is_shown(variant: Variant, row: Row) -> bool:
    """Whether an option has an effect in a game, so that it is offered."""
    return not unmet(variant, row) and all(need.is_met(variant) for need in row.offered_with)


def changed(variant: Variant, values: Mapping[str, OptionValue]) -> Variant:
    """Return a variant with some options changed.

    An option that loses its effect by this goes back to its default, unless it is in ``values``. Options of
    an earlier version are not checked: they belong to a stored match, which accepted them when it began.

    Raises:
        InvalidOption: an unknown option, a value out of range, or a contradiction.
    """
    for key in values:
        if key not in BY_KEY:
            raise InvalidOption(f"{variant.title} has no option “{key}”.")
    wanted = variant
    for key, value in values.items():
        wanted = _with(wanted, BY_KEY[key], value)
    for row in OFFERED:
        if row.key in values or not unmet(wanted, row):
            continue
        plain = forms.DEFAULTS[row.key]
        if forms.option_value(wanted, row) != plain:
            wanted = _with(wanted, row, plain)
    contradiction = conflict(wanted) if wanted.version == NEWEST else None
    if contradiction is not None:
        raise InvalidOption(named(contradiction, changes(wanted, variant)))
    return wanted


def changes(variant: Variant, standard: Variant) -> dict[str, OptionValue]:
    """The option values of ``variant`` that differ from those of ``standard``, by key."""
    pairs = (
        (row.key, forms.option_value(variant, row), forms.option_value(standard, row)) for row in OFFERED
    )
    return {key: value for key, value, usual in pairs if value != usual}


def named(reason: str, changed_options: Mapping[str, OptionValue]) -> str:
    """A reason for a refusal, with the changed options added if it names none of them."""
    names = [f"“{BY_KEY[key].label}”" for key in changed_options]
    if any(name in reason for name in names):
        return reason
    return f"{reason} That comes from {listed(names)}."


def _with(variant: Variant, row: Row, value: OptionValue) -> Variant:
    return variant.model_copy(update=forms.read(variant, row, value))


def _spec(row: Row, variant: Variant, standard: Variant) -> OptionSpec:
    value = forms.option_value(variant, row)
    choices = _choices(row, variant)
    for other in (forms.option_value(standard, row), value):
        if other not in [choice.value for choice in choices]:
            choices = (*choices, Choice(other, _label(row, other)))
    return OptionSpec(row.key, row.section, row.label, row.help, choices, value)


def _choices(row: Row, variant: Variant) -> tuple[Choice, ...]:
    """The usual values; of some options only those that fit the rest of the game."""
    if row.key == "seats":
        counts = range(2, MOST_SEATS + 1)
        return tuple(Choice(str(count), str(count)) for count in counts if _fits(variant, row, str(count)))
    if row.key in ("nest", "called_cards", "misdeal_numbers"):
        return tuple(choice for choice in _for_players(row, variant) if _fits(variant, row, choice.value))
    if row.key == "rook" and variant.red_one:
        highest = Choice("top", f"The Rook is the highest trump{but_red_one(variant)}")
        return tuple(highest if choice.value == "top" else choice for choice in row.choices)
    return _for_players(row, variant)


def _for_players(row: Row, variant: Variant) -> tuple[Choice, ...]:
    """The usual values; of those by number of players only the ones that fit the numbers there are."""
    if row.key == "seat_change" and variant.seats != (4,):
        return tuple(choice for choice in row.choices if choice.value != "rotate")
    if row.key not in ("called_cards", "alone_bonus"):
        return row.choices
    others = {f"{seats}:" for seats in variant.seats} if len(variant.seats) > 1 else set[str]()
    return tuple(
        choice
        for choice in row.choices
        if isinstance(choice.value, int) or any(seats in str(choice.value) for seats in others)
    )


def _fits(variant: Variant, row: Row, value: OptionValue) -> bool:
    """Whether the value could be chosen in a new match."""
    try:
        changed(variant.model_copy(update={"version": NEWEST}), {row.key: value})
    except InvalidOption:
        return False
    return True


def _label(row: Row, value: OptionValue) -> str:
    """The label of a value that is not one of the usual ones."""
    if row.key == "seats":
        return seat_counts(forms.seats_of(value))
    if not isinstance(value, str):
        return unlabelled(value)
    if row.key == "second_bird":
        return f"The {Color.parse(value[0]).word} {value[1:]} is the baby bird"
    usual, *others = value.split(" ") if row.key in _BY_PLAYERS else (value,)
    exceptions = (other.partition(":") for other in others)
    said = (usual, *(f"{some} with {seats} players" for seats, _, some in exceptions))
    return ", ".join(said).replace("-", "–").replace(":", " ")
