-- What decides the shuffles of a table's match: 32 bytes in hexadecimal digits; none where luck decided.
ALTER TABLE tables ADD COLUMN seed text;
