"""SQL of people: own data, forgetting, personal settings."""
