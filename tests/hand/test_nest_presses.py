"""The nest, from its question to its discards: seven presses at most in every bidding game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from discord import ui

from bot.table.desk.shown import ShownTable
from cogs.ui.group_choices import unpacked
from rules.bidding.deck import nest_size
from rules.catalog import BIDDING_GAMES
from rules.core.actions import Discard
from rules.core.cards import Card
from rules.core.decisions import ChooseCards
from rules.core.views import SeatView
from tests.ui.tables import check_limits, drawn_hand, first, menus, parts, shown, text

MOST = 7
LAID = [
    (key, seats)
    for key, game in sorted(BIDDING_GAMES.items())
    for seats in game.about.seats
    if nest_size(game.variant, seats)
]


def presses(table: ShownTable, view: SeatView, wanted: tuple[Card, ...]) -> tuple[int, ui.LayoutView]:
    """Number of presses to choose and confirm these discards, and the hand before the last press."""
    chosen, number = tuple[Card, ...](), 0
    drawn = drawn_hand(table, view)
    while set(chosen) != set(wanted):
        check_limits(drawn)
        _check_label(view, drawn)
        chosen = _chosen_next(drawn, chosen, wanted)
        number += 1
        drawn = drawn_hand(table, view, Discard(chosen))
    check_limits(drawn)
    (confirm,) = [part for part in parts(drawn) if part.get("label", "").startswith("Discard ")]
    assert not confirm["disabled"]
    assert confirm["custom_id"].endswith(f":{Discard(chosen)}")
    return number + 1, drawn


def _check_label(view: SeatView, drawn: ui.LayoutView) -> None:
    """Check that the button shows how many cards are still needed while too few are chosen."""
    assert isinstance(view.decision, ChooseCards)
    (confirm,) = [part for part in parts(drawn) if part.get("label", "").startswith("Discard ")]
    most = view.decision.most
    whole = "Discard it" if most == 1 else f"Discard these {most}"
    assert not confirm.get("disabled") or confirm["label"] == whole


def _chosen_next(
    drawn: ui.LayoutView, chosen: tuple[Card, ...], wanted: tuple[Card, ...]
) -> tuple[Card, ...]:
    """The cards chosen after one more press."""
    for menu in menus(drawn):
        here = {Card.parse(option["value"]) for option in menu["options"]}
        missing = here & set(wanted) - set(chosen)
        if missing:
            assert len(here & set(wanted)) <= menu["max_values"]
            return (*(card for card in chosen if card not in here), *sorted(here & set(wanted)))
    buttons: list[dict[str, Any]] = [part for part in parts(drawn) if ":lay:" in part.get("custom_id", "")]
    after = [unpacked(part["custom_id"].split(":")[4]) for part in buttons if not part["disabled"]]
    return next(cards for cards in after if len(cards) > len(chosen) and set(cards) <= set(wanted))


@pytest.mark.parametrize(("key", "seats"), LAID, ids=[f"{key}-{seats}" for key, seats in LAID])
def test_nest_takes_seven_presses_at_most(key: str, seats: int) -> None:
    moment = first(key, ChooseCards, seats)
    check(moment.game.seat_view(moment.state, moment.asked[0]), shown(moment))


def test_larger_nest_of_house_rules_takes_seven_presses_at_most() -> None:
    moment = first("kentucky", ChooseCards, nest=9)
    check(moment.game.seat_view(moment.state, moment.asked[0]), shown(moment))


def check(view: SeatView, table: ShownTable) -> None:
    decision = view.decision
    assert isinstance(decision, ChooseCards)
    action = decision.sample(Random(3))
    assert isinstance(action, Discard)
    number, drawn = presses(table, view, action.cards)
    assert number <= MOST
    assert "You keep:" in text(drawn)
