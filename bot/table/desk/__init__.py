"""The desk: tables in memory, what may come next there, how they are changed, stored and shown."""
