-- What a database of version 1 may hold. Written for that version: never change it with the schema.
INSERT INTO tables VALUES
    (1, 501, 11, 1001, 'kentucky', '{"target": 300}',
     '[{"user_id": 1001, "name": "Ann", "computer": null}, {"user_id": null, "name": "", "computer": "steady"}]',
     'playing', 2, 77, 1700000000.5),
    (2, 501, 11, 1001, 'kentucky', '{}', '[]', 'finished', 9, NULL, 1600000000.0);
INSERT INTO actions VALUES
    (1, 1, -1, NULL, '{"deal":"R1"}', 1700000001.5),
    (1, 2, 0, 1001, '{"bid":100}', 1700000002.5),
    (2, 1, 0, 1001, '{"bid":70}', 1600000001.0);
INSERT INTO deals VALUES (2, 1, 3, 0, 1001, 120, 'R', 1, 15, 1600000003.0);
INSERT INTO deal_sides VALUES (2, 1, 0, '[0, 2]', 120, 9, 20, 140, 140), (2, 1, 1, '[1, 3]', 60, 4, 0, -60, -60);
INSERT INTO deal_players VALUES (2, 1, 0, 1001), (2, 1, 1, 1002);
INSERT INTO match_results VALUES (2, 1001, 501, 'Ann', 0, 1, 140, 0, 1600000003.0);
INSERT INTO hand_messages VALUES (1, 1001, 70, 'token', 1700000900.0);
INSERT INTO settings VALUES ('announce', 'true');
