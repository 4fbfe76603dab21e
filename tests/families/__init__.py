"""Twelve families' rules: told in plain data, played by their presets, and judged by a referee of its own.

``rules``, ``cards``, ``scoring`` and ``referee`` import nothing of the engine; ``recording`` plays the
matches. ``python -m tests.families --deals 200`` plays every family and says what the referee found.
"""
