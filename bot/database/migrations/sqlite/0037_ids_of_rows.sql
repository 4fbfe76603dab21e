-- The database numbers new rows, and uses no number twice: two writers cannot find the same one.

-- The first table with AUTOINCREMENT makes sqlite_sequence.
CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT);
DROP TABLE numbered;

-- The keyword changes no stored row, so the tables are not made again: a damaged row stays as it is.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'id INTEGER PRIMARY KEY,', 'id INTEGER PRIMARY KEY AUTOINCREMENT,')
WHERE type = 'table'
    AND name IN ('tables', 'audit', 'evenings', 'leagues', 'seasons', 'league_acts', 'paper_matches');
PRAGMA writable_schema = RESET;

INSERT INTO sqlite_sequence (name, seq)
SELECT 'tables', COALESCE(MAX(id), 0) FROM tables
UNION ALL SELECT 'audit', COALESCE(MAX(id), 0) FROM audit
UNION ALL SELECT 'evenings', COALESCE(MAX(id), 0) FROM evenings
UNION ALL SELECT 'leagues', COALESCE(MAX(id), 0) FROM leagues
UNION ALL SELECT 'seasons', COALESCE(MAX(id), 0) FROM seasons
UNION ALL SELECT 'league_acts', COALESCE(MAX(id), 0) FROM league_acts
-- Earlier ids of paper matches were times in milliseconds: these are higher than any.
UNION ALL SELECT 'paper_matches', MAX(COALESCE(MAX(id), 0), 4000000000000) FROM paper_matches;

CREATE VIEW last_ids AS SELECT name, seq AS last FROM sqlite_sequence;
