"""Replays of finished deals, rebuilt from a match's log: steps, analysis, shuffle, playing again."""
