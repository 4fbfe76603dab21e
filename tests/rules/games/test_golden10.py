"""Golden 10 (1924 and 1988 booklets) and Flip (older rule books): tricks in which nobody wants red."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Any

import pytest

from rules.catalog import find_game
from rules.core.about import Teams
from rules.core.actions import PLAYS, Penalize
from rules.core.actions import Deal as Deals
from rules.core.cards import NO_CARDS, Card, CardSet, Color, parse_cards
from rules.core.decisions import REFEREE, ChooseCard, Seat
from rules.core.events import NO_ONE, CardPlayed, CardsSeen, DealScored, Secret, TableLaid, TrickTaken
from rules.core.match import Match
from rules.core.protocol import IllegalAction, InvalidOption
from rules.core.scores import points_of
from rules.games.frame import State
from rules.games.trick_taking import Deal, captured
from rules.games.trick_taking.events import CenterShown, CenterTaken
from rules.games.trick_taking.facts import Pile
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

KEYS = ("golden10_1988", "golden10_1924", "flip")
REDS = dict(zip(KEYS, (27, 27, 23), strict=True))


def hands(*texts: str) -> tuple[CardSet, ...]:
    return tuple(CardSet.of(parse_cards(text)) for text in texts)


def match(game: Any, seats: int, scored: int = 0, **changes: Any) -> Match:
    begun: Match = game.start(seats).match
    return after_deals(begun, scored)._replace(dealer=seats - 1, **changes)


def taken(winner: Seat, cards: str) -> TrickTaken:
    return TrickTaken(winner, (0, 1, 2), parse_cards(cards), 0)


def scored(game: Any, *cards: str, totals: tuple[int, ...] = (0, 0, 0)) -> list[int]:
    """What a deal of three scores when each has captured these cards."""
    tricks = tuple(taken(seat, text) for seat, text in enumerate(cards))
    deal = Deal(hands("", "", ""), 0, taken=tricks)
    return [points_of(line) for line in game.score(match(game, 3, totals=totals), deal)]


def all_cards(deal: Deal) -> Counter[Card]:
    """Every card of a deal, wherever it is."""
    cards = Counter(card for hand in deal.hands for card in hand)
    cards.update(deal.trick)
    cards.update(deal.center)
    cards.update(card for trick in deal.taken for card in trick.cards)
    return cards


def check(match: Match, deal: Deal) -> None:
    """RULES 5: no card lost, equal hands, one trick for each card of a hand."""
    assert sorted(all_cards(deal)) == [Card(number) for number in range(56)]
    sizes = [len(hand) for hand in deal.hands]
    assert max(sizes) - min(sizes) <= 1
    assert len(deal.center) == 56 % match.seats
    assert all(len(trick.cards) == match.seats for trick in deal.taken)


def scramble(match: Match, deal: Deal, seat: Seat | None, random: Random, *, is_open: bool = False) -> Deal:
    """Exchange every card a seat cannot know: the other hands, and a center it may not look at."""
    knows_center = is_open or (bool(deal.taken) and deal.taken[0].winner == seat)
    hidden = [card for one, hand in enumerate(deal.hands) if one != seat for card in hand]
    hidden += [] if knows_center else deal.center
    random.shuffle(hidden)
    others = list(deal.hands)
    for one, hand in enumerate(deal.hands):
        if one != seat:
            others[one] = CardSet.of(hidden.pop() for _ in hand)
    return deal._replace(hands=tuple(others), center=deal.center if knows_center else tuple(hidden))


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables(*KEYS))
def test_no_card_is_lost_and_the_deals_end(key: str, seats: int) -> None:
    for steps in matches(game_of(key), seats):
        check_every_state(steps, check)
        assert steps[-1].after.match.deal == 6


@pytest.mark.parametrize(("key", "seats"), tables(*KEYS))
def test_nobody_sees_what_he_may_not(key: str, seats: int) -> None:
    game = game_of(key, deals=1)
    unknown = partial(scramble, is_open=key == "flip")
    check_secrets(game, play(game, seats, seed=4), unknown, Random(seats), share=0.5)


def test_the_law_of_cards_notices_a_card_dealt_twice() -> None:
    match, deal = first_deal(play(game_of("flip"), 4, seed=1))
    broken = deal._replace(hands=(CardSet(deal.hands[0] | deal.hands[1]), *deal.hands[1:]))
    with pytest.raises(AssertionError):
        check(match, broken)


def test_the_law_of_secrets_notices_a_hand_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("flip", deals=1)
    steps = play(game, 4, seed=1)
    monkeypatch.setattr(type(game), "hand", lambda *told: told[2].hands[0])
    with pytest.raises(AssertionError):
        check_secrets(game, steps, scramble, Random(1), share=1)


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables(*KEYS))
def test_every_trick_agrees_with_the_log_and_every_score_with_the_tricks(key: str, seats: int) -> None:
    for steps in matches(game_of(key), seats):
        check_tricks(steps, key, seats)


def check_tricks(steps: list[Step], key: str, seats: int) -> None:
    """RULES 5, trick games, done again from the cards dealt and played."""

    def legal(hand: list[str], led: str) -> list[str]:
        return of_color(hand, led) or hand

    def takes(trick: list[str]) -> int:
        return trick.index(max(of_color(trick, trick[0]), key=number))

    deals = tricks_of(steps, legal, takes, evenly=True)
    assert [len(deal) for deal in deals] == [56 // seats] * 6
    dealt = [[str(card) for card in step.action.cards] for step in steps if isinstance(step.action, Deals)]
    lines = [line for line in steps[-1].after.match.sheet if isinstance(line, DealScored)]
    for cards, tricks, line in zip(dealt, deals, lines, strict=True):
        for side in line.sides:
            took = [card for taker, trick in tricks if taker in side.seats for card in trick]
            took += cards[56 // seats * seats :] if tricks[0][0] in side.seats else []
            reds = sum(red_points(card, key) for card in took)
            assert side.scored == (max(reds - 10, 0) if "Y10" in took and key != "flip" else reds)


def red_points(card: str, key: str) -> int:
    if card[0] != "R":
        return 0
    if card == "R5" and key != "flip":
        return 5
    return 10 if card == "R10" else 1


@pytest.mark.parametrize(("key", "seats"), tables(*KEYS))
def test_sv_36_and_37_a_deal_has_27_red_points_and_flip_23(key: str, seats: int) -> None:
    """1988, Golden 10, 2: reds 1 each, red 10 ten, red 5 five. Flip: no five."""
    game = game_of(key)
    for step in play(game, seats, seed=5):
        for event in step.events:
            if isinstance(event, DealScored):
                before: Any = step.before.deal
                (trick,) = (taken for taken in step.events if isinstance(taken, TrickTaken))
                deal = before._replace(hands=(NO_CARDS,) * seats, trick=(), taken=(*before.taken, trick))
                cards = captured(deal, range(seats))
                assert sorted(cards) == [Card(number) for number in range(56)]
                assert sum(map(game.value, cards)) == REDS[key]
                lowered = 10 if key != "flip" else 0
                assert REDS[key] - lowered <= sum(line.scored for line in event.sides) <= REDS[key]
                assert all(line.scored >= 0 for line in event.sides)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param("R1 R2 R3 R4 R6 R7 R8 Y10", 0, id="SV-36 red 7 and Y10: erased"),
        pytest.param("R10 Y10", 0, id="SV-36 red 10 and Y10: erased"),
        pytest.param("R10 R1 R2 R3 Y10", 3, id="SV-36 red 13 and Y10: three are left"),
        pytest.param("R5 R1 G5", 6, id="the red five counts five"),
        pytest.param("Y10", 0, id="the golden ten alone is worth nothing"),
    ],
)
def test_the_golden_ten_takes_ten_off(cards: str, points: int) -> None:
    assert scored(game_of("golden10_1988"), cards, "", "")[0] == points


def test_sv_37_in_flip_the_five_is_a_plain_red_and_nothing_takes_off() -> None:
    assert scored(game_of("flip"), "R5 R10 Y10", "R1", "") == [11, 1, 0]


def test_r_55_the_golden_ten_lowers_the_deal() -> None:
    assert scored(game_of("golden10_1988"), "R1 Y10", "R2", "", totals=(8, 0, 0))[0] == 0


def test_r_55_option_it_lowers_the_whole_score_but_not_below_nothing() -> None:
    game = game_of("golden10_1988", golden_cumulative=True)
    assert scored(game, "R1 Y10", "R2", "", totals=(20, 0, 0))[0] == -9
    assert scored(game, "R1 Y10", "R2", "", totals=(8, 0, 0))[0] == -8


def test_r_54_in_1924_four_are_partners_who_count_together() -> None:
    """1924: "When four play, play Partners"."""
    game = game_of("golden10_1924")
    assert game.start(4).match.sides == ((0, 2), (1, 3))
    assert game.start(5).match.sides == ((0,), (1,), (2,), (3,), (4,))
    tricks = (taken(0, "R10 R1 R2"), taken(2, "Y10 R3"), taken(1, "R5"))
    deal = Deal(hands("", "", "", ""), 0, taken=tricks)
    assert [points_of(line) for line in game.score(match(game, 4), deal)] == [3, 5]
    assert game.about.teams is Teams.PARTNERS_AT_FOUR


def test_r_54_in_1988_and_by_option_everyone_is_for_himself() -> None:
    assert len(game_of("golden10_1988").start(4).match.sides) == 4
    alone = game_of("golden10_1924", partners_at_four=False)
    assert len(alone.start(4).match.sides) == 4
    assert alone.about.teams is Teams.SOLO
    assert game_of("golden10_1988", partners_at_four=True).start(4).match.sides == ((0, 2), (1, 3))


def test_the_lowest_total_after_six_deals_wins() -> None:
    game = game_of("golden10_1988")
    assert game.winners(match(game, 3, scored=5, totals=(1, 2, 3))) is None
    assert game.winners(match(game, 3, scored=6, totals=(9, 2, 3))) == (1,)


def test_r_56_equal_lowest_totals_share_the_win() -> None:
    game = game_of("flip")
    assert game.winners(match(game, 3, scored=6, totals=(2, 2, 3))) == (0, 1)


def test_r_56_option_another_deal_until_one_is_lowest() -> None:
    game = game_of("flip", extra_deal=True)
    assert game.winners(match(game, 3, scored=6, totals=(2, 2, 3))) is None
    assert game.winners(match(game, 3, scored=7, totals=(2, 4, 3))) == (0,)
    assert game.winners(match(game, 3, scored=200, totals=(2, 2, 3))) == (0, 1)


def test_r_57_flip_is_for_three_to_seven() -> None:
    assert game_of("flip").about.seats == (3, 4, 5, 6, 7)
    with pytest.raises(InvalidOption, match="3, 4, 5, 6 or 7 players, not 8"):
        game_of("flip").start(8)


@pytest.mark.parametrize(
    ("key", "cards", "worth"),
    [
        ("golden10_1988", "G1 G13 Y10", "0 points, Golden 10"),
        ("golden10_1988", "R9 R10 Y10", "11 points, Golden 10"),
        ("golden10_1988", "R9 R10 Y9", "11 points"),
        ("flip", "R9 R10 Y10", "11 points"),
    ],
)
def test_a_trick_with_the_golden_ten_is_told_as_one(key: str, cards: str, worth: str) -> None:
    game, begun = game_of(key), match(game_of(key), 3)
    deal = Deal(hands(*(f"{card} B{9 + seat}" for seat, card in enumerate(cards.split()))), 0)
    state, _ = after(game, begun, deal, *((seat, f"play {card}") for seat, card in enumerate(cards.split())))
    trick = game.board(state.match, state.deal).last_trick
    assert game.words.worth(trick) == worth


@pytest.mark.parametrize(("seats", "left"), [(3, 2), (4, 0), (5, 1), (6, 2), (7, 0)])
def test_cards_beyond_an_even_deal_lie_in_the_center(seats: int, left: int) -> None:
    """1988, Golden 10, 1."""
    steps = play(game_of("golden10_1988"), seats, seed=1)
    _, deal = first_deal(steps)
    assert [len(hand) for hand in deal.hands] == [56 // seats] * seats
    assert len(deal.center) == left
    laid = next(event for step in steps for event in step.events if _is_laid(event))
    assert laid == Secret(NO_ONE, TableLaid(nest=deal.center, kind=Pile.CENTER))


def _is_laid(event: object) -> bool:
    return isinstance(event, Secret) and isinstance(event.event, TableLaid)


def test_r_09_the_taker_of_the_first_trick_gets_the_center_and_nobody_else_sees_it() -> None:
    """1988, Golden 10, 1: "placed face down in the center of the table"."""
    game = game_of("golden10_1988")
    deal = Deal(hands("G1 R1", "G7 R2", "G3 R3"), 0, parse_cards("R10 B2"))
    begun = match(game, 3)
    (pile,) = game.board(begun, deal).zones
    assert (pile.kind, pile.shown, pile.hidden) == (Pile.CENTER, (), 2)
    assert game.words.zone(pile).name == "center"
    state, events = after(game, begun, deal, (0, "play G1"), (1, "play G7"), (2, "play G3"))
    assert seen_in_private(events) == [Secret(1, CardsSeen(1, parse_cards("R10 B2")))]
    assert CenterTaken(1, 2) in events
    assert said.told(game, events) == ["{1} takes the 2 cards from the center with the first trick."]
    assert game.board(state.match, state.deal).zones == ()
    (own,) = game.own_zones(state.match, state.deal, 1)
    assert (own.kind, own.shown) == (Pile.TAKEN_CENTER, parse_cards("R10 B2"))
    assert game.own_zones(state.match, state.deal, 0) == ()
    assert sorted(captured(state.deal, [1])) == sorted(parse_cards("G1 G7 G3 R10 B2"))


def test_in_flip_cards_left_over_lie_in_a_pool_that_everyone_sees() -> None:
    """Older rule books, Flip: "these cards are left in a pool on the table", not face down."""
    game = game_of("flip")
    deal = Deal(hands("G1 R1", "G7 R2", "G3 R3"), 0, parse_cards("R10 B2"))
    begun = match(game, 3)
    (pool,) = game.board(begun, deal).zones
    assert (pool.kind, pool.shown, pool.hidden) == (Pile.CENTER, parse_cards("R10 B2"), 0)
    assert game.words.zone(pool).name == "pool"
    state, events = after(game, begun, deal, (0, "play G1"), (1, "play G7"), (2, "play G3"))
    assert seen_in_private(events) == []
    assert CenterTaken(1, 2, parse_cards("R10 B2")) in events
    assert said.told(game, events) == ["{1} takes R10 B2 from the pool with the first trick."]
    assert game.board(state.match, state.deal).zones == ()
    assert sorted(captured(state.deal, [1])) == sorted(parse_cards("G1 G7 G3 R10 B2"))


def test_the_pool_of_flip_is_told_as_it_is_dealt() -> None:
    steps = play(game_of("flip"), 3, seed=1)
    _, deal = first_deal(steps)
    shown = next(event for step in steps for event in step.events if isinstance(event, CenterShown))
    assert shown == CenterShown(deal.center)


def seen_in_private(events: list[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, Secret) and isinstance(event.event, CardsSeen)]


def test_the_left_of_the_dealer_leads_and_then_whoever_took_the_trick() -> None:
    game = game_of("flip")
    steps = play(game, 4, seed=2)
    dealt = next(step.after for step in steps if step.after.deal is not None)
    assert set(game.decisions(dealt)) == {(dealt.match.dealer + 1) % 4}
    for step in steps:
        for event in step.events:
            if (
                isinstance(event, TrickTaken)
                and step.after.deal is not None
                and step.after.match.winners is None
            ):
                assert set(game.decisions(step.after)) == {event.winner}


def test_the_color_led_is_followed_if_possible_and_the_highest_of_it_takes() -> None:
    game = game_of("flip")
    deal = Deal(hands("G1 B1", "G7 R2", "R14 B3"), 0)
    state, _ = after(game, match(game, 3), deal, (0, "play G1"))
    question = game.decisions(state)[1]
    assert isinstance(question, ChooseCard)
    assert [str(card) for card in question.cards] == ["G7"]
    assert said.reason(game, game.seat_view(state, 1)) == "You hold green, so follow color."
    with pytest.raises(IllegalAction, match="so follow color"):
        game.apply(state, 1, PLAYS[Card.parse("R2")])
    with pytest.raises(IllegalAction, match="You don't hold that card"):
        game.apply(state, 1, PLAYS[Card.parse("R14")])
    state, events = after(game, *state, (1, "play G7"), (2, "play R14"))
    assert TrickTaken(1, (0, 1, 2), parse_cards("G1 G7 R14"), 1) in events
    assert CardPlayed(2, 2, Card.parse("R14")) in events


def test_the_table_shows_the_trick_the_last_one_and_counts_but_no_points_captured() -> None:
    game = game_of("golden10_1988")
    deal = Deal(hands("G1 B1", "G7 R2", "R10 B3"), 0)
    state, _ = after(game, match(game, 3), deal, (0, "play G1"), (1, "play G7"))
    table = game.table_view(state)
    assert table.trick.plays == ((0, Card.parse("G1")), (1, Card.parse("G7")))
    assert table.trick.winner == 1
    state, _ = after(game, *state, (2, "play R10"), (1, "play R2"))
    table = game.table_view(state)
    assert (table.last_trick.winner, table.last_trick.points) == (1, 10)
    assert [info.tricks for info in table.seats] == [0, 1, 0]
    assert [info.cards for info in table.seats] == [1, 0, 1]
    assert [total.total for total in table.totals] == [0, 0, 0]


def test_a_penalty_adds_to_points_that_are_against_one() -> None:
    game = game_of("flip")
    state: State[Deal] = State(match(game, 3), Deal(hands("G1", "G2", "G3"), 0))
    fined, (ruled,) = game.apply(state, REFEREE, Penalize(1, 5, "looked at a hand"))
    assert fined.match.totals == (0, 5, 0)
    assert ruled.points == 5


def test_every_edition_is_found_by_its_bare_name() -> None:
    assert find_game("golden 10").about.key == "golden10_1988"
    assert find_game("flip").about.title == "Flip"


@pytest.mark.parametrize("key", KEYS)
def test_the_rules_say_what_is_played_by(key: str) -> None:
    def text(**options: Any) -> str:
        return " ".join(said.sections(game_of(key, **options)).values())

    def ours(**options: Any) -> dict[str, str]:
        return said.readings(game_of(key, **options))

    assert "the red 10 counts 10" in text()
    assert ("red 5 counts 5" in text()) == (key != "flip")
    assert ("Golden 10" in text()) == (key != "flip")
    assert ("face down in the center" in text()) == (key != "flip")
    assert "after 3 deals" in text(deals=3)
    assert "after 1 deal " in text(deals=1)
    assert (
        ours(extra_deal=True)["R-56"]
        == "On a tie for the lowest score another deal is played, up to 200 deals."
    )
    assert ours()["R-56"] == "Players who tie for the lowest score share the win."
    assert said.goal(game_of(key, deals=3)) == "lowest score after 3 deals"
    if key != "flip":
        assert "your whole score" in ours(golden_cumulative=True)["R-55"]
        assert "your red points of that deal" in ours()["R-55"]
        assert "play as partners" in text(partners_at_four=True)
        assert "partners" not in text(partners_at_four=False)
        assert ours(partners_at_four=True)["R-54"].startswith("Four players are partners.")
        assert ours(partners_at_four=False)["R-54"].startswith("Four players play alone.")


@pytest.mark.parametrize(
    ("key", "sources", "ours"),
    [
        (
            "golden10_1988",
            ["1 (Dealing)", "3 (To Start the Game)", "2 (Object and Scoring)", "4 (Winning)"],
            [["R-10", "R-54"], [], ["R-55"], ["R-56"]],
        ),
        ("golden10_1924", [], [["R-10", "R-54"], [], ["R-57", "R-55"], ["R-56"]]),
        ("flip", [], [["R-57", "", "R-10"], [], [], ["R-56"]]),
    ],
)
def test_every_section_of_the_rules_names_the_book_and_our_own_readings(
    key: str, sources: list[str], ours: list[list[str]]
) -> None:
    about = game_of(key).about
    assert [section.heading for section in about.rules] == ["Deal", "Play", "Scoring", "End"]
    places = [f"{about.source}, {source}" for source in sources] or [about.source] * 4
    assert [section.source for section in about.rules] == places
    assert [[one.register for one in section.ours] for section in about.rules] == ours


def test_a_red_card_is_worth_what_the_books_say() -> None:
    values = {
        key: [game_of(key).value(Card.parse(name)) for name in ("R1", "R5", "R10", "Y10")] for key in KEYS
    }
    assert values["golden10_1988"] == values["golden10_1924"] == [1, 5, 10, 0]
    assert values["flip"] == [1, 1, 10, 0]
    assert game_of("flip").value(Card(Color.GREEN * 14)) == 0
