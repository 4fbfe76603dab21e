-- Where a request to be partners stands, so that its message tells what became of it.
ALTER TABLE pair_requests ADD COLUMN channel_id BIGINT;
ALTER TABLE pair_requests ADD COLUMN message_id BIGINT;
