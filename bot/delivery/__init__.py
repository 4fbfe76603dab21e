"""What is sent to Discord: the budget of requests, messages on show, card faces, lost answers."""
