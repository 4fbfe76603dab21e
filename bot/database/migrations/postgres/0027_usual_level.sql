-- How strong computers play at a server's new tables; none: as everywhere.
ALTER TABLE server_settings ADD COLUMN level text;
