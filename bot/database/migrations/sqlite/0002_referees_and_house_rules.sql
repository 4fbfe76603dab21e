-- The referee acts in logs (seat -3), servers save rules by name, and old tokens are found by their age.

CREATE TABLE actions_new (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    revision INTEGER NOT NULL CHECK (revision >= 0),
    seat INTEGER NOT NULL CHECK (seat >= -3), -- -1 is chance, -3 the referee
    user_id INTEGER,
    action TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, revision)
) STRICT, WITHOUT ROWID;

INSERT INTO actions_new SELECT * FROM actions;
DROP TABLE actions;
ALTER TABLE actions_new RENAME TO actions;

CREATE TABLE saved_rules (
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    code TEXT NOT NULL, -- a game with its house rules
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;

-- What a server plays when nobody says otherwise: a name, a code or a game.
CREATE TABLE default_rules (
    guild_id INTEGER PRIMARY KEY,
    rules TEXT NOT NULL
) STRICT;

CREATE INDEX hand_messages_by_age ON hand_messages (expires_at);
