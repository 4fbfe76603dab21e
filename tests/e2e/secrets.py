"""What nobody may read: cards that are still in a hand, or face down."""

from __future__ import annotations

from collections.abc import Iterable

from rules.cards import Card
from rules.decisions import Seat
from tests.e2e.players import HAND, Club, Player, cards_in, controls
from tests.e2e.worlds import Seen


def on_screen(seen: Seen) -> set[str]:
    """Every card on a message: in its text, on its buttons and in its menus."""
    labels = {control.label for control in controls(seen)}
    options = {str(option.get("label")) for part in seen.parts() for option in part.get("options") or ()}
    return cards_in(seen.text()) | {word for word in labels | options if word == "Rook" or cards_in(word)}


def check_screens(club: Club) -> None:
    """Nobody reads a card of another hand, in public or in a hand of one's own."""
    if not club.has_table or club.table.table_view() is None:
        return
    hands = {seat: names(club.table.seat_view(seat).hand) for seat in range(len(club.table.record.seats))}
    held = set().union(*hands.values())
    for seen in club.messages():
        leaked = on_screen(seen) & held
        assert not leaked, f"everybody can read {leaked} in: {seen.text()}"
    for player in club.seated:
        if player.has_hand():
            check_hand(player, hands)


def check_hand(player: Player, hands: dict[Seat, set[str]]) -> None:
    """A private hand shows no card of anybody else's."""
    others = set().union(*(hand for seat, hand in hands.items() if seat != player.seat))
    hand = player.hand()
    leaked = on_screen(hand) & others
    assert not leaked, f"{player.name} can read {leaked} in: {hand.text()}"


def check_own_hand(player: Player) -> None:
    """The private hand shows all of its owner's cards."""
    hand = player.hand()
    assert hand.text().startswith(HAND)
    assert names(player.view.hand) <= on_screen(hand)


def names(cards: Iterable[Card]) -> set[str]:
    """Cards by their names."""
    return {str(card) for card in cards}
