"""What every game shares: cards, actions, decisions, events, views and the game protocol."""
