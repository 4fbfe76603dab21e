-- How far the person's side is ahead in a daily deal with good play and all hands open; none where that is not known.
ALTER TABLE daily_deals ADD COLUMN par INTEGER;
-- Whether somebody has shown their result to a channel.
ALTER TABLE daily_attempts ADD COLUMN shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1));
