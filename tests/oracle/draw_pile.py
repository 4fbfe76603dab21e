"""The drawing pile of Tennessee.  The pile is a list in drawing order; its first card is the open one.

"The player capturing draws one card.  He has his choice of drawing either the card which is displayed
face-up, or the top card of the pile which is face-downward.  The other player then draws the one of these
two cards which was not taken."
"""


def drawable(pile: list[str], taken: str | None) -> dict[str, str]:
    """The cards that may be drawn, by place; `taken` = where the trick's winner drew, or None."""
    both = {"up": pile[0], "pile": pile[1]}
    return {where: card for where, card in both.items() if where != taken}


def after_drawing(pile: list[str]) -> list[str]:
    """The pile when both have drawn; its new first card is turned up."""
    return pile[2:]
