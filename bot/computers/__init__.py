"""Computer players: each answers any decision of any game from what its own seat may know."""
