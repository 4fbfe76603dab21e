"""Duplicate evenings as files: results, and no name of a forgotten player."""

from __future__ import annotations

import csv
import json

from bot.league.evenings import EveningResult
from bot.league.paper.export import evenings_as_csv, evenings_as_json
from bot.models.credits import Credit
from bot.models.stored_evenings import SeasonEvening
from bot.models.stored_league import MatchState

ANN, BEN = 2**60, 2**60 + 1
EVENING = EveningResult(
    SeasonEvening(7, 1, 9, 1_800_000_000.0, MatchState.VOID),
    (
        Credit(7, (ANN, BEN), (), None, points=310, matchpoints=5, possible=8),
        Credit(7, (3, BEN), (), None, points=-20),
    ),
    {ANN: "=Ann", BEN: "Ben", 3: "Zoe"},
)


def test_csv_of_evenings_has_a_line_for_each_pair() -> None:
    first, second = csv.DictReader(evenings_as_csv([EVENING]).splitlines())
    assert (first["evening"], first["state"]) == ("7", "void")
    assert (first["player1"], first["player2"]) == (f"'=Ann <@{ANN}>", f"Ben <@{BEN}>"), "no formula"
    won = [first[name] for name in ("match_points", "possible", "percent", "points")]
    assert won == ["5", "8", "62.5", "310"]
    assert second["player1"] == "a former player"
    assert second["percent"] == "0.0"


def test_json_of_evenings_equals_the_csv() -> None:
    told = json.loads(evenings_as_json([EVENING], "Same Cards", 2, "kentucky"))
    assert (told["league"], told["season"], told["game"]) == ("Same Cards", 2, "kentucky")
    [evening] = told["evenings"]
    assert evening["lines"][0] == {
        "players": [{"name": "=Ann", "id": str(ANN)}, {"name": "Ben", "id": str(BEN)}],
        "match_points": 5,
        "possible": 8,
        "percent": 62.5,
        "points": 310,
    }
    assert evening["lines"][1]["players"][0] == {"name": "a former player"}
