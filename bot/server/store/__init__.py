"""SQL of server settings and the managers' log."""
