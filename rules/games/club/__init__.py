"""Club (1988): melds from two or three decks, Birdies, a discard pile to take, and cards that stop it.

The actions of a log, in the order of a turn:

``take pile``
    Two cards are drawn from the stock, or what is left of it. A Rook drawn is laid out at once and the
    next card drawn in its place.
``say pile``
    The player wants the whole discard pile and begins to plan melds. Its top card may be planned with the
    hand; the rest is taken only with ``say down``, if one planned meld has the top card and two natural
    cards of its number from the hand. Until then no other seat learns of it.
``put N CARD``, where a turn begins
    The top card of the discard pile goes onto meld N of the player's side, and the turn is over.
``say meld``
    The player, who has drawn, begins to plan melds.
``put N CARDS``, while planning
    The cards are planned, seen only by their player: for meld N of the side, planned melds included, or
    as a new meld if N is the next free number. Melds are numbered from 1 in the order in which a side
    laid them. The cards are named in the order of the deck: red, yellow, green and black rising, then
    the second deck.
``say down``
    All planned cards are laid together. The player then discards, or is out with no card left.
``say over``
    The plan is dropped. The player is back at the draw after ``say pile``, otherwise at the discard.
``discard CARD``
    The card goes onto the discard pile and the turn is over. The deal is over too if the player has no
    card left and the side two Birdies, or if the stock is empty.

The shuffled deck of ``deal CARDS`` is dealt one card at a time from the dealer's left, thirteen to each.
Then, from the dealer's left, all seats lay out their Rooks and draw for each. The next card is turned up;
1, 2 and 3 are covered by the next, and a Rook goes back into the middle of the stock (under half of its
cards, rounded down).
"""

from rules.games.club.game import GAMES, Club

__all__ = ["GAMES", "Club"]
