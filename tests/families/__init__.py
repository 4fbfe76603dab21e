"""Twelve families' rules: told in plain data, played by their presets, and judged by a referee of its own.

All modules but ``recording`` and ``playing`` import nothing of the engine; these play the matches.
``python -m tests.families --deals 200`` plays every family and says what the referee found.
"""
