"""Evenings: how one goes on, what it comes to, and how its tables are followed."""
