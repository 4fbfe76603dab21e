"""The bidding family: auction, nest, trump and tricks, played by a row of data (RULES of 1988 and before)."""
