"""First sight: a legal answer of the player itself to every question, without any search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random

import pytest

from bot.computers.bidding_games import compiled_search, rollout
from bot.computers.bidding_games.pressure import FIRST_SIGHT, SEARCHES, under
from bot.computers.bidding_games.prospects import prospect
from bot.computers.bidding_games.worlds import Worlds
from bot.computers.brief import Brief, decision_of
from bot.computers.first_sight import first_sight, plainest
from bot.computers.games import cribbage, new_solitaire, old_solitaire, tricks, tuxedo
from bot.computers.levels import CHAMPION
from bot.computers.places import Lanes, Places
from bot.computers.steady import Steady
from bot.tools.simulate import simulate
from rules.catalog import BIDDING_GAMES, GAMES, find_game, playable_game
from rules.core.actions import PASS, SHOUT, Action, Bid, Discard, Fold, Play, Shoot
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption, Decision, Option
from rules.core.protocol import InvalidOption, OptionValue
from tests.computers.ask import brief
from tests.rules.scene import Scene

STEPS = 400
"""Actions of a match that are looked at: some games hardly end."""
ONE_DEAL = 120
"""Actions that make up a deal or more."""
CARDS = CardSet.of((Card(2), Card(7)))


class AtFirstSight:
    """A player that answers at first sight, and fails if it finds no allowed answer of its own."""

    def choose(self, brief: Brief, random: Random) -> Action:
        state = random.getstate()
        own = Steady(under(CHAMPION, FIRST_SIGHT)).choose(brief, random)
        random.setstate(state)
        assert first_sight("champion", brief, random) == own
        return own


def search(*_: object) -> None:
    raise AssertionError("first sight searches nothing")


@pytest.fixture
def nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail when a deal is sampled for a card, or a rest of a deal is played out."""
    monkeypatch.setattr(tricks, "sample", search)
    monkeypatch.setattr(cribbage, "_play_out", search)
    monkeypatch.setattr(new_solitaire, "played_out", search)
    monkeypatch.setattr(tuxedo, "best", search)
    monkeypatch.setattr(Worlds, "sample", search)
    monkeypatch.setattr(compiled_search.NativeSearch, "takes", search)


@pytest.mark.usefixtures("nothing_is_searched")
@pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key, game in GAMES.items() for seats in game.about.seats]
)
def test_first_sight_answers_every_question_of_every_game_without_a_search(key: str, seats: int) -> None:
    for _ in islice(simulate(GAMES[key], [AtFirstSight()] * seats, 3), STEPS):
        pass


def test_first_sight_of_old_solitaire_plays_each_move_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played, seen = [0], 0

    class Counted(old_solitaire.World):
        def played_out(self, random: Random) -> int:
            played[0] += 1
            return super().played_out(random)

    class Player:
        def choose(self, brief: Brief, random: Random) -> Action:
            played[0] = 0
            answer = first_sight("champion", brief, random)
            assert played[0] <= sum(1 for _ in decision_of(brief).answers())
            return answer

    monkeypatch.setattr(old_solitaire, "World", Counted)
    for _ in islice(simulate(find_game("old_solitaire"), [Player()], 1), STEPS):
        seen += played[0]
    assert seen


@pytest.fixture
def played_out(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the places of all cards that are played out in sampled deals from now on."""
    cards: list[int] = []
    whole = rollout.play_trick

    def counted(
        places: Places,
        table: rollout.Table,
        lanes: Lanes,
        leader: int,
        played: tuple[int, ...],
    ) -> tuple[int, int]:
        cards.extend(lanes.rounds[leader][len(played) - 1 :])
        return whole(places, table, lanes, leader, played)

    monkeypatch.setattr(rollout, "play_trick", counted)
    return cards


MANY_TRUMPS: dict[str, OptionValue] = {"no_trump": "reversed"}
"""Every color, and no color, with the highest or the lowest card winning."""
TWO_DECKS: dict[str, OptionValue] = {"packs": 2, "nest": 2}


def games_with_many_trumps_or_cards() -> Iterator[tuple[str, int, dict[str, OptionValue]]]:
    """Return the bidding games with the house rules they take of these, for every number of players."""
    for key in BIDDING_GAMES:
        for options in ({}, MANY_TRUMPS, TWO_DECKS, MANY_TRUMPS | TWO_DECKS):
            with suppress(InvalidOption):
                for seats in playable_game(key, options).about.seats:
                    yield key, seats, options


@pytest.mark.parametrize(("key", "seats", "options"), list(games_with_many_trumps_or_cards()))
def test_first_sight_stays_within_its_limit_of_played_cards(
    key: str, seats: int, options: dict[str, OptionValue], played_out: list[int]
) -> None:
    """With "no color, lowest wins" a bid once played 648 cards out in 12 ms, with two decks 1,440 in 22."""
    game = playable_game(key, options)
    most = 0

    class Player:
        def choose(self, brief: Brief, random: Random) -> Action:
            nonlocal most
            prospect.cache_clear()
            played_out.clear()
            answer = first_sight("champion", brief, random)
            most = max(most, len(played_out))
            return answer

    for _ in islice(simulate(game, [Player()] * seats, 3), ONE_DEAL):
        pass
    limit = SEARCHES[0].plays
    assert limit is not None
    assert 0 < most <= limit


def test_limit_on_cards_shortens_the_samples_of_a_choice_and_not_the_choice(played_out: list[int]) -> None:
    told = brief(Scene("kentucky", no_trump="reversed").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"}))
    prospect.cache_clear()
    first_sight("champion", told, Random(1))
    assert len(played_out) == 6 * 2 * 36  # six trumps, two sampled deals each, of four hands of nine cards


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        (ChooseNumber(0, 70, 120, 5, (Option(Shoot(), needs_confirmation=True), Option(PASS))), PASS),
        (ChooseNumber(0, 70, 120, 5, (Option(Shoot(), needs_confirmation=True),)), Bid(70)),
        (ChooseNumber(0, 125, 120, 5, (Option(Shoot(), needs_confirmation=True), Option(SHOUT))), SHOUT),
        (ChooseCard(0, CARDS, CARDS, otherwise=(Option(Fold(), needs_confirmation=True),)), Play(Card(2))),
        (
            ChooseCards(0, CARDS, CARDS, 2, 2, (Option(Fold(), needs_confirmation=True),)),
            Discard((Card(2), Card(7))),
        ),
        (ChooseOption(0, (Option(Fold(), needs_confirmation=True), Option(SHOUT))), SHOUT),
        (ChooseOption(0, (Option(Fold(), needs_confirmation=True),)), Fold()),
    ],
)
def test_plainest_answer_commits_to_least(decision: Decision, expected: Action) -> None:
    assert plainest(decision) == expected


def test_player_without_first_sight_gives_the_plainest_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    told = brief(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"}))
    monkeypatch.setattr(Steady, "choose", search)
    assert first_sight("champion", told, Random(1)) == PASS


@pytest.mark.parametrize("kind", ["random", "hal"])
def test_random_and_unknown_kinds_have_the_first_sight_of_the_best(kind: str) -> None:
    told = brief(Scene("kentucky").deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"}))
    assert first_sight(kind, told, Random(1)) == first_sight("champion", told, Random(1))
