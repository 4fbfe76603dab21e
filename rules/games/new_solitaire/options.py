"""The options of New Rook Solitaire."""

from __future__ import annotations

from typing import Annotated

from rules.games.options import ON_OFF, Offer
from rules.games.solitaire.options import UndoRules


class NewRules(UndoRules):
    """New Rook Solitaire: turning though a card fits, whether the best deal counts, taking back."""

    hold_back: Annotated[
        bool, Offer("Play", "Hold back", "You can turn the next card even if another still fits.", ON_OFF)
    ] = False
    best_single: Annotated[
        bool, Offer("Scoring", "Best deal counts", "The best of three deals counts, not their sum.", ON_OFF)
    ] = False
