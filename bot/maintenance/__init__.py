"""Upkeep by the clock: backups, copies, and old data deleted after its time."""
