"""Tuxedo (older rule books; 1924 booklet): dealing by fours, taking, sweeps and the count at the end."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tools.pages import games_page
from rules.catalog import find_game
from rules.core.actions import parse_action
from rules.core.cards import Card, CardSet, deck, parse_cards
from rules.core.match import Match
from rules.core.protocol import IllegalAction, InvalidOption
from rules.core.scores import SideScore
from rules.games.frame import State
from rules.games.tuxedo.deal import Deal, Won
from rules.games.tuxedo.events import CardLaidDown, CardsDealt, CardsTaken, LeftoversWon, Sweep
from rules.in_short import in_short
from tests.rules.games.kit import (
    after,
    game_of,
    play,
)
from tests.rules.games.tuxedo_tables import answers, hand, laid_out, last_round
from tests.rules.said import goal, ours, question, registers, said, sections, told
from tests.rules.said import labels as labels_of

KEYS = ("tuxedo_old", "tuxedo_1924")
ALL = frozenset(deck(range(1, 15), bird=False))


def labels(game: Any, match: Match, deal: Deal) -> list[str]:
    view = game.seat_view(State(match, deal), deal.turn)
    return labels_of(game, view, view.decision.options)


def test_table_shows_cards_left_to_deal_and_the_last_taker() -> None:
    game = game_of("tuxedo_old")
    match, deal = laid_out(("R5", "Y2"), "G6", "B1 B2 B3", last_taker=1)
    lines = game.words.lines(game.table_view(State(match, deal)))
    assert [(line.label, line.text) for line in lines] == [
        ("", "3 cards left to deal"),
        ("Last to take:", "{1}"),
    ]


# --- the deal -------------------------------------------------------------------------------------------

DEALS = [(2, 6, 2, 0), (3, 4, 1, 1), (4, 3, 1, 0), (5, 2, 2, 2), (6, 2, 0, 4), (7, 1, 3, 3), (8, 1, 2, 4)]
"""Players, rounds of four each, cards each in the last round, odd cards for the table."""


@pytest.mark.parametrize(("seats", "rounds", "each", "odd"), DEALS)
def test_four_cards_each_are_dealt_and_the_rest_evenly_at_last(
    seats: int, rounds: int, each: int, odd: int
) -> None:
    game = game_of("tuxedo_old", deals=1)
    dealt, tabled = list[int](), list[int]()
    for step in play(game, seats, seed=seats):
        deal = step.after.deal
        if deal is None or (step.before.deal and len(step.before.deal.undealt) == len(deal.undealt)):
            continue
        dealt.append(len(deal.hands[0]))
        tabled.append(
            len(step.before.deal.undealt) - len(deal.undealt) - dealt[-1] * seats if step.before.deal else 4
        )
    assert dealt == [4] * rounds + [each]
    assert tabled == [4] + [0] * (rounds - 1) + [odd]


def test_cards_are_dealt_singly_from_the_left_then_four_to_the_table() -> None:
    game, cards = game_of("tuxedo_old"), tuple(sorted(ALL))
    match = laid_out([""] * 3, "")[0]._replace(dealer=0)
    deal = game.lay_out(match, cards).deal
    assert [list(one) for one in deal.hands] == [list(cards[seat:12:3]) for seat in (2, 0, 1)]
    assert [stack.cards for stack in deal.table] == [(card,) for card in cards[12:16]]
    assert deal.undealt == cards[16:]
    assert deal.turn == 1


def test_r_74_six_players_leave_the_last_four_cards_to_the_last_taker() -> None:
    game = game_of("tuxedo_old")
    won = (Won(),) * 3 + (Won(hand("R9 Y9")),) + (Won(),) * 2
    match, deal = laid_out(["R1", "", "", "", "", ""], "Y3", "R5 Y6 G7 B8", last_taker=3)
    state, events = after(game, match, deal._replace(won=won), (0, "play R1"))
    assert state.deal is None
    assert CardsDealt(0, parse_cards("R5 Y6 G7 B8"), are_last=True) in events
    assert LeftoversWon(3, parse_cards("Y3 R1 R5 Y6 G7 B8")) in events
    assert told(game, events)[-2:] == [
        "Last cards: R5, Y6, G7, B8 to the table.",
        "{3} was the last to take and gets the rest: Y3, R1, R5, Y6, G7, B8.",
    ]
    assert told_for("tuxedo_old", last_round(events).sides[3]) == "8 cards +5, 1 five +5"


# --- taking ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_gv_1_ten_takes_five_two_and_three_with_it(key: str) -> None:
    match, deal = laid_out(["R10 B14", "G9 B9"], "R5 Y2 G3 B13")
    assert answers(game_of(key), match, deal)[0] == "capture R10 Y2 G3 R5"
    state, events = after(game_of(key), match, deal, (0, "capture R10 Y2 G3 R5"))
    assert set(state.deal.won[0].cards) == set(parse_cards("R10 R5 Y2 G3"))
    assert [str(stack.cards[0]) for stack in state.deal.table] == ["B13"]
    assert state.deal.last_taker == 0
    (r10,) = parse_cards("R10")
    assert CardsTaken(0, r10, parse_cards("Y2 G3 R5"), sweep=None) in events
    assert told(game_of(key), events) == ["{0} takes Y2, G3, R5 with R10."]


def test_gv_2_eight_takes_all_six_cards_for_a_big_sweep() -> None:
    game = game_of("tuxedo_1924")
    match, deal = laid_out(["B8", "G9"], "R6 R2 Y5 Y2 R1 Y8")
    (taking,) = [act for act in answers(game, match, deal) if act.startswith("capture")]
    assert len(parse_action(taking).cards) == 6  # type: ignore[union-attr]
    state, events = after(game, match, deal, (0, taking))
    assert (state.deal.won[0].big_sweeps, state.deal.won[0].little_sweeps) == (1, 0)
    assert [event.sweep for event in events if isinstance(event, CardsTaken)] == [Sweep.BIG]
    assert told(game, events)[0].endswith("with B8. Big Sweep.")


def test_r_73_old_one_card_or_one_sum_is_taken_and_by_the_option_all_at_once() -> None:
    match, deal = laid_out(["B8", "G9"], "R6 R2 Y8")
    old = game_of("tuxedo_old")
    assert answers(old, match, deal) == ["capture B8 R2 R6", "capture B8 Y8", "play B8"]
    with pytest.raises(IllegalAction, match="doesn't take those cards"):
        after(old, match, deal, (0, "capture B8 R2 R6 Y8"))
    both = game_of("tuxedo_old", multi_capture=True)
    assert answers(both, match, deal) == ["capture B8 R2 R6 Y8", "play B8"]


def test_r_76_taking_is_optional_and_by_the_option_compulsory() -> None:
    match, deal = laid_out(["B8 G3", "G9 G10"], "Y8 R13")
    assert answers(game_of("tuxedo_old"), match, deal) == ["capture B8 Y8", "play B8", "play G3"]
    forced = game_of("tuxedo_old", forced_capture=True)
    assert answers(forced, match, deal) == ["capture B8 Y8"]
    with pytest.raises(IllegalAction, match="can't lay one down"):
        after(forced, match, deal, (0, "play G3"))


@pytest.mark.parametrize(("forced", "told"), [(True, "If you can't, lay a card down."), (False, "Or lay a")])
def test_rules_in_short_say_whether_you_have_to_take(*, forced: bool, told: str) -> None:
    """Bug: they allowed to lay a card down only where nothing could be taken."""
    rules = dict(in_short(game_of("tuxedo_old", forced_capture=forced).about.rules))
    assert told in rules["Play"]


def test_r_76_question_says_that_taking_is_compulsory() -> None:
    game = game_of("tuxedo_old", forced_capture=True)
    for on_table, ask in (
        ("Y8 R13", "You can take cards, so take some"),
        ("Y9 R13", "You can't take any cards, so lay one down"),
        ("", "The table is empty, so lay a card down"),
    ):
        match, deal = laid_out(["B8 G3", "G9 G10"], on_table)
        assert question(game, game.seat_view(State(match, deal), 0)) == ask


@pytest.mark.parametrize(
    ("hand", "ask"),
    [
        ("B8 G3", "Take cards, or lay one down"),
        ("B8 G2", "You can't take any cards, so lay one down"),
        ("B8 G5", "You can't take any cards, so build or lay one down"),
        ("B8 G5 R3", "Take cards, build, or lay one down"),
    ],
)
def test_question_names_the_acts_possible_with_the_hand(hand: str, ask: str) -> None:
    game = game_of("tuxedo_1924")
    match, deal = laid_out([hand, "G9 G10"], "Y3")
    assert question(game, game.seat_view(State(match, deal), 0)) == ask


def test_player_who_cannot_take_lays_a_card() -> None:
    match, deal = laid_out(["B8 G3", "G9 G10"], "Y9 R13")
    for forced in (False, True):
        assert answers(game_of("tuxedo_old", forced_capture=forced), match, deal) == ["play B8", "play G3"]
    state, events = after(game_of("tuxedo_old"), match, deal, (0, "play G3"))
    assert [str(stack.cards[0]) for stack in state.deal.table] == ["Y9", "R13", "G3"]
    assert state.deal.turn == 1
    assert CardLaidDown(0, Card.parse("G3")) in events
    assert told(game_of("tuxedo_old"), events) == ["{0} lays down G3."]


def test_card_not_in_hand_is_refused() -> None:
    match, deal = laid_out(["B8 G3", "G9 G10"], "Y9 R13")
    for act in ("play G9", "capture G9 Y9", "put 0 G9"):
        with pytest.raises(IllegalAction) as refused:
            after(game_of("tuxedo_1924"), match, deal, (0, act))
        assert said(str(refused.value)) == "You don't hold G9."


@pytest.mark.parametrize("key", KEYS)
def test_next_player_after_a_sweep_must_lay_a_card(key: str) -> None:
    match, deal = laid_out(["B8 G3", "G9 G10"], "Y8")
    pass_all = [(0, "pass"), (1, "pass")] if key == "tuxedo_1924" else []
    state, _ = after(game_of(key), match, deal, (0, "capture B8 Y8"), *pass_all)
    assert answers(game_of(key), state.match, state.deal) == ["play G10", "play G9"]


def test_r_77_big_sweep_has_four_table_cards_or_more() -> None:
    game = game_of("tuxedo_1924")
    for on_table, big, little in (("R5 Y5", 0, 1), ("R2 Y3 G5", 0, 1), ("R2 Y3 G4 B1", 1, 0)):
        match, deal = laid_out(["B5" if on_table == "R5 Y5" else "B10", "G9"], on_table)
        state, _ = after(game, match, deal, (0, answers(game, match, deal)[0]))
        assert (state.deal.won[0].big_sweeps, state.deal.won[0].little_sweeps) == (big, little)


def test_captures_come_first_and_labels_are_short() -> None:
    match, deal = laid_out(["B8 G2 G6", "G9 G10"], "Y8 R6 Y13")
    assert labels(game_of("tuxedo_1924"), match, deal) == [
        "Take Y8 with B8",
        "Take R6 with G6",
        "Build 8: G2 on R6",
        "Lay down B8",
        "Lay down G6",
        "Lay down G2",
    ]


# --- the count ------------------------------------------------------------------------------------------


def told_for(key: str, side: SideScore) -> str:
    """The words on a seat's points."""
    told: str = game_of(key).words.score(side.items)
    return told


def scored(key: str, *won: Won, **options: Any) -> list[tuple[int, str]]:
    """The points and words of each seat after the last play of a deal with these winnings."""
    match, deal = laid_out(["B13", *[""] * (len(won) - 1)], "")
    _, events = after(game_of(key, **options), match, deal._replace(won=won), (0, "play B13"))
    return [(line.scored, told_for(key, line)) for line in last_round(events).sides]


def some(number: int, included: str = "") -> CardSet:
    """`number` cards: those of `included` and others that are not fives."""
    held = parse_cards(included)
    others = [card for card in sorted(ALL) if card.rank != 5 and card not in held]
    return CardSet.of([*held, *others[: number - len(held)]])


def test_count_of_1924_is_the_booklets() -> None:
    first = Won(some(29, "R5 Y5"), big_sweeps=1, oranges=1)
    second = Won(some(27, "G5 B5"), little_sweeps=2, mistakes=1)
    assert scored("tuxedo_1924", first, second) == [
        (45, "29 cards +15, 1 Big Sweep +10, 2 fives +10, 1 Orange +10"),
        (10, "27 cards, 2 Little Sweeps +10, 2 fives +10, 1 wrong Orange −10"),
    ]


def test_count_of_the_older_books_is_theirs() -> None:
    first, second = (
        Won(some(27, "R5"), big_sweeps=1),
        Won(some(29, "Y5 G5 B5"), little_sweeps=3, big_sweeps=1),
    )
    assert scored("tuxedo_old", first, second) == [
        (6, "27 cards, 1 sweep +1, 1 five +5"),
        (24, "29 cards +5, 4 sweeps +4, 3 fives +15"),
    ]


def test_gv_4_tied_players_for_most_cards_score_five_each_in_1924() -> None:
    lines = scored("tuxedo_1924", Won(some(20)), Won(some(20)), Won(some(16)))
    assert lines == [(5, "20 cards +5"), (5, "20 cards +5"), (0, "16 cards")]


def test_r_80_old_tie_for_most_cards_scores_none_and_by_the_option_each() -> None:
    won = Won(some(28)), Won(some(28))
    assert scored("tuxedo_old", *won) == [(0, "28 cards"), (0, "28 cards")]
    assert scored("tuxedo_old", *won, tie_share=2) == [(2, "28 cards +2"), (2, "28 cards +2")]


@pytest.mark.parametrize("share", [-5, 16, 10**9])
def test_option_for_a_tie_in_most_cards_is_kept_in_range(share: int) -> None:
    with pytest.raises(InvalidOption, match="Tied for most cards"):
        game_of("tuxedo_1924", tie_share=share)


@pytest.mark.parametrize("key", KEYS)
def test_r_75_cards_left_on_the_table_go_to_the_last_taker(key: str) -> None:
    match, deal = laid_out(["B13", ""], "R5 Y9", last_taker=1)
    _, events = after(game_of(key), match, deal, (0, "play B13"))
    assert LeftoversWon(1, parse_cards("R5 Y9 B13")) in events
    assert told(game_of(key), events)[-1] == "{1} was the last to take and gets the rest: R5, Y9, B13."
    assert last_round(events).sides[1].items[0].number == 3


def test_deal_without_captures_scores_zero() -> None:
    assert scored("tuxedo_1924", Won(), Won()) == [(0, "0 cards"), (0, "0 cards")]


def test_first_player_wins_at_50_in_the_older_books_and_100_in_1924() -> None:
    assert goal(game_of("tuxedo_old")) == "to 50"
    assert goal(game_of("tuxedo_1924")) == "to 100"
    match, deal = laid_out(["B13", ""], "")
    won = (Won(some(29, "R5 Y5"), big_sweeps=1, oranges=1), Won())
    for total, winners in ((54, None), (55, (0,))):
        state, _ = after(
            game_of("tuxedo_1924"),
            match._replace(totals=(total, 20)),
            deal._replace(won=won),
            (0, "play B13"),
        )
        assert state.match.winners == winners


def test_r_81_tuxedo_of_1988_follows_1924_where_its_copy_ends() -> None:
    assert find_game("tuxedo 1988").about.key == find_game("tuxedo").about.key == "tuxedo_1924"


def test_rules_text_follows_the_options() -> None:
    old, new = (sections(game_of(key)) for key in KEYS)
    assert "Orange" not in old
    assert "Building" not in old
    assert "the most cards score 5 points. Each 5 you took scores 5. Each sweep scores 1." in old["Scoring"]
    assert "the most cards score 15 points." in new["Scoring"]
    assert "A Big Sweep of four cards or more scores 10, a Little Sweep 5." in new["Scoring"]
    forced = game_of("tuxedo_1924", forced_capture=True, multi_build=True)
    assert "R-76 If you can take, you must." in ours(forced)["Play"]
    assert "R-76 Taking is up to you." in ours(game_of("tuxedo_1924"))["Play"]
    assert "Build on one table card, several," in ours(forced)["Building"]
    assert old["End"] == "The first to 50 points wins."
    assert "after 8 deals" in sections(game_of("tuxedo_old", deals=8))["End"]
    one_deal = sections(game_of("tuxedo_old", deals=1))["End"]
    assert one_deal == "The highest score after 1 deal wins."


def test_r_75_who_gets_the_cards_left_over_is_told_by_the_older_books_and_our_reading_in_1924() -> None:
    """003: the player taking the very last trick takes whatever cards remain. 000 says nothing."""
    leftovers = "Cards left in the center go to whoever was the last to take."
    old, new = map(game_of, KEYS)
    assert leftovers in sections(old)["Scoring"]
    assert "R-75" not in registers(old)["Scoring"]
    assert leftovers not in sections(new)["Scoring"]
    assert f"R-75 {leftovers}" in ours(new)["Scoring"]


def test_r_80_source_of_the_tie_rule_depends_on_the_edition() -> None:
    """000, the note under Counting: each gets 5 points, not 15."""
    assert "Players tied for most cards score 5 each." in sections(game_of("tuxedo_1924"))["Scoring"]
    assert "R-80 Players tied for most cards score nothing." in ours(game_of("tuxedo_old"))["Scoring"]
    assert (
        "R-80 Players tied for most cards score 2 each."
        in ours(game_of("tuxedo_old", tie_share=2))["Scoring"]
    )


def test_each_section_names_its_rule_book_and_open_questions() -> None:
    old, new = map(game_of, KEYS)
    assert registers(old) == {
        "Deal": ["R-10", "R-74"],
        "Play": ["R-73", "R-76"],
        "Scoring": ["R-80"],
        "End": ["R-05", "R-06", "R-07"],
    }
    assert registers(new) == {
        "Deal": ["R-10", "R-74", "R-81"],
        "Play": ["R-73", "R-76"],
        "Building": ["R-79"],
        "Orange": ["R-78"],
        "Scoring": ["R-77", "R-75"],
        "End": ["R-05", "R-06", "R-07"],
    }
    with_orange = game_of("tuxedo_old", orange=True).about
    books = {section.heading: section.source for section in with_orange.rules}
    assert books["Orange"] == ""
    assert books["Scoring"] == f"{old.about.source}, Counting"


def test_r_81_rules_and_list_of_games_say_the_copy_of_1988_breaks_off() -> None:
    about = game_of("tuxedo_1924").about
    assert "stops after two rules" in about.note
    assert about.note in ours(game_of("tuxedo_1924"))["Deal"]
    assert about.note in games_page()
    assert game_of("tuxedo_old").about.note == ""
