"""Discord in, Discord out: commands, buttons and messages. Views come in here, never a state."""
