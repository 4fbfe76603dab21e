-- Whether tables with a computer count in an evening's season, as its league had it when the evening was opened.
-- Null without a season, and where an earlier version opened the evening: then as the league has it now.
ALTER TABLE evenings ADD COLUMN computers_count INTEGER CHECK (computers_count IN (0, 1));
UPDATE evenings SET computers_count = (
    SELECT computers FROM seasons JOIN leagues ON leagues.id = league_id WHERE seasons.id = season_id
);
