"""A match read from its log, deal by deal and step by step: each event once, and no deal under way."""

from __future__ import annotations

from random import Random

import pytest

from bot.models.stored_tables import LogEntry
from bot.replay.deals import ACTS_A_STEP, DealReader, StepKind
from bot.replay.moments import moment_at, score_of
from bot.table.match.replaying import lines_played
from rules.catalog import BIDDING_GAMES, GAMES, find_game
from rules.core.cards import CARDS, CardSet
from rules.core.events import (
    CardPlayed,
    DealScored,
    DealStarted,
    HandDealt,
    MisdealClaimed,
    NestSeen,
    PassedOut,
    TrickTaken,
)
from rules.core.protocol import OptionValue
from tests.replay.golden import golden, heard, logged, told


@pytest.mark.parametrize("key", GAMES)
def test_replay_has_each_event_once_and_in_order(key: str) -> None:
    match = golden(key)
    deals = match.deals()

    happened = heard(match.events)
    if match.is_over:
        assert told(deals) == happened
    else:
        ends = [place for place, event in enumerate(happened) if isinstance(event, DealScored | PassedOut)]
        assert told(deals)[: ends[-1]] == happened[: ends[-1]]
    assert len(deals) == sum(isinstance(event, DealStarted) for event in told(deals))


@pytest.mark.parametrize("key", GAMES)
def test_replayed_deal_starts_with_cards_and_ends_with_score(key: str) -> None:
    for deal in golden(key).deals():
        kinds = [step.kind for step in deal.steps]
        assert kinds[0] is StepKind.CARDS
        assert kinds[-1] is StepKind.SCORE
        assert kinds.count(StepKind.CARDS) == kinds.count(StepKind.SCORE) == 1
        assert all(step.acts <= ACTS_A_STEP for step in deal.steps if step.kind is StepKind.PLAY)
        for step in deal.steps:
            tricks = sum(isinstance(event, TrickTaken) for event in step.events)
            assert tricks == (step.kind is StepKind.TRICK)


@pytest.mark.parametrize("key", BIDDING_GAMES)
def test_every_card_of_a_bidding_game_is_in_its_place(key: str) -> None:
    """Hands are shown as they were dealt, and each trick takes its cards from them."""
    match = golden(key)
    deals = match.deals()
    for place, deal in enumerate(deals):
        start = moment_at(match.game, deals, place, 0)
        dealt = {event.seat: event.cards for event in start.happened if isinstance(event, HandDealt)}
        assert {seat: CardSet.of(hand) for seat, hand in enumerate(start.hands)} == dealt
        for number in range(1, len(deal.steps)):
            step, before = (
                moment_at(match.game, deals, place, number),
                moment_at(match.game, deals, place, number - 1),
            )
            if step.kind is not StepKind.TRICK:
                continue
            for event in step.happened:
                if isinstance(event, CardPlayed) and event.source == "hand" and event.seat < len(step.hands):
                    assert event.card in before.hands[event.seat]
                    assert event.card not in step.hands[event.seat]


@pytest.mark.parametrize("key", BIDDING_GAMES)
def test_trick_is_taken_by_the_hand_the_table_showed(key: str) -> None:
    """Bug: of a trick that a battery took, its owner's other card was marked (Over the Top)."""
    match = golden(key)
    deals = match.deals()
    for place, deal in enumerate(deals):
        for number, step in enumerate(deal.steps[:-2]):
            if step.kind is StepKind.TRICK:
                shown = match.game.table_view(step.state).last_trick
                assert moment_at(match.game, deals, place, number).trick == shown


def test_nest_is_shown_as_dealt_then_taken_then_discarded() -> None:
    match = golden("kentucky")
    deals = match.deals()
    cards, bidding, before_play = (moment_at(match.game, deals, 0, step) for step in range(3))
    [seen] = [event for event in bidding.happened if isinstance(event, NestSeen)]

    assert CardSet.of(cards.laid.nest) == seen.cards
    assert bidding.laid.nest == ()
    assert set(seen.cards) <= set(bidding.hands[seen.seat])
    assert len(before_play.laid.nest) == 5
    assert not set(before_play.laid.nest) & set(before_play.hands[seen.seat])


def test_thrown_in_deal_is_replayed_without_score() -> None:
    match = golden("dixie_1988")
    thrown_in = match.deals()[0]

    assert [step.kind for step in thrown_in.steps] == [StepKind.CARDS, StepKind.BIDDING, StepKind.SCORE]
    assert score_of(thrown_in) is None


def test_hand_shown_as_a_misdeal_is_replayed_as_a_deal_of_its_own() -> None:
    options: dict[str, OptionValue] = {"misdeal_claim": "no_counters", "misdeal_must": True, "deals": 3}
    few: dict[str, OptionValue] = {"counters": "10:10", "rook_points": 0, "min_bid": 5}
    game = find_game("kentucky").with_options({**options, **few, "rook": "dealer_chooses"})
    match = logged(game, 4, Random(1))
    deals = match.deals()

    assert told(deals) == heard(match.events)
    shown = [deal for deal in deals if any(isinstance(event, MisdealClaimed) for event in told((deal,)))]
    assert 0 < len(shown) < len(deals)
    for deal in shown:
        assert [step.kind for step in deal.steps] == [StepKind.CARDS, StepKind.SCORE]
        assert score_of(deal) is None


@pytest.mark.parametrize("key", ["kentucky", "club", "golden10_1988"])
def test_replay_has_no_event_of_deal_under_way(key: str) -> None:
    """At any point of the deal, and with any decisions between the deals."""
    match, reader = golden(key), DealReader()
    begun = scored = 0
    for number, line in enumerate(lines_played(match.game, match.seats, match.log)):
        reader.read(line)
        begun += sum(isinstance(event, DealStarted) for event in line.events)
        scored += sum(isinstance(event, DealScored) for event in line.events)
        if number % 7 == 0:
            told_of = [deal.number for deal in reader.deals(is_over=False)]
            assert told_of == list(range(1, scored + 1))
    assert begun >= 2


def test_broken_off_match_replays_its_finished_deals() -> None:
    match = golden("kentucky")
    broken_off = match._replace(log=match.log[:-9], is_over=False)
    assert [deal.number for deal in broken_off.deals()] == [1]


def test_cards_taken_back_are_not_replayed() -> None:
    match = golden("kentucky")
    play = next(entry for entry in match.log if entry.action.startswith("play"))
    at = match.log.index(play)
    undone = LogEntry(play.revision + 1, play.seat, None, "take back", 0.0)
    taken_back = match._replace(log=[*match.log[: at + 1], undone, *match.log[at:]])

    assert told(taken_back.deals()) == heard(match.events)


def test_replay_repr_shows_no_card() -> None:
    match = golden("kentucky")
    deals = match.deals()
    written = repr((deals, deals[0].steps, moment_at(match.game, deals, 0, 2)))

    assert "<step: before play>" in written
    assert not any(str(card) in written.replace("'", " ").split() for card in CARDS)
