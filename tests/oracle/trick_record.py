"""Check the play: the tricks, the drawing after them, the cut for equal tricks."""

from collections.abc import Callable

from .cards import ROOK, color_of, deck, face
from .cut import cut_side
from .deal_record import Deal
from .draw_pile import after_drawing, drawable
from .dummy import Place, camps, who_chooses
from .lines import Line, Reader
from .play import first_place, legal_cards, trick_winner, turn_order
from .scoring import cut_needed, tied_for_most, trick_value
from .stopping import tricks_in_all


def read_tricks(reader: Reader, deal: Deal, stopping: Callable[[Deal], bool]) -> bool:
    """All tricks, as many as the smaller hands allow; what takes one leads to the next.

    Returns whether the deal stopped before the last one.
    """
    number = tricks_in_all(deal.row)
    leader = first_place(deal.dealer, deal.declarer, deal.row)
    if deal.leader is not None:
        leader = (deal.leader, "hand")
    for _ in range(number):
        leader = read_trick(reader, deal, leader)
        if len(deal.tricks) < number and stopping(deal):
            return True
        if deal.pile:
            read_drawing(reader, deal, leader[0])
    return False


def read_trick(reader: Reader, deal: Deal, leader: Place) -> Place:
    """One trick; returns the place that takes it."""
    played: list[tuple[Place, str]] = []
    for place in turn_order(leader, deal.dealer, deal.declarer, deal.row):
        led = played[0][1] if played else None
        played.append((place, read_play(reader, deal, place, led)))
    cards = [card for _, card in played]
    winner = trick_winner(played, deal.trump, deal.row, lowest=deal.lowest_wins)
    line = reader.take("trick")
    line.same("winner", winner[0])
    line.same("from", winner[1])
    line.same("cards", cards)
    line.same("points", trick_value(cards, deal.row, deal.trump))
    deal.tricks.append((winner[0], cards))
    return winner


def read_play(reader: Reader, deal: Deal, place: Place, led: str | None) -> str:
    """One card, chosen by the right person, from the right place, and legal."""
    seat, zone = place
    line = reader.take("play")
    line.same("seat", seat)
    line.same("by", who_chooses(place, deal.dealer, deal.declarer, deal.row))
    line.same("from", zone)
    card = line.data.get("card")
    held = deal.held_at(place)
    if not isinstance(card, str) or card not in held:
        line.fail(f"seat {seat} played {card}, which is not in his {zone}: {' '.join(held)}")
    check_choice(line, deal, place, card, led)
    deal.lay(place, card)
    return card


def check_choice(line: Line, deal: Deal, place: Place, card: str, led: str | None) -> None:
    """The card may be played now.

    The Regular Game for Two: the dealer "lifts the top card from dummy's hand and plays it", any card.
    """
    seat, zone = place
    held = deal.held_at(place)
    if zone == "dummy" and deal.row["dummy"] == "blind":
        if card != held[0]:
            line.fail(f"the top card of the dummy is {held[0]}, not {card}")
        return
    if zone == "battery" and deal.row["battery_free"]:
        return
    legal = legal_cards(held, led, deal.trump, deal.row)
    if card not in legal:
        asked = color_of(led, deal.trump, deal.row) if led else "any color"
        line.fail(f"seat {seat} may not play {card} where {asked} was led; he may play {' '.join(legal)}")


def read_drawing(reader: Reader, deal: Deal, winner: int) -> None:
    """Tennessee: the winner of the trick draws one of the two cards, the other player the other one."""
    taken: str | None = None
    for seat in (winner, 1 - winner):
        line = reader.take("draw")
        line.same("seat", seat)
        choice = drawable(deal.pile, taken)
        where = line.data.get("from")
        if where not in choice:
            line.fail(f"seat {seat} may draw from {' or '.join(choice)}, not from {where!r}")
        line.same("card", choice[where])
        deal.hands[seat].append(choice[where])
        taken = where
    deal.pile = after_drawing(deal.pile)


def read_cut(reader: Reader, deal: Deal) -> None:
    """Dixie 1912 and 1924: after equal tricks every player cuts, until the sides differ."""
    among = camps(deal.declarer, deal.partners, deal.row)
    if not cut_needed(deal.tricks, deal.row, among):
        return
    tied = tied_for_most(deal.tricks, among, deal.row)
    while deal.cut is None:
        cards: list[str] = []
        for seat in range(deal.row["seats"]):
            line = reader.take("cut")
            line.same("seat", seat)
            card = line.data.get("card")
            if card not in deck(deal.row) or face(str(card)) == ROOK:
                line.fail(f"{card!r} is not in the pack that was cut")
            cards.append(str(card))
        deal.cut = cut_side(cards, deal.row, among, tied)
