"""Donkey (000 and 003): all pass a card to the left at once; the first to fold wins."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.core.actions import SHOUT
from rules.core.cards import Card, CardSet, pack, parse_cards
from rules.core.decisions import CHANCE, CLOCK, ChooseCard, ChooseOption, PickNumber, Wait
from rules.core.events import CardsSeen, DealScored, MatchWon, Secret, heard_by
from rules.core.match import Match
from rules.core.protocol import IllegalAction
from rules.games.donkey.deal import MOST_PASSES, Deal, four_of
from rules.games.donkey.events import FoldedFirst, FoldedLast, NobodyFolded
from rules.games.donkey.facts import Phase, Pile
from rules.games.donkey.game import FOLD, Donkey
from rules.games.donkey.options import DonkeyRules
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
from tests.rules.said import goal, news, notes, ours, question, registers, said, sections, told

ALL = CardSet.of(pack(range(1, 15), bird=False))
FIVES, SEVENS = "R5 Y5 G5 B5", "R7 Y7 G7 B7"
DONKEY = game_of("donkey")
Table = tuple[Any, Match, Deal]


def laid_out(*hands: str, **options: Any) -> Table:
    """A deal in which nobody has chosen a card yet."""
    seats = len(hands)
    match = match_of(seats)
    return game_of("donkey", **options), match, Deal(tuple(map(held, hands)), (None,) * seats)


def two_fours(**options: Any) -> Table:
    """Seats 0 and 1 were dealt four of a number, seats 2 and 3 were not."""
    return laid_out(f"{FIVES} R1", f"{SEVENS} R2", "R3 Y3 G3 R4 Y4", "R6 Y6 G6 R8 Y8", **options)


def places(events: Any) -> list[str]:
    """What the score sheet says of each seat."""
    (scored,) = (event for event in events if isinstance(event, DealScored))
    return [game_of("donkey").words.score(line.items) for line in scored.sides]


# --- the pass ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(3, 9))
def test_the_whole_pack_is_dealt_though_some_have_one_card_more(seats: int) -> None:
    """000 and 003: even if it gives some players more cards than others."""
    match, deal = first_deal(play(game_of("donkey"), seats, seed=1))
    sizes = [len(hand) for hand in deal.hands]
    assert sum(sizes) == 56
    assert max(sizes) - min(sizes) == bool(56 % seats)
    assert len(deal.hands[match.left_of(match.dealer)]) == max(sizes)


def test_gv_15_all_pass_one_card_to_the_left_at_once() -> None:
    """000 and 003: all do this at once; the sizes of the hands stay as they were."""
    table = laid_out("R1 R2 R3", "Y1 Y2", "G1 G2")
    state, _ = after(*table, (2, "play G1"), (0, "play R1"))
    assert state.deal.hands == (held("R1 R2 R3"), held("Y1 Y2"), held("G1 G2"))
    state, _ = after(table[0], *state, (1, "play Y1"))
    assert state.deal.hands == (held("G1 R2 R3"), held("R1 Y2"), held("Y1 G2"))
    assert state.deal.ready == (None, None, None)
    assert state.deal.passes == 1


def test_who_has_chosen_waits_for_the_others() -> None:
    game, match, deal = laid_out("R1 R2 R3", "Y1 Y2", "G1 G2")
    assert sorted(game.ask(match, deal)) == [0, 1, 2]
    state, _ = after(game, match, deal, (1, "play Y1"))
    assert sorted(game.decisions(state)) == [0, 2]


def test_a_question_stays_the_same_while_others_choose_and_is_another_with_the_next_pass() -> None:
    """A press that is on its way still counts for the same question; who has acted is asked a new one."""
    game, match, deal = laid_out("R1 R2", "Y1 Y2", "G1 G2")
    first = game.ask(match, deal)[0]
    assert question(game, game.seat_view(State(match, deal), 0)) == "Pass 1: pick a card for {1}"
    state, _ = after(game, match, deal, (1, "play Y1"))
    assert game.decisions(state)[0] == first
    state, _ = after(game, *state, (0, "play R1"))
    assert 0 not in game.decisions(state)
    round_about = [
        (seat, f"play {card}")
        for cards in ("R1 Y1 G1", "G1 R1 Y1", "Y1 G1 R1")
        for seat, card in enumerate(cards.split())
    ]
    state, _ = after(game, match, deal, *round_about)
    assert state.deal.hands == deal.hands
    assert question(game, game.seat_view(state, 0)) == "Pass 4: pick a card for {1}"


def test_only_a_card_of_ones_own_may_be_passed_on() -> None:
    with pytest.raises(IllegalAction, match="You don't hold that card"):
        after(*laid_out("R1 R2", "Y1 Y2", "G1 G2"), (0, "play Y1"))


def test_the_card_that_lies_ready_is_seen_by_its_owner_alone() -> None:
    game, match, deal = laid_out("R1 R2", "Y1 Y2", "G1 G2")
    state, events = after(game, match, deal, (0, "play R1"))
    view = game.seat_view(state, 0)
    assert view.hand == held("R2")
    assert [(zone.kind, zone.shown) for zone in view.zones] == [(Pile.READY, parse_cards("R1"))]
    assert game.seat_view(state, 1).zones == ()
    assert view.table.facts.ready == (True, False, False)
    assert [notes(game, view.table, seat) for seat in (0, 1)] == [["ready"], ["choosing"]]
    assert [info.cards for info in view.table.seats] == [2, 2, 2]
    assert all(heard_by(events, seat) == () for seat in (None, 0, 1, 2))


def test_only_the_receiver_learns_what_was_passed() -> None:
    """RULES 4.1: giver, then receiver."""
    table = laid_out("R1 R2", "Y1 Y2", "G1 G2")
    _, events = after(*table, (0, "play R1"), (1, "play Y1"), (2, "play G1"))
    for receiver, card in ((1, "R1"), (2, "Y1"), (0, "G1")):
        assert heard_by(events, receiver) == (CardsSeen(receiver, parse_cards(card)),)
    assert heard_by(events, None) == ()


# --- the fold ---------------------------------------------------------------------------------------------


def test_four_of_a_number_whatever_their_colors() -> None:
    assert four_of(held(f"R1 {FIVES} R9")) == held(FIVES)
    assert four_of(held("R1 R2 R3 R4 Y1 G1")) == held("")


def test_who_holds_four_of_a_number_may_fold_in_his_hand_and_nobody_else() -> None:
    game, match, deal = two_fours()
    asked = game.ask(match, deal)
    assert [asked[seat].otherwise for seat in range(4)] == [FOLD, FOLD, (), ()]


def test_r_85_fours_that_were_dealt_count() -> None:
    state, events = after(*two_fours(), (0, "shout 5"), (CLOCK, "close"))
    assert state.deal.places[0] == 0
    assert told(DONKEY, events) == []


def test_a_false_fold_is_refused_to_the_one_who_tried_it() -> None:
    """RULES 4.3."""
    with pytest.raises(IllegalAction) as refused:
        after(*two_fours(), (2, "shout 5"))
    assert str(refused.value).startswith("Fold when you hold four of a number")


def test_four_of_a_number_count_no_more_when_one_of_them_lies_ready() -> None:
    table = laid_out(f"{FIVES} R1", f"{SEVENS} R2", "R3 Y3", race="stamp")
    state, events = after(*table, (1, "play R7"), (0, "shout 900"), (1, "shout 800"), (2, "shout 950"))
    assert places(events) == ["folded first", "2nd", "3rd, the Donkey"]
    assert state.match.winners == (0,)


def test_once_somebody_has_folded_all_others_may_whether_they_have_chosen_or_not() -> None:
    game, match, deal = two_fours()
    state, _ = after(game, match, deal, (2, "play R3"), (0, "shout 5"))
    asked = game.decisions(state)
    assert sorted(asked) == [CLOCK, 1, 2, 3]
    assert isinstance(asked[1], ChooseCard)
    assert isinstance(asked[2], ChooseOption)
    assert all(asked[seat].accepts(SHOUT) for seat in (1, 2, 3))
    assert isinstance(asked[CLOCK], Wait)
    assert asked[CLOCK].seconds == 10
    assert "you have 10 seconds to fold" in ours(game)["Fold"]
    assert "you have 1 second to fold" in ours(game_of("donkey", race_window=1))["Fold"]


def test_a_fold_changes_no_question_of_a_player_who_might_fold_anyway() -> None:
    """Both press at once: the second press is to the same question, and counts."""
    game, match, deal = two_fours()
    first = game.ask(match, deal)[1]
    state, _ = after(game, match, deal, (0, "shout 5"))
    assert game.decisions(state)[1] == first


def test_who_passes_a_card_after_a_fold_has_not_noticed_it_and_no_card_moves() -> None:
    game, match, deal = two_fours()
    acts = [(0, "shout 5"), (1, "play R2"), (2, "play R3"), (3, "play R6")]
    state, events = after(game, match, deal, *acts)
    assert state.deal.hands == deal.hands
    assert told(game, events) == []
    assert sorted(game.decisions(state)) == [CLOCK, 1, 2, 3]


def test_a_fold_is_shown_behind_its_seat_and_not_told() -> None:
    """000 and 003: quietly. RULES 4.3: folded marks appear silently."""
    game, match, deal = two_fours()
    state, events = after(game, match, deal, (0, "shout 5"))
    before, later = game.table_view(State(match, deal)), game.table_view(state)
    assert events == [events[0]]
    assert isinstance(events[0], Secret)
    assert notes(game, later, 0) == ["folded"]
    assert [notes(game, later, seat) for seat in (1, 2)] == [notes(game, before, seat) for seat in (1, 2)]
    assert later.facts == replace(before.facts, folded=(True, False, False, False))
    assert later.phase == before.phase == Phase.PASS
    assert said(game.words.prompt(later)) == said(game.words.prompt(before))


def test_the_button_to_fold_is_there_for_all_from_the_first_pass_on() -> None:
    """RULES 4.3: a button that appears only when a fold is right gives the answer away."""
    for deal in (laid_out("R1 R2", "Y1 Y2", "G1 G2"), two_fours()):
        assert deal[0].table_view(State(*deal[1:])).calls == FOLD
    game, match, folded = two_fours()
    state, _ = after(game, match, folded, (0, "shout 5"), (2, "shout 6"))
    assert game.table_view(state).calls == FOLD


# --- who was first ----------------------------------------------------------------------------------------


def test_r_85_the_earliest_fold_wins_and_the_others_follow_in_the_order_they_folded() -> None:
    folds = [(0, "shout 100"), (3, "shout 400"), (1, "shout 300"), (2, "shout 500")]
    state, events = after(*two_fours(), *folds)
    assert places(events) == ["folded first", "2nd", "4th, the Donkey", "3rd"]
    assert state.match.totals == (1, 0, 0, 0)


def test_r_85_of_two_who_hold_four_the_earlier_press_wins_though_it_arrives_later() -> None:
    folds = [(0, "shout 200"), (1, "shout 100"), (2, "shout 300"), (3, "shout 400")]
    state, events = after(*two_fours(), *folds)
    assert places(events) == ["2nd", "folded first", "3rd", "4th, the Donkey"]
    assert state.match.winners == (1,)
    assert FoldedFirst(1, parse_cards("R7 Y7 G7 B7")) in events
    assert told(DONKEY, events)[0] == "{1} folds first with R7 Y7 G7 B7."


def test_nobody_wins_by_pressing_early_without_four_of_a_number() -> None:
    folds = [(0, "shout 200"), (2, "shout 100"), (1, "shout 300"), (3, "shout 400")]
    _, events = after(*two_fours(), *folds)
    assert places(events) == ["folded first", "3rd", "2nd", "4th, the Donkey"]


def test_with_the_first_to_arrive_the_time_of_the_press_does_not_matter() -> None:
    folds = [(0, "shout 200"), (1, "shout 100"), (3, "shout 90"), (2, "shout 80")]
    _, events = after(*two_fours(race="first"), *folds)
    assert places(events) == ["folded first", "2nd", "4th, the Donkey", "3rd"]


def test_presses_at_the_same_moment_are_decided_by_a_lot() -> None:
    game, match, deal = two_fours()
    folds = [(0, "shout 100"), (1, "shout 100"), (2, "shout 300"), (3, "shout 300")]
    state, _ = after(game, match, deal, *folds)
    assert game.decisions(state) == {CHANCE: PickNumber((0, 1))}
    assert game.table_view(state).calls == ()
    state, _ = after(game, *state, (CHANCE, "lot 1"))
    assert state.deal.places == (1, 0)
    assert game.decisions(state) == {CHANCE: PickNumber((2, 3))}
    _, events = after(game, *state, (CHANCE, "lot 3"))
    assert places(events) == ["2nd", "folded first", "4th, the Donkey", "3rd"]


def test_sealed_folds_are_all_decided_by_lot_but_only_four_of_a_number_win() -> None:
    game, match, deal = two_fours(race="sealed")
    folds = [(0, "shout 1"), (1, "shout 2"), (2, "shout 3"), (3, "shout 4")]
    state, _ = after(game, match, deal, *folds)
    assert game.decisions(state) == {CHANCE: PickNumber((0, 1))}
    state, _ = after(game, *state, (CHANCE, "lot 1"))
    assert game.decisions(state) == {CHANCE: PickNumber((0, 2, 3))}


def test_r_85_those_who_do_not_fold_in_time_come_last_in_an_order_drawn_by_lot() -> None:
    game, match, deal = two_fours()
    state, _ = after(game, match, deal, (0, "shout 100"), (3, "shout 200"), (CLOCK, "close"))
    assert game.decisions(state) == {CHANCE: PickNumber((1, 2))}
    _, events = after(game, *state, (CHANCE, "lot 2"))
    assert places(events) == ["folded first", "4th, the Donkey", "3rd", "2nd"]


def test_a_fold_after_the_time_is_over_is_refused() -> None:
    game, match, deal = two_fours()
    state, _ = after(game, match, deal, (0, "shout 100"), (CLOCK, "close"))
    with pytest.raises(IllegalAction):
        after(game, *state, (1, "shout 50"))


def test_nobody_folds_twice() -> None:
    game, match, deal = two_fours()
    with pytest.raises(IllegalAction):
        after(game, match, deal, (0, "shout 100"), (0, "shout 50"))


# --- the end ----------------------------------------------------------------------------------------------


ALL_FOLD = ((0, "shout 1"), (1, "shout 2"), (2, "shout 3"), (3, "shout 4"))


def test_the_first_wins_and_the_last_runs_around_the_table() -> None:
    """000: the very last player must run around the table three times calling “I am slow, I am slow.”"""
    game, match, deal = two_fours()
    state, events = after(game, match, deal, *ALL_FOLD)
    assert FoldedLast(3) in events
    assert told(game, events) == [
        "{0} folds first with R5 Y5 G5 B5.",
        "{3} folds last and is the Donkey. Run around the table three times and call “I am slow, I am slow.”",
    ]
    assert MatchWon((0,), (1, 0, 0, 0)) in events
    assert news(game, game.table_view(state)) == told(game, events)
    assert game.table_view(state).calls == ()


def test_without_the_forfeit_nobody_has_to_run() -> None:
    """003 knows no forfeit."""
    table = two_fours(forfeit=False)
    _, events = after(*table, *ALL_FOLD)
    assert told(table[0], events)[1] == "{3} folds last and is the Donkey."
    assert "Forfeit" not in sections(table[0])
    assert "runs around the table three times" in sections(game_of("donkey"))["Forfeit"]


def test_a_match_may_be_of_several_deals_and_the_most_first_places_win() -> None:
    game, match, deal = two_fours(deals=3)
    assert (goal(game), goal(game_of("donkey"))) == ("3 deals", "first to fold wins")
    assert "wins the most of 3 deals wins the match." in sections(game)["End"]
    assert "Players who tie for the most deals share the win." in ours(game)["End"]
    state, _ = after(game, match, deal, *ALL_FOLD)
    assert game.outcome(state) is None
    assert state.match.dealer == 0
    winners = {step.after.match.winners for step in play(game, 4, seed=1)}
    assert None in winners
    assert len(winners) == 2


def test_a_deal_without_a_fold_ends_after_so_many_passes_with_nobody_first_or_last() -> None:
    """RULES 5: the cap."""
    game, match, deal = laid_out("R1 R2", "Y1 Y2", "G1 G2")
    passing = [(0, "play R1"), (1, "play Y1"), (2, "play G1")]
    state, _ = after(game, match, deal._replace(passes=MOST_PASSES - 1), *passing)
    assert state.deal.passes == MOST_PASSES
    state, events = after(game, *state, (0, "play G1"), (1, "play R1"), (2, "play Y1"))
    assert NobodyFolded(MOST_PASSES) in events
    assert told(game, events) == ["No one folded in 200 passes. The deal has no winner and no Donkey."]
    assert game.outcome(state).winners == ()
    assert state.match.totals == (0, 0, 0)


# --- the rules as they are told ---------------------------------------------------------------------------


def test_the_rules_name_their_books_and_what_the_books_leave_open() -> None:
    """000 and 003; the forfeit stands in 000 alone."""
    books = {section.heading: section.source for section in DONKEY.about.rules}
    assert books["Fold"] == books["End"] == "1924 booklet and older rule books, Donkey"
    assert books["Forfeit"] == "1924 booklet, Donkey"
    assert registers(DONKEY) == {"Deal": ["R-10"], "Pass": [], "Fold": ["R-85"], "End": [], "Forfeit": []}
    assert "random draw picks one" in ours(game_of("donkey", race="sealed"))["Fold"]
    assert registers(game_of("donkey", deals=3))["End"] == ["R-06"]


# --- laws -------------------------------------------------------------------------------------------------


def check_deal(match: Match, deal: Deal) -> None:
    """RULES 5: all 56 cards once, hands as large as they were dealt; the winner holds four of a number."""
    assert sum(map(len, deal.hands)) == len(ALL)
    assert CardSet(sum(deal.hands)) == ALL
    order = match.from_left_of(match.dealer)
    dealt = [56 // match.seats + (place < 56 % match.seats) for place in range(match.seats)]
    if match.winners is None:
        assert [len(deal.hands[seat]) for seat in order] == dealt
    assert all(card is None or card in hand for card, hand in zip(deal.ready, deal.hands, strict=True))
    assert 0 <= deal.passes <= MOST_PASSES
    assert len(set(deal.folded)) == len(deal.folds)
    assert not deal.folds or any(four_of(deal.held(seat)) for seat in deal.folded)
    assert not deal.places or len(four_of(deal.held(deal.places[0]))) == 4


def check_passes(steps: list[Step]) -> None:
    """Whenever the cards move, every seat gets exactly the card its neighbor on the right had chosen."""
    for step in steps:
        before, later = step.before.deal, step.after.deal
        if before is None or later is None or later.passes == before.passes:
            continue
        chosen = list(before.ready)
        chosen[step.seat] = Card.parse(str(step.action).split()[1])
        for seat, hand in enumerate(later.hands):
            got = chosen[seat - 1]
            assert hand == before.hands[seat] & ~(1 << chosen[seat]) | 1 << got


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables("donkey"))
def test_a_match_at_random_keeps_the_laws(key: str, seats: int) -> None:
    for steps in matches(game_of(key), seats, few=2):
        check_every_state(steps, check_deal)
        check_passes(steps)


@pytest.mark.parametrize("race", ["sealed", "first"])
def test_a_match_keeps_the_laws_whoever_was_first(race: str) -> None:
    game = game_of("donkey", race=race)
    for seed in range(10):
        steps = play(game, 3, seed)
        check_every_state(steps, check_deal)
        check_laws(game, steps, Random(seed))


def scramble(match: Match, deal: Deal, seat: int | None, random: Random) -> Deal:
    """The other hands are dealt anew, and other cards of theirs lie ready."""
    others = [one for one in range(match.seats) if one != seat]
    cards = [card for one in others for card in deal.hands[one]]
    random.shuffle(cards)
    hands, ready = list(deal.hands), list(deal.ready)
    for one in others:
        dealt = [cards.pop() for _ in range(len(deal.hands[one]))]
        hands[one] = CardSet.of(dealt)
        ready[one] = None if deal.ready[one] is None else dealt[0]
    return deal._replace(hands=tuple(hands), ready=tuple(ready))


@pytest.mark.parametrize("seats", [3, 5])
def test_nobody_sees_a_card_that_is_not_his(seats: int) -> None:
    game = game_of("donkey")
    for seed in range(3):
        check_secrets(game, play(game, seats, seed), scramble, Random(seed))


def test_nothing_shows_who_might_fold() -> None:
    game, match, deal = two_fours()
    swapped = deal._replace(hands=(deal.hands[2], deal.hands[3], deal.hands[0], deal.hands[1]))
    assert what_is_seen(game, State(match, deal), None) == what_is_seen(game, State(match, swapped), None)


def test_deals_show_no_card_in_a_traceback() -> None:
    assert "5" not in repr(two_fours()[2])


# --- the laws catch what is wrong -------------------------------------------------------------------------


class LosesACard(Donkey):
    """The deal is one card short."""

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        return super().lay_out(match, cards[1:])


class PassesToTheRight(Donkey):
    """The cards move the wrong way."""

    def _pass_on(self, match: Match, deal: Deal) -> DealStep[Deal]:
        turn = super()._pass_on(match, deal)
        if turn.deal.passes == deal.passes:
            return turn
        hands = list(deal.hands)
        for giver, card in enumerate(deal.ready):
            assert card is not None
            hands[giver] = CardSet(hands[giver] & ~(1 << card))
            hands[giver - 1] = CardSet(hands[giver - 1] | 1 << card)
        return turn._replace(deal=turn.deal._replace(hands=tuple(hands)))


class ShowsWhoMayFold(Donkey):
    """The button is there only where somebody holds four of a number."""

    def board(self, match: Match, deal: Deal) -> Any:
        board = super().board(match, deal)
        return board if any(map(four_of, deal.hands)) else board._replace(calls=())


def broken(kind: type[Donkey]) -> Donkey:
    return kind(game_of("donkey").book, DonkeyRules())


def test_the_laws_catch_a_short_deal() -> None:
    with pytest.raises(AssertionError):
        check_every_state(play(broken(LosesACard), 5, seed=1), check_deal)


def test_the_laws_catch_cards_that_move_the_wrong_way() -> None:
    with pytest.raises(AssertionError):
        check_passes(play(broken(PassesToTheRight), 5, seed=1))


def test_the_leak_test_catches_a_button_that_tells() -> None:
    game = broken(ShowsWhoMayFold)
    steps = play(game, 4, seed=1)
    with pytest.raises(AssertionError):
        check_secrets(game, steps, scramble, Random(1), share=1)
