"""Building blocks that know nothing of Rook: text, errors, listeners, background work, worker processes."""
