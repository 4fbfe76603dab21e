-- What is needed to forget people and servers again, and to keep old matches in little room.

-- Messages that need not change any more, unless somebody wants to be forgotten.
CREATE TABLE past_messages (
    message_id BIGINT PRIMARY KEY,
    table_id BIGINT NOT NULL REFERENCES tables (id),
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('table', 'note')), -- a note said something in passing
    deal INTEGER NOT NULL CHECK (deal >= 0),
    is_wrong INTEGER NOT NULL DEFAULT 0 CHECK (is_wrong IN (0, 1)) -- it names somebody who is forgotten
);

CREATE INDEX past_messages_by_table ON past_messages (table_id);

-- People who are being forgotten, and the number that takes the place of theirs.
CREATE TABLE forgetting (
    user_id BIGINT PRIMARY KEY,
    former_id BIGINT NOT NULL
);

-- Servers that have removed the bot, and when.
CREATE TABLE left_servers (
    guild_id BIGINT PRIMARY KEY,
    left_at DOUBLE PRECISION NOT NULL
);

-- Logs of matches long over: what was done, by which seat; who it was and when is not in them.
CREATE TABLE packed_logs (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    log TEXT COLLATE "C" NOT NULL
);

CREATE INDEX rulings_by_referee ON actions (user_id) WHERE seat = -3;
