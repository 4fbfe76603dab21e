-- Which process may write: each takes the database over when it opens it, and no other writes from then on.
CREATE TABLE holder (
    token TEXT NOT NULL -- of that process alone
) STRICT;

-- With what rivals need, so that 5,000 matches are read without looking each one up.
DROP INDEX booked_entries_by_first;
CREATE INDEX booked_entries_by_first
    ON booked_entries (first, guild_id, size, second, finished_at, table_id, verdict, side, side_points);
