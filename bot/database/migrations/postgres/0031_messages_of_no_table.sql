-- Public messages and threads that name people and belong to no table: whoever is forgotten goes from them.
CREATE TABLE loose_messages (
    message_id BIGINT PRIMARY KEY, -- of a thread, its number
    channel_id BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('asked', 'partners', 'daily', 'thread', 'league')),
    league_id BIGINT REFERENCES leagues (id), -- of partners
    first BIGINT, -- whom it names
    second BIGINT,
    is_wrong INTEGER NOT NULL DEFAULT 0 CHECK (is_wrong IN (0, 1)) -- it names somebody who is forgotten, or is to go
);

-- A thread is called after whoever opened its first table; who that was is not known of earlier ones.
INSERT INTO loose_messages (message_id, channel_id, guild_id, kind, first)
SELECT channel_id, channel_id, guild_id, 'thread', host_id FROM tables
WHERE id IN (SELECT MIN(id) FROM tables WHERE parent_id IS NOT NULL GROUP BY channel_id);
