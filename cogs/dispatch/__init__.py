"""Where presses arrive and find their handler, and where tables are shown again after a change."""
