"""The public side of a table: lobby, table message, threads, rematches, watching."""
