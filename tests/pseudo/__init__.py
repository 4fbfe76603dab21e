"""The pseudo-language test: where every sentence is nonsense, nothing but sentences may change."""
