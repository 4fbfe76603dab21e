"""House rules: the values of a variant as options for people, and what contradicts what."""
