-- The book: everything that follows from results. `python -m bot rebuild` makes all of it anew, but for the
-- tables of seasons that are closed.

-- Results that the book does not know of yet: new ones, and those that have changed.
CREATE TABLE results_to_book (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    changes INTEGER NOT NULL CHECK (changes >= 1) -- since they were booked last
);

-- Ratings that are to be worked out anew from a match on, in the order of matches.
CREATE TABLE boards_to_rate (
    guild_id BIGINT NOT NULL,
    board TEXT COLLATE "C" NOT NULL,       -- a family of games, or a season
    finished_at DOUBLE PRECISION NOT NULL,
    table_id BIGINT NOT NULL,
    PRIMARY KEY (guild_id, board)
);

-- Seasons whose table is to be made anew.
CREATE TABLE seasons_to_rank (
    season_id BIGINT PRIMARY KEY REFERENCES seasons (id),
    changes INTEGER NOT NULL CHECK (changes >= 1) -- since it was made last
);

-- Matches that are booked, and under what.
CREATE TABLE booked_matches (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    guild_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    family TEXT COLLATE "C" NOT NULL,
    finished_at DOUBLE PRECISION NOT NULL,
    is_counted INTEGER NOT NULL CHECK (is_counted IN (0, 1)),
    season_id BIGINT,         -- null for none
    is_alone INTEGER NOT NULL CHECK (is_alone IN (0, 1))
);

-- What one match gave a player (second is 0), or two who are a pair, in ascending order.
CREATE TABLE booked_entries (
    table_id BIGINT NOT NULL REFERENCES booked_matches (table_id),
    size INTEGER NOT NULL CHECK (size IN (1, 2)), -- how many people one is
    first BIGINT NOT NULL,
    second BIGINT NOT NULL,
    guild_id BIGINT NOT NULL, -- these two are the match's, for the index
    finished_at DOUBLE PRECISION NOT NULL,
    side INTEGER NOT NULL,
    verdict TEXT COLLATE "C" CHECK (verdict IN ('won', 'drawn', 'lost')), -- null where it counts for somebody else
    margin INTEGER,            -- in points; null where that means nothing
    heights TEXT COLLATE "C" NOT NULL,     -- JSON: bids by how high they were, how many, how many made
    side_points INTEGER,       -- at the end; null where points do not decide
    matches INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    left_early INTEGER NOT NULL,
    points INTEGER NOT NULL,
    points_matches INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    bids INTEGER NOT NULL,
    made INTEGER NOT NULL,
    bid_points INTEGER NOT NULL,
    over_bid INTEGER NOT NULL,
    nest INTEGER NOT NULL,
    declared INTEGER NOT NULL,
    partner_bids INTEGER NOT NULL,
    partner_made INTEGER NOT NULL,
    defended INTEGER NOT NULL,
    setting INTEGER NOT NULL,
    defending INTEGER NOT NULL,
    PRIMARY KEY (table_id, size, first, second)
);

CREATE INDEX booked_entries_by_first
    ON booked_entries (first, guild_id, size, second, finished_at, table_id, verdict);
CREATE INDEX booked_entries_by_second ON booked_entries (second);

-- The same summed up, by when it was and what was played.
CREATE TABLE tallies (
    guild_id BIGINT NOT NULL,
    period TEXT COLLATE "C" NOT NULL,
    games TEXT COLLATE "C" NOT NULL,
    size INTEGER NOT NULL CHECK (size IN (1, 2)),
    first BIGINT NOT NULL,
    second BIGINT NOT NULL,
    matches INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    left_early INTEGER NOT NULL,
    points INTEGER NOT NULL,
    points_matches INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    bids INTEGER NOT NULL,
    made INTEGER NOT NULL,
    bid_points INTEGER NOT NULL,
    over_bid INTEGER NOT NULL,
    nest INTEGER NOT NULL,
    declared INTEGER NOT NULL,
    partner_bids INTEGER NOT NULL,
    partner_made INTEGER NOT NULL,
    defended INTEGER NOT NULL,
    setting INTEGER NOT NULL,
    defending INTEGER NOT NULL,
    PRIMARY KEY (guild_id, period, games, size, first, second)
);

CREATE INDEX tallies_by_wins ON tallies (guild_id, period, games, size, won DESC, matches, first, second);
CREATE INDEX tallies_by_share
    ON tallies (guild_id, period, games, size, (won * 1.0 / NULLIF(matches, 0)) DESC, matches DESC, first, second);
CREATE INDEX tallies_by_first ON tallies (first, guild_id, size, second, period, games);
CREATE INDEX tallies_by_second ON tallies (second, guild_id, period, games);

-- Bids by how high they were; of one game, for that is what heights belong to.
CREATE TABLE tallied_bids (
    guild_id BIGINT NOT NULL,
    period TEXT COLLATE "C" NOT NULL,
    games TEXT COLLATE "C" NOT NULL,
    size INTEGER NOT NULL CHECK (size IN (1, 2)),
    first BIGINT NOT NULL,
    second BIGINT NOT NULL,
    bid INTEGER NOT NULL,
    bids INTEGER NOT NULL,
    made INTEGER NOT NULL,
    PRIMARY KEY (guild_id, period, games, size, first, second, bid)
);

CREATE INDEX tallied_bids_by_first ON tallied_bids (first);
CREATE INDEX tallied_bids_by_second ON tallied_bids (second);

-- Matches as they are rated, in the order of time: who was on which side, and what it did to their rating.
CREATE TABLE rated_entries (
    guild_id BIGINT NOT NULL,
    board TEXT COLLATE "C" NOT NULL,
    finished_at DOUBLE PRECISION NOT NULL,
    table_id BIGINT NOT NULL REFERENCES tables (id),
    size INTEGER NOT NULL CHECK (size IN (1, 2)),
    first BIGINT NOT NULL,
    second BIGINT NOT NULL,
    side INTEGER NOT NULL,
    seat INTEGER NOT NULL,     -- in the order of a side
    place INTEGER NOT NULL,
    mean_before DOUBLE PRECISION,          -- null, like what follows, until it is worked out
    spread_before DOUBLE PRECISION,
    matches_before INTEGER,
    mean DOUBLE PRECISION,
    spread DOUBLE PRECISION,
    matches INTEGER,
    PRIMARY KEY (guild_id, board, finished_at, table_id, size, first, second)
);

CREATE INDEX rated_entries_by_first
    ON rated_entries (first, guild_id, board, size, second, finished_at, table_id);
CREATE INDEX rated_entries_by_second ON rated_entries (second);
CREATE INDEX rated_entries_by_table ON rated_entries (table_id);

-- How everybody is rated after the last of their matches.
CREATE TABLE ratings (
    guild_id BIGINT NOT NULL,
    board TEXT COLLATE "C" NOT NULL,
    size INTEGER NOT NULL CHECK (size IN (1, 2)),
    first BIGINT NOT NULL,
    second BIGINT NOT NULL,
    mean DOUBLE PRECISION NOT NULL,
    spread DOUBLE PRECISION NOT NULL,
    matches INTEGER NOT NULL,
    is_provisional INTEGER NOT NULL CHECK (is_provisional IN (0, 1)),
    PRIMARY KEY (guild_id, board, size, first, second)
);

CREATE INDEX ratings_by_strength
    ON ratings (guild_id, board, size, is_provisional, mean DESC, first, second, matches);
CREATE INDEX ratings_by_first ON ratings (first);
CREATE INDEX ratings_by_second ON ratings (second);

-- What each match gave whoever competes in its season.
CREATE TABLE season_credits (
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    size INTEGER NOT NULL CHECK (size IN (1, 2)),
    first BIGINT NOT NULL,
    second BIGINT NOT NULL,
    table_id BIGINT NOT NULL REFERENCES tables (id),
    against TEXT COLLATE "C" NOT NULL,     -- a JSON array of arrays of ids
    verdict TEXT COLLATE "C" CHECK (verdict IN ('won', 'drawn', 'lost')),
    how TEXT COLLATE "C" NOT NULL CHECK (how IN ('played', 'broken off')),
    points INTEGER,
    matchpoints INTEGER NOT NULL,
    possible INTEGER NOT NULL,
    finished_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (season_id, size, first, second, table_id)
);

CREATE INDEX season_credits_by_table ON season_credits (table_id);
CREATE INDEX season_credits_by_first ON season_credits (first);
CREATE INDEX season_credits_by_second ON season_credits (second);

-- The tables of seasons, line by line.
CREATE TABLE season_lines (
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    position INTEGER NOT NULL CHECK (position >= 0),
    first BIGINT NOT NULL,
    second BIGINT NOT NULL,
    place INTEGER CHECK (place >= 1), -- null where too little was played
    value TEXT COLLATE "C",                -- a fraction: what decides; null where there is nothing to go by
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    forfeits INTEGER NOT NULL,
    points INTEGER NOT NULL,
    breaks TEXT COLLATE "C" NOT NULL,      -- JSON: what was looked at to break a tie
    PRIMARY KEY (season_id, position)
);

CREATE INDEX season_lines_by_entry ON season_lines (season_id, first, second);
CREATE INDEX season_lines_by_first ON season_lines (first);
CREATE INDEX season_lines_by_second ON season_lines (second);

-- Seasons whose table nothing changes any more: nor their credits, nor their ratings.
CREATE TABLE final_seasons (
    season_id BIGINT PRIMARY KEY REFERENCES seasons (id)
);

-- What was played before there was a book.
INSERT INTO results_to_book (table_id, changes) SELECT table_id, 1 FROM matches;
