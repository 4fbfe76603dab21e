-- Which lessons somebody has done, by number from 1.
CREATE TABLE lessons_done (
    user_id INTEGER NOT NULL,
    lesson INTEGER NOT NULL CHECK (lesson >= 1),
    PRIMARY KEY (user_id, lesson)
) STRICT, WITHOUT ROWID;
-- Who asked to be told when a seat is free at a channel's table, and since when.
CREATE TABLE waiting (
    channel_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    since REAL NOT NULL,
    PRIMARY KEY (channel_id, user_id)
) STRICT, WITHOUT ROWID;
