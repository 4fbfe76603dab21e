-- Casual matches with computers have figures of their own: they are booked anew.
ALTER TABLE booked_matches ADD COLUMN has_computers INTEGER NOT NULL DEFAULT 0 CHECK (has_computers IN (0, 1));

INSERT INTO results_to_book (table_id, changes)
SELECT DISTINCT table_id, 1 FROM match_players WHERE user_id IS NULL AND computer IS NOT NULL
    AND table_id IN (SELECT table_id FROM booked_matches WHERE is_counted = 0)
ON CONFLICT (table_id) DO UPDATE SET changes = results_to_book.changes + 1;
