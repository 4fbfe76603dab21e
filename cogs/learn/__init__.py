"""Lessons and help."""
