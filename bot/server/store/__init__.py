"""SQL of what servers have settled, and of what managers did."""
