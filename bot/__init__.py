"""The application around the rules: tables, store, clock, computer players, settings, client."""
