"""A bidding game is one row of data: no other module but those listed names it."""

from pathlib import Path
from random import Random

import pytest

from rules.bidding.engine import BiddingGame
from rules.bidding.rows import KENTUCKY, ROWS
from rules.bidding.variant import Variant

ROOT = Path(__file__).parents[3]
MAY_NAME_A_GAME = {
    "rules/bidding/rows.py",  # the rows
    "rules/bidding/words/notes.py",  # what data cannot say of a game
    "rules/bidding/words/sources.py",  # where its book says so
    "rules/bidding/words/ruling.py",  # what its book leaves open
    "rules/bidding/words/deal_readings.py",
    "rules/bidding/words/play_readings.py",
    "rules/code_tables.py",  # the numbers of codes
    "bot/learn/lessons.py",  # the game that is taught
    "rules/versions.py",  # what its book was taken to say before
    "rules/presets/published.py",  # house rules that start from a game
    "rules/presets/families.py",
    "rules/catalog.py",  # aliases
    "rules/seatings.py",  # the game that a number of players begins from
}
OTHER_MEANINGS = {"red_one"}  # an option's name as well

WOODSON = Variant.model_validate(
    {
        **KENTUCKY.model_dump(),
        "key": "woodson",
        "title": "Woodson Rook",
        "edition": "invented",
        "source": "nowhere",
        "summary": "A row that no book has: a nest of five, trump first, the last trick counts twenty.",
        "numbers": "1,5-14",
        "trump": "before_nest",
        "last_trick": 20,
        "target": 250,
    }
)


def test_no_module_but_the_catalog_names_a_game() -> None:
    naming = [
        f"{path.relative_to(ROOT)} names {row.key}"
        for package in ("rules", "bot", "cogs")
        for path in sorted((ROOT / package).rglob("*.py"))
        if str(path.relative_to(ROOT)) not in MAY_NAME_A_GAME
        for row in ROWS
        if row.key not in OTHER_MEANINGS and f'"{row.key}"' in path.read_text(encoding="utf-8")
    ]
    assert naming == []


def test_added_variant_has_rules_text_and_options() -> None:
    about = BiddingGame(WOODSON).about
    assert "45 cards" in {section.heading: section.text for section in about.rules}["Deal"]
    assert {option.key for option in BiddingGame(WOODSON).options} >= {"target", "nest", "min_bid"}


@pytest.mark.parametrize("seed", range(5))
def test_added_variant_is_played_to_its_end(seed: int) -> None:
    game = BiddingGame(WOODSON)
    state, random = game.start(4), Random(seed)
    while decisions := game.decisions(state):
        ((seat, decision),) = decisions.items()
        state, _ = game.apply(state, seat, decision.sample(random))
    assert game.outcome(state) is not None
