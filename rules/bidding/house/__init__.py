"""House rules: the values of a variant as options for players, and contradictions between them."""
