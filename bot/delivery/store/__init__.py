"""SQL of messages on show and of players' private messages."""
