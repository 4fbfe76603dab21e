"""A hand is the one screen a player needs: partner, score, points of the deal, and the tricks."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from cogs.table.panel import table_panel
from cogs.ui.words import look_of
from rules.bidding.facts import BiddingFacts, CallKind
from rules.core.decisions import ChooseCard
from rules.core.views import TableView
from tests.ui.tables import Moment, drawn_hand, match, shown, text


def in_the_middle(key: str, seed: int = 4, seats: int | None = None) -> tuple[Moment, TableView]:
    """A state that asks for a card to a trick under way, after another trick was taken."""
    for moment in match(key, seed, seats, deals=1):
        view = moment.game.table_view(moment.state)
        trick = view.trick
        is_beaten = trick is not None and bool(trick.plays) and trick.plays[0][0] != trick.winner
        if is_beaten and view.last_trick is not None and isinstance(moment.asked[1], ChooseCard):
            return moment, view
    raise AssertionError("no trick was played")


def hand_of(moment: Moment, seat: int) -> str:
    return text(drawn_hand(shown(moment), moment.game.seat_view(moment.state, seat)))


def test_hand_shows_partner_score_points_and_both_tricks() -> None:
    moment, view = in_the_middle("kentucky")
    assert view.trick is not None
    assert view.last_trick is not None
    names = [seat.name for seat in shown(moment).seats]
    contract = moment.state.contract
    for seat in range(4):
        told = hand_of(moment, seat)
        assert f"· Partner {names[(seat + 2) % 4]}\n" in told
        assert "Score: you 0 · they 0" in told
        taken = [side.points for side in sorted(view.taken, key=lambda side: seat not in side.seats)]
        bidders, others = ("you", "they") if (seat - contract.declarer) % 2 == 0 else ("they", "you")
        ours, theirs = taken if bidders == "you" else reversed(taken)
        assert f"Taken: {bidders} {ours} of {contract.bid} · {others} {theirs}" in told
        called = [*names[:seat], "You", *names[seat + 1 :]]
        assert f"**This trick** · {view.trick.points} point" in told
        assert f"{called[view.trick.plays[0][0]]}\N{NO-BREAK SPACE}· led" in told
        assert f"{called[view.trick.winner or 0]}\N{NO-BREAK SPACE}· ahead" in told
        assert "Last trick: " in told
        assert f"→\N{NO-BREAK SPACE}{called[view.last_trick.winner or 0]}" in told


def test_table_and_hand_show_the_same_trick_with_every_player_in_a_place() -> None:
    moment, view = in_the_middle("kentucky")
    assert view.trick is not None
    names = [seat.name for seat in shown(moment).seats]
    here, there = (
        [line for line in told.split("\n") if line.startswith(("## 🔷", "## 🔶"))]
        for told in (text(table_panel(shown(moment))), hand_of(moment, 0))
    )
    assert [line.replace("You", names[0]) for line in there] == here
    assert all(name in line for name, line in zip(names, here, strict=True))
    cards = [look_of(shown(moment)).card(card) for _, card in view.trick.plays]
    assert sum(card in line for line in here for card in cards) == len(cards)


def has_passed(moment: Moment) -> bool:
    """Whether a seat has passed, and none has bid."""
    facts = moment.game.table_view(moment.state).facts
    return isinstance(facts, BiddingFacts) and facts.has_calls and facts.contract is None


def test_hand_and_table_say_that_there_is_no_bid_yet() -> None:
    begun = next(moment for seed in range(9) for moment in match("kentucky", seed) if has_passed(moment))
    assert "### No\N{NO-BREAK SPACE}bid\N{NO-BREAK SPACE}yet" in hand_of(begun, 0)
    assert "### No\N{NO-BREAK SPACE}bid\N{NO-BREAK SPACE}yet" in text(table_panel(shown(begun)))


def test_hand_in_game_without_partners_names_none() -> None:
    moment, _ = in_the_middle("regular_1988", seats=3)
    told = hand_of(moment, 0)
    assert "Partner" not in told
    assert "Score: you 0 · Bob 0 · Cleo 0" in told
    assert "Score: you 0 · Ann 0 · Bob 0" in hand_of(moment, 2)


def test_partners_in_game_for_six_are_named_together() -> None:
    moment, _ = in_the_middle("partnership_six", seats=6)
    told = hand_of(moment, 0)
    assert "Partners Cleo and Eve" in told
    assert "Score: you 0 · they 0" in told


def bidding(key: str) -> Moment:
    """A state with a bid and a pass, while others are still asked."""
    for seed in range(20):
        for moment in match(key, seed, deals=1):
            facts = moment.game.table_view(moment.state).facts
            calls = {call.kind for call in facts.calls if call} if isinstance(facts, BiddingFacts) else set()
            if {CallKind.BID, CallKind.PASS} <= calls:
                return moment
    raise AssertionError("no such bidding came")


def test_hand_shows_bids_and_dealer_until_cards_are_played() -> None:
    moment = bidding("kentucky")
    view = moment.game.table_view(moment.state)
    assert isinstance(view.facts, BiddingFacts)
    names = ["You", *(seat.name for seat in shown(moment).seats[1:])]
    told = hand_of(moment, 0)
    for name, call in zip(names, view.facts.calls, strict=True):
        if call is not None:
            said = "passed" if call.kind is CallKind.PASS else f"bid {call.points}"
            assert re.search(rf"\b{name}: (dealer, )?{said}\b", told)
    assert view.dealer is not None
    assert f"{names[view.dealer]}: dealer" in told
    playing, _ = in_the_middle("kentucky")
    assert "dealer" not in hand_of(playing, 0)


@pytest.mark.parametrize("key", ["club", "donkey", "tuxedo_1924"])
def test_hand_in_game_without_bidding_shows_no_bids(key: str) -> None:
    for moment in islice(match(key, 1), 20):
        if not shown(moment).match.deal_end:
            assert "dealer" not in hand_of(moment, 0)


def taken_just_now(key: str, review: str) -> tuple[Moment, TableView]:
    """A state in which a trick was taken, and the next one is asked for."""
    for moment in match(key, 4, deals=1, trick_review=review):
        view = moment.game.table_view(moment.state)
        if view.last_trick is not None and view.trick is not None and not view.trick.plays:
            return moment, view
    raise AssertionError("no trick was taken")


@pytest.mark.parametrize("review", ["last", "never"])
def test_complete_trick_is_shown_until_next_lead(review: str) -> None:
    moment, view = taken_just_now("kentucky", review)
    table, trick = shown(moment), view.last_trick
    assert trick is not None
    names = [seat.name for seat in table.seats]
    shows = [(names, text(table_panel(table)))]
    shows += [([*names[:seat], "You", *names[seat + 1 :]], hand_of(moment, seat)) for seat in range(4)]
    for called, told in shows:
        assert f"**Last trick** · {trick.points} point" in told
        assert f"{called[trick.winner or 0]}\N{NO-BREAK SPACE}· took it" in told
        assert all(f" {called[seat]}" in told for seat, _ in trick.plays)
        assert "Last trick: " not in told
