"""Leagues for players and organizers."""
