"""A player's private hand: its message, answers by button and command, hints, claims, votes."""
