"""The options of Rook Clock Pastime."""

from __future__ import annotations

from rules.games.solitaire.options import SolitaireRules
from rules.games.turning import TurningRules


class ClockRules(SolitaireRules, TurningRules):
    """Rook Clock Pastime: the deal number, private cards, and how cards are turned."""

    @property
    def is_automatic(self) -> bool:
        """Whether the cards turn automatically; never in a private deal, where no one could follow them."""
        return self.turning == "auto" and not self.private

    def unused_options(self) -> frozenset[str]:
        """In a private deal: how cards are turned, which is by the player."""
        return frozenset({"turning", "pace"}) if self.private else super().unused_options()
