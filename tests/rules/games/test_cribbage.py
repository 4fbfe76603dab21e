"""Simplified Cribbage (older rule books): counting to 31 together, and fifteens in the hand."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from rules.catalog import find_game, game_with
from rules.core.actions import PASS, PLAYS, Play
from rules.core.actions import Deal as Deals
from rules.core.cards import NO_CARDS, Card, CardSet, parse_cards
from rules.core.decisions import ChooseCard, ChooseOption, Seat
from rules.core.events import CardPlayed, DealScored, MatchWon
from rules.core.match import Match
from rules.core.protocol import IllegalAction
from rules.core.scores import ScoreItem, points_of
from rules.games.cribbage.deal import Deal
from rules.games.cribbage.events import CardCounted, CountPassed, GoScored
from rules.games.cribbage.facts import CribbageFacts, Phase, Pile, Scores
from rules.games.cribbage.game import fifteens
from rules.games.frame import State
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
from tests.rules.said import goal, lines, notes, ours, question, readings, registers, sections, told

KEY = "cribbage"
A, B, C, D = range(4)


def hands(*texts: str) -> tuple[CardSet, ...]:
    return tuple(CardSet.of(parse_cards(text)) for text in texts)


def match(game: Any, seats: int, scored: int = 0, **changes: Any) -> Match:
    """A match in which the first seat, A, plays first."""
    begun: Match = game.start(seats).match
    return after_deals(begun, scored)._replace(dealer=seats - 1, **changes)


def deal_of(*held: str, **changes: Any) -> Deal:
    dealt = hands(*held)
    return Deal(dealt, dealt, A, (0,) * len(held), ())._replace(**changes)


def check(match: Match, deal: Deal) -> None:
    """RULES 5: no card lost, the count never above 31, everyone five cards."""
    cards = [card for hand in deal.hands for card in hand] + [card for _, card in deal.played] + [*deal.stock]
    assert sorted(cards) == [Card(number) for number in range(56)]
    assert deal.reached <= 31
    for seat, hand in enumerate(deal.dealt):
        played = CardSet.of(card for player, card in deal.played if player == seat)
        assert len(hand) == 5
        assert hand == played | deal.hands[seat]


def scramble(match: Match, deal: Deal, seat: Seat | None, random: Random) -> Deal:
    """Redeal all other hands and the undealt cards; a seat that is asked keeps what decides its question."""
    hidden = [card for one, hand in enumerate(deal.hands) if one != seat for card in hand]
    hidden += deal.stock
    random.shuffle(hidden)
    mixed = [
        hand if one == seat else CardSet.of(hidden.pop() for _ in hand) for one, hand in enumerate(deal.hands)
    ]
    dealt = [
        CardSet(hand | CardSet.of(card for player, card in deal.played if player == one))
        for one, hand in enumerate(mixed)
    ]
    return deal._replace(hands=tuple(mixed), dealt=tuple(dealt), stock=tuple(hidden))


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables(KEY))
def test_cards_are_kept_and_the_count_stays_within_31(key: str, seats: int) -> None:
    for steps in matches(game_of(key), seats):
        check_every_state(steps, check)


@pytest.mark.parametrize(("key", "seats"), tables(KEY))
def test_hands_are_hidden_from_other_seats(key: str, seats: int) -> None:
    game = game_of(key)
    check_secrets(game, play(game, seats, seed=4), scramble, Random(seats))


def test_law_of_cards_notices_a_lost_card() -> None:
    match, deal = first_deal(play(game_of(KEY), 3, seed=1))
    with pytest.raises(AssertionError):
        check(match, deal._replace(hands=(NO_CARDS,) * 3))


def test_law_of_secrets_notices_a_hand_on_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(KEY)
    steps = play(game, 3, seed=1)
    monkeypatch.setattr(type(game), "hand", lambda *told: told[2].hands[0])
    with pytest.raises(AssertionError):
        check_secrets(game, steps, scramble, Random(1), share=1)


def counted_again(steps: list[Step], end_of_deal: bool) -> list[int]:
    """The totals of a match, counted naively from the cards dealt and the numbers played."""
    seats = steps[0].before.match.seats
    totals, held, first = [0] * seats, [[0]] * seats, 0
    count, last, turn, out, dealt = 0, 0, 0, set[int](), [[0]] * seats

    def has_won() -> bool:
        return not end_of_deal and max(totals) >= 50

    for step in steps:
        if isinstance(step.action, Deals):
            first = (step.before.match.dealer + 1) % seats
            cards = [card.rank for card in step.action.cards]
            held = [cards[(seat - first) % seats : 5 * seats : seats] for seat in range(seats)]
            dealt = [list(hand) for hand in held]
            count, turn, out = 0, first, set()
            continue
        if step.before.deal is None:
            continue
        assert step.seat == turn
        if isinstance(step.action, Play):
            rank = step.action.card.rank
            held[turn].remove(rank)
            count += rank
            assert count <= 31
            totals[turn] += 3 if count == 31 else 2 if count in (15, 20, 25, 30) else 0
            last = turn
        else:
            assert all(count + rank > 31 for rank in held[turn])
            out.add(turn)
        if has_won():
            break
        able = [one for i in range(1, seats + 1) if held[one := (turn + i) % seats] and one not in out]
        if count == 31 or not able:
            totals[last] += count < 31
            if has_won():
                break
            count, out = 0, set()
            able = [one for i in range(1, seats + 1) if held[one := (last + i) % seats]]
        if able:
            turn = able[0]
            continue
        for i in range(seats):
            hand = dealt[(first + i) % seats]
            subsets = [some for size in range(6) for some in combinations(hand, size) if sum(some) == 15]
            totals[(first + i) % seats] += 2 * len(subsets)
            if has_won():
                break
    return totals


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables(KEY))
@pytest.mark.parametrize("end_of_deal", [False, True])
def test_every_point_agrees_with_the_log(key: str, seats: int, end_of_deal: bool) -> None:
    for steps in matches(game_of(key, end_of_deal_win=end_of_deal), seats):
        assert counted_again(steps, end_of_deal) == list(steps[-1].after.match.totals)


def test_gv_5_count_of_the_book_ends_in_a_go() -> None:
    """A 8, B 3: 11, C 4: 15, D 10: 25, A 4: 29. No seat has a one or a two: a go for A, and B begins."""
    game = game_of(KEY)
    deal = deal_of("R8 R4 G13", "G3 B14", "G4 B13", "G10 B12")
    acts = ((A, "play R8"), (B, "play G3"), (C, "play G4"), (D, "play G10"), (A, "play R4"))
    state, events = after(
        game, match(game, 4), deal, *acts, (B, "pass"), (C, "pass"), (D, "pass"), (A, "pass")
    )
    assert state.deal.points == (1, 0, 2, 2)
    assert set(game.decisions(state)) == {B}
    assert state.deal.reached == 0
    assert CardCounted(C, Card.parse("G4"), 15, points=2) in events
    assert CountPassed(D) in events
    assert GoScored(A, 1) in events
    assert "{2} plays G4: 15 for 2." in told(game, events)
    assert told(game, events)[-2:] == ["{0} passes.", "Go: 1 point for {0}."]


def test_gv_5_six_would_make_31_for_three_without_a_go() -> None:
    """R-87: 31 gives 3, not 3 and 1; the player left of the one who made it begins."""
    game = game_of(KEY)
    deal = deal_of("R8 R6 G13", "G3 B14", "G4 B13", "G10 B12")
    acts = ((A, "play R8"), (B, "play G3"), (C, "play G4"), (D, "play G10"), (A, "play R6"))
    state, _ = after(game, match(game, 4), deal, *acts)
    assert state.deal.points == (3, 0, 2, 2)
    assert set(game.decisions(state)) == {B}


@pytest.mark.parametrize(("made", "points"), [(15, 2), (20, 2), (25, 2), (30, 2), (31, 3), (29, 0), (10, 0)])
def test_counts_of_15_31_and_a_go_score_points(made: int, points: int) -> None:
    game = game_of(KEY)
    before = {10: "R4", 15: "R9", 20: "R14", 25: "R14 R5", 29: "R14 R9", 30: "R14 R10", 31: "R14 R11"}[made]
    deal = deal_of("G6 G1 Y1", "B1 B2", played=tuple((B, card) for card in parse_cards(before)))
    deal = deal._replace(run=len(before.split()))
    state, _ = after(game, match(game, 2), deal, (A, "play G6"))
    assert state.deal.points == (points, 0)


def test_gv_6_hand_of_the_book_has_three_fifteens() -> None:
    """5 and 10, 3 and 7 and 5, 10 and 3 and 2: six points."""
    made = fifteens(parse_cards("R2 G5 B7 Y3 R10"))
    assert [item.ranks for item in made] == [(10, 5), (10, 3, 2), (7, 5, 3)]
    assert made == tuple((Scores.FIFTEENS, 1, 2, item.ranks) for item in made)


@pytest.mark.parametrize(
    ("hand", "points", "text"),
    [
        pytest.param("R1 G1 B2 Y2 R3", 0, "0 in hand", id="often there is none"),
        pytest.param("R5 G5 B5 Y5 R10", 16, "16 in hand (4 × 10+5, 4 × 5+5+5)", id="equal ones each"),
        pytest.param("R1 G2 B3 Y4 R5", 2, "2 in hand (5+4+3+2+1)", id="all five cards"),
        pytest.param("R14 G1 B13 Y2 R12", 6, "6 in hand (14+1, 13+2, 12+2+1)", id="the high cards"),
    ],
)
def test_hands_score_by_their_cards(hand: str, points: int, text: str) -> None:
    made = fifteens(parse_cards(hand))
    assert points_of(made) == points
    in_play = ScoreItem(Scores.IN_PLAY, 3, 3)
    assert game_of(KEY).words.score((in_play, *made)) == f"3 in play, {text}"


def test_hands_score_twice_their_subsets_of_15() -> None:
    random = Random(15)
    for _ in range(200):
        cards = random.sample([Card(number) for number in range(56)], 5)
        subsets = [some for size in range(6) for some in combinations(cards, size)]
        expected = 2 * sum(sum(card.rank for card in some) == 15 for some in subsets)
        assert points_of(fifteens(cards)) == expected


def test_r_87_last_card_is_a_go_and_the_hands_are_told() -> None:
    game = game_of(KEY)
    deal = Deal(hands("R9", "R6 R5"), hands("", "R5"), B, (0, 0), (), ((A, Card.parse("R9")),), 1)
    state, events = after(game, match(game, 2), deal, (B, "play R5"))
    (scored,) = [event for event in events if isinstance(event, DealScored)]
    assert [(line.scored, game.words.score(line.items)) for line in scored.sides] == [
        (0, "0 in play, 0 in hand"),
        (1, "1 in play, 0 in hand"),
    ]
    assert told(game, events) == ["{1} plays R5: 14.", "Go: 1 point for {1}."]
    assert state.deal is None


def test_last_card_that_makes_15_scores_both() -> None:
    game = game_of(KEY)
    deal = Deal(hands("R9", "R6"), hands("", "R6"), B, (0, 0), (), ((A, Card.parse("R9")),), 1)
    _, events = after(game, match(game, 2), deal, (B, "play R6"))
    (scored,) = [event for event in events if isinstance(event, DealScored)]
    assert scored.sides[1].scored == 3


def test_r_87_player_who_can_play_must_and_others_pass() -> None:
    game = game_of(KEY)
    deal = deal_of("R14 R3", "R9 G12 B13")
    state, _ = after(game, match(game, 2), deal, (A, "play R14"))
    question = game.decisions(state)[B]
    assert isinstance(question, ChooseCard)
    with pytest.raises(IllegalAction, match="You have a card that fits, so play it"):
        game.apply(state, B, PASS)
    state, _ = after(game, *state, (B, "play R9"), (A, "play R3"))
    question = game.decisions(state)[B]
    assert isinstance(question, ChooseOption)
    assert [option.action for option in question.options] == [PASS]
    with pytest.raises(IllegalAction, match="can't go above 31"):
        game.apply(state, B, PLAYS[Card.parse("G12")])
    with pytest.raises(IllegalAction, match="You don't hold"):
        game.apply(state, B, PLAYS[Card.parse("Y1")])


def test_player_who_passed_is_not_asked_again_for_this_count() -> None:
    """The player's cards were too high before, and the count only rises."""
    game = game_of(KEY)
    deal = deal_of("R14 R1 G1", "R14 R13", "G11 Y1 R7")
    state, _ = after(game, match(game, 3), deal, (A, "play R14"), (B, "play R13"), (C, "play Y1"))
    state, _ = after(game, *state, (A, "play R1"))
    assert state.deal.reached == 29
    state, _ = after(game, *state, (B, "pass"))
    assert game.table_view(state).facts.passed == (False, True, False)
    assert "passed" in notes(game, game.table_view(state), B)
    state, _ = after(game, *state, (C, "pass"), (A, "play G1"))
    assert state.deal.points[A] == 3, "30, and the go: nobody else is asked again"
    assert set(game.decisions(state)) == {B}
    assert not any(game.table_view(state).facts.passed)
    assert "passed" not in notes(game, game.table_view(state), B)


def test_question_tells_the_count_but_no_target() -> None:
    game = game_of(KEY)
    deal = deal_of("R8 R3", "R9 G12")
    begun = match(game, 2)
    assert question(game, game.seat_view(State(begun, deal), A)) == "Start a new count"
    state, _ = after(game, begun, deal, (A, "play R8"))
    assert question(game, game.seat_view(state, B)) == "The count is 8: play a card"


def test_player_without_cards_is_left_out() -> None:
    game = game_of(KEY)
    deal = deal_of("R1 R2", "", "R3 R4")
    state, _ = after(game, match(game, 3), deal, (A, "play R1"))
    assert set(game.decisions(state)) == {C}


def test_r_87_first_player_with_50_wins_at_once() -> None:
    """ "The player first obtaining 50 points wins": here with 15 in the play."""
    game = game_of(KEY)
    deal = deal_of("R9 G1", "R6 G2")
    state, events = after(game, match(game, 2, totals=(49, 48)), deal, (A, "play R9"), (B, "play R6"))
    assert state.match.winners == (B,)
    assert MatchWon((B,), (49, 50)) in events


def test_r_87_go_may_reach_50_and_win() -> None:
    game = game_of(KEY)
    deal = deal_of("R14 G10", "R13 G12")
    begun = match(game, 2, totals=(49, 49))
    state, _ = after(game, begun, deal, (A, "play R14"), (B, "play R13"), (A, "pass"), (B, "pass"))
    assert state.match.winners == (B,)


def test_r_87_hands_are_counted_from_the_left_until_one_wins() -> None:
    game = game_of(KEY)
    dealt = hands("R10 R5", "G10 G5")
    deal = Deal(dealt, hands("", "G5"), B, (0, 0), (), ((A, Card.parse("R1")),), 1)
    state, events = after(game, match(game, 2, totals=(48, 46)), deal, (B, "play G5"))
    assert state.match.winners == (A,)
    assert state.match.totals == (50, 47)
    (scored,) = [event for event in events if isinstance(event, DealScored)]
    assert [game.words.score(line.items) for line in scored.sides] == [
        "0 in play, 2 in hand (10+5)",
        "1 in play",
    ]


def test_r_87_option_deal_is_finished_first() -> None:
    game = game_of(KEY, end_of_deal_win=True)
    dealt = hands("R10 R5", "G10 G5 Y5 Y10")
    deal = Deal(dealt, hands("", "G5"), B, (0, 0), (), ((A, Card.parse("R10")),), 1)
    state, _ = after(game, match(game, 2, totals=(48, 46)), deal, (B, "play G5"))
    assert state.match.totals == (50, 46 + 2 + 1 + 8)
    assert state.match.winners == (B,)


def test_r_06_tie_in_a_finished_deal_plays_on_or_is_shared() -> None:
    tied = match(game_of(KEY), 2, totals=(52, 52))
    assert game_of(KEY, end_of_deal_win=True).winners(tied) is None
    assert game_of(KEY, end_of_deal_win=True, tie="shared").winners(tied) == (A, B)


def test_number_of_deals_prevents_an_earlier_win() -> None:
    steps = play(game_of(KEY, deals=9), 4, seed=2)
    assert steps[-1].after.match.deal == 9
    assert max(steps[-1].after.match.totals) > 50


def test_table_shows_the_count_cards_and_scores() -> None:
    game = game_of(KEY)
    deal = deal_of("R8 R4 G13", "G7 B14", "G4 B13")
    state, events = after(game, match(game, 3), deal, (A, "play R8"), (B, "play G7"))
    table = game.table_view(state)
    r8, g7 = parse_cards("R8 G7")
    assert table.phase == Phase.PLAY
    assert table.facts == CribbageFacts(15, ((A, r8), (B, g7)), 2, (0, 2, 0), (False,) * 3)
    assert [(zone.kind, zone.shown) for zone in table.zones] == [(Pile.COUNT, (r8, g7))]
    assert lines(game, table) == {"Count": "15"}
    assert notes(game, table, B) == ["+2", "played 7"]
    assert [info.cards for info in table.seats] == [2, 1, 2]
    assert CardPlayed(A, A, Card.parse("R8")) in events


def test_players_get_five_cards_and_the_left_of_the_dealer_begins() -> None:
    match, deal = first_deal(play(game_of(KEY), 8, seed=1))
    assert [len(hand) for hand in deal.hands] == [5] * 8
    assert len(deal.stock) == 16
    assert deal.turn == (match.dealer + 1) % 8


def test_rules_text_follows_the_options() -> None:
    def text(**options: Any) -> str:
        return " ".join(sections(game_of(KEY, **options)).values())

    assert "The first to 50 points wins." in text()

    def tie(**options: Any) -> str:
        return readings(game_of(KEY, **options))["R-06"]

    assert "The first to 30 points wins." in text(end_of_deal_win=True, target=30)
    assert tie(end_of_deal_win=True).endswith("On a tie another deal is played.")
    assert tie(end_of_deal_win=True, tie="shared").endswith("On a tie they share the win.")
    assert "The highest score after 4 deals wins." in text(deals=4)
    assert "The highest score after 1 deal wins." in text(deals=1)
    assert tie(deals=1) == "Players who tie for the highest score share the win."
    assert "The player to their left starts a new count." in text()
    assert [goal(game_of(KEY)), goal(game_of(KEY, deals=4))] == ["to 50", "4 deals"]


def test_rules_name_their_rule_book_and_open_questions() -> None:
    source = game_of(KEY).about.source
    assert {section.source for section in game_of(KEY).about.rules} == {
        source,
        f"{source}, Scoring",
        f"{source}, Counting the Hand",
    }
    assert registers(game_of(KEY)) == {
        "Deal": ["R-10"],
        "Play": ["R-87"],
        "Counts": ["R-87"],
        "Hands": ["R-87"],
        "End": ["R-05", "R-07", "R-87"],
    }


def test_r_87_end_of_the_match_is_told_by_the_option() -> None:
    assert "as soon as you get there, even in the middle of a deal" in ours(game_of(KEY))["End"]
    assert "The deal is finished" in ours(game_of(KEY, end_of_deal_win=True))["End"]
    assert registers(game_of(KEY, deals=4))["End"] == ["R-06"]


def test_tie_after_the_last_deal_is_shared_or_by_option_played_off() -> None:
    for extra, ties in ((False, "share the win"), (True, "another deal is played")):
        game: Any = game_with("cribbage", {"deals": 2, "extra_deal": extra})
        assert game.rules.goal.shares is not extra
        assert any(ties in reading.text for reading in game.about.rules[-1].ours)
    assert "extra_deal" not in [spec.key for spec in find_game("cribbage").options]
