"""Figures of the code's structure, each with a bound: ``python -m tests.house``."""
