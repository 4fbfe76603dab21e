"""Questions for a host: every answer can be played, and most presets lie within."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.bidding.house.answers import TOPICS
from rules.catalog import BIDDING_GAMES, GAMES, find_game, game_with, playable_game
from rules.core.protocol import Game, OptionValue, Question
from rules.presets import PRESETS
from rules.questions import question, topics
from rules.seatings import seating_now, seatings

WITHIN = ("beach_house", "kentucky_rook", "two_hundred_45", "two_hundred_57", "rook_low", "ten_half")
NEAR = {"williams": 2, "thirty_three": 2, "call_partner_four": 2, "call_partner_five": 2, "jeff": 4}
"""Options that are changed after the questions."""


def questions(game: Game[Any]) -> list[Question]:
    return [question(game, topic) for topic in topics(game)]


def differing(game: Game[Any], wanted: Game[Any]) -> set[str]:
    ours, theirs = game.changes(), wanted.changes()
    return {key for key in ours | theirs if ours.get(key, "book") != theirs.get(key, "book")}


def answered(wanted: Game[Any]) -> Game[Any]:
    """The game after the questions, each answered with what is nearest to the wanted game."""
    key = wanted.about.key
    starts = [game_with(key, one.options) for one in seatings(find_game(key), 1) if one.game == key]
    game = min(starts, key=lambda one: len(differing(one, wanted)))
    for topic in topics(game)[:-1]:
        own = set(TOPICS[topic].options)
        games = [game_with(key, one.options) for one in question(game, topic).answers]
        game = min(games, key=lambda one: len(differing(one, wanted) & own))
    return game


@pytest.mark.parametrize("key", sorted(GAMES))
def test_book_answers_first_and_is_in_force(key: str) -> None:
    game = find_game(key)
    assert len(topics(game)) <= 6, "five questions and one option more: the sixth is how many play"
    *asked, more = questions(game)
    for one in asked:
        assert one.asked.endswith("?")
        assert one.answers[0].label == "As the book says"
        assert one.answers[0].options == {}
        assert one.now == 0
    assert all(answer.options for answer in more.answers)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_answers_fit_a_menu_and_differ(key: str) -> None:
    for asked in questions(find_game(key)):
        assert len(asked.answers) <= 26
        assert len({one.label for one in asked.answers}) == len(asked.answers)
        assert all(0 < len(one.label) <= 100 and len(one.more) <= 200 for one in asked.answers)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_random_answers_lead_to_games_that_can_be_played(key: str) -> None:
    random = Random(key)
    for _ in range(2):
        game = find_game(key)
        for topic in topics(game):
            answers = question(game, topic).answers
            if not answers:
                continue
            for one in random.sample(answers, min(3, len(answers))):
                assert playable_game(key, one.options).changes() == one.options
            game = game_with(key, random.choice(answers).options)


@pytest.mark.parametrize("key", [*BIDDING_GAMES])
def test_answer_leaves_earlier_answers_as_they_are(key: str) -> None:
    random, game = Random(key), find_game(key)
    given: dict[str, OptionValue] = {}
    for topic in topics(game)[:-1]:
        own = TOPICS[topic].options
        game = game_with(key, random.choice(question(game, topic).answers).options)
        now = {one.key: one.value for one in game.options}
        given = {option: value for option, value in given.items() if option not in own}
        assert given.items() <= now.items(), topic
        given |= {option: now[option] for option in own if option in now}


@pytest.mark.parametrize("key", WITHIN)
def test_preset_lies_within_the_questions(key: str) -> None:
    wanted = game_with(PRESETS[key].game, PRESETS[key].options)
    assert answered(wanted).changes() == wanted.changes()


@pytest.mark.parametrize("key", [*NEAR])
def test_preset_needs_few_options_after_the_questions(key: str) -> None:
    wanted = game_with(PRESETS[key].game, PRESETS[key].options)
    assert len(differing(answered(wanted), wanted)) == NEAR[key]


def test_cards_bring_the_nest_that_deals_them_evenly() -> None:
    """Cambridge: a nest of 5, 7 or 3 by the number of players."""
    nests = {}
    for seating in seatings(find_game("high_card_partner"), 1):
        if seating.game == "high_card_partner":
            game = game_with(seating.game, seating.options)
            label = "1 to 14 and the bird, the 1 high"
            one = next(one for one in question(game, "cards").answers if one.label.startswith(label))
            nests[seating.seats] = game_with(seating.game, one.options).parameters()["nest"]
    assert nests == {4: 5, 5: 7, 6: 3}


def test_answer_that_needs_another_says_so() -> None:
    answers = question(find_game("kentucky"), "cards").answers
    one = next(one for one in answers if one.label.startswith("1 to 13"))
    assert one.more == "Then also “Counters” 5s 5, 10s 10, 13s 10"
    assert one.options == {"numbers": "1-13", "counters": "5:5 10:10 13:10"}


def test_one_option_more_is_taken_back_by_the_same_question() -> None:
    game = game_with("kentucky", {"nest_to": "declarer", "target": 500})
    back = next(one for one in question(game, "more").answers if one.more == "As the book says")
    assert back.options == {"target": 500}


def test_seating_keeps_house_rules_that_fit() -> None:
    game = game_with("kentucky", {"target": 200, "seat_change": "no", "numbers": "1,5-14", "high": 1})
    answers = {one.label: one for one in seatings(game, 3)}
    assert min(one.seats for one in answers.values()) == 3
    assert seating_now(tuple(answers.values()), game, 4) == 1
    three = answers["Three: everyone alone"].options
    assert (three["numbers"], three["nest"], three["target"]) == ("1,5-14", 6, 200)
    assert "seat_change" not in answers["As the book says: 4 players"].options
    assert answers["Six: three against three"].options == {}, "another game"
