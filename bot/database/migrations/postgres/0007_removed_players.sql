-- Whom a manager removed from a table: from a lobby they are in no other row of it. Null for whatever else was done.

ALTER TABLE audit ADD COLUMN removed BIGINT;
CREATE INDEX audit_by_removed ON audit (removed) WHERE removed IS NOT NULL;
