"""Computer players of the games without bidding: a file each, named after the game's, with its reasons."""
