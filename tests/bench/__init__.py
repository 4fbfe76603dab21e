"""The parts of ``make bench``: ratios to a baseline of the same run, never absolute times."""
