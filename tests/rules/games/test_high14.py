"""High 14 (older rule books): tricks for fives and tens, in which a 14 may always be played."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.core.actions import PLAYS
from rules.core.cards import Card, CardSet, Color, parse_cards
from rules.core.decisions import ChooseCard, Seat
from rules.core.events import CardPlayed, DealScored, OddCardsWon, TrickTaken
from rules.core.match import Match
from rules.core.protocol import IllegalAction
from rules.core.scores import points_of
from rules.games.trick_taking import Deal
from tests.rules import said
from tests.rules.games.kit import (
    Step,
    after,
    after_deals,
    check_every_state,
    check_secrets,
    first_deal,
    game_of,
    matches,
    play,
    tables,
)
from tests.rules.games.tricks_again import number, of_color, tricks_of

KEY = "high14"


def hands(*texts: str) -> tuple[CardSet, ...]:
    return tuple(CardSet.of(parse_cards(text)) for text in texts)


def match(game: Any, seats: int, scored: int = 0, **changes: Any) -> Match:
    begun: Match = game.start(seats).match
    return after_deals(begun, scored)._replace(dealer=seats - 1, **changes)


def taken(winner: Seat, cards: str) -> TrickTaken:
    return TrickTaken(winner, (0, 1, 2), parse_cards(cards), 0)


def check(match: Match, deal: Deal) -> None:
    """RULES 5: no card lost, and hands that differ by the uneven deal at most by two in mid-trick."""
    cards = [card for hand in deal.hands for card in hand]
    cards += [*deal.trick, *deal.center, *(card for trick in deal.taken for card in trick.cards)]
    assert sorted(cards) == [Card(number) for number in range(56)]
    assert deal.center == ()


def scramble(match: Match, deal: Deal, seat: Seat | None, random: Random) -> Deal:
    """Redeal the cards of all other hands."""
    hidden = [card for one, hand in enumerate(deal.hands) if one != seat for card in hand]
    random.shuffle(hidden)
    mixed = [
        hand if one == seat else CardSet.of(hidden.pop() for _ in hand) for one, hand in enumerate(deal.hands)
    ]
    return deal._replace(hands=tuple(mixed))


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables(KEY))
def test_cards_are_never_lost(key: str, seats: int) -> None:
    for steps in matches(game_of(key), seats):
        check_every_state(steps, check)


@pytest.mark.parametrize(("key", "seats"), tables(KEY))
def test_hands_are_hidden_from_other_seats(key: str, seats: int) -> None:
    game = game_of(key, deals=1)
    check_secrets(game, play(game, seats, seed=4), scramble, Random(seats), share=0.5)


def test_law_of_cards_notices_a_lost_card() -> None:
    match, deal = first_deal(play(game_of(KEY), 3, seed=1))
    with pytest.raises(AssertionError):
        check(match, deal._replace(hands=hands("R1", "R2", "R3")))


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables(KEY))
def test_tricks_agree_with_the_log_and_scores_with_the_tricks(key: str, seats: int) -> None:
    for steps in matches(game_of(key), seats):
        check_tricks(steps)


def check_tricks(steps: list[Step]) -> None:
    """Recompute tricks and scores from the cards dealt and played (RULES 5, trick games)."""
    deals = tricks_of(steps, legal_again, takes_again, evenly=False)
    lines = [line for line in steps[-1].after.match.sheet if isinstance(line, DealScored)]
    for tricks, line in zip(deals, lines, strict=True):
        played = {card for _, trick in tricks for card in trick}
        odd = [f"{color}{rank}" for color in "RYGB" for rank in (5, 10) if f"{color}{rank}" not in played]
        for side in line.sides:
            took = [card for taker, trick in tricks if taker in side.seats for card in trick]
            took += odd if tricks[-1][0] in side.seats else []
            assert side.scored == sum(number(card) for card in took if number(card) in (5, 10))


def legal_again(hand: list[str], led: str) -> list[str]:
    following = of_color(hand, led)
    return following + [card for card in hand if card[1:] == "14"] if following else hand


def takes_again(trick: list[str]) -> int:
    fourteens = [card for card in trick if card[1:] == "14"]
    if f"{trick[0][0]}14" in fourteens:
        return trick.index(f"{trick[0][0]}14")
    if fourteens:
        return trick.index(fourteens[0])
    return trick.index(max(of_color(trick, trick[0]), key=number))


@pytest.mark.parametrize(("key", "seats"), tables(KEY))
def test_sv_38_deal_has_60_points(key: str, seats: int) -> None:
    """Four fives and four tens, odd cards included."""
    game = game_of(key)
    for step in play(game, seats, seed=5):
        for event in step.events:
            if isinstance(event, DealScored):
                assert sum(line.scored for line in event.sides) == 60


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        pytest.param("R3 B14 Y2", "R9", "R3 B14", id="FV-11 follow, or any 14"),
        pytest.param("R3 R14 Y2", "R9", "R3 R14", id="a 14 of the color led"),
        pytest.param("B14 Y2", "R9", "B14 Y2", id="void, any card"),
        pytest.param("B14 G14", "R9", "B14 G14", id="nothing but fourteens"),
    ],
)
def test_color_led_is_followed_if_possible(hand: str, led: str, legal: str) -> None:
    game = game_of(KEY)
    deal = Deal(hands(f"{led} G1 G2", hand, "R1 G3 G4"), 0)
    state, _ = after(game, match(game, 3), deal, (0, f"play {led}"))
    question = game.decisions(state)[1]
    assert isinstance(question, ChooseCard)
    assert question.cards == CardSet.of(parse_cards(legal))


def test_card_that_does_not_follow_is_refused() -> None:
    game = game_of(KEY)
    state, _ = after(game, match(game, 3), Deal(hands("R9", "R3 Y2", "G1"), 0), (0, "play R9"))
    with pytest.raises(IllegalAction, match="so follow color or play a 14") as refusal:
        game.apply(state, 1, PLAYS[Card.parse("Y2")])
    assert said.said(str(refusal.value)).startswith("You hold red,")


@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        pytest.param("R9 B14 Y14 R14", "R14", id="FV-12 the 14 of the color led"),
        pytest.param("R9 B14 Y14", "B14", id="FV-12 else the 14 played first"),
        pytest.param("R9 R13 G5", "R13", id="no 14: the highest of the color led"),
        pytest.param("R14 B14 R13", "R14", id="a led 14 always takes"),
        pytest.param("R9 R13 B14", "B14", id="a 14 of another color beats the color led"),
    ],
)
def test_highest_card_or_ruling_14_takes_the_trick(trick: str, taker: str) -> None:
    cards = parse_cards(trick)
    assert str(cards[game_of(KEY).taker_index(cards)]) == taker


def test_14_led_wins_in_every_match() -> None:
    game = game_of(KEY)
    events = [event for seats in game.about.seats for step in play(game, seats, 6) for event in step.events]
    led = [event for event in events if isinstance(event, TrickTaken) and event.cards[0].rank == 14]
    assert led
    assert all(event.winner == event.hands[0] for event in led)


@pytest.mark.parametrize(("seats", "tricks"), [(3, 18), (4, 14), (5, 11), (6, 9), (7, 8), (8, 7)])
def test_r_59_uneven_deal_leaves_cards_for_the_last_taker(seats: int, tricks: int) -> None:
    """R-09: tricks are as many as the smaller hand has cards."""
    steps = play(game_of(KEY, deals=1), seats, seed=7)
    taken_last = [event for step in steps for event in step.events if isinstance(event, TrickTaken)]
    odd = [event for step in steps for event in step.events if isinstance(event, OddCardsWon)]
    assert len(taken_last) == tricks
    assert sum(len(event.cards) for event in odd) == 56 - tricks * seats
    assert all(event.winner == taken_last[-1].winner for event in odd)


def test_odd_cards_count_for_the_taker_of_the_last_trick() -> None:
    game = game_of(KEY, deals=1)
    deal = Deal(hands("R9 Y10", "R3 G5", "R1"), 0)
    _, events = after(game, match(game, 3), deal, (0, "play R9"), (1, "play R3"), (2, "play R1"))
    assert OddCardsWon(0, CardSet.of(parse_cards("Y10 G5")), 15) in events
    (line,) = [event for event in events if isinstance(event, DealScored)]
    assert [(one.scored, game.words.score(one.items)) for one in line.sides] == [
        (15, "1 × 5, 1 × 10"),
        (0, ""),
        (0, ""),
    ]


def test_first_player_with_50_wins_and_a_longer_game_is_to_100() -> None:
    """R-05: reaching it is enough."""
    game = game_of(KEY)
    assert game.winners(match(game, 3, totals=(50, 10, 0))) == (0,)
    assert game.winners(match(game, 3, totals=(45, 40, 35))) is None
    assert game_of(KEY, target=100).winners(match(game, 3, totals=(95, 40, 45))) is None
    assert game_of(KEY, deals=2).winners(match(game, 3, scored=2, totals=(45, 45, 30))) == (0, 1)


def test_r_06_tie_plays_on_and_by_option_is_shared() -> None:
    tied = match(game_of(KEY), 3, totals=(55, 55, 10))
    assert game_of(KEY).winners(tied) is None
    assert game_of(KEY, tie="shared").winners(tied) == (0, 1)
    assert game_of(KEY).winners(match(game_of(KEY), 3, totals=(55, 60, 10))) == (1,)


@pytest.mark.parametrize(("when", "is_over"), [("deal_end", False), ("each_trick", True)])
def test_r_07_target_counts_after_the_deal_or_at_once(when: str, is_over: bool) -> None:
    game = game_of(KEY, target_checked=when)
    deal = Deal(hands("R9 G1", "R10 G2", "R3 G3"), 0)
    begun = match(game, 3, totals=(0, 40, 0))
    state, _ = after(game, begun, deal, (0, "play R9"), (1, "play R10"), (2, "play R3"))
    assert (state.match.winners == (1,)) == is_over
    assert (state.match.totals[1] == 50) == is_over


def test_match_ends_with_the_trick_that_reaches_the_target_by_agreement() -> None:
    game = game_of(KEY, target_checked="each_trick")
    steps = play(game, 4, seed=8)
    check_every_state(steps, check)
    assert max(steps[-1].after.match.totals) >= 50


def test_number_of_deals_prevents_an_earlier_end() -> None:
    game = game_of(KEY, target_checked="each_trick", deals=2)
    steps = play(game, 4, seed=8)
    assert sum(steps[-1].after.match.totals) == 120


def test_captured_cards_are_told_by_kind() -> None:
    game = game_of(KEY)
    tricks = (taken(0, "R5 Y5 G10"), taken(1, "B10 G1 G2"), taken(2, "R10 Y10 G5"), taken(2, "B5 R1 R2"))
    lines = game.score(match(game, 3), Deal(hands("", "", ""), 0, taken=tricks))
    assert [points_of(line) for line in lines] == [20, 10, 30]
    assert [game.words.score(line) for line in lines] == ["2 × 5, 1 × 10", "1 × 10", "2 × 5, 2 × 10"]


def test_computers_hear_every_card() -> None:
    steps = play(game_of(KEY, deals=1), 4, seed=1)
    assert sum(isinstance(event, CardPlayed) for step in steps for event in step.events) == 56


def test_rules_text_follows_the_options() -> None:
    def text(**options: Any) -> str:
        return " ".join(said.sections(game_of(KEY, **options)).values())

    def ours(**options: Any) -> dict[str, str]:
        return said.readings(game_of(KEY, **options))

    assert text().endswith("The first to 50 points wins. For a longer game, play to 100 points.")
    assert text(target=100).endswith("The first to 100 points wins.")
    assert ours()["R-06"].endswith("On a tie another deal is played.")
    assert ours(tie="shared")["R-06"].endswith("On a tie they share the win.")
    assert ours()["R-07"] == "Scores are compared only after a deal is done."
    assert ours(target_checked="each_trick")["R-07"].startswith("The deal stops as soon as a trick")
    for agreed in ({"deals": 4}, {"deals": 4, "target_checked": "each_trick"}):
        assert text(**agreed).endswith("The highest score after 4 deals wins.")
        assert ours(**agreed)["R-06"] == "Players who tie for the highest score share the win."
        assert not {"R-05", "R-07"} & set(ours(**agreed))
    assert "after 1 deal wins" in text(deals=1)
    assert [said.goal(game_of(KEY)), said.goal(game_of(KEY, deals=4))] == ["to 50", "4 deals"]
    assert game_of(KEY).value(Card(Color.RED * 14 + 13)) == 0


def test_every_section_names_its_rule_book_and_our_readings() -> None:
    sections = {section.heading: section for section in game_of(KEY).about.rules}
    assert {section.source for section in sections.values()} == {
        "Older rule books (transcribed 2020), High 14"
    }
    assert {heading: [one.register for one in section.ours] for heading, section in sections.items()} == {
        "Deal": ["R-59", "R-10", "R-09"],
        "Play": [],
        "Tricks": [],
        "Scoring": [],
        "End": ["R-05", "R-06", "R-07", "", "R-59"],
        "Good to know": [],
    }
    assert "3 to 8 can play" in sections["Deal"].ours[0].text
    of_deals = game_of(KEY, deals=4).about.rules[-1]
    assert (of_deals.heading, of_deals.source) == ("End", "")


def test_summary_says_which_14_takes_a_trick() -> None:
    """High 14: "the 14 first played captures, unless a 14 of the color [led] takes precedence"."""
    summary = game_of(KEY).about.summary
    assert "The first 14 takes the trick, unless the 14 of the color led is played" in summary
