"""A preset: house rules with a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.core.protocol import OptionValue

ONES_COUNT: Final = "1:15 5:5 10:10 14:10"


class Preset(NamedTuple):
    """Named house rules: the key of their game, its changed options, and texts on them."""

    key: str
    title: str
    source: str
    summary: str
    game: str
    options: Mapping[str, OptionValue]
