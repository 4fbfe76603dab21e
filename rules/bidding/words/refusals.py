"""Why cards may not be played, discarded or called, as sentences for the player who tried."""

from __future__ import annotations

from rules.bidding import deck
from rules.bidding.ranking import COLORLESS, color_name, is_bird_red
from rules.bidding.variant import Variant
from rules.bidding.words.common import number_of, the_baby, the_birds, the_rook
from rules.core.cards import Color
from rules.core.words import counted, listed

TOO_FEW = "You hold too few other cards, so the cheapest of them go."


def must_follow(variant: Variant, led: int, trump: Color | None, *, dummy: bool = False) -> str:
    """Why only some cards of a hand (or of the ``dummy``) may be played to the suit led."""
    if led == COLORLESS:
        return "A trump was led, so follow with a trump."
    name = color_name(variant, Color(led))
    if led == trump:
        return f"{name.capitalize()} is trump and was led, so follow with a trump{_other_trumps(variant)}."
    is_red = is_bird_red(variant, trump)
    if variant.rook != "none" and variant.rook_plays == "any_color" and not is_red:
        bird = "a Rook" if variant.packs > 1 else "the Rook"
        return f"{name.capitalize()} was led, so follow with a {name} card or {bird}."
    held = f"The dummy holds {name}" if dummy else f"You hold {name}"
    included = f", {the_rook(variant)} included" if is_red and led == Color.RED else ""
    return f"{held}, so follow with a {name} card{included}."


def _other_trumps(variant: Variant) -> str:
    """The trumps under any color, which must follow, too."""
    reds = deck.red_ones(variant)
    special = [f"the red 1{'s' if reds > 1 else ''}"] if reds else []
    special += the_birds(variant)
    return f", {listed(special)} included" if special else ""


def not_callable(variant: Variant, *, is_second: bool) -> str:
    """Why only some cards may be called: those of others, and for the second call not the first card."""
    if variant.partner_card == "any" and is_second:
        return "You've called that card. Call another."
    other = "another card" if is_second else "a card"
    return f"Call {other} that isn't in your hand or your discard."


def not_in_nest(variant: Variant, most: int) -> str:
    """Why some cards may not be discarded to the nest; empty if all may.

    ``most``: how many of their own cards, or of counters, the declarer may discard if that is limited.
    """
    barred = []
    if not variant.bury_counters:
        barred.append("counter")
    if variant.bury_trumps == "no":
        barred.append("trump")
    if not variant.bury_rook and variant.rook != "none":
        barred.append("Rook")
        barred += [the_baby(variant).removeprefix("the ")] if deck.second_birds(variant) else []
    sentences = [f"No {' or '.join(barred)} may be discarded."] if barred else []
    if variant.bury_counters == "for_trumps" and not most:
        sentences.append("No counter may be discarded while you hold enough cards that aren't trumps.")
    elif variant.bury_counters == "for_trumps":
        sentences.append(
            f"You may discard at most {number_of(most, 'counter')}, and only with all your other cards that "
            "aren't trumps."
        )
    if variant.exchange is not None and most:
        sentences.append(f"You may discard at most {counted(most, 'card')} of your own.")
    elif variant.exchange is not None:
        sentences.append("You may not discard cards of your own.")
    return " ".join(sentences)
