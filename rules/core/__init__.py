"""What every game speaks: cards, acts, questions, events, views and the protocol."""
