"""What the bot is built from: its locked packages, their licences, and what is known against them."""
