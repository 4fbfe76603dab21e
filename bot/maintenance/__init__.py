"""Scheduled upkeep: backups, copies, and deletion of old data."""
