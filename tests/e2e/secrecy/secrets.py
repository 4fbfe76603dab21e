"""Cards that must stay secret: those still in a hand, or face down."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.core.actions import CallPartner
from rules.core.cards import Card
from rules.core.decisions import ChooseCard, Seat
from tests.cards_read import cards_in, unmarked
from tests.e2e.players import HAND, Club, Player, controls
from tests.e2e.worlds import Seen
from tests.rules.said import news, said


def on_screen(seen: Seen) -> set[str]:
    """Every card on a message: in its text, on its buttons and in its menus."""
    labels = {unmarked(control.label) for control in controls(seen)}
    options = {
        unmarked(str(option.get("label"))) for part in seen.parts() for option in part.get("options") or ()
    }
    return cards_in(seen.text()) | {word for word in labels | options if word == "Rook" or cards_in(word)}


def check_screens(club: Club) -> None:
    """Check that no user reads a card of another hand, in public or in their own, unless it lies open."""
    if not club.has_table or club.table.match.table_view() is None:
        return
    table = club.table.match.table_view()
    assert table is not None
    face_up = names(card for zone in table.zones for card in zone.shown)
    face_up |= {
        word.rstrip(",")
        for line in club.table.match.game.words.lines(table)
        for word in said(line.text).split()
    }  # a called card
    face_up |= cards_in(" ".join(news(club.table.match.game, table)))
    seats = range(len(club.table.record.seats))
    hands = {seat: names(club.table.match.seat_view(seat).hand) - face_up for seat in seats}
    held = set().union(*hands.values())
    for seen in club.messages():
        if is_of_an_earlier_deal(seen, table.deal):
            continue
        leaked = on_screen(seen) & held
        assert not leaked, f"everybody can read {leaked} in: {seen.text()}"
    for player in club.seated:
        if player.has_hand():
            check_hand(player, hands)


def is_of_an_earlier_deal(seen: Seen, deal: int) -> bool:
    """Whether a message shows the end of an earlier deal: its cards have been shuffled since."""
    told = re.match(r"\*\*Deal (\d+)\*\*", seen.text())
    return told is not None and int(told[1]) < deal


def check_hand(player: Player, hands: dict[Seat, set[str]]) -> None:
    """Check that a private hand shows no card of another hand."""
    others = set().union(*(hand for seat, hand in hands.items() if seat != player.seat))
    own = [card for zone in player.view.zones for card in zone.shown]
    others -= names((*player.view.hand, *own))  # if two decks are in play
    hand = player.hand()
    leaked = (on_screen(hand) & others) - _callable(player)
    assert not leaked, f"{player.name} can read {leaked} in: {hand.text()}"


def _callable(player: Player) -> set[str]:
    """Cards that may be called, in any hand but one's own."""
    decision = player.decision
    if not isinstance(decision, ChooseCard):
        return set()
    return {str(call.card) for call in decision.answers() if isinstance(call, CallPartner)}


def check_own_hand(player: Player) -> None:
    """Check that the private hand shows all of its owner's cards."""
    hand = player.hand()
    assert hand.text().startswith(HAND)
    assert names(player.view.hand) <= on_screen(hand)


def names(cards: Iterable[Card]) -> set[str]:
    """The printed names of cards."""
    return {str(card.face) for card in cards}
