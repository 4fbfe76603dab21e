"""What is said at a game of Panjandrum: labels, sentences, and its rules in short sections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core.cards import Card, Color
from rules.core.decisions import Seat
from rules.games.panjandrum.piles import BUILDING, Piles, Tops
from rules.games.panjandrum.state import MOST_TURNS, PanjandrumRules
from rules.games.race import WHO_COUNTS, time_to_call

DEAL: Final = (
    "The whole pack is dealt, one card at a time; some may have a card more than others. Nobody looks at the"
    " cards: face down, they are one's Hand."
)
PILES: Final = (
    "There is a Building Pile for each color, from 1 up to 14. Everyone has one Delay Pile, face up in front"
    " of the Hand: an opponent may lay a card on it that is one higher or lower, of any color (9 or 11 on a"
    " 10, but never 14 and 1 on each other)."
)
TURN: Final = (
    "The player left of the dealer begins. First the top of one's own Delay Pile is laid, on a Building Pile"
    " or else on an opponent's Delay Pile. When it fits nowhere, the top card of the Hand is lifted and laid"
    " in the same way. As long as cards can be laid the turn goes on. A lifted card that fits nowhere goes on"
    " one's own Delay Pile, and the turn ends."
)
FORCED: Final = (
    "Players lift their cards. All that has only one way is then done by itself; where a card fits several"
    " opponents, the player chooses."
)
FREE: Final = (
    "Nothing is done by itself: a card may be laid on any pile, right or wrong, and a wrong one stays there."
    " (On a Building Pile it waits underneath until it is the next of its color.) After each card everyone"
    " may call “Panjandrum!” It was a mistake if the card belonged elsewhere, or was lifted while the Delay"
    " Pile had one to lay. Its player then gets two cards from the caller and one from everybody else, under"
    " the Hand."
)


def explained(rules: PanjandrumRules) -> tuple[tuple[str, str], ...]:
    """The rules in short sections, from the values played by."""
    empty = "when the next turn begins" if rules.flip_at_next_turn else "at once"
    over = f"When the Hand is empty, the Delay Pile is turned over {empty}, and is the new Hand."
    end = (
        "Whoever is first without any cards, in the Hand and on the Delay Pile, wins. A game that does not"
        f" end is stopped after {MOST_TURNS} turns, and the fewest cards win."
    )
    sections = (("Deal", DEAL), ("Piles", PILES), ("Turn", f"{TURN} {over}"))
    if not rules.panjandrum_free:
        return (*sections, ("At this table", FORCED), ("End", end))
    number = "two cards" if rules.accused_gives == 2 else "a card"
    false = f"If it was no mistake, the caller gets {number} from that player and one from everybody else."
    which = (
        "Everyone chooses to give from the Hand or the Delay Pile."
        if rules.giver_chooses
        else "The cards come from the top of the Hand, or of the Delay Pile where no Hand is left."
    )
    time = f"You have {time_to_call(rules)} to call; if several do, {WHO_COUNTS[rules.race]}."
    return (*sections, ("Panjandrum!", f"{FREE} {false} {which} {time}"), ("End", end))


def where(tops: Tops, place: int) -> str:
    """Somebody else's place in words: ``{2}'s G9``, ``the red pile``."""
    if place >= BUILDING:
        return f"the {Color(place - BUILDING).word} pile"
    return f"{{{place}}}'s {tops.delays[place]}"


def label(piles: Piles, seat: Seat, card: Card, place: int) -> str:
    """What the button of a move says."""
    if place != seat:
        return f"{card} on {where(piles.tops, place)}"
    return f"{card} on your Delay Pile" if piles.lifted is not None else f"Leave {card} where it is"


def laid(piles: Piles, seat: Seat, card: Card, place: int) -> str:
    """What happened, told the same way whether it was right or wrong."""
    if place == seat:
        return (
            f"{{{seat}}} keeps {card}."
            if piles.lifted is not None
            else f"{{{seat}}} leaves {card} where it is."
        )
    source = "" if piles.lifted is not None else " from the Delay Pile"
    return f"{{{seat}}} lays {card}{source} on {where(piles.tops, place)}."


def verdict(caller: Seat, accused: Seat, *, is_wrong: bool, number: int) -> str:
    """What comes of a call, kindly: who pays, and what."""
    found = "Well spotted, that was a mistake!" if is_wrong else "Oh dear, that was right!"
    loser, most = (accused, caller) if is_wrong else (caller, accused)
    cards = "two cards" if number == 2 else "a card"
    return (
        f"{{{caller}}} calls Panjandrum. {found}"
        f" {{{loser}}} gets {cards} from {{{most}}} and one from everybody else."
    )


def ended(out: Sequence[Seat]) -> str:
    """Why a game is over."""
    if not out:
        return f"The game is stopped after {MOST_TURNS} turns: the fewest cards win."
    who = " and ".join(f"{{{seat}}}" for seat in out)
    return f"{who} {'has' if len(out) == 1 else 'have'} no cards left."
