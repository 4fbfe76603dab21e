"""The bot's locked packages, their licences and known vulnerabilities."""
