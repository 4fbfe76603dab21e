-- Whoever a message names that said something in passing, beside the players of its table: it goes with them.
ALTER TABLE past_messages ADD COLUMN user_id INTEGER;
