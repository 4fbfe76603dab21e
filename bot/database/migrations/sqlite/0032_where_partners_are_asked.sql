-- Where a request to be partners stands, so that its message tells what became of it.
ALTER TABLE pair_requests ADD COLUMN channel_id INTEGER;
ALTER TABLE pair_requests ADD COLUMN message_id INTEGER;
