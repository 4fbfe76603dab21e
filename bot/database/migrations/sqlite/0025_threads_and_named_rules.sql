-- The channel that the thread of a table belongs to, and what its server calls the rules it plays by.
ALTER TABLE tables ADD COLUMN parent_id INTEGER;
ALTER TABLE tables ADD COLUMN rules_name TEXT;
