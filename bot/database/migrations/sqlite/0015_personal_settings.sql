-- What people have settled for themselves; whoever has settled nothing has no row.
CREATE TABLE personal_settings (
    user_id INTEGER PRIMARY KEY,
    cards_in_words INTEGER NOT NULL CHECK (cards_in_words IN (0, 1)) -- whether no drawn faces are wanted
) STRICT;
