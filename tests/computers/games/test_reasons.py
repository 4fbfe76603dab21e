"""Every game without bidding gives a reason for every answer, and it is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import pytest

from bot.computers.brief import Briefing
from bot.computers.games import donkey, doubt, reasons, tricks
from bot.computers.hints.advising import advise
from bot.computers.hints.reasons import NoChoice
from rules.catalog import OTHER_GAMES, find_game
from rules.core.cards import CardSet
from rules.core.protocol import Game
from tests.computers.games.reasons_checked import CHECKS, check_other
from tests.computers.test_hints import questions
from tests.rules.games.kit import after
from tests.rules.games.test_doubt import laid_out as doubt_laid_out
from tests.rules.games.test_panjandrum_free import free, lifted_and_laid
from tests.strength.contest import AGREED

FEW, MANY = 25, 100
"""Questions with more than one answer, of each game."""
MOST_ACTS = 3_000
RARE = {"LastCard", "NoMove", "TopFits"}
"""Reasons of positions that random play hardly reaches, each with its own test."""


def asked(key: str) -> Game[Any]:
    """A game with the options of most questions: no automatic moves, and mistakes to call."""
    agreed = {**AGREED.get(key, {}), **({"orange": True} if key == "tuxedo_1924" else {})}
    return find_game(key).with_options(agreed)


def checked(key: str, number: int, seed: int, share: float = 1.0) -> Counter[str]:
    """The number of true reasons by kind, for ``number`` questions of a game, a ``share`` of each match's."""
    game, kinds, matches, random = asked(key), Counter[str](), 0, Random(f"share {seed}")
    while kinds.total() - kinds[NoChoice.__name__] < number and matches < number:
        seats = game.about.seats[matches % len(game.about.seats)]
        good = 1 + matches % 3
        for told, state in questions(game, seats, seed + matches, MOST_ACTS, good=good):
            if random.random() > share:
                continue
            kinds[check_other(game, told, advise(told, Random(seed)), state)] += 1
            if kinds.total() - kinds[NoChoice.__name__] >= number:
                break
        matches += 1
    return kinds


@pytest.mark.parametrize("key", OTHER_GAMES)
def test_every_answer_has_a_reason_that_is_true(key: str) -> None:
    kinds = checked(key, FEW, 1)
    assert kinds.total() >= FEW
    assert set(kinds) != {NoChoice.__name__} or key in {"match", "everlasting"}


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_every_reason_is_true_in_more_than_a_thousand_positions() -> None:
    kinds = sum((checked(key, MANY, 100, share=0.1) for key in OTHER_GAMES), Counter[str]())
    assert kinds.total() - kinds[NoChoice.__name__] > 1_000
    assert {kind.__name__ for kind in CHECKS} - RARE <= set(kinds)


def reason_at(game: Game[Any], state: Any, seat: int) -> str:
    told = Briefing(game).brief(state, seat)
    return check_other(game, told, advise(told, Random(1)), state)


def test_last_card_is_a_reason_to_doubt() -> None:
    game, match, deal = doubt_laid_out("R3", "R8 R9", "Y8 Y9", number=3)
    state, _ = after(game, match, deal, (0, "play R3"))
    assert reason_at(game, state, 1) == "LastCard"


def test_top_card_that_fits_is_a_reason_to_give_another() -> None:
    table = free(delays={1: "B11 B4", 2: "G9", 3: "B3"}, giver_chooses=True)
    state = lifted_and_laid(table, "put 0 R8")
    state, _ = after(table[0], *state, (3, "shout 1"), (1, "pass"), (2, "pass"))
    assert reason_at(table[0], state, 1) == "TopFits"


def test_having_no_move_is_a_reason_to_give_up() -> None:
    """A player without moves is still asked if a move may be taken back."""
    game, kinds = find_game("old_solitaire"), Counter[str]()
    for told, state in questions(game, 1, 2, good=1):
        kinds[check_other(game, told, advise(told, Random(1)), state)] += 1
    assert kinds["NoMove"] == 1


@pytest.mark.parametrize(
    ("key", "player", "fault", "instead"),
    [
        ("golden10_1988", tricks, "best_of", lambda *_: 0),
        ("doubt_1924", doubt, "chance_of_truth", lambda *_: 0.0),
        ("donkey", donkey, "four_of", lambda _: CardSet(1)),
    ],
)
def test_untrue_reason_is_noticed(
    key: str, player: ModuleType, fault: str, instead: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, fault, instead)
    with pytest.raises(AssertionError):
        checked(key, MANY, 1)


def test_every_kind_of_reason_is_checked() -> None:
    assert set(CHECKS) == set(reasons.OtherReason.__args__)
