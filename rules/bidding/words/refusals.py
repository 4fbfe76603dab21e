"""Why cards may not be played, laid or called, for whoever tried."""

from __future__ import annotations

from rules.bidding.ranking import SPECIAL, color_name
from rules.bidding.variant import Variant
from rules.core.cards import Color

NOT_CALLABLE = "Call a card that isn't in your hand or your discard."


def must_follow(variant: Variant, led: int, trump: Color | None, *, dummy: bool = False) -> str:
    """Why only some cards may be played to a suit led, of the dummy or of one's own."""
    if led == SPECIAL:
        return "A trump was led, so follow with a trump."
    name = color_name(variant, Color(led))
    held = f"The dummy holds {name}" if dummy else f"You hold {name}"
    if led != trump:
        return f"{held}, so follow with a {name} card."
    also = ", the Rook included" if variant.rook != "none" else ""
    return f"{held}, the trump led, so follow with a trump{also}."


def not_in_nest(variant: Variant) -> str:
    """Why some cards may not go into the nest; empty where all may."""
    barred = []
    if not variant.bury_counters:
        barred.append("counter")
    if variant.bury_trumps == "no":
        barred.append("trump")
    if not variant.bury_rook and variant.rook != "none":
        barred.append("Rook")
    sentences = [f"No {' or '.join(barred)} may be discarded."] if barred else []
    if variant.exchange is not None:
        cards = "card" if variant.exchange == 1 else "cards"
        sentences.append(f"You may exchange at most {variant.exchange} {cards} of your own.")
    return " ".join(sentences)
