"""A table before its match: who sits where, what is played, as changes of its record."""
