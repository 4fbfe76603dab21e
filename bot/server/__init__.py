"""A server's own settings: house rules by name, what managers have decided."""
