-- When something is due at a table, worked out when it left memory at a revision; of no use at another one.

ALTER TABLE tables ADD COLUMN slept_revision BIGINT;
ALTER TABLE tables ADD COLUMN due_at DOUBLE PRECISION; -- nothing happens by itself where it is NULL

CREATE INDEX tables_by_channel ON tables (channel_id, id);
