-- What a database of version 2 may hold. Written for that version: never change it with the schema.
INSERT INTO tables VALUES
    (1, 501, 11, 1001, 'kentucky', '{"target": 300}',
     '[{"user_id": 1001, "name": "Ann", "computer": null}, {"user_id": null, "name": "", "computer": "steady"}]',
     'playing', 2, 77, 1700000000.5),
    (2, 501, 11, 1001, 'kentucky', '{}', '[]', 'finished', 9, NULL, 1600000000.0),
    (3, 501, 12, 1001, 'golden10_1988', '{"deals": 3}',
     '[{"user_id": 1001, "name": "Ann", "computer": null}, {"user_id": null, "name": "Bert", "computer": "steady"}, {"user_id": 1002, "name": "Ben", "computer": "random"}]', 'finished', 90, 78, 1610000000.0),
    (4, 502, 13, 1002, 'club', '{}',
     '[{"user_id": 1002, "name": "Ben", "computer": null}, {"user_id": 1003, "name": "Cleo", "computer": null}, {"user_id": 1001, "name": "Ann", "computer": null}, {"user_id": null, "name": "Bert", "computer": "steady"}]',
     'finished', 400, NULL, 1620000000.0),
    (5, 502, 14, 1002, 'a_game_no_longer_known', '{"target": 7}',
     '[{"user_id": 1002, "name": "Ben", "computer": null}, {"user_id": 1003, "name": "Cleo", "computer": null}]',
     'finished', 30, NULL, 1630000000.0);
INSERT INTO actions VALUES
    (1, 1, -1, NULL, '{"deal":"R1"}', 1700000001.5),
    (1, 2, 0, 1001, '{"bid":100}', 1700000002.5),
    (2, 1, 0, 1001, '{"bid":70}', 1600000001.0),
    (2, 2, -3, 1009, '{"penalty":40}', 1600000002.0),
    (3, 5, -1, NULL, 'draw R1 R5 G14', 1610000002.0),
    (3, 6, 0, 1001, 'play R14', 1610000009.0);
INSERT INTO deals VALUES (2, 1, 3, 0, 1001, 120, 'R', 1, 15, 1600000003.0);
INSERT INTO deal_sides VALUES (2, 1, 0, '[0, 2]', 120, 9, 20, 140, 140), (2, 1, 1, '[1, 3]', 60, 4, 0, -60, -60);
INSERT INTO deal_players VALUES (2, 1, 0, 1001), (2, 1, 1, 1002);
INSERT INTO match_results VALUES
    (2, 1001, 501, 'Ann', 0, 1, 140, 0, 1600000003.0),
    (3, 1001, 501, 'Ann', 0, 0, 30, 0, 1610000010.0), (3, 1002, 501, 'Ben', 2, 1, 0, 1, 1610000010.0),
    (4, 1002, 502, 'Ben', 0, 1, 10000, 0, 1620000010.0), (4, 1003, 502, 'Cleo', 1, 0, 700, 0, 1620000010.0),
    (4, 1001, 502, 'Ann', 2, 1, 10000, 0, 1620000010.0),
    (5, 1003, 502, 'Cleo', 1, 1, 7, 0, 1630000010.0);
INSERT INTO hand_messages VALUES (1, 1001, 70, 'token', 1700000900.0);
INSERT INTO saved_rules VALUES (501, 'Family', '1000-4DAG-9');
INSERT INTO default_rules VALUES (501, 'Family');
INSERT INTO settings VALUES ('announce', 'true');
