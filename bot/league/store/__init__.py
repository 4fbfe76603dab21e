"""SQL of leagues and their seasons."""
