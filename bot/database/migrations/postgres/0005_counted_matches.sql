-- Counted matches and casual ones, how each table ended, what was special in a match, what managers did.

-- What was recorded before counts as it did: tables that are over are counted, those still open are casual.
ALTER TABLE tables ADD COLUMN counted INTEGER NOT NULL DEFAULT 0 CHECK (counted IN (0, 1));
ALTER TABLE tables ADD COLUMN leaving TEXT COLLATE "C" NOT NULL DEFAULT 'lost'
    CHECK (leaving IN ('lost', 'alone', 'played')); -- what a counted match is for whoever leaves it
-- How it was closed, and by whom; null while it is open, after a match, and where it was not recorded before.
ALTER TABLE tables ADD COLUMN ended TEXT COLLATE "C";
ALTER TABLE tables ADD COLUMN ended_by BIGINT;
UPDATE tables SET counted = 1 WHERE status IN ('finished', 'cancelled');

ALTER TABLE matches ADD COLUMN counted INTEGER NOT NULL DEFAULT 1 CHECK (counted IN (0, 1));
ALTER TABLE matches ADD COLUMN broken_off INTEGER NOT NULL DEFAULT 0 CHECK (broken_off IN (0, 1));
ALTER TABLE matches ADD COLUMN notes TEXT COLLATE "C" NOT NULL DEFAULT '{}'; -- JSON: what was special

-- Whether it counts for this player on boards of people. Who played alone has won against nobody.
ALTER TABLE match_players ADD COLUMN counts INTEGER NOT NULL DEFAULT 1 CHECK (counts IN (0, 1));
UPDATE match_players SET counts = 0 WHERE table_id IN (SELECT table_id FROM matches WHERE ranking = 'solved');

-- What a server's managers have settled for its new tables.
CREATE TABLE server_settings (
    guild_id BIGINT PRIMARY KEY,
    counted INTEGER NOT NULL CHECK (counted IN (0, 1)),
    leaving TEXT COLLATE "C" NOT NULL CHECK (leaving IN ('lost', 'alone', 'played'))
);

-- What managers of a server did at its tables.
CREATE TABLE audit (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    table_id BIGINT NOT NULL REFERENCES tables (id),
    user_id BIGINT NOT NULL,
    what TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL, -- in their words; empty for none
    at DOUBLE PRECISION NOT NULL
);

CREATE INDEX audit_by_guild ON audit (guild_id, id);
CREATE INDEX audit_by_table ON audit (table_id);
CREATE INDEX audit_by_user ON audit (user_id);
CREATE INDEX tables_by_closer ON tables (ended_by) WHERE ended_by IS NOT NULL;
