"""SQL of messages that name users and of hand messages."""
