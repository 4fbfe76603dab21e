"""How computers play the bidding games: bid, declare, lead, follow, look ahead."""
