-- What a database of version 4 may hold. Written for that version: never change it with the schema.
INSERT INTO tables VALUES
    (1, 501, 11, 1001, 'kentucky', '{"target": 300}',
     '[{"user_id": 1001, "name": "Ann", "computer": null}, {"user_id": null, "name": "", "computer": "steady"}]',
     'playing', 2, 77, 1700000000.5, 1),
    (2, 501, 11, 1001, 'kentucky', '{}', '[]', 'finished', 9, NULL, 1600000000.0, 1),
    (3, 501, 12, 1001, 'golden10_1988', '{"deals": 3}', '[]', 'finished', 90, 78, 1610000000.0, 1);
INSERT INTO actions VALUES
    (1, 1, -1, NULL, '{"deal":"R1"}', 1700000001.5),
    (1, 2, 0, 1001, '{"bid":100}', 1700000002.5),
    (2, 1, 0, 1001, '{"bid":70}', 1600000001.0),
    (2, 2, -3, 1009, '{"penalty":40}', 1600000002.0);
INSERT INTO deals VALUES
    (2, 1, 3, 1600000003.0, 0, 1001, 120, 'R', 1, 15, NULL, NULL, NULL, NULL),
    (3, 1, 2, 1610000003.0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO deal_sides VALUES
    (2, 1, 0, '[0, 2]', 140, 140, 120, 9, 20, '[]'), (2, 1, 1, '[1, 3]', -60, -60, 60, 4, 0, '[]'),
    (3, 1, 0, '[0]', 30, 30, NULL, NULL, NULL, '[{"kind": "tens", "count": 3, "points": 30}]');
INSERT INTO deal_players VALUES
    (2, 1, 0, 1001, NULL), (2, 1, 1, 1002, NULL), (3, 1, 0, 1001, NULL), (3, 1, 1, NULL, 'steady');
INSERT INTO matches VALUES
    (2, 501, 'kentucky', '1000-4DAG9', '1988', 1, 0, 'most', 1600000001.0, 1600000003.0, 1),
    (3, 501, 'golden10_1988', '16RZ-D0C7-DKHQ', '1988', 1, 3, 'fewest', 1610000002.0, 1610000010.0, 0);
INSERT INTO match_players VALUES
    (2, 0, 0, 1001, 'Ann', NULL, 140, 1, 1, 0),
    (3, 0, 0, 1001, 'Ann', NULL, 30, NULL, 0, 0), (3, 2, 2, 1002, 'Ben', 'random', 0, 1, 1, 0);
INSERT INTO hand_messages VALUES (1, 1001, 70, 'token', 1700000900.0);
INSERT INTO shown_messages VALUES (77, 1, 'table', 2, 2), (78, 3, 'table', 0, 0), (79, 1, 'reminder', 0, 2);
INSERT INTO saved_rules VALUES (501, 'Family', '1000-4DAG-9');
INSERT INTO default_rules VALUES (501, 'Family');
INSERT INTO settings VALUES ('announce', 'true');
