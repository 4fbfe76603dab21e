"""Commands for a server's managers: administration, the server's rules, a referee's rulings."""
