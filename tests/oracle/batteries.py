"""The batteries of Over the Top: five cards face up, each lying on another one face down."""

from dataclasses import dataclass

from .dummy import Place


@dataclass
class Battery:
    """One battery; `up[i]` lies on `down[i]`.  An empty string is the place of a played card."""

    up: list[str]
    down: list[str]

    def exposed(self) -> list[str]:
        """The cards that may be played: "the play from Batteries is made only from face-up cards"."""
        return [card for card in self.up if card]

    def play(self, card: str) -> None:
        """Play an exposed card; the one beneath is turned up at once (R-41)."""
        i = self.up.index(card)
        self.up[i] = self.down[i]
        self.down[i] = ""


def battery_order(leader: Place) -> list[Place]:
    """The seats and places in playing order after this lead.

    "One battery always plays immediately after the other": from a hand, both hands and then both batteries;
    from a battery, both batteries and then both hands; the leader's always before the other player's.
    """
    seat, zone = leader
    other = "battery" if zone == "hand" else "hand"
    return [(seat, zone), (1 - seat, zone), (seat, other), (1 - seat, other)]
