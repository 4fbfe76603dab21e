-- Tables with their logs, what matches and deals came to, private messages and settings.
-- Ids are Discord's (64 bits), times are seconds since the epoch, 0 and 1 are no and yes.

CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL, -- a JSON object
    seats TEXT NOT NULL,   -- a JSON array of objects, in seat order
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'cancelled')),
    revision INTEGER NOT NULL CHECK (revision >= 0),
    message_id INTEGER,
    created_at REAL NOT NULL
) STRICT;

CREATE UNIQUE INDEX one_open_table_per_channel ON tables (channel_id) WHERE status IN ('lobby', 'playing');

CREATE TABLE actions (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    revision INTEGER NOT NULL CHECK (revision >= 0),
    seat INTEGER NOT NULL CHECK (seat >= -1), -- -1 is chance
    user_id INTEGER,
    action TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE deals (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    deal INTEGER NOT NULL CHECK (deal >= 1),
    dealer INTEGER NOT NULL CHECK (dealer >= 0),
    declarer INTEGER NOT NULL CHECK (declarer >= 0),
    declarer_user INTEGER, -- nobody's where a computer declared
    bid INTEGER NOT NULL,
    trump TEXT CHECK (trump IN ('R', 'Y', 'G', 'B')),
    made INTEGER NOT NULL CHECK (made IN (0, 1)),
    nest_points INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, deal)
) STRICT, WITHOUT ROWID;

CREATE INDEX deals_by_declarer ON deals (declarer_user, made);

CREATE TABLE deal_sides (
    table_id INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side >= 0),
    seats TEXT NOT NULL, -- a JSON array
    counters INTEGER NOT NULL,
    tricks INTEGER NOT NULL,
    bonus INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    total INTEGER NOT NULL,
    PRIMARY KEY (table_id, deal, side),
    FOREIGN KEY (table_id, deal) REFERENCES deals (table_id, deal)
) STRICT, WITHOUT ROWID;

-- The person on each seat when a deal ended; seats of computers have no row.
CREATE TABLE deal_players (
    table_id INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, deal, seat),
    FOREIGN KEY (table_id, deal) REFERENCES deals (table_id, deal)
) STRICT, WITHOUT ROWID;

CREATE INDEX deal_players_by_user ON deal_players (user_id);

CREATE TABLE match_results (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL, -- the table's, for the leaderboard
    name TEXT NOT NULL,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    points INTEGER NOT NULL,
    away INTEGER NOT NULL CHECK (away IN (0, 1)),
    at REAL NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_results_by_player ON match_results (guild_id, user_id, at);

CREATE TABLE hand_messages (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    token TEXT NOT NULL,
    expires_at REAL NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;
