"""Making tuples quickly, where hundreds of thousands of cards a second are played."""

from __future__ import annotations

from typing import Final

new: Final = tuple.__new__
"""What a NamedTuple's own constructor and ``_replace`` end in; called directly, it takes half the time."""
