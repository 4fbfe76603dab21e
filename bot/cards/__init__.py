"""Card faces: how they are drawn, and which of them Discord knows as emojis of the bot's own."""
