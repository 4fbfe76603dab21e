"""Base of every extension: interactions, replies, permissions, command groups, parsing of input."""
