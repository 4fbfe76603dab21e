"""The pseudo-language test: with every sentence turned into nonsense, only sentences may change."""
