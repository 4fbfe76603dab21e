"""Pictures: pure functions from plain values to PNG, each with an alt text.

Only ``drawing`` and its imports know matplotlib, which is slow to load: they belong to the drawing process.
"""
