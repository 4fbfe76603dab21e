"""The arithmetic of leagues and evenings: pure functions over what was played."""
