"""Databases: engines, dialects, migrations, group commit, backup, copying. No subject's statements."""
