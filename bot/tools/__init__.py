"""Tools around the bot: simulated matches and their records, the page of games, the playground."""
