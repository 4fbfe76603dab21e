"""The rules of Rook: pure functions over immutable states, free of side effects.

Nothing here knows Discord, files, a clock or a random generator of its own. A state and an action give the
same new state and events today and after any upgrade.
"""
