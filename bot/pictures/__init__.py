"""Statistics as pictures: pure functions from plain values to PNG, each with words for whoever can't see it.

Only ``drawing`` and what it imports know matplotlib, which is slow to load: they are for the drawing process.
"""
