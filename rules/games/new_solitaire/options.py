"""The options of New Rook Solitaire."""

from __future__ import annotations

from typing import Annotated

from rules.core.protocol import Choice
from rules.games.options import AFTER_LAST_DEAL, Offer, switch
from rules.games.solitaire.options import UndoRules


class NewRules(UndoRules):
    """New Rook Solitaire: turning though a card fits, taking back, and how several play and compare."""

    hold_back: Annotated[
        bool,
        Offer(
            "Play",
            "Hold back",
            "You can turn the next card even if another still fits.",
            switch("While a card fits, no other is turned", "You may turn a card while another fits"),
        ),
    ] = False
    at_once: Annotated[
        bool,
        Offer(
            "Play",
            "Several players",
            "Whether several players take turns, or play at once with a deck each.",
            (
                Choice(False, "Take turns with one deck"),
                Choice(True, "Play at once, each with a deck in the same order"),
            ),
        ),
    ] = False
    """All decks are in the same order, and each player sees only their own."""
    best_single: Annotated[
        bool,
        Offer(
            "Scoring",
            "Best deal counts",
            "The best of three deals counts, not their sum.",
            switch("All three deals count", "The best of three deals counts"),
        ),
    ] = False
    extra_deal: Annotated[bool, AFTER_LAST_DEAL] = False

    @property
    def hides_cards(self) -> bool:
        """Whether only the player sees the cards; always where several play the same ones at once."""
        return self.private or self.at_once

    def unused_options(self) -> frozenset[str]:
        """With players at once: whether the cards are private."""
        return super().unused_options() | ({"private"} if self.at_once else frozenset())
