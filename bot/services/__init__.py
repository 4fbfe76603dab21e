"""What cogs may use besides the tables: statistics, house rules, what was shown; wired in ``bot/app.py``."""
