-- Whether a server's new tables are in threads of their own.
ALTER TABLE server_settings ADD COLUMN in_threads INTEGER NOT NULL DEFAULT 0 CHECK (in_threads IN (0, 1));
