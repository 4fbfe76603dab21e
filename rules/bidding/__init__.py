"""The bidding games: auction, nest, trump and tricks. Each game is one row of data for one engine."""
