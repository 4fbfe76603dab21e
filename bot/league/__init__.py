"""Leagues: seasons, schedules, rosters, rulings, standings, titles."""
