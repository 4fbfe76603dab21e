"""The games without bidding: a package each, on the frame in ``game.py``."""
