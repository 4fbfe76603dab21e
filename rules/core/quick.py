"""Fast construction of named tuples, for simulations that play hundreds of thousands of cards a second."""

from __future__ import annotations

from typing import Final

new: Final = tuple.__new__
"""``new(Type, fields)`` makes a NamedTuple from all its fields in order, twice as fast as its constructor."""
