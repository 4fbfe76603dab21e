"""Matches to look back at: history, deals step by step, analysis, the shuffle."""
