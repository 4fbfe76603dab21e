"""Evenings: how one is played, what it comes to, and how its tables are followed."""
