"""I Doubt It (003 and 000): a card face down under a called number, and who takes the pile after a doubt."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.core.cards import Card, CardSet, deck, parse_cards
from rules.core.decisions import CHANCE, CLOCK, ChooseCard, PickNumber, Wait
from rules.core.events import (
    CardPlayed,
    CardsSeen,
    DiscardSeen,
    MatchWon,
    NestTaken,
    Secret,
    heard_by,
)
from rules.core.match import Match
from rules.core.protocol import IllegalAction
from rules.core.scores import ScoreItem
from rules.games.doubt.deal import MOST_PLAYS, Claim, Deal
from rules.games.doubt.events import CardClaimed, CardDoubted, DealStopped, WentOut
from rules.games.doubt.facts import DoubtFacts, Phase, Pile, Scores
from rules.games.doubt.game import Doubt
from rules.games.doubt.options import DoubtRules
from rules.games.frame import DealStep, State
from tests.rules.games.kit import (
    Step,
    after,
    check_every_state,
    check_laws,
    check_secrets,
    first_deal,
    game_of,
    held,
    match_of,
    matches,
    play,
    tables,
    what_is_seen,
)
from tests.rules.said import (
    goal,
    lines,
    notes,
    ours,
    question,
    registers,
    said,
    sections,
    told,
)

ALL = CardSet.of(deck(range(1, 15), bird=False))
OLD = game_of("doubt_old")
Table = tuple[Any, Match, Deal]


def laid_out(*hands: str, number: int, center: str = "", key: str = "doubt_old", **options: Any) -> Table:
    """A deal in which seat 0 must play a card under a number."""
    seats = len(hands)
    match = match_of(seats)
    return game_of(key, **options), match, Deal(tuple(map(held, hands)), 0, number, parse_cards(center))


def happened(events: Any, kind: type[Any]) -> Any:
    """The only event of a kind; fails unless there is exactly one."""
    (event,) = (event for event in events if isinstance(event, kind))
    return event


def claimed(card: str, number: int, center: str = "R14 G2", key: str = "doubt_old", **options: Any) -> Table:
    """Seat 0 has played a card under a number, one of three; the others may doubt it."""
    game, match, deal = laid_out(
        f"{card} B5 B6", "R1 R2", "Y1 Y2", number=number, center=center, key=key, **options
    )
    state, _ = after(game, match, deal, (0, f"play {card}"))
    return game, state.match, state.deal


# --- the play ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(3, 9))
def test_whole_deck_is_dealt_though_hands_differ_by_one(seats: int) -> None:
    """003 and 000: although it may give some players one more card than others."""
    match, deal = first_deal(play(game_of("doubt_1924"), seats, seed=1))
    sizes = [len(hand) for hand in deal.hands]
    assert sum(sizes) == 56
    assert max(sizes) - min(sizes) == bool(56 % seats)
    assert len(deal.hands[match.left_of(match.dealer)]) == max(sizes)


def test_player_left_of_the_dealer_begins_and_calls_one() -> None:
    game = game_of("doubt_old")
    match, deal = first_deal(play(game, 5, seed=2))
    (asked,) = game.ask(match, deal).items()
    assert asked[0] == match.left_of(match.dealer)
    view = game.seat_view(State(match, deal), asked[0])
    assert view.table.facts == DoubtFacts(1)
    assert question(game, view) == "Play a card and call one"


def test_any_card_may_be_played_under_any_number() -> None:
    game, match, deal = laid_out("R3 G14", "R1", "R2", number=3)
    question = game.ask(match, deal)[0]
    assert isinstance(question, ChooseCard)
    assert set(question.cards) == set(parse_cards("R3 G14"))


def test_next_player_calls_the_next_number_and_one_after_fourteen() -> None:
    game, match, deal = laid_out("R3 R4", "R1 R5", "R2 R6", number=14)
    state, _ = after(game, match, deal, (0, "play R3"), (CLOCK, "close"))
    assert (state.deal.turn, state.deal.number) == (1, 1)


def test_play_waits_while_a_card_may_be_doubted() -> None:
    """RULES 4.3: the next play waits until all have answered or the time is over."""
    game, match, deal = claimed("R3", 3)
    assert sorted(game.ask(match, deal)) == [CLOCK, 1, 2]
    with pytest.raises(IllegalAction):
        after(game, match, deal, (1, "play R1"))


# --- the doubt --------------------------------------------------------------------------------------------


def test_player_who_doubts_a_true_card_takes_the_center() -> None:
    """003 and 000, rule 4."""
    state, events = after(*claimed("R3", 3), (1, "shout 5"), (2, "pass"))
    assert state.deal.hands == (held("B5 B6"), held("R1 R2 R14 G2 R3"), held("Y1 Y2"))
    assert CardDoubted(1, 0, Card.parse("R3"), 3, loser=1, taken=3) in events
    assert told(OLD, events) == ["{1} doubts it. The card is R3, as called. {1} takes 3 cards."]


def test_player_caught_with_a_false_card_takes_the_center() -> None:
    """003 and 000, rule 4."""
    state, events = after(*claimed("G9", 3), (1, "pass"), (2, "shout 5"))
    assert state.deal.hands == (held("B5 B6 R14 G2 G9"), held("R1 R2"), held("Y1 Y2"))
    assert CardDoubted(2, 0, Card.parse("G9"), 3, loser=0, taken=3) in events
    assert told(OLD, events) == ["{2} doubts it. The card is G9, not three. {0} takes 3 cards."]


def test_single_card_is_named_in_the_singular() -> None:
    _, events = after(*claimed("G9", 3, center=""), (1, "shout 5"), (2, "pass"))
    assert told(OLD, events) == ["{1} doubts it. The card is G9, not three. {0} takes 1 card."]


def test_undoubted_card_stays_face_down() -> None:
    state, events = after(*claimed("G9", 3), (1, "pass"), (2, "pass"))
    assert state.deal.center == parse_cards("R14 G2 G9")
    assert [event for event in events if not isinstance(event, Secret)] == []


def test_believed_card_cannot_be_doubted_later() -> None:
    table = claimed("G9", 3)
    state, _ = after(*table, (CLOCK, "close"))
    for late in (0, 1, 2):
        with pytest.raises(IllegalAction):
            after(table[0], *state, (late, "shout 7"))


def test_late_call_does_not_count_for_the_next_card() -> None:
    """Every window and wait of a match has a number of its own."""
    game, match, deal = claimed("G9", 3)
    state, _ = after(game, match, deal, (CLOCK, "close"), (1, "play R1"))
    first, second = game.ask(match, deal), game.decisions(state)
    assert first[CLOCK] != second[CLOCK]
    assert first[2] != second[2]


def test_player_cannot_doubt_an_own_card() -> None:
    table = claimed("G9", 3)
    with pytest.raises(IllegalAction):
        after(*table, (0, "shout 1"))


# --- who was first ----------------------------------------------------------------------------------------


def test_earliest_press_counts_in_any_order_of_arrival() -> None:
    _, events = after(*claimed("R3", 3), (1, "shout 900"), (2, "shout 800"))
    assert happened(events, CardDoubted).doubter == 2


def test_press_time_is_ignored_where_the_first_arrival_counts() -> None:
    _, events = after(*claimed("R3", 3, race="first"), (1, "shout 900"), (2, "shout 800"))
    assert happened(events, CardDoubted).doubter == 1


@pytest.mark.parametrize(("race", "stamps"), [("stamp", (800, 800)), ("sealed", (900, 800))])
def test_lot_decides_equal_calls_and_all_sealed_calls(race: str, stamps: tuple[int, int]) -> None:
    game, match, deal = claimed("R3", 3, race=race)
    state, events = after(game, match, deal, (1, f"shout {stamps[0]}"), (2, f"shout {stamps[1]}"))
    assert told(game, events) == []
    assert game.decisions(state) == {CHANCE: PickNumber((1, 2))}
    assert game.table_view(state).calls == ()
    _, events = after(game, *state, (CHANCE, "lot 2"))
    assert happened(events, CardDoubted).doubter == 2


def test_clock_waits_for_the_agreed_time() -> None:
    game, match, deal = claimed("R3", 3, race_window=8)
    wait = game.ask(match, deal)[CLOCK]
    assert isinstance(wait, Wait)
    assert wait.seconds == 8
    assert "You have 8 seconds to answer." in ours(game)["Doubt"]
    assert "1 second to" in ours(game_of("doubt_old", race_window=1))["Doubt"]


# --- after a doubt ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["R3", "G9"])
def test_r_83_next_player_continues_with_the_next_number_after_a_doubt(card: str) -> None:
    state, _ = after(*claimed(card, 3), (1, "pass"), (2, "shout 5"))
    assert (state.deal.turn, state.deal.number, state.deal.center) == (1, 4, ())


@pytest.mark.parametrize(("card", "loser"), [("R3", 2), ("G9", 0)])
def test_r_83_option_taker_of_the_cards_plays_next_and_calls_one(card: str, loser: int) -> None:
    table = claimed(card, 3, loser_leads=True)
    assert "whoever took the cards plays next and calls “one.”" in ours(table[0])["Doubt"]
    state, _ = after(*table, (1, "pass"), (2, "shout 5"))
    assert (state.deal.turn, state.deal.number) == (loser, 1)


def test_r_83_option_turn_passes_on_without_a_doubt() -> None:
    state, _ = after(*claimed("R3", 3, loser_leads=True), (CLOCK, "close"))
    assert (state.deal.turn, state.deal.number) == (1, 4)


# --- the end ----------------------------------------------------------------------------------------------


def last_card(card: str, number: int, key: str = "doubt_old", **options: Any) -> Table:
    """Seat 0 has played its last card; the others hold 5, 7 and 3, and 8 more cards lie in the center."""
    others = ("R1 R2 R3 R4 R5", "Y1 Y2 Y3 Y4 Y5 Y6 Y7", "B1 B2 B3")
    center = "G1 G2 G3 G4 G5 G6 G7 G8"
    game, match, deal = laid_out(card, *others, number=number, center=center, key=key, **options)
    state, _ = after(game, match, deal, (0, f"play {card}"))
    return game, state.match, state.deal


def test_sv_44_points_are_cards_in_other_hands_without_the_table() -> None:
    """003: 5 + 7 + 3 = 15, while nine cards lie on the table."""
    state, _ = after(*last_card("G9", 9), (CLOCK, "close"))
    assert state.match.totals == (15, 0, 0, 0)
    items = state.match.sheet[-1].sides[0].items
    assert items == (ScoreItem(Scores.LEFT_IN_HANDS, 15, 15),)
    assert game_of("doubt_old").words.score(items) == "15 cards left in the other hands"


def test_r_84_last_card_may_be_doubted_before_the_deal_is_won() -> None:
    table = last_card("G9", 3)
    assert sorted(table[0].ask(*table[1:])) == [CLOCK, 1, 2, 3]
    state, _ = after(*table, (1, "shout 5"), (CLOCK, "close"))
    assert state.deal.hands[0] == held("G1 G2 G3 G4 G5 G6 G7 G8 G9")
    assert state.match.sheet == ()


def test_r_84_doubted_true_last_card_wins_and_the_pile_counts_for_the_doubter() -> None:
    state, events = after(*last_card("G9", 9), (1, "shout 5"), (CLOCK, "close"))
    assert state.match.totals == (24, 0, 0, 0)
    assert WentOut(0) in events
    assert told(OLD, events)[-1] == "{0} is out of cards."


def test_last_card_is_told_as_such() -> None:
    table = laid_out("G9", "R1", "R2", number=9)
    _, events = after(*table, (0, "play G9"))
    assert CardClaimed(0, 9, is_last=True) in events
    assert told(OLD, events) == ["{0} plays their last card and calls nine."]


def test_r_82_100_points_win_in_the_older_rule_books() -> None:
    """003: the player first getting 100 points wins the game."""
    game, match, deal = last_card("G9", 9)
    assert (goal(game), game.about.target) == ("to 100", 100)
    state, _ = after(game, match._replace(totals=(84, 0, 0, 0)), deal, (CLOCK, "close"))
    assert game.outcome(state) is None
    assert state.match.dealer == 0
    state, events = after(game, match._replace(totals=(85, 0, 0, 0)), deal, (CLOCK, "close"))
    assert game.outcome(state).winners == (0,)
    assert MatchWon((0,), (100, 0, 0, 0)) in events


def test_r_82_first_player_out_of_cards_wins_in_1924() -> None:
    """000."""
    game, match, deal = last_card("G9", 9, key="doubt_1924")
    assert (goal(game), game.about.target) == ("first out wins", None)
    state, _ = after(game, match, deal, (CLOCK, "close"))
    assert game.outcome(state).winners == (0,)
    assert state.match.totals == (15, 0, 0, 0)


def test_r_82_option_1924_game_may_be_played_to_a_target() -> None:
    game, match, deal = last_card("G9", 9, key="doubt_1924", deals=None, target=100)
    assert goal(game) == "to 100"
    assert game.changes() == {"deals": None}
    state, _ = after(game, match, deal, (CLOCK, "close"))
    assert game.outcome(state) is None


def test_r_82_option_match_may_have_a_number_of_deals() -> None:
    game, match, deal = last_card("G9", 9, deals=4)
    assert (goal(game), game.about.target) == ("4 deals", None)
    assert "The highest score after 4 deals wins." in sections(game)["End"]
    assert "R-06 Players who tie for the highest score share the win." in ours(game)["End"]
    state, _ = after(game, match, deal, (CLOCK, "close"))
    assert game.outcome(state) is None


def test_deal_thrown_in_does_not_count_toward_the_agreed_deals() -> None:
    game, match, deal = last_card("G9", 9, deals=2)
    state, _ = after(game, match._replace(deal=2), deal, (CLOCK, "close"))
    assert game.outcome(state) is None


def test_deal_at_the_cap_of_turns_is_won_by_the_fewest_cards() -> None:
    """RULES 5: the cap. Equal hands share the deal."""
    game, match, deal = laid_out("R3 R4", "R1", "G2 G6 G8", number=3, key="doubt_1924")
    almost = deal._replace(plays=MOST_PLAYS - 1)
    state, events = after(game, match, almost, (0, "play R3"), (CLOCK, "close"))
    assert DealStopped(MOST_PLAYS) in events
    assert told(game, events)[-1].startswith("The deal stops after 5,000 cards.")
    assert state.match.totals == (4, 4, 0)
    assert game.outcome(state).winners == (0, 1)


# --- what every seat sees ---------------------------------------------------------------------------------


def test_table_shows_the_callers_and_the_size_of_the_center() -> None:
    game, match, deal = claimed("G9", 3)
    view = game.table_view(State(match, deal))
    assert deal.window is not None
    assert view.phase == Phase.DOUBT
    assert view.facts == DoubtFacts(3, claimant=0, window=deal.window.number, waiting=(1, 2))
    assert [(zone.kind, zone.shown, zone.hidden) for zone in view.zones] == [(Pile.CENTER, (), 3)]
    assert lines(game, view) == {"Called": "three (3)"}
    assert notes(game, view, 0) == ["called three"]
    assert said(game.words.prompt(view)) == "{0} called three. Do you believe it?"
    assert [game.words.call(view, call.action) for call in view.calls] == ["I doubt it", "Believe it"]


@pytest.mark.parametrize("number", [3, 9])
def test_buttons_are_the_same_for_a_right_and_a_wrong_doubt(number: int) -> None:
    """RULES 4.3: a button that appears only when the call is right gives the answer away."""
    game, match, true = claimed(f"R{number}", number)
    false = _with_card(true, "G12", number)
    for seat in (None, 1, 2):
        assert what_is_seen(game, State(match, true), seat) == what_is_seen(game, State(match, false), seat)
    played = [
        after(*laid_out(f"{card} B5", "R1", "Y1", number=number), (0, f"play {card}"))[1]
        for card in (f"R{number}", "G12")
    ]
    for seat in (None, 1, 2):
        assert heard_by(played[0], seat) == heard_by(played[1], seat)


def _with_card(deal: Deal, card: str, number: int) -> Deal:
    """The same deal with another card played last."""
    other = Card.parse(card)
    return deal._replace(center=(*deal.center[:-1], other), claim=Claim(0, other, number))


def test_doubted_card_is_shown_to_all_and_the_rest_to_the_taker() -> None:
    """RULES 4.1: the center is hidden; its taker then sees all the cards."""
    _, events = after(*claimed("G9", 3), (1, "shout 5"), (2, "pass"))
    (g9,) = parse_cards("G9")
    public = [event for event in events if not isinstance(event, (Secret, CardDoubted))]
    assert public == [CardPlayed(0, 0, g9), NestTaken(0, 3)]
    assert heard_by(events, 0)[-1] == CardsSeen(0, parse_cards("R14 G2 G9"))
    assert not [
        event for seat in (None, 1, 2) for event in heard_by(events, seat) if isinstance(event, CardsSeen)
    ]


def test_played_card_is_known_to_its_player_alone() -> None:
    _, events = after(*laid_out("G9 B5", "R1", "R2", number=3), (0, "play G9"))
    assert DiscardSeen(0, parse_cards("G9")) in heard_by(events, 0)
    assert all(len(heard_by(events, seat)) == 1 for seat in (None, 1, 2))


# --- the rules as they are told ---------------------------------------------------------------------------


def test_rules_name_their_rule_book_and_open_questions() -> None:
    old, new = OLD.about, game_of("doubt_1924").about
    assert [section.source for section in new.rules][1:3] == [
        f"{new.source}, rule 3",
        f"{new.source}, rule 4",
    ]
    assert [section.source for section in (old.rules[-1], new.rules[-1])] == [old.source, new.source]
    assert registers(OLD) == {
        "Deal": ["R-10"],
        "Play": [],
        "Doubt": ["R-83"],
        "End": ["R-82", "R-84", "R-05", "R-07"],
    }
    assert registers(game_of("doubt_1924"))["End"] == ["R-82", "R-84"]


def test_rules_call_free_choice_of_the_card_our_reading() -> None:
    """003 and 000, rule 3: a No. 1 card if he has it; if not, any card."""
    assert "even if you hold the number you call" in ours(OLD)["Play"]
    assert "any card" not in sections(OLD)["Play"]


def test_r_82_end_of_the_match_is_told_by_the_option() -> None:
    assert sections(game_of("doubt_1924"))["End"].startswith("The first player out of cards wins")
    to_points = game_of("doubt_1924", deals=None)
    assert "The first to 100 points wins." in sections(to_points)["End"]
    assert not to_points.about.rules[-1].source


# --- laws -------------------------------------------------------------------------------------------------


def check_deal(match: Match, deal: Deal) -> None:
    """RULES 5: all 56 cards once; the number called is from 1 to 14; no seat waits for its own card."""
    places = [*deal.hands, CardSet.of(deal.center)]
    assert sum(map(len, places)) == len(ALL)
    assert CardSet(sum(places)) == ALL
    assert 1 <= deal.number <= 14
    assert deal.plays <= MOST_PLAYS
    assert (deal.claim is None) == (deal.window is None)
    if deal.claim is not None and deal.window is not None:
        assert deal.claim.card == deal.center[-1]
        assert deal.claim.player not in deal.window.waiting


def check_doubts(steps: list[Step]) -> None:
    """Numbers follow each other; after a doubt exactly one of the two takes exactly the whole center."""
    for step in steps:
        before, later = step.before.deal, step.after.deal
        if before is None or later is None or before.claim is None or later.claim is not None:
            continue
        assert later.number == before.claim.called % 14 + 1
        takers = [seat for seat, hand in enumerate(later.hands) if hand != before.hands[seat]]
        if later.center:
            assert (takers, later.center) == ([], before.center)
            continue
        (taker,) = takers
        assert later.hands[taker] == CardSet(before.hands[taker] | CardSet.of(before.center))
        assert (taker == before.claim.player) == (not before.claim.is_true)


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables("doubt_1924"))
def test_random_match_keeps_the_laws(key: str, seats: int) -> None:
    for steps in matches(game_of(key), seats):
        check_every_state(steps, check_deal)
        check_doubts(steps)


@pytest.mark.parametrize("race", ["sealed", "first"])
def test_match_to_a_target_keeps_the_laws_for_any_first_call(race: str) -> None:
    game = game_of("doubt_old", race=race, target=60)
    steps = play(game, 4, seed=4)
    check_every_state(steps, check_deal)
    check_doubts(steps)
    check_laws(game, steps, Random(4))


def scramble(match: Match, deal: Deal, seat: int | None, random: Random) -> Deal:
    """Redeal the other hands and the center, but not the hand of the seat that looks."""
    others = [one for one in range(match.seats) if one != seat]
    cards = [card for one in others for card in deal.hands[one]] + list(deal.center)
    random.shuffle(cards)
    hands = list(deal.hands)
    for one in others:
        hands[one] = CardSet.of(cards.pop() for _ in range(len(deal.hands[one])))
    claim = deal.claim and deal.claim._replace(card=cards[-1])
    return deal._replace(hands=tuple(hands), center=tuple(cards), claim=claim)


@pytest.mark.parametrize("seats", [3, 6])
def test_cards_of_other_seats_are_hidden(seats: int) -> None:
    game = game_of("doubt_1924")
    check_secrets(game, play(game, seats, seed=5), scramble, Random(5))


def test_traceback_of_a_deal_shows_no_card() -> None:
    _, _, deal = claimed("G9", 3)
    assert "G9" not in repr(deal)
    assert "G9" not in repr(deal.claim)


# --- the laws catch what is wrong -------------------------------------------------------------------------


class LosesACard(Doubt):
    """The deal is one card short."""

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        return super().lay_out(match, cards[1:])


class BelievesEverything(Doubt):
    """A game with a planted fault: every card is found true, and the doubter takes it."""

    def _check_doubt(self, deal: Deal, claim: Claim, doubter: int) -> Any:
        return super()._check_doubt(deal, claim._replace(called=claim.card.rank), doubter)


class ShowsTheCard(Doubt):
    """The table shows the card that may be doubted."""

    def board(self, match: Match, deal: Deal) -> Any:
        board = super().board(match, deal)
        return board if deal.claim is None else board._replace(facts=DoubtFacts(deal.claim.card.rank))


def broken(kind: type[Doubt]) -> Doubt:
    return kind(game_of("doubt_1924").book, DoubtRules(deals=1))


def test_laws_catch_a_short_deal() -> None:
    with pytest.raises(AssertionError):
        check_every_state(play(broken(LosesACard), 4, seed=1), check_deal)


def test_laws_catch_a_doubt_settled_wrongly() -> None:
    with pytest.raises(AssertionError):
        check_doubts(play(broken(BelievesEverything), 4, seed=1))


def test_leak_test_catches_a_visible_card() -> None:
    game = broken(ShowsTheCard)
    with pytest.raises(AssertionError):
        check_secrets(game, play(game, 4, seed=1), scramble, Random(1))
