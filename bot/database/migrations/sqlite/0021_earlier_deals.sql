-- Tables at which an earlier deal is played again: which one, who had the cards of each seat, and the cards. Secret.
CREATE TABLE earlier_deals (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    source_id INTEGER NOT NULL REFERENCES tables (id),
    deal INTEGER NOT NULL, -- its number at that table
    seats TEXT NOT NULL, -- JSON: by seat, which seat had these cards
    draw TEXT NOT NULL, -- how chance draws for the deal; empty where nobody draws
    cards TEXT NOT NULL
) STRICT;

CREATE INDEX earlier_deals_by_source ON earlier_deals (source_id);
