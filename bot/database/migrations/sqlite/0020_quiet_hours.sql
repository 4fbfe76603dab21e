-- When people are reminded at slow tables, and in which hours of their day they are left alone.
ALTER TABLE personal_settings ADD COLUMN slow_reminder TEXT NOT NULL DEFAULT 'soon'
    CHECK (slow_reminder IN ('soon', 'hour', 'half', 'never'));
ALTER TABLE personal_settings ADD COLUMN quiet_begins INTEGER; -- minutes after midnight
ALTER TABLE personal_settings ADD COLUMN quiet_ends INTEGER;
ALTER TABLE personal_settings ADD COLUMN quiet_zone TEXT; -- the time zone these are meant in
