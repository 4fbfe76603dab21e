"""What cogs may use besides the tables: records, house rules, what was shown; wired in ``bot/app.py``."""
