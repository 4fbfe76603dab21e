"""Hints: the reasons for a computer's answer, as values."""
