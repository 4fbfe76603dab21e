"""The rules of a bidding game in words, made from the values the engine plays by."""
