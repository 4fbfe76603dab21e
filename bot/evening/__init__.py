"""Evenings of several tables: seating, rounds, scores, and their tables."""
