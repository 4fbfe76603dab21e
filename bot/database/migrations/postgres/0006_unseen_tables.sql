-- Tables that Discord lets the bot show to nobody, and since when: after a day they end.

CREATE TABLE unseen_tables (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    since DOUBLE PRECISION NOT NULL
);
