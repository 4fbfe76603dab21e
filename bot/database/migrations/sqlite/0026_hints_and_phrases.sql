-- What players may do at a table beside playing: ask for hints, and say fixed phrases.
ALTER TABLE tables ADD COLUMN has_hints INTEGER NOT NULL DEFAULT 1 CHECK (has_hints IN (0, 1));
ALTER TABLE tables ADD COLUMN has_phrases INTEGER NOT NULL DEFAULT 1 CHECK (has_phrases IN (0, 1));
