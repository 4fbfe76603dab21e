"""The rules of a game in words, made from the values the engine plays by."""
