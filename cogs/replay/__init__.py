"""Replays: history, deals step by step, analysis, the check of the shuffle."""
