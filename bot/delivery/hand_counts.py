"""How often hands were brought up to date without a press of their owner, and how often that was saved."""

from __future__ import annotations


class HandCounts:
    """Counted since the start."""

    def __init__(self) -> None:
        self.shown = 0
        """Edits that have arrived."""
        self.merged = 0
        """Changes that were shown together with a later one, so that Discord is not asked too often."""

    def note_shown(self) -> None:
        """Count an edit that has arrived."""
        self.shown += 1

    def note_merged(self) -> None:
        """Count a change that is shown together with a later one."""
        self.merged += 1
