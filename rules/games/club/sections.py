"""The rules of Club in short sections, from the values of its options."""

from __future__ import annotations

from typing import Final

from rules.core.about import Reading, RuleSection
from rules.games.club.deal import HAND
from rules.games.club.options import ClubRules
from rules.games.club.scoring import opening
from rules.games.match_words import DRAWN_AGAIN, end_section

OVER_3000: Final = 3001
"""A score of a side that is far ahead."""


ROOKS: Final = "You never hold a Rook. Lay it down at once and draw another card for it."
SCORE: Final = (
    "A side scores its Birdies and all cards it has melded. Cards left in its hands count against it."
)


def sections(rules: ClubRules, source: str) -> tuple[RuleSection, ...]:
    """The rules in the order of a deal; ``source`` is the chapter of the rule book."""
    return (
        *_before_play(rules, source),
        *_turn(rules, source),
        *_discard_pile(source),
        *_scoring(source),
        end_section(rules, f"{source}, 16 (Winning the Game)"),
    )


def _before_play(rules: ClubRules, source: str) -> tuple[RuleSection, ...]:
    threes = rules.club_teams == "threes"
    six = "two sides of three, every other seat" if threes else "three pairs"
    opposite = (
        "With four, partners sit opposite each other." if threes else "Partners sit opposite each other."
    )
    return (
        RuleSection(
            "Partners",
            f"Four play as two pairs with two decks, Rooks included. Six play with three decks. {opposite}",
            f"{source}, 1 (Equipment)",
            (Reading("R-65", f"Six players are {six}. The booklet can be read either way."),),
            f"Four play as two pairs with two decks, six with three decks as {six}.",
        ),
        RuleSection(
            "Deal",
            f"Draw for the deal: the highest card deals. Everyone gets {HAND} cards, and the rest is the draw"
            " pile. The next card is turned over to start the discard pile. If it is a 1, 2 or 3, it stays"
            " beneath and the next card is turned over onto it. A Rook goes back into the middle of the draw"
            " pile, and another card is turned over.",
            f"{source}, 2 (Dealing)",
            (DRAWN_AGAIN._replace(text=f"{DRAWN_AGAIN.text} Rooks are left out of the draw."),),
            f"Everyone gets {HAND} cards. The rest is the draw pile.",
        ),
        RuleSection(
            "Rooks",
            ROOKS,
            f"{source}, 10 (The Rook Bird Card)",
            (Reading("R-66", "Rooks from the deal are laid down right away, starting left of the dealer."),),
            ROOKS,
        ),
    )


def _turn(rules: ClubRules, source: str) -> tuple[RuleSection, ...]:
    first = f"A side's first melds of a deal must be worth {_opening(0, rules)} points, all in one turn."
    return (
        RuleSection(
            "Your turn",
            "Draw two cards from the draw pile. Then meld if you like. Discard a card to end your turn.",
            f"{source}, 4 (Playing)",
            short="Draw two cards, meld if you like, and discard one.",
        ),
        RuleSection(
            "Melds",
            "A matched set is three or more cards of one number. A sequence is three or more cards of one"
            " color in a row, from 4 up. 1s and 2s are wild and stand for any number in a set. At least two"
            " cards of a set must be natural. No wild card goes into a sequence. Partners share their melds"
            " and both may add to them. No one adds to another side's melds.",
            f"{source}, 5 (Wild Cards) and 7 (Playing to the Table)",
            short="Three or more cards of one number, or of one color in a row. In sets 1s and 2s are wild.",
        ),
        RuleSection(
            "Opening",
            f"{first} With a score from 2,000 to 3,000 they must be worth {_opening(2000, rules)}, above that"
            f" {_opening(OVER_3000, rules)}. A 1 or 2 is worth 20 points, any other card 10.",
            f"{source}, 6 (Card Values) and 7 (Playing to the Table)",
            (
                Reading(
                    "R-64",
                    f"Above 3,000 the booklet asks for “over 150”. Here {_opening(OVER_3000, rules)} is"
                    " enough.",
                ),
            ),
            first,
        ),
    )


def _discard_pile(source: str) -> tuple[RuleSection, ...]:
    return (
        RuleSection(
            "Discard pile",
            "After your first turn you may take the whole discard pile instead of drawing. You need two"
            " natural cards in hand of its top card's number, and meld all three at once. If your side"
            " hasn't opened, the top card and your own hand must be enough to open. After that you may meld"
            " more from the pile. Or take only the top card for your side's sequence or set without wild"
            " cards. That is your whole turn, with no discard.",
            f"{source}, 8 (Picking up Discards)",
            (Reading("R-70", "Opening with the pile takes the two natural cards too."),),
            "Instead of drawing, you may take it all to meld its top card with two more of its number.",
        ),
        RuleSection(
            "Stop cards",
            "No one takes the discard pile while a 3 lies on top. After you discard a 1 or 2, no one takes"
            " it until your next turn. 3s are melded only as a set, and only to go out.",
            f"{source}, 9 (Stop Cards)",
            (Reading("R-71", "A stop also keeps you from taking only the top card."),),
            "No one takes the discard pile while a 3 lies on top. A 1 or 2 stops it until your next turn.",
        ),
    )


def _scoring(source: str) -> tuple[RuleSection, ...]:
    return (
        RuleSection(
            "Birdies",
            "A Birdie is a meld of seven or more cards. A Birdie Sequence is worth 1,200 points. A Natural"
            " Birdie, a set without wild cards, is worth 800. A Regular Birdie is a set with wild cards and"
            " at least four natural ones, worth 400.",
            f"{source}, 11 (Birdies) and 13 (Base Score)",
            short="Melds of seven or more: 1,200 points in sequence, 800 in a set, 400 with wild cards.",
        ),
        RuleSection(
            "Going out",
            "With two Birdies you may meld all your cards, or all but one and discard it. Your side gets 200"
            " points for going out, and the deal is over. It is also over when the draw pile is used up.",
            f"{source}, 12 (Going Out) and 13 (Base Score)",
            (
                Reading("R-69", "The two Birdies are your side's, whoever melded them."),
                Reading("R-72", "Until your side has two Birdies, keep a card after discarding."),
                Reading("R-67", "If the draw pile runs out, draw what is left and finish your turn."),
            ),
            "With two Birdies you may meld all your cards, or all but one and discard it. That scores 200.",
        ),
        RuleSection(
            "Score",
            f"{SCORE} With two Birdies it also scores its Rooks: 200 for one, 500 for two, 1,000 for three.",
            f"{source}, 13 (Base Score) to 15 (Count Cards)",
            (
                Reading("R-68", "A Rook is worth nothing else."),
                Reading("R-08", "A score can fall below 0."),
            ),
            SCORE,
        ),
    )


def _opening(total: int, rules: ClubRules) -> int:
    return opening(total, rules.club_over3000_min)
