"""The data of a bidding game, prepared once for a key, its options and a number of seats."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pydantic import ValidationError

from bot.computers.brief import Brief
from rules.bidding.setup import Setup, make_setup
from rules.bidding.variant import Variant
from rules.catalog import find_game
from rules.core.protocol import OptionValue


class Played(NamedTuple):
    """What is played: all one must know to look everything else up."""

    game: str
    options: tuple[tuple[str, OptionValue], ...]
    seats: int


def played(brief: Brief) -> Played:
    """What is played in a brief."""
    return Played(brief.game, tuple(sorted(brief.options.items())), len(brief.view.table.seats))


@lru_cache(maxsize=64)
def setup_for(what: Played) -> Setup | None:
    """The tables of a game; None where it is no bidding game."""
    parameters = find_game(what.game).with_options(dict(what.options)).parameters()
    try:
        variant = Variant.model_validate(parameters)
    except ValidationError:
        return None
    return make_setup(variant, what.seats)
