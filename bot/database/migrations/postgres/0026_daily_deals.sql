-- The daily deals of a server, numbered from its first: what is played, and what decides how the cards lie.
-- own and against are what a computer made of it on the same seat; none until that is worked out.
CREATE TABLE daily_deals (
    guild_id BIGINT NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    day TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    options TEXT COLLATE "C" NOT NULL,
    rules_version INTEGER NOT NULL,
    seed TEXT COLLATE "C" NOT NULL,
    own INTEGER,
    against INTEGER,
    PRIMARY KEY (guild_id, number)
);
CREATE UNIQUE INDEX one_daily_deal_a_day ON daily_deals (guild_id, day);
-- Who has played one, as far as they have; own and against are the points it ended with, none until then.
CREATE TABLE daily_attempts (
    guild_id BIGINT NOT NULL,
    number INTEGER NOT NULL,
    user_id BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    log TEXT COLLATE "C" NOT NULL,
    acts INTEGER NOT NULL,
    own INTEGER,
    against INTEGER,
    PRIMARY KEY (guild_id, number, user_id),
    FOREIGN KEY (guild_id, number) REFERENCES daily_deals (guild_id, number)
);
CREATE INDEX daily_attempts_of ON daily_attempts (user_id, guild_id);
