"""All options of the bidding games, in the order they are offered."""

from __future__ import annotations

from typing import Final

from rules.bidding.house.deal_options import BIDDING, DECK, PLAY
from rules.bidding.house.match_options import MATCH, SCORING, TABLE
from rules.bidding.house.nest_options import NEST
from rules.bidding.house.row import Row

OFFERED: Final[tuple[Row, ...]] = (*DECK, *BIDDING, *NEST, *PLAY, *SCORING, *MATCH, *TABLE)
BY_KEY: Final = {row.key: row for row in OFFERED}
