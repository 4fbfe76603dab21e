"""Values that are stored and recorded, and pure arithmetic over them, for several subjects."""
