"""Leagues in Discord: commands, controls and messages for players and organizers."""
