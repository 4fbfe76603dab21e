-- Which lessons somebody has done, by number from 1.
CREATE TABLE lessons_done (
    user_id BIGINT NOT NULL,
    lesson INTEGER NOT NULL CHECK (lesson >= 1),
    PRIMARY KEY (user_id, lesson)
);
-- Who asked to be told when a seat is free at a channel's table, and since when.
CREATE TABLE waiting (
    channel_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    since DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (channel_id, user_id)
);
