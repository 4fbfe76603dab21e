"""Measures how well computers play: duels, contests, blunders, and upper bounds to compare with."""
