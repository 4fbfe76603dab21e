"""A match told again from its log: deals, steps, and how everything lay. Only deals that are over."""
