-- A deal that a computer ended for somebody who was away is no deal of that person in the book any more:
-- the results that hold such deals are booked anew.
INSERT INTO results_to_book (table_id, changes)
SELECT DISTINCT table_id, 1 FROM deal_players WHERE user_id IS NOT NULL AND computer IS NOT NULL
    AND table_id IN (SELECT table_id FROM matches)
ON CONFLICT (table_id) DO UPDATE SET changes = results_to_book.changes + 1;
