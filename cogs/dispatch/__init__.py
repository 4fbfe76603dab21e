"""Dispatch of presses to their handlers, and refresh of all messages after a change of a table."""
