"""The rules of Rook: pure, immutable and free of side effects.

Nothing here knows Discord, files, a clock or a random generator of its own: a state and an action
give a new state and the events that followed, today and after any upgrade alike.
"""
