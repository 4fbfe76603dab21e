-- Evenings of a season that are disputed, or were voided by an organizer.

ALTER TABLE evenings ADD COLUMN state TEXT NOT NULL DEFAULT 'counts'
    CHECK (state IN ('counts', 'disputed', 'void'));
