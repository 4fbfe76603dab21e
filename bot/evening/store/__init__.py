"""SQL of evenings."""
