"""Everything players may agree on, in the order it is offered."""

from __future__ import annotations

from typing import Final

from rules.tricks.house.of_deal import BIDDING, DECK, NEST, PLAY
from rules.tricks.house.of_match import MATCH, SCORING, TABLE
from rules.tricks.house.row import Row

ROWS: Final[tuple[Row, ...]] = (*DECK, *BIDDING, *NEST, *PLAY, *SCORING, *MATCH, *TABLE)
BY_KEY: Final = {row.key: row for row in ROWS}
