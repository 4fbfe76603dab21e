"""A player's own data, tables and settings."""
