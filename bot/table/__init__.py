"""A table: its lobby, its match, turns, votes, and the manager through which all of it is reached."""
