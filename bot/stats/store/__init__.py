"""SQL of the results ledger: bookings, sums, ratings, leaderboards, histories."""
