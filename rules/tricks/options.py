"""What players may agree on: the fields of the Variant as named options with their usual values."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError

from rules.protocol import InvalidOption, OptionValue
from rules.tricks.variant import Variant


def partners(variant: Variant) -> str:
    """Who plays with whom, in a word or two."""
    match variant.teams:
        case "partners":
            return "partners"
        case "called":
            return "called partner"
        case "dummy":
            return "partner is a dummy"
        case _:
            return "everyone for himself"


def specs(variant):
    return ()


def changed(variant: Variant, values: Mapping[str, OptionValue]) -> Variant:
    try:
        return Variant.model_validate({**variant.model_dump(), **values})
    except ValidationError as error:
        raise InvalidOption(str(error)) from None


def changes(variant, standard):
    return {}
