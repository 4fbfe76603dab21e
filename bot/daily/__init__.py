"""The daily deal: one a day for each server, played alone against computers, and compared."""
