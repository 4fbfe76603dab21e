-- Who wants to lay the last card of a hand themselves, which plays itself otherwise.
ALTER TABLE personal_settings ADD COLUMN lays_last_card INTEGER NOT NULL DEFAULT 0
    CHECK (lays_last_card IN (0, 1));
