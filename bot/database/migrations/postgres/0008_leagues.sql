-- Leagues: their seasons, who is in them, what they play, and what organisers did. All else follows from these.

-- Where a league has settled the game and its rules: whether computers may fill in. Null where the host settles them.
ALTER TABLE tables ADD COLUMN settled TEXT COLLATE "C" CHECK (settled IN ('people', 'computers'));

CREATE TABLE leagues (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    name_key TEXT COLLATE "C" NOT NULL, -- the name as it is looked for
    rules TEXT COLLATE "C" NOT NULL, -- the code of a game with its house rules
    seats INTEGER NOT NULL CHECK (seats >= 1),
    entrants TEXT COLLATE "C" NOT NULL CHECK (entrants IN ('players', 'pairs')),
    computers INTEGER NOT NULL CHECK (computers IN (0, 1)), -- whether they may fill in
    organiser_role BIGINT, -- whoever has it may do what managers may; null for none
    created_by BIGINT NOT NULL,
    created_at DOUBLE PRECISION NOT NULL,
    channel_id BIGINT, -- where its message is to stand; null for nowhere
    message_id BIGINT
);

CREATE UNIQUE INDEX leagues_by_name ON leagues (guild_id, name_key);

CREATE TABLE seasons (
    id BIGINT PRIMARY KEY,
    league_id BIGINT NOT NULL REFERENCES leagues (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    scoring TEXT COLLATE "C" NOT NULL, -- JSON: how it is scored
    opened_at DOUBLE PRECISION NOT NULL,
    ends_at DOUBLE PRECISION, -- null for when an organiser says so
    closed_at DOUBLE PRECISION -- null while it goes on
);

CREATE UNIQUE INDEX seasons_by_number ON seasons (league_id, number);
CREATE UNIQUE INDEX one_open_season ON seasons (league_id) WHERE closed_at IS NULL;
CREATE INDEX seasons_by_end ON seasons (ends_at) WHERE closed_at IS NULL AND ends_at IS NOT NULL;

-- Who competes: a player (second is 0), or two who are a pair, in ascending order.
CREATE TABLE season_entries (
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    first BIGINT NOT NULL,
    second BIGINT NOT NULL DEFAULT 0,
    first_name TEXT COLLATE "C" NOT NULL,
    second_name TEXT COLLATE "C" NOT NULL DEFAULT '',
    joined_at DOUBLE PRECISION NOT NULL,
    left_at DOUBLE PRECISION,
    PRIMARY KEY (season_id, first, second)
);

CREATE INDEX season_entries_by_first ON season_entries (first);
CREATE INDEX season_entries_by_second ON season_entries (second) WHERE second <> 0;

-- Who has asked whom to be partners in a season.
CREATE TABLE pair_requests (
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    asker BIGINT NOT NULL,
    asked BIGINT NOT NULL,
    asker_name TEXT COLLATE "C" NOT NULL,
    asked_name TEXT COLLATE "C" NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (season_id, asker)
);

CREATE INDEX pair_requests_by_asked ON pair_requests (asked);
CREATE INDEX pair_requests_by_asker ON pair_requests (asker);

-- Who is to play whom, and whether somebody stayed away. The first has the first deal.
CREATE TABLE fixtures (
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    round INTEGER NOT NULL CHECK (round >= 1),
    home_first BIGINT NOT NULL,
    home_second BIGINT NOT NULL DEFAULT 0,
    away_first BIGINT NOT NULL,
    away_second BIGINT NOT NULL DEFAULT 0,
    forfeited TEXT COLLATE "C" CHECK (forfeited IN ('home', 'away', 'both')), -- who stayed away; null for nobody
    PRIMARY KEY (season_id, number)
);

-- The tables of a season; their results are in matches, once they have ended.
CREATE TABLE season_matches (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    fixture INTEGER, -- its number; null where it was not on the schedule
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('counts', 'disputed', 'void')),
    points TEXT COLLATE "C", -- JSON: by the number of the side, the points as an organiser has corrected them; null as played
    is_paper INTEGER NOT NULL DEFAULT 0 CHECK (is_paper IN (0, 1)) -- played with real cards
);

CREATE INDEX season_matches_by_season ON season_matches (season_id, table_id);

-- Which pair a side of a match plays for, whoever sits there for it.
CREATE TABLE season_sides (
    table_id BIGINT NOT NULL REFERENCES season_matches (table_id),
    side INTEGER NOT NULL CHECK (side >= 0),
    first BIGINT NOT NULL,
    second BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, side)
);

CREATE INDEX season_sides_by_first ON season_sides (first);
CREATE INDEX season_sides_by_second ON season_sides (second) WHERE second <> 0;

-- Matches played with real cards that the other side has not confirmed yet.
CREATE TABLE paper_matches (
    id BIGINT PRIMARY KEY,
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    result TEXT COLLATE "C" NOT NULL, -- JSON: who sat where, and the points
    recorded_by BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    channel_id BIGINT,
    message_id BIGINT
);

CREATE INDEX paper_matches_by_season ON paper_matches (season_id, id);
CREATE INDEX paper_matches_by_time ON paper_matches (at);

-- What was done in a league, and never changed: kept for as long as the league is.
CREATE TABLE league_acts (
    id BIGINT PRIMARY KEY,
    league_id BIGINT NOT NULL REFERENCES leagues (id),
    season_id BIGINT,
    table_id BIGINT, -- the match it was about
    user_id BIGINT NOT NULL,
    about BIGINT, -- the person it was about
    what TEXT COLLATE "C" NOT NULL,
    detail TEXT COLLATE "C" NOT NULL, -- JSON: what it was before and after; nobody is named in it
    reason TEXT COLLATE "C" NOT NULL, -- in their words; empty for none
    at DOUBLE PRECISION NOT NULL
);

CREATE INDEX league_acts_by_league ON league_acts (league_id, id);
CREATE INDEX league_acts_by_user ON league_acts (user_id);
CREATE INDEX league_acts_by_about ON league_acts (about) WHERE about IS NOT NULL;
