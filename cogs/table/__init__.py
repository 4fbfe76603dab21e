"""The table for players: its lobby, its message, its threads, rematches, watching."""
