"""Players' own data and settings: shown, given out, forgotten."""
