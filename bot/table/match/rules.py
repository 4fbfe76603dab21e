"""Properties of a table's rules, computed once because every action reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from bot.table.match.claims import may_be_claimed
from bot.table.match.step import take_back_rule
from rules.core.protocol import Game, OptionValue


class TableRules(NamedTuple):
    """Properties of a game with its options, shared by all tables that play it."""

    changes: Mapping[str, OptionValue]
    """The options that differ from the rule book."""
    take_back: str
    """The house rule on taking back."""
    has_claims: bool
    """Whether the tricks that are left of a deal can be claimed."""
    is_timed: bool
    """Whether a match is played by the clock."""
    is_shuffled: bool
    """Whether the deck is shuffled from a seed; solitaire deals have numbers that can be looked up."""


def table_rules(game: Game[Any]) -> TableRules:
    """The properties of a game's rules that tables need."""
    return TableRules(
        changes=game.changes(),
        take_back=take_back_rule(game),
        has_claims=may_be_claimed(game),
        is_timed=game.parameters().get("minutes") is not None,
        is_shuffled=game.about.kind != "patience",
    )
