-- How people want to hear that it is their turn: mentioned in the channel, by a message, or not at all.
ALTER TABLE personal_settings ADD COLUMN pings TEXT NOT NULL DEFAULT 'channel'
    CHECK (pings IN ('channel', 'message', 'none'));
