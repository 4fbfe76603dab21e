-- Evenings of duplicate deals that count in a season which is scored by them.

ALTER TABLE evenings ADD COLUMN season_id INTEGER REFERENCES seasons (id); -- null for none

CREATE INDEX evenings_by_season ON evenings (season_id, id) WHERE season_id IS NOT NULL;
