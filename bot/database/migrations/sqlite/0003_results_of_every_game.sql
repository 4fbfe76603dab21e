-- Deals and matches of every game are recorded alike, computers with them; a match remembers the version of
-- its rules. What was recorded before stays: deals with a contract, and how matches ended for people.

ALTER TABLE tables ADD COLUMN rules_version INTEGER NOT NULL DEFAULT 1 CHECK (rules_version >= 1);

CREATE TABLE deals_new (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    deal INTEGER NOT NULL CHECK (deal >= 1),
    dealer INTEGER NOT NULL CHECK (dealer >= 0),
    at REAL NOT NULL,
    -- The contract: all of it is null where nothing is bid.
    declarer INTEGER CHECK (declarer >= 0),
    declarer_user INTEGER, -- nobody's where a computer declared
    bid INTEGER,
    trump TEXT CHECK (trump IN ('R', 'Y', 'G', 'B')),
    made INTEGER CHECK (made IN (0, 1)),
    nest_points INTEGER,
    partner INTEGER,  -- this and what follows was not recorded before
    sold_for INTEGER,
    folded INTEGER CHECK (folded IN (0, 1)),
    shot INTEGER CHECK (shot IN (0, 1)),
    PRIMARY KEY (table_id, deal)
) STRICT, WITHOUT ROWID;

INSERT INTO deals_new (table_id, deal, dealer, at, declarer, declarer_user, bid, trump, made, nest_points)
SELECT table_id, deal, dealer, at, declarer, declarer_user, bid, trump, made, nest_points FROM deals;
DROP TABLE deals;
ALTER TABLE deals_new RENAME TO deals;
CREATE INDEX deals_by_declarer ON deals (declarer_user, made);

CREATE TABLE deal_sides_new (
    table_id INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side >= 0),
    seats TEXT NOT NULL,   -- a JSON array
    scored INTEGER NOT NULL,
    total INTEGER NOT NULL,
    counters INTEGER,      -- null like tricks and bonus where they are not counted
    tricks INTEGER,
    bonus INTEGER,
    reasons TEXT NOT NULL, -- a JSON array of objects: kind, count, points
    PRIMARY KEY (table_id, deal, side),
    FOREIGN KEY (table_id, deal) REFERENCES deals (table_id, deal)
) STRICT, WITHOUT ROWID;

INSERT INTO deal_sides_new
SELECT table_id, deal, side, seats, scored, total, counters, tricks, bonus, '[]' FROM deal_sides;
DROP TABLE deal_sides;
ALTER TABLE deal_sides_new RENAME TO deal_sides;

-- Who answered for each seat when a deal ended; a computer beside a person stood in. Computers had no row before.
CREATE TABLE deal_players_new (
    table_id INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER,
    computer TEXT,
    CHECK (user_id IS NOT NULL OR computer IS NOT NULL),
    PRIMARY KEY (table_id, deal, seat),
    FOREIGN KEY (table_id, deal) REFERENCES deals (table_id, deal)
) STRICT, WITHOUT ROWID;

INSERT INTO deal_players_new SELECT table_id, deal, seat, user_id, NULL FROM deal_players;
DROP TABLE deal_players;
ALTER TABLE deal_players_new RENAME TO deal_players;
CREATE INDEX deal_players_by_user ON deal_players (user_id);

CREATE TABLE matches (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules_code TEXT, -- the game with its house rules; null where they were no longer known at a migration
    edition TEXT NOT NULL,
    rules_version INTEGER NOT NULL CHECK (rules_version >= 1),
    seats INTEGER NOT NULL,
    ranking TEXT NOT NULL CHECK (ranking IN ('most', 'fewest', 'cards', 'solved')),
    started_at REAL NOT NULL,
    finished_at REAL NOT NULL,
    deals INTEGER NOT NULL -- how many are recorded
) STRICT;

CREATE INDEX matches_by_guild ON matches (guild_id, finished_at);

CREATE TABLE match_players (
    table_id INTEGER NOT NULL REFERENCES matches (table_id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    side INTEGER NOT NULL CHECK (side >= 0),
    user_id INTEGER,
    name TEXT NOT NULL,
    computer TEXT, -- what answered for the seat in the end; beside a person it stood in
    points INTEGER NOT NULL, -- the side's
    place INTEGER CHECK (place >= 1), -- the side's; null where nobody won, and where it was not recorded yet
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    stand_in_deals INTEGER NOT NULL CHECK (stand_in_deals >= 0),
    CHECK (user_id IS NOT NULL OR computer IS NOT NULL),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_players_by_user ON match_players (user_id);

-- rules_code, edition and side are functions of bot/store/earlier.py.
INSERT INTO matches
SELECT
    id, guild_id, game, rules_code(game, options), edition(game), 1, json_array_length(seats),
    CASE
        WHEN json_array_length(seats) = 1 THEN 'solved'
        WHEN game IN ('golden10_1988', 'golden10_1924', 'flip') THEN 'fewest'
        WHEN game IN ('donkey', 'match', 'everlasting', 'tens', 'panjandrum_1988', 'panjandrum_1924') THEN 'cards'
        ELSE 'most'
    END,
    COALESCE((SELECT at FROM actions WHERE table_id = id ORDER BY actions.revision LIMIT 1), created_at),
    (SELECT MAX(at) FROM match_results WHERE table_id = id),
    (SELECT COUNT(*) FROM deals WHERE table_id = id)
FROM tables WHERE id IN (SELECT table_id FROM match_results);

INSERT INTO match_players
SELECT
    table_id, seat, side(game, options, json_array_length(seats), seat), user_id, name,
    CASE WHEN away THEN COALESCE(json_extract(seats, '$[' || seat || '].computer'), '') END,
    points, CASE WHEN won THEN 1 END, won, 0
FROM match_results JOIN tables ON tables.id = table_id;
DROP TABLE match_results;
