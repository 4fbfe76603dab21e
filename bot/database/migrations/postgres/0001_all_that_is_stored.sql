-- Everything that SQLite's first three migrations make, in PostgreSQL's types.
-- Ids are Discord's (64 bits), times are seconds since the epoch, 0 and 1 are no and yes; texts are sorted by
-- their characters' numbers, as SQLite does it.

CREATE TABLE tables (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    host_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    options TEXT COLLATE "C" NOT NULL, -- a JSON object
    seats TEXT COLLATE "C" NOT NULL,   -- a JSON array of objects, in seat order
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'cancelled')),
    revision INTEGER NOT NULL CHECK (revision >= 0),
    message_id BIGINT,
    created_at DOUBLE PRECISION NOT NULL,
    rules_version INTEGER NOT NULL DEFAULT 1 CHECK (rules_version >= 1)
);

CREATE UNIQUE INDEX one_open_table_per_channel ON tables (channel_id) WHERE status IN ('lobby', 'playing');

CREATE TABLE actions (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    revision INTEGER NOT NULL CHECK (revision >= 0),
    seat INTEGER NOT NULL CHECK (seat >= -3), -- -1 is chance, -3 the referee
    user_id BIGINT,
    action TEXT COLLATE "C" NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, revision)
);

CREATE TABLE deals (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    deal INTEGER NOT NULL CHECK (deal >= 1),
    dealer INTEGER NOT NULL CHECK (dealer >= 0),
    at DOUBLE PRECISION NOT NULL,
    -- The contract: all of it is null where nothing is bid.
    declarer INTEGER CHECK (declarer >= 0),
    declarer_user BIGINT, -- nobody's where a computer declared
    bid INTEGER,
    trump TEXT COLLATE "C" CHECK (trump IN ('R', 'Y', 'G', 'B')),
    made INTEGER CHECK (made IN (0, 1)),
    nest_points INTEGER,
    partner INTEGER,
    sold_for INTEGER,
    folded INTEGER CHECK (folded IN (0, 1)),
    shot INTEGER CHECK (shot IN (0, 1)),
    PRIMARY KEY (table_id, deal)
);

CREATE INDEX deals_by_declarer ON deals (declarer_user, made);

CREATE TABLE deal_sides (
    table_id BIGINT NOT NULL,
    deal INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side >= 0),
    seats TEXT COLLATE "C" NOT NULL,   -- a JSON array
    scored INTEGER NOT NULL,
    total INTEGER NOT NULL,
    counters INTEGER,                  -- null like tricks and bonus where they are not counted
    tricks INTEGER,
    bonus INTEGER,
    reasons TEXT COLLATE "C" NOT NULL, -- a JSON array of objects: kind, count, points
    PRIMARY KEY (table_id, deal, side),
    FOREIGN KEY (table_id, deal) REFERENCES deals (table_id, deal)
);

-- Who answered for each seat when a deal ended; a computer beside a person stood in.
CREATE TABLE deal_players (
    table_id BIGINT NOT NULL,
    deal INTEGER NOT NULL,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id BIGINT,
    computer TEXT COLLATE "C",
    CHECK (user_id IS NOT NULL OR computer IS NOT NULL),
    PRIMARY KEY (table_id, deal, seat),
    FOREIGN KEY (table_id, deal) REFERENCES deals (table_id, deal)
);

CREATE INDEX deal_players_by_user ON deal_players (user_id);

CREATE TABLE matches (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    guild_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    rules_code TEXT COLLATE "C", -- the game with its house rules; null where they were not known any more
    edition TEXT COLLATE "C" NOT NULL,
    rules_version INTEGER NOT NULL CHECK (rules_version >= 1),
    seats INTEGER NOT NULL,
    ranking TEXT COLLATE "C" NOT NULL CHECK (ranking IN ('most', 'fewest', 'cards', 'solved')),
    started_at DOUBLE PRECISION NOT NULL,
    finished_at DOUBLE PRECISION NOT NULL,
    deals INTEGER NOT NULL -- how many are recorded
);

CREATE INDEX matches_by_guild ON matches (guild_id, finished_at);

CREATE TABLE match_players (
    table_id BIGINT NOT NULL REFERENCES matches (table_id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    side INTEGER NOT NULL CHECK (side >= 0),
    user_id BIGINT,
    name TEXT COLLATE "C" NOT NULL,
    computer TEXT COLLATE "C", -- what answered for the seat in the end; beside a person it stood in
    points INTEGER NOT NULL,   -- the side's
    place INTEGER CHECK (place >= 1), -- the side's; null where nobody won, and where it was not recorded yet
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    stand_in_deals INTEGER NOT NULL CHECK (stand_in_deals >= 0),
    CHECK (user_id IS NOT NULL OR computer IS NOT NULL),
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX match_players_by_user ON match_players (user_id);

CREATE TABLE hand_messages (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    user_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    token TEXT COLLATE "C" NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, user_id)
);

CREATE INDEX hand_messages_by_age ON hand_messages (expires_at);

CREATE TABLE settings (
    key TEXT COLLATE "C" PRIMARY KEY,
    value TEXT COLLATE "C" NOT NULL -- JSON
);

CREATE TABLE saved_rules (
    guild_id BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    code TEXT COLLATE "C" NOT NULL, -- a game with its house rules
    PRIMARY KEY (guild_id, name)
);

-- What a server plays when nobody says otherwise: a name, a code or a game.
CREATE TABLE default_rules (
    guild_id BIGINT PRIMARY KEY,
    rules TEXT COLLATE "C" NOT NULL
);
