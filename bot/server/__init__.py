"""A server's own settings: saved house rules, table defaults, and the managers' log."""
