-- Tables where a turn may take hours or days.
ALTER TABLE tables ADD COLUMN turn_hours INTEGER NOT NULL DEFAULT 0 -- 0 where a turn takes as long as anywhere
    CHECK (turn_hours >= 0);
