-- What leaving means is stored with each result; in a league whoever is away at the end has forfeited.
-- Of what was booked before it is not known, and stays as it was.
ALTER TABLE tables ADD COLUMN law TEXT NOT NULL DEFAULT 'lost'
    CHECK (law IN ('lost', 'alone', 'played', 'forfeit')); -- what a match is for whoever leaves it
UPDATE tables SET law = leaving;
ALTER TABLE tables DROP COLUMN leaving;
ALTER TABLE tables RENAME COLUMN law TO leaving;

ALTER TABLE matches ADD COLUMN leaving TEXT CHECK (leaving IN ('lost', 'alone', 'played', 'forfeit'));
ALTER TABLE match_players ADD COLUMN left_with INTEGER; -- the side's points when the player left
ALTER TABLE match_players ADD COLUMN team INTEGER; -- whom partners win with who each keep a score

ALTER TABLE season_credits ADD COLUMN ended TEXT NOT NULL DEFAULT 'played'
    CHECK (ended IN ('played', 'broken off', 'left'));
UPDATE season_credits SET ended = how;
ALTER TABLE season_credits DROP COLUMN how;
ALTER TABLE season_credits RENAME COLUMN ended TO how;

-- A player who takes part in how a match is rated, and is not rated: their partner has left.
ALTER TABLE rated_entries ADD COLUMN is_exempt INTEGER NOT NULL DEFAULT 0 CHECK (is_exempt IN (0, 1));

-- The percent of an evening's deals that a place needs.
ALTER TABLE evenings ADD COLUMN least_share INTEGER NOT NULL DEFAULT 0 CHECK (least_share BETWEEN 0 AND 100);
