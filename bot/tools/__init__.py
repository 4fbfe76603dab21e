"""Command line tools: simulated matches, doctor, backups, the playground, the page of games."""
