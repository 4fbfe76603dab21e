"""The naive oracle: a second, simple implementation of the bidding games, sharing no code with the engine.

It reads the JSON Lines record of a match and says where the rule book disagrees with it.  Sources: the 1988
booklet, the combined 1924 booklet, the Dixie leaflet of 1912 and the oldest Regular Rook and Cordova;
ids such as R-03 are those of the register of ambiguities.
"""

from .auction import Auction, first_bidder, legal_bids, may_pass, names_color
from .batteries import Battery, battery_order
from .cards import color_of, counter, deck, points
from .cut import cut_side
from .dealing import Dealt, deal_out, hand_size
from .draw_pile import after_drawing, drawable
from .dummy import Place, around, callable_cards, camps, dummy_seat, places, who_chooses
from .games import ROWS, TABLES, row_for, seat_counts
from .house import house_row
from .nest import discard_fault, discardable
from .play import first_leader, first_place, legal_cards, trick_winner, turn_order, winning_card
from .record import check_record
from .rows import Majority, Row, Table
from .sample import make_record
from .scoring import cut_needed, deal_scores, match_over, match_winners, trick_value

__all__ = [
    "ROWS",
    "TABLES",
    "Auction",
    "Battery",
    "Dealt",
    "Majority",
    "Place",
    "Row",
    "Table",
    "after_drawing",
    "around",
    "battery_order",
    "callable_cards",
    "camps",
    "check_record",
    "color_of",
    "counter",
    "cut_needed",
    "cut_side",
    "deal_out",
    "deal_scores",
    "deck",
    "discard_fault",
    "discardable",
    "drawable",
    "dummy_seat",
    "first_bidder",
    "first_leader",
    "first_place",
    "hand_size",
    "house_row",
    "legal_bids",
    "legal_cards",
    "make_record",
    "match_over",
    "match_winners",
    "may_pass",
    "names_color",
    "places",
    "points",
    "row_for",
    "seat_counts",
    "trick_value",
    "trick_winner",
    "turn_order",
    "who_chooses",
    "winning_card",
]
