-- Leagues: their seasons, who is in them, what they play, and what organisers did. All else follows from these.

-- Where a league has settled the game and its rules: whether computers may fill in. Null where the host settles them.
ALTER TABLE tables ADD COLUMN settled TEXT CHECK (settled IN ('people', 'computers'));

CREATE TABLE leagues (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,    -- the name as it is looked for
    rules TEXT NOT NULL,       -- the code of a game with its house rules
    seats INTEGER NOT NULL CHECK (seats >= 1),
    entrants TEXT NOT NULL CHECK (entrants IN ('players', 'pairs')),
    computers INTEGER NOT NULL CHECK (computers IN (0, 1)), -- whether they may fill in
    organiser_role INTEGER,    -- whoever has it may do what managers may; null for none
    created_by INTEGER NOT NULL,
    created_at REAL NOT NULL,
    channel_id INTEGER,        -- where its message is to stand; null for nowhere
    message_id INTEGER
) STRICT;

CREATE UNIQUE INDEX leagues_by_name ON leagues (guild_id, name_key);

CREATE TABLE seasons (
    id INTEGER PRIMARY KEY,
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    scoring TEXT NOT NULL,     -- JSON: how it is scored
    opened_at REAL NOT NULL,
    ends_at REAL,              -- null for when an organiser says so
    closed_at REAL             -- null while it goes on
) STRICT;

CREATE UNIQUE INDEX seasons_by_number ON seasons (league_id, number);
CREATE UNIQUE INDEX one_open_season ON seasons (league_id) WHERE closed_at IS NULL;
CREATE INDEX seasons_by_end ON seasons (ends_at) WHERE closed_at IS NULL AND ends_at IS NOT NULL;

-- Who competes: a player (second is 0), or two who are a pair, in ascending order.
CREATE TABLE season_entries (
    season_id INTEGER NOT NULL REFERENCES seasons (id),
    first INTEGER NOT NULL,
    second INTEGER NOT NULL DEFAULT 0,
    first_name TEXT NOT NULL,
    second_name TEXT NOT NULL DEFAULT '',
    joined_at REAL NOT NULL,
    left_at REAL,
    PRIMARY KEY (season_id, first, second)
) STRICT, WITHOUT ROWID;

CREATE INDEX season_entries_by_first ON season_entries (first);
CREATE INDEX season_entries_by_second ON season_entries (second) WHERE second <> 0;

-- Who has asked whom to be partners in a season.
CREATE TABLE pair_requests (
    season_id INTEGER NOT NULL REFERENCES seasons (id),
    asker INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    asker_name TEXT NOT NULL,
    asked_name TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (season_id, asker)
) STRICT, WITHOUT ROWID;

CREATE INDEX pair_requests_by_asked ON pair_requests (asked);
CREATE INDEX pair_requests_by_asker ON pair_requests (asker);

-- Who is to play whom, and whether somebody stayed away. The first has the first deal.
CREATE TABLE fixtures (
    season_id INTEGER NOT NULL REFERENCES seasons (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    round INTEGER NOT NULL CHECK (round >= 1),
    home_first INTEGER NOT NULL,
    home_second INTEGER NOT NULL DEFAULT 0,
    away_first INTEGER NOT NULL,
    away_second INTEGER NOT NULL DEFAULT 0,
    forfeited TEXT CHECK (forfeited IN ('home', 'away', 'both')), -- who stayed away; null for nobody
    PRIMARY KEY (season_id, number)
) STRICT, WITHOUT ROWID;

-- The tables of a season; their results are in matches, once they have ended.
CREATE TABLE season_matches (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    season_id INTEGER NOT NULL REFERENCES seasons (id),
    fixture INTEGER,           -- its number; null where it was not on the schedule
    state TEXT NOT NULL CHECK (state IN ('counts', 'disputed', 'void')),
    points TEXT,               -- JSON: by the number of the side, the points as an organiser has corrected them; null as played
    is_paper INTEGER NOT NULL DEFAULT 0 CHECK (is_paper IN (0, 1)) -- played with real cards
) STRICT;

CREATE INDEX season_matches_by_season ON season_matches (season_id, table_id);

-- Which pair a side of a match plays for, whoever sits there for it.
CREATE TABLE season_sides (
    table_id INTEGER NOT NULL REFERENCES season_matches (table_id),
    side INTEGER NOT NULL CHECK (side >= 0),
    first INTEGER NOT NULL,
    second INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, side)
) STRICT, WITHOUT ROWID;

CREATE INDEX season_sides_by_first ON season_sides (first);
CREATE INDEX season_sides_by_second ON season_sides (second) WHERE second <> 0;

-- Matches played with real cards that the other side has not confirmed yet.
CREATE TABLE paper_matches (
    id INTEGER PRIMARY KEY,
    season_id INTEGER NOT NULL REFERENCES seasons (id),
    result TEXT NOT NULL,      -- JSON: who sat where, and the points
    recorded_by INTEGER NOT NULL,
    at REAL NOT NULL,
    channel_id INTEGER,
    message_id INTEGER
) STRICT;

CREATE INDEX paper_matches_by_season ON paper_matches (season_id, id);
CREATE INDEX paper_matches_by_time ON paper_matches (at);

-- What was done in a league, and never changed: kept for as long as the league is.
CREATE TABLE league_acts (
    id INTEGER PRIMARY KEY,
    league_id INTEGER NOT NULL REFERENCES leagues (id),
    season_id INTEGER,
    table_id INTEGER,          -- the match it was about
    user_id INTEGER NOT NULL,
    about INTEGER,              -- the person it was about
    what TEXT NOT NULL,
    detail TEXT NOT NULL,      -- JSON: what it was before and after; nobody is named in it
    reason TEXT NOT NULL,      -- in their words; empty for none
    at REAL NOT NULL
) STRICT;

CREATE INDEX league_acts_by_league ON league_acts (league_id, id);
CREATE INDEX league_acts_by_user ON league_acts (user_id);
CREATE INDEX league_acts_by_about ON league_acts (about) WHERE about IS NOT NULL;
