"""Everything players may agree on, in the order it is offered."""

from __future__ import annotations

from typing import Final

from rules.tricks.option_row import Row
from rules.tricks.options_of_deal import BIDDING, DECK, NEST, PLAY
from rules.tricks.options_of_match import MATCH, SCORING, TABLE

ROWS: Final[tuple[Row, ...]] = (*DECK, *BIDDING, *NEST, *PLAY, *SCORING, *MATCH, *TABLE)
BY_KEY: Final = {row.key: row for row in ROWS}
