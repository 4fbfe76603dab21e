"""Statistics: results put into the ledger, figures, ratings, leaderboards, histories."""
