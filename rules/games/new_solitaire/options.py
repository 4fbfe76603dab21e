"""What may be agreed on in New Rook Solitaire."""

from __future__ import annotations

from typing import Annotated

from rules.games.options import ON_OFF, Offer
from rules.games.patience.options import UndoRules


class NewRules(UndoRules):
    """New Rook Solitaire: how several compare, and whether one may hold back."""

    hold_back: Annotated[
        bool, Offer("Play", "Hold back", "One may turn the next card though another would still fit", ON_OFF)
    ] = False
    best_single: Annotated[
        bool, Offer("Scoring", "Best deal", "The best of three deals counts, not their sum (R-90)", ON_OFF)
    ] = False
