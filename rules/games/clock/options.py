"""What may be agreed on in Rook Clock Pastime."""

from __future__ import annotations

from rules.games.patience.options import PatienceRules
from rules.games.turning import TurningRules


class ClockRules(PatienceRules, TurningRules):
    """A game for one in which cards are only turned: by themselves where all may watch."""

    @property
    def turns_by_itself(self) -> bool:
        """Whether the cards turn by themselves; nobody could follow that in private."""
        return self.turning == "auto" and not self.private

    def idle(self) -> frozenset[str]:
        """In private there is no choice who turns the cards."""
        return frozenset({"turning", "pace"}) if self.private else super().idle()
