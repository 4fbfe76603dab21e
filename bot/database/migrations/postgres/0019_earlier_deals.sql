-- Tables at which an earlier deal is played again: which one, who had the cards of each seat, and the cards. Secret.
CREATE TABLE earlier_deals (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    source_id BIGINT NOT NULL REFERENCES tables (id),
    deal BIGINT NOT NULL, -- its number at that table
    seats TEXT COLLATE "C" NOT NULL, -- JSON: by seat, which seat had these cards
    draw TEXT COLLATE "C" NOT NULL, -- how chance draws for the deal; empty where nobody draws
    cards TEXT COLLATE "C" NOT NULL
);

CREATE INDEX earlier_deals_by_source ON earlier_deals (source_id);
