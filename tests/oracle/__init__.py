"""The naive oracle: a second, simple implementation of the bidding games, sharing no code with the engine.

It reads the JSON Lines record of a match and says where the rule book disagrees with it.  Source: 1988
booklet, General Rules for Bidding Games and the pages of the games; ids such as R-03 are those of the
register of ambiguities.
"""

from .auction import Auction, first_bidder, legal_bids, may_pass
from .cards import buriable, color_of, deal_out, discard_fault, pack, points
from .play import first_leader, legal_cards, trick_winner
from .record import check_record
from .rows import ROWS, Majority, Row
from .scoring import deal_scores, match_over, match_winners, trick_value

__all__ = [
    "ROWS",
    "Auction",
    "Majority",
    "Row",
    "buriable",
    "check_record",
    "color_of",
    "deal_out",
    "deal_scores",
    "discard_fault",
    "first_bidder",
    "first_leader",
    "legal_bids",
    "legal_cards",
    "match_over",
    "match_winners",
    "may_pass",
    "pack",
    "points",
    "trick_value",
    "trick_winner",
]
