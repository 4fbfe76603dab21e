"""Every game of the rule books that has no bidding: a file each, on the frame of ``game.py``."""
