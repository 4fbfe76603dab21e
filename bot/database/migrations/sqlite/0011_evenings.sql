-- Evenings: who has joined, the rounds with their tables and chairs, and what chance has drawn for all tables.

CREATE TABLE evenings (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('sign-up', 'playing', 'over')),
    game TEXT NOT NULL,
    options TEXT NOT NULL, -- JSON: what differs from the rule book
    deals INTEGER NOT NULL, -- at each table in a round
    most_rounds INTEGER NOT NULL,
    created_at REAL NOT NULL,
    computers_fill INTEGER NOT NULL CHECK (computers_fill IN (0, 1)),
    draws_pairs INTEGER NOT NULL CHECK (draws_pairs IN (0, 1)),
    is_last_round INTEGER NOT NULL CHECK (is_last_round IN (0, 1)),
    ended TEXT,
    ended_at REAL,
    revision INTEGER NOT NULL,
    message_id INTEGER,
    is_shown INTEGER NOT NULL CHECK (is_shown IN (0, 1)) -- whether its message shows how it ended
) STRICT;

CREATE UNIQUE INDEX one_evening_a_channel ON evenings (channel_id) WHERE status <> 'over';
CREATE INDEX evenings_by_channel ON evenings (channel_id, id);
CREATE INDEX evenings_by_guild ON evenings (guild_id);

CREATE TABLE evening_guests (
    evening_id INTEGER NOT NULL REFERENCES evenings (id),
    user_id INTEGER NOT NULL,
    number INTEGER NOT NULL, -- in the order they joined
    name TEXT NOT NULL,
    is_here INTEGER NOT NULL CHECK (is_here IN (0, 1)),
    PRIMARY KEY (evening_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX evening_guests_by_user ON evening_guests (user_id);

CREATE TABLE evening_tables (
    evening_id INTEGER NOT NULL REFERENCES evenings (id),
    round INTEGER NOT NULL,
    number INTEGER NOT NULL, -- 1 is the head table
    channel_id INTEGER,
    table_id INTEGER REFERENCES tables (id),
    first_points INTEGER, -- of each pair; null until the table is over
    second_points INTEGER,
    cut INTEGER, -- which pair the cut put ahead, if they tie
    deals INTEGER,
    PRIMARY KEY (evening_id, round, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX evening_tables_by_table ON evening_tables (table_id) WHERE table_id IS NOT NULL;

CREATE TABLE evening_chairs (
    evening_id INTEGER NOT NULL REFERENCES evenings (id),
    round INTEGER NOT NULL,
    number INTEGER NOT NULL, -- of the table; 0 for those who rest
    chair INTEGER NOT NULL,
    user_id INTEGER, -- null for a computer
    PRIMARY KEY (evening_id, round, number, chair)
) STRICT, WITHOUT ROWID;

CREATE INDEX evening_chairs_by_user ON evening_chairs (user_id) WHERE user_id IS NOT NULL;

-- What chance has drawn once for every table of a duplicate evening. Secret.
CREATE TABLE evening_cards (
    evening_id INTEGER NOT NULL REFERENCES evenings (id),
    deal INTEGER NOT NULL, -- of the evening, from 1; 0 for the draw for the deal
    action TEXT NOT NULL,
    PRIMARY KEY (evening_id, deal)
) STRICT, WITHOUT ROWID;
