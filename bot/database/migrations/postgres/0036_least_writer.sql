-- An advisory lock of the session keeps bots apart; how often one has opened the database is not asked any more.
ALTER TABLE rookery DROP COLUMN IF EXISTS opened;
-- Bots of two versions may write at once. A migration that only adds leaves the number as it is; one that takes
-- away what an earlier version needs sets it to its own, in a later release than the one that stopped needing it.
ALTER TABLE rookery ADD COLUMN least_writer INTEGER NOT NULL DEFAULT 36;
ALTER TABLE rookery ALTER COLUMN least_writer DROP DEFAULT;
COMMENT ON COLUMN rookery.least_writer IS 'The lowest version that may still write';
