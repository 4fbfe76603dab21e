"""Statistics: players, pairs, rivals, ratings, leaderboards."""
