"""Evenings for players: joining, the board, threads of tables, scores."""
