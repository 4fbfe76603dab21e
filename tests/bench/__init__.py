"""What ``make bench`` measures: ratios against a baseline of the same run, never absolute times."""
