"""Evenings in Discord: joining, the board message, threads for tables, scores."""
