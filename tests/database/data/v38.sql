-- What a database of version 32 may hold. Written for that version: never change it with the schema.
INSERT INTO tables VALUES
    (1, 501, 11, 1001, 'kentucky', '{"target": 300}',
     '[{"user_id": 1001, "name": "Ann", "computer": null}, {"user_id": null, "name": "", "computer": "steady"}]',
     'playing', 2, 77, 1700000000.5, 1, 2, 1700003600.0, 0, NULL, NULL, NULL, 0, NULL, NULL, NULL, 1, 1, 'lost'),
    (2, 501, 11, 1001, 'kentucky', '{}', '[]', 'finished', 9, NULL, 1600000000.0, 1, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, NULL, NULL, 1, 1, 'lost'),
    (3, 501, 12, 1001, 'golden10_1988', '{"deals": 3}', '[]', 'finished', 90, 78, 1610000000.0, 1, NULL, NULL, 1, NULL, NULL, 'people', 72, '5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed', 11, 'Family', 0, 1, 'forfeit');
INSERT INTO actions VALUES
    (1, 1, -1, NULL, '{"deal":"R1"}', 1700000001.5),
    (1, 2, 0, 1001, '{"bid":100}', 1700000002.5),
    (2, 1, 0, 1001, '{"bid":70}', 1600000001.0),
    (2, 2, -3, 1009, '{"penalty":40}', 1600000002.0);
INSERT INTO deals VALUES
    (2, 1, 3, 1600000003.0, 0, 1001, 120, 'R', 1, 15, NULL, NULL, NULL, NULL, NULL),
    (3, 1, 2, 1610000003.0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO deal_sides VALUES
    (2, 1, 0, '[0, 2]', 140, 140, 120, 9, 20, '[]'), (2, 1, 1, '[1, 3]', -60, -60, 60, 4, 0, '[]'),
    (3, 1, 0, '[0]', 30, 30, NULL, NULL, NULL, '[{"kind": "tens", "count": 3, "points": 30}]');
INSERT INTO deal_players VALUES
    (2, 1, 0, 1001, NULL), (2, 1, 1, 1002, NULL), (3, 1, 0, 1001, NULL), (3, 1, 1, NULL, 'steady');
INSERT INTO matches VALUES
    (2, 501, 'kentucky', '1000-4DAG9', '1988', 1, 0, 'most', 1600000001.0, 1600000003.0, 1, 1, 0, '{}', NULL),
    (3, 501, 'golden10_1988', '16RZ-D0C7-DKHQ', '1988', 1, 3, 'fewest', 1610000002.0, 1610000010.0, 0, 1, 0, '{}', 'played');
INSERT INTO match_players VALUES
    (2, 0, 0, 1001, 'Ann', NULL, 140, 1, 1, 0, 1, NULL, NULL),
    (3, 0, 0, 1001, 'Ann', NULL, 30, NULL, 0, 0, 1, NULL, NULL), (3, 2, 2, 1002, 'Ben', 'random', 0, 1, 1, 0, 1, 12, NULL);
INSERT INTO hand_messages VALUES (1, 1001, 70, 'token', 1700000900.0);
INSERT INTO shown_messages VALUES (77, 1, 'table', 2, 2), (78, 3, 'table', 0, 0), (79, 1, 'reminder', 0, 2);
INSERT INTO saved_rules VALUES (501, 'Family', '1000-4DAG-9');
INSERT INTO default_rules VALUES (501, 'Family');
INSERT INTO settings VALUES ('announce', 'true');
INSERT INTO past_messages VALUES (76, 1, 'table', 1, 0, NULL), (75, 2, 'note', 0, 1, 1002), (74, 2, 'note', 0, 0, 1001);
INSERT INTO forgetting VALUES (1004, 1);
INSERT INTO left_servers VALUES (502, 1700000005.0);
INSERT INTO server_settings VALUES (501, 1, 'alone', 1, 'family');
INSERT INTO personal_settings VALUES
    (1001, 1, 'none', 'half', 1320, 480, 'UTC-5', 1), (1002, 0, 'channel', 'soon', NULL, NULL, NULL, 0);
INSERT INTO audit VALUES (1, 501, 2, 1009, 'ruled', 'told the cards', 1600000002.0, NULL);
INSERT INTO audit VALUES (2, 501, 2, 1009, 'removed', '', 1600000002.5, 1002);
INSERT INTO unseen_tables VALUES (1, 1700000006.0);
INSERT INTO leagues VALUES
    (1, 501, 'Tuesday  League', 'tuesday league', '1000-4DAG-9', 4, 'pairs', 0, 601, 1009, 1600000000.0, 11, 80);
INSERT INTO seasons VALUES
    (1, 1, 1, '{"method": "match points", "ranking": "most", "win": 2, "draw": 1, "loss": 0, "forfeit": 0, "walkover": 0, "ties": ["head to head", "wins"], "least": 0, "abandoned": "leavers lose"}',
        1600000000.0, 1610000000.0, 1610000100.0),
    (2, 1, 2, '{"method": "match points", "ranking": "most", "win": 2, "draw": 1, "loss": 0, "forfeit": 0, "walkover": 0, "ties": ["head to head", "wins"], "least": 0, "abandoned": "leavers lose"}',
        1620000000.0, NULL, NULL);
INSERT INTO season_entries VALUES
    (2, 1001, 1002, 'Ann', 'Ben', 1620000001.0, NULL), (2, 1003, 1004, 'Cleo', 'Dan', 1620000002.0, 1620000003.0);
INSERT INTO pair_requests VALUES (2, 1005, 1006, 'Eve', 'Finn', 1620000004.0, 11, 80);
INSERT INTO fixtures VALUES (2, 1, 1, 1001, 1002, 1003, 1004, 'away'), (2, 2, 2, 1003, 1004, 1001, 1002, NULL);
INSERT INTO season_matches VALUES (3, 2, 1, 'disputed', '{"0": 300, "1": -20}', 0);
INSERT INTO season_sides VALUES (3, 0, 1001, 1002), (3, 1, 1003, 1004);
INSERT INTO paper_matches VALUES (1, 2, '{}', 1001, 1620000005.0, 11, 81);
INSERT INTO league_acts VALUES
    (1, 1, NULL, NULL, 1009, NULL, 'created', '{}', '', 1600000000.0),
    (2, 1, 2, 3, 1009, 1001, 'corrected', '{"before": null}', 'the sheet was read wrong', 1620000006.0);
INSERT INTO evenings VALUES
    (1, 501, 13, 1001, 'duplicate', 'playing', 'kentucky', '{"deals": 2}', 2, 2, 1700000007.0, 1, 0, 0, NULL, NULL, 3, 80, 0, 2, 'counts', 66, 1),
    (2, 501, 13, 1001, 'progressive', 'over', 'kentucky', '{"deals": 4}', 4, 4, 1600000007.0, 0, 1, 1, 'host', 1600000008.0, 9, 81, 1, NULL, 'void', 0, NULL);
INSERT INTO evening_guests VALUES (1, 1001, 1, 'Ann', 1), (1, 1002, 2, 'Ben', 0), (2, 1001, 1, 'Ann', 1);
INSERT INTO evening_tables VALUES (1, 1, 1, 14, 1, NULL, NULL, NULL, NULL), (2, 1, 1, 15, NULL, 60, 60, 1, 4);
INSERT INTO evening_chairs VALUES
    (1, 1, 1, 0, 1001), (1, 1, 1, 1, NULL), (1, 1, 1, 2, 1002), (1, 1, 1, 3, NULL),
    (2, 1, 0, 0, 1002), (2, 1, 1, 0, 1001), (2, 1, 1, 1, NULL), (2, 1, 1, 2, NULL), (2, 1, 1, 3, NULL);
INSERT INTO evening_cards VALUES (1, 0, 'draw R1'), (1, 1, 'deal R1 R2'), (1, 2, 'deal R2 R1'), (1, 3, 'deal R3 R1');
INSERT INTO results_to_book VALUES (2, 1);
INSERT INTO booked_matches VALUES (3, 501, 'golden10_1988', 'counting', 1610000010.0, 1, 2, 0, 0);
INSERT INTO booked_entries VALUES
    (3, 1, 1001, 0, 501, 1610000010.0, 0, 'lost', NULL, '[]', 30, 1, 0, 0, 1, 0, 30, 1, 1, 30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES
    (501, 'ever', 'all', 1, 1001, 0, 1, 0, 0, 1, 0, 30, 1, 1, 30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallied_bids VALUES (501, 'ever', 'game kentucky', 1, 1001, 0, 120, 1, 1);
INSERT INTO boards_to_rate VALUES (501, 'family bidding', 1600000003.0, 2);
INSERT INTO rated_entries VALUES
    (501, 'family bidding', 1600000003.0, 2, 1, 1001, 0, 0, 0, 1, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO ratings VALUES (501, 'family bidding', 1, 1001, 0, 25.0, 8.0, 1, 1);
INSERT INTO seasons_to_rank VALUES (2, 1);
INSERT INTO season_credits VALUES (2, 2, 1001, 1002, 3, '[[1003, 1004]]', 'won', 300, 0, 0, 1610000010.0, 'played');
INSERT INTO season_lines VALUES (2, 0, 1001, 1002, 1, '2', 1, 1, 0, 0, 0, 300, '[]');
INSERT INTO final_seasons VALUES (1);
INSERT INTO earlier_deals VALUES (1, 2, 1, '[1, 0]', 'draw R14 Y3', 'deal R1');
INSERT INTO lessons_done VALUES (1001, 2);
INSERT INTO waiting VALUES (11, 1002, 501, 1600000009.0);
INSERT INTO daily_deals VALUES
    (501, 1, '2026-11-22', 'kentucky', '{"deals": 1}', 2, '5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed', 105, 75, 40),
    (501, 2, '2026-11-23', 'kentucky', '{"deals": 1}', 2, '5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eee', NULL, NULL, NULL);
INSERT INTO daily_attempts VALUES (501, 1, 1001, 'Ann', 'c', 60, -80, 120, 1), (501, 2, 1001, 'Ann', 'c', 3, NULL, NULL, 0);
INSERT INTO loose_messages VALUES
    (81, 11, 501, 'daily', NULL, 1001, NULL, 0), (82, 11, 501, 'asked', 1, NULL, NULL, 1);
