"""Club (1988): melds of two or three packs, Birdies, a discard pile to be taken, and cards that stop it.

What the acts of a deal mean, in the order of a turn:

``take pile``
    Two cards are drawn from the stock (what is left of it, if fewer). A Rook drawn is laid out at once
    and the next card drawn in its place.
``say pile``
    The player wants the whole discard pile and begins to lay down. Its top card lies ready beside
    the hand; the rest comes only when cards are laid down, with the top card and two natural cards of
    its number from the hand in one meld. Until then nothing has happened that anybody else may know.
``put N CARD``, where a turn begins
    The top card of the discard pile goes onto meld N of the player's side, and the turn is over.
``say meld``
    The player, who has drawn, begins to lay down.
``put N CARDS``, while laying down
    The cards are set aside, seen only by their player: for meld N of the side where there is one,
    counting those set aside before, or as a new meld, which is N where N is the next free number.
    Melds are numbered from 1 in the order in which a side laid them down. The cards are named in the
    order of the pack: red, yellow, green and black rising, then the second pack.
``say down``
    Everything set aside is laid down together. The player goes on to discard, and is out with no
    card left.
``say over``
    Everything set aside is taken back: to the draw after ``say pile``, else to the discard.
``discard CARD``
    The card is laid on the discard pile and the turn is over. The deal is over too if the player has no
    card left and the side two Birdies, or if no card is left in the stock.

The shuffled pack of ``deal CARDS`` is dealt one card at a time from the dealer's left, thirteen to each.
Then, from the dealer's left, everybody lays out their Rooks and draws for each. The next card is turned up;
1, 2 and 3 are covered by the next, and a Rook goes back into the middle of the stock (under half of its
cards, rounded down).
"""

from rules.games.club.game import GAMES, Club

__all__ = ["GAMES", "Club"]
