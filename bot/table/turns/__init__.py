"""Time at a table: what each seat is asked since when, how long it may take, what was decided ahead."""
