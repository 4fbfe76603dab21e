"""The rules of Club in short sections, made from the values played by."""

from __future__ import annotations

from rules.core.about import RuleSection
from rules.games.club.deal import HAND
from rules.games.club.rules import ClubRules
from rules.games.club.scoring import opening
from rules.games.match_words import end_readings, ending


def sections(rules: ClubRules) -> tuple[RuleSection, ...]:
    """Headings and their texts."""
    threes = rules.club_teams == "threes"
    six = "two sides of three, every other player" if threes else "three pairs, partners opposite"
    return (
        RuleSection(
            "Deal",
            f"Two packs with their Rooks for four, who are two pairs; three packs for six, who are {six}."
            f" Everybody gets {HAND} cards. The rest is the stock; its first card that is neither 1, 2, 3"
            " nor a Rook begins the discards.",
        ),
        RuleSection("Turn", "Draw two cards from the stock, lay down melds if you like, and discard a card."),
        RuleSection(
            "Melds",
            "Three or more cards of one number, or three or more of one color in sequence from 4 up. 1s"
            " and 2s are wild: they stand for any number, never in a sequence, and two cards of every set"
            " must be natural. Partners share their melds and may add to them; nobody adds to another"
            " side's.",
        ),
        RuleSection(
            "First play",
            f"What a side lays down first in a deal must be worth {_opening(0, rules)} points or more, all in"
            f" one turn; at a score of 2,000 to 3,000 it is {_opening(2000, rules)} or more, over 3,000"
            f" {_opening(3001, rules)} or more. A 1 or 2 is worth 20 points, any other card 10.",
        ),
        RuleSection(
            "Discards",
            "Instead of drawing you may take all the discards, but not on your first turn: you need two"
            " natural cards of the top card's number and lay all three down at once. If your side has"
            " nothing on the table, that card and your hand alone must be enough to open. Or take only"
            " the top card, onto your side's sequence or set without wild cards: that is your whole turn,"
            " with no discard.",
        ),
        RuleSection(
            "Stops",
            "Nobody may take anything from the discards while a 3 lies on top, nor for a whole round after"
            " a 1 or 2 was discarded, until its player's turn. 3s are laid down only as a set, and only to"
            " go out.",
        ),
        RuleSection("Rook", "It is laid out at once, and another card is drawn for it."),
        RuleSection(
            "Birdies",
            "Seven or more cards in one meld: a sequence 1,200 points, a set without wild cards 800, a"
            " set with wild cards and four or more natural ones 400.",
        ),
        RuleSection(
            "Going out",
            "When your side has two Birdies you may lay down all your cards, or all but one and discard"
            " that: 200 points, and the deal is over. Before that you must keep a card after discarding."
            " The deal is also over when the stock is used up.",
        ),
        RuleSection(
            "Score",
            "Birdies, the cards laid down, and with two Birdies the Rooks: 200 for one, 500 for two, 1,000"
            " for three. Cards left in hand count against you.",
        ),
        RuleSection("End", ending(rules), ours=end_readings(rules)),
    )


def _opening(total: int, rules: ClubRules) -> int:
    return opening(total, rules.club_over3000_min)
