"""What cogs may use besides the tables: house rules and statistics."""
