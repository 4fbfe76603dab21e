"""The match of a table: its state, steps, deals, claims and results."""
