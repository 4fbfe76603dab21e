"""What every extension stands on: interactions, replies, permissions, groups, parsing of input."""
