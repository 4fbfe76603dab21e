-- Messages that are still to change: what each of them last showed. One that has come to its end has no row.

CREATE TABLE shown_messages (
    message_id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL CHECK (kind IN ('table', 'reminder')),
    deal INTEGER NOT NULL CHECK (deal >= 0),        -- 0 is none yet
    revision INTEGER NOT NULL CHECK (revision >= 0) -- of the table, as it was last shown
) STRICT;

CREATE INDEX shown_messages_by_table ON shown_messages (table_id);

-- What earlier versions showed last in every channel is shown once more: it may have stayed behind.
INSERT INTO shown_messages (message_id, table_id, kind, deal, revision)
SELECT message_id, MAX(id), 'table', 0, 0 FROM tables
WHERE message_id IS NOT NULL
    AND (status IN ('lobby', 'playing') OR id IN (SELECT MAX(id) FROM tables GROUP BY channel_id))
GROUP BY message_id;
