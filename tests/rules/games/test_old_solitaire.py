"""Old Rook Solitaire (1924 booklet): fourteen piles, four of them built up by color from 1 to 14."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from rules.core.actions import Redeal
from rules.core.cards import Color, card
from rules.core.decisions import REFEREE, Seat
from rules.core.events import MatchWon, heard_by
from rules.core.match import Match
from rules.core.protocol import IllegalAction
from rules.games.frame import State
from rules.games.old_solitaire.deal import Deal, Layout, Pile, legal_moves, moved, turned_up
from rules.games.old_solitaire.events import CardsMoved
from rules.games.old_solitaire.facts import OldFacts, PileKind
from tests.rules import said
from tests.rules.games.kit import after, check_every_state, check_secrets, game_of, matches, play
from tests.rules.games.solitaires import (
    DECK,
    answers,
    cards,
    dealt,
    dithering,
    labels,
    patiently,
    scored,
)

KEY = "old_solitaire"


def pile(shown: str = "", hidden: str = "", under: str = "") -> Pile:
    return Pile(cards(under), cards(hidden), cards(shown))


def layout(*piles: Pile, home: tuple[int, int, int, int] = (0, 0, 0, 0)) -> Layout:
    return Layout((*piles, *(pile() for _ in range(14 - len(piles)))), home)


def begun(game: Any) -> Match:
    match: Match = game.start(1).match
    return match._replace(deal=1)


def acted(given: Layout, *acts: str, **options: Any) -> tuple[Any, list[Any]]:
    game = game_of(KEY, **options)
    return after(game, begun(game), Deal(given), *((0, act) for act in acts))


def check(match: Match, deal: Deal) -> None:
    """RULES 5: every card once, home piles consecutive by color, what is exposed a sequence."""
    there = [
        card(color, rank)
        for color, top in zip(Color, deal.layout.home, strict=True)
        for rank in range(1, top + 1)
    ]
    for under, hidden, shown in deal.layout.piles:
        there += [*under, *hidden, *shown]
        assert {one.rank for one in under} <= {14}
        assert shown or not (under or hidden)
        assert all(one.rank > 1 for one in shown)
        for high, low in pairwise(shown):
            assert high.rank == low.rank + 1
            assert high.color != low.color
    assert sorted(there) == sorted(DECK)


def scramble(match: Match, deal: Deal, seat: Seat | None, random: Random) -> Deal:
    """Redeal the cards that have never been face up."""
    unseen = [one for pile in deal.layout.piles for one in pile.hidden]
    random.shuffle(unseen)
    piles = tuple(
        pile._replace(hidden=tuple(unseen.pop() for _ in pile.hidden)) for pile in deal.layout.piles
    )
    return deal._replace(layout=deal.layout._replace(piles=piles))


# The deal -----------------------------------------------------------------------------------------


def test_deal_has_fourteen_piles_of_four_with_the_top_card_up() -> None:
    state = dealt(game_of(KEY), 1, tuple(reversed(DECK)))
    assert [pile.shown for pile in state.deal.layout.piles[:3]] == [cards("B11"), cards("B7"), cards("B3")]
    assert [len(pile.hidden) for pile in state.deal.layout.piles[:3]] == [3, 3, 3]


def test_14_on_top_goes_under_its_pile_and_the_next_card_is_turned() -> None:
    after, turned = turned_up(layout(pile(hidden="R2 Y3 G4 B14")), 0)
    assert after.piles[0] == pile("G4", hidden="R2 Y3", under="B14")
    assert turned == cards("B14 G4")


def test_several_14s_go_under_in_turn() -> None:
    after, _ = turned_up(layout(pile(hidden="R2 Y3 G14 B14")), 0)
    assert after.piles[0] == pile("Y3", hidden="R2", under="G14 B14")


def test_14s_rest_where_a_pile_has_no_other_card() -> None:
    assert turned_up(layout(pile(hidden="R14")), 0)[0].piles[0] == pile("R14")
    assert turned_up(layout(pile(hidden="Y14", under="R14")), 0)[0].piles[0] == pile("Y14", under="R14")
    after, _ = turned_up(layout(pile(hidden="Y14 R14")), 0)
    assert after.piles[0] == pile("Y14", under="R14")


def test_1_is_laid_out_at_once_and_the_next_card_is_turned() -> None:
    after, turned = turned_up(layout(pile(hidden="R2 Y3 G1 B1")), 0)
    assert after.piles[0] == pile("Y3", hidden="R2")
    assert after.home == (0, 0, 1, 1)
    assert turned == cards("B1 G1 Y3")


# Moves --------------------------------------------------------------------------------------------


def test_gv_10_sequence_moves_as_a_unit_onto_a_9_of_another_color() -> None:
    """GV-10 (1924 booklet): 6, 7 and 8 go bodily onto a 9 of another color than the 8."""
    state, events = acted(layout(pile("R8 B7 G6", hidden="R2"), pile("Y9"), pile("R9")), "put 2 R8 B7 G6")
    assert state.deal.layout.piles[1] == pile("Y9 R8 B7 G6")
    assert state.deal.layout.piles[0] == pile("R2")
    assert said.told(game_of(KEY), events)[0] == "R8–G6 onto Y9. Turned up: R2."


@pytest.mark.parametrize(("low", "high"), [("R7", "B8"), ("Y3", "G4"), ("R13", "Y14")])
def test_gv_10_7_fits_an_8_and_3_fits_a_4_of_another_color(low: str, high: str) -> None:
    """GV-10; a resting 14 takes a 13 as any other card."""
    assert answers(game_of(KEY), dealt_out(layout(pile(low), pile(high))))[0] == f"put 2 {low}"


@pytest.mark.parametrize(
    "act", ["put 3 R8 B7 G6", "put 2 B7 G6", "put 2 G6", "put 4 R8 B7 G6", "put 5 R8 B7 G6"]
)
def test_same_color_parts_and_empty_spaces_are_refused(act: str) -> None:
    with pytest.raises(
        IllegalAction, match=r"all the face-up cards of a pile.* Only the last one can go home"
    ):
        acted(layout(pile("R8 B7 G6", hidden="R2"), pile("Y9"), pile("R9"), pile("B10")), act)


def test_home_piles_go_up_by_color_one_card_at_a_time() -> None:
    given = layout(pile("R4 B3"), pile("G9"), home=(3, 0, 1, 2))
    assert answers(game_of(KEY), dealt_out(given))[0] == "put 18 B3"
    state, _ = acted(given, "put 18 B3", "put 15 R4")
    assert state.deal.layout.home == (4, 0, 1, 3)


def test_exhausted_pile_stays_empty() -> None:
    state, _ = acted(layout(pile("R8", hidden="G12"), pile("Y9"), pile("Y5"), pile("R6")), "put 4 Y5")
    assert state.deal.layout.piles[2] == pile()
    assert all(" 3 " not in act for act in answers(game_of(KEY), state))


def test_options_are_moves_and_giving_up_while_a_card_can_be_moved() -> None:
    """Nothing but a move, taking back and giving up is ever offered while a card can be moved."""
    state = dealt_out(layout(pile("R8", hidden="G12"), pile("Y9"), pile("B9")))
    assert answers(game_of(KEY), state) == ["put 2 R8", "put 3 R8", "say quit"]
    assert labels(game_of(KEY), state) == [
        "R8 onto Y9",
        "R8 onto B9",
        "Give up",
    ]


def test_r_89_every_move_changes_the_layout_so_none_is_optional() -> None:
    """R-89: whole sequences alone move, so each brings a card home, turns one up or empties a pile."""
    for seed in range(10):
        for step in play(game_of(KEY), 1, seed, patiently):
            if step.seat == 0 and step.before.deal is not None and step.before.deal is not step.after.deal:
                before = step.before.deal.layout
                assert all(
                    progress(moved(before, move)[0]) > progress(before) for move in legal_moves(before)
                )


def progress(given: Layout) -> int:
    hidden = sum(len(pile.hidden) + len(pile.under) for pile in given.piles)
    return given.score - hidden + sum(not pile.shown for pile in given.piles)


def test_forced_moves_may_be_played_together() -> None:
    given = layout(pile("R4 B3"), pile("B13"), home=(3, 0, 1, 2))
    assert labels(game_of(KEY), dealt_out(given)) == ["B3 home", "Play forced moves", "Give up"]
    state, events = acted(given, "say go")
    assert state.deal.layout.home == (4, 0, 1, 3)
    assert said.told(game_of(KEY), events) == ["B3 home.", "R4 home."]


def test_forced_moves_stop_at_a_choice() -> None:
    given = layout(pile("R4", hidden="Y7"), pile("G8"), pile("B8"), home=(3, 0, 0, 0))
    state, events = acted(given, "say go")
    assert said.told(game_of(KEY), events) == ["R4 home. Turned up: Y7."]
    assert answers(game_of(KEY), state) == ["put 2 Y7", "put 3 Y7", "say undo", "say quit"]
    assert labels(game_of(KEY), state)[-2:] == ["Take back", "Give up"]


# Taking back and the end --------------------------------------------------------------------------


def test_moves_may_be_taken_back_in_turn() -> None:
    given = layout(pile("R8", hidden="G12 Y10"), pile("Y9"), pile("B11"), pile("R5"))
    state, events = acted(given, "put 2 R8", "put 3 Y10", "say undo", "say undo")
    assert state.deal.layout == given
    assert state.deal.past == ()
    assert "Took back a move." in said.told(game_of(KEY), events)
    table = game_of(KEY).table_view(state)
    assert table.facts == OldFacts(home=0, taken_back=2)
    assert said.lines(game_of(KEY), table)["Taken back"] == "2"


def test_taking_back_may_be_limited() -> None:
    given = layout(pile("R8", hidden="G12"), pile("Y9"), pile("B9"), pile("G5"), pile("R6"))
    state, _ = acted(given, "put 2 R8", "say undo", "put 3 R8", undo=1)
    assert "Take back" not in labels(game_of(KEY, undo=1), state)
    assert "Take back" in labels(game_of(KEY), state)


def test_lost_deal_may_be_saved_by_taking_back() -> None:
    given = layout(pile("R8", hidden="G12"), pile("Y9"))
    state, events = acted(given, "put 2 R8")
    assert labels(game_of(KEY), state) == ["Take back", "Give up"]
    assert scored(events) == []


def test_deal_is_lost_when_no_card_can_be_moved() -> None:
    given = layout(pile("R8", hidden="G12"), pile("Y9"), home=(3, 0, 1, 2))
    state, events = acted(given, "put 2 R8", undo=0)
    assert scored(events) == [(6, "home 6")]
    assert state.match.winners == ()
    assert MatchWon((), (6,)) in events
    outcome = game_of(KEY).outcome(state)
    assert outcome is not None
    assert outcome.winners == ()


def test_giving_up_loses_the_deal() -> None:
    state, events = acted(layout(pile("R8", hidden="G12"), pile("Y9"), home=(3, 0, 1, 2)), "say quit")
    assert scored(events) == [(6, "home 6")]
    assert game_of(KEY).decisions(state) == {}


def test_deal_is_won_when_all_four_home_piles_are_complete() -> None:
    state, events = acted(layout(pile("B14"), pile("B13"), home=(14, 14, 14, 12)), "put 18 B13", "put 18 B14")
    assert scored(events) == [(56, "home 56")]
    assert state.match.winners == (0,)


# The table ----------------------------------------------------------------------------------------


def test_piles_are_shown_in_rows_with_the_top_card_last() -> None:
    state = dealt_out(layout(pile("R8 B7 G6", hidden="R2", under="B14"), home=(3, 0, 0, 0)))
    zones = {(zone.kind, zone.number): zone for zone in game_of(KEY).table_view(state).zones}
    first, under, home = zones[PileKind.TRANSFER, 1], zones[PileKind.UNDER, 1], zones[PileKind.HOME, None]
    assert (first.shown, first.hidden, first.is_row) == (cards("R8 B7 G6"), 1, True)
    assert (under.shown, home.shown) == (cards("B14"), cards("R3"))
    assert (PileKind.UNDER, 2) not in zones
    assert list(map(game_of(KEY).words.zone, (first, under, home))) == [
        ("1", ""),
        ("Under", ""),
        ("", "Home"),
    ]


def test_private_table_shows_others_only_the_progress() -> None:
    game = game_of(KEY, private=True)
    state, events = after(
        game, begun(game), Deal(layout(pile("R8", hidden="G12"), pile("Y9"))), (0, "put 2 R8")
    )
    table = game.table_view(state)
    assert table.zones == ()
    assert table.news == ()
    assert said.told(game_of(KEY), events) == []
    assert table.facts == OldFacts(home=0, taken_back=0)
    assert said.lines(game, table) == {"Home": "0 of 56"}
    moved = CardsMoved(cards("R8"), 2, covered=cards("Y9")[0], turned=cards("G12"))
    assert moved in heard_by(events, 0)
    assert moved not in heard_by(events, None)
    assert len(game.seat_view(state, 0).zones) == 15


@pytest.mark.laws
@pytest.mark.parametrize("choose", [patiently, dithering])
def test_invariants_hold_in_random_matches(choose: Any) -> None:
    for steps in matches(game_of(KEY, undo=10), 1, choose, few=8):
        check_every_state(steps, check)


@pytest.mark.parametrize("private", [False, True])
def test_face_down_cards_are_hidden_from_every_seat(private: bool) -> None:
    game = game_of(KEY, private=private)
    for seed in range(4):
        check_secrets(game, play(game, 1, seed, patiently), scramble, Random(seed))


def test_check_notices_a_lost_card_and_a_shuffled_home_pile() -> None:
    state = dealt(game_of(KEY), 1)
    check(state.match, state.deal)
    one, *rest = state.deal.layout.piles
    lost = Deal(state.deal.layout._replace(piles=(one._replace(hidden=one.hidden[1:]), *rest)))
    with pytest.raises(AssertionError):
        check(state.match, lost)


def test_leak_test_notices_a_visible_card() -> None:
    class Leaky(type(game_of(KEY))):  # type: ignore[misc]
        def layout(self, deal: Deal, seat: Seat) -> Any:
            first, *others = super().layout(deal, seat)
            return (first._replace(covering=deal.layout.piles[0].hidden), *others)

    game = game_of(KEY)
    leaky = Leaky(game.book, game.rules)
    with pytest.raises(AssertionError):
        check_secrets(leaky, play(game, 1, 1, patiently), scramble, Random(1), share=1)


def test_rules_text_follows_the_options() -> None:
    told = {undo: said.ours(game_of(KEY, undo=undo))["Must"] for undo in (0, 1, 57, 1000)}
    assert told == {
        0: "",
        1: "You can take back 1 move a deal.",
        57: "You can take back 57 moves a deal.",
        1000: "You can take back any number of moves.",
    }


def test_rules_name_their_rule_book_and_open_questions() -> None:
    game = game_of(KEY)
    assert {section.source for section in game.about.rules} == {"1924 booklet, Old Rook Solitaire"}
    registers = {heading: numbers for heading, numbers in said.registers(game).items() if numbers}
    assert registers == {"Move": ["R-89"]}


def test_rules_say_which_cards_are_dealt_and_seen() -> None:
    deal = said.sections(game_of(KEY, deal_number=7, private=True))["Deal"]
    assert "This is deal number 7." in deal
    assert "Only the player sees the cards." in deal


def test_referee_may_redeal_without_a_next_dealer() -> None:
    game = game_of(KEY)
    state = dealt(game, 1)
    (again,) = game.rulings(state)
    assert game.words.ruling(game.table_view(state), again.action) == "Deal again"
    dealt_again, _ = game.apply(state, REFEREE, Redeal())
    assert dealt_again.deal is None
    with pytest.raises(IllegalAction, match="This game has no next dealer"):
        game.apply(state, REFEREE, Redeal(next_dealer=True))


def dealt_out(given: Layout) -> Any:
    return State(begun(game_of(KEY)), Deal(given))
