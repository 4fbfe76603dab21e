"""Matches played with real cards, and the files of seasons: read, checked, written."""
