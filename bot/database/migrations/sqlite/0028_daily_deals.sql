-- The daily deals of a server, numbered from its first: what is played, and what decides how the cards lie.
-- own and against are what a computer made of it on the same seat; none until that is worked out.
CREATE TABLE daily_deals (
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    day TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    seed TEXT NOT NULL,
    own INTEGER,
    against INTEGER,
    PRIMARY KEY (guild_id, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_daily_deal_a_day ON daily_deals (guild_id, day);
-- Who has played one, as far as they have; own and against are the points it ended with, none until then.
CREATE TABLE daily_attempts (
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    log TEXT NOT NULL,
    acts INTEGER NOT NULL,
    own INTEGER,
    against INTEGER,
    PRIMARY KEY (guild_id, number, user_id),
    FOREIGN KEY (guild_id, number) REFERENCES daily_deals (guild_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_attempts_of ON daily_attempts (user_id, guild_id);
