"""Lessons, hints and example tables."""
