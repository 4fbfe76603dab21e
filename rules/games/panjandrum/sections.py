"""The rules of Panjandrum in sections, from the values of its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.core.about import Reading, RuleSection
from rules.core.words import counted
from rules.games.frame import Book
from rules.games.match_words import DRAWN
from rules.games.panjandrum.deal import MOST_TURNS
from rules.games.panjandrum.options import PanjandrumRules
from rules.games.race_words import WHO_COUNTS, time_to_call


class Places(NamedTuple):
    """Chapters of a booklet, by section of the rules."""

    deal: str
    turn: str
    end: str


PLACES: Final[Mapping[str, Places]] = {
    "panjandrum_1988": Places(", 1 (Dealing) and 2", ", 3 (To Start the Game)", ", 4 (Winning the Game)"),
    "panjandrum_1924": Places(", 1 and 2", ", 3 (To Start the Game)", ", The Object"),
}
"""By the key of the game."""

DEAL: Final = (
    "Deal all the cards, one at a time. Some players may get one card more. No one looks at the cards. They"
    " lie face down in front of you as your Hand."
)
PILES: Final = (
    "Each color has a Building Pile in the center, from 1 up to 14. Everyone has one Delay Pile, face up. On"
    " an opponent's Delay Pile, play the next number up or down, of any color. A 9 or an 11 goes on a 10. A"
    " 14 and a 1 never go together."
)
TURN: Final = (
    "The player left of the dealer starts. First look at the top card of your Delay Pile. Play it on its"
    " Building Pile if you can, or else on an opponent's Delay Pile. If it fits nowhere, lift the top card"
    " of your Hand and play it the same way. Go on as long as your cards fit. Put a lifted card that fits"
    " nowhere on your own Delay Pile. That ends your turn. When your Hand is empty, turn your Delay Pile"
    " over as your new Hand."
)
DEAL_IN_SHORT: Final = (
    "Deal all the cards. They lie face down in front of you as your Hand. No one looks at them."
)
PILES_IN_SHORT: Final = (
    "Build each color up from 1 to 14 in the center. On an opponent's Delay Pile, play the next number up"
    " or down."
)
TURN_IN_SHORT: Final = (
    "Play the top of your Delay Pile, or else of your Hand. A card that fits nowhere goes on your Delay"
    " Pile and ends your turn."
)
CALLS_IN_SHORT: Final = (
    "Call Panjandrum on a mistake. Whoever made it gets 2 cards from you and 1 from each other player. A"
    " false call costs you cards."
)
STRICT: Final = RuleSection(
    "Mistakes",
    "No one can make a mistake. A card with only one place to go is played for you. If it fits several"
    " opponents, you choose.",
    short="No one can make a mistake. A card with only one place to go is played for you.",
    ours=(
        Reading(
            "R-63",
            "The booklets let players make mistakes and call Panjandrum. To play that, set *Mistakes* to"
            " *Possible, and you call them*.",
        ),
    ),
)
CALLS: Final = (
    "Lay a card on the wrong pile, and that is a mistake. So is lifting a card while your Delay Pile has one"
    " to play. When you notice a mistake, call Panjandrum. Whoever made it gets 2 cards from the first to"
    " call and 1 from each other player. Put the cards you get under your Hand. {given} If there was no"
    " mistake, the caller gets {number} from the player called and 1 from each other player."
)
FREELY: Final = Reading(
    "R-63",
    "The booklets have these calls. Nothing stops a mistake: a card can go on any pile, and a wrong one stays"
    " there. On a Building Pile it waits underneath until it is the next of its color.",
)
GIVEN: Final[Mapping[bool, tuple[str, Reading]]] = {
    True: (
        "You give cards from your Hand or your Delay Pile, as you like.",
        Reading(
            "R-62",
            "You give the top card of either. The 1924 booklet takes cards from the Hand. Giving away your"
            " last card wins.",
        ),
    ),
    False: (
        "You give cards from your Hand.",
        Reading(
            "R-62",
            "You give the top card, or without a Hand the top of the Delay Pile. The 1988 booklet lets the"
            " givers choose. Giving away your last card wins.",
        ),
    ),
}
"""The sources of penalty cards, by whether givers choose."""
STOPPED: Final = Reading(
    "",
    "Players who run out of cards together share the win. A game that doesn't end stops after"
    f" {MOST_TURNS:,} turns. Then the fewest cards win.",
)


def sections(rules: PanjandrumRules, book: Book) -> tuple[RuleSection, ...]:
    """The rules in sections, with their places in the booklet and our readings."""
    places, source = PLACES[book.key], book.source
    ended = "The first to get rid of all cards, both Hand and Delay Pile, wins."
    return (
        RuleSection("Deal", DEAL, source + places.deal, (_players(rules), DRAWN), DEAL_IN_SHORT),
        RuleSection("Piles", PILES, source + places.turn, short=PILES_IN_SHORT),
        RuleSection("Turn", TURN, source + places.turn, (_turned_over(rules),), TURN_IN_SHORT),
        _calls(rules) if rules.panjandrum_free else STRICT,
        RuleSection("End", ended, source + places.end, (STOPPED,), ended),
    )


def _players(rules: PanjandrumRules) -> Reading:
    most = rules.players_max
    number = str(most) if most == 3 else f"3 to {most}"
    return Reading("R-60", f"{number} can play. The rules say 3 to 5, the title page of 1924 says 3 to 6.")


def _turned_over(rules: PanjandrumRules) -> Reading:
    when = (
        "when your next turn begins" if rules.flip_at_next_turn else "at once, even in the middle of a turn"
    )
    return Reading("R-61", f"You turn your Delay Pile over {when}.")


def _calls(rules: PanjandrumRules) -> RuleSection:
    given, which = GIVEN[rules.giver_chooses]
    text = CALLS.format(given=given, number=counted(rules.accused_gives, "card"))
    time = Reading(
        "",
        f"You have {time_to_call(rules)} to call after each card. If several call, {WHO_COUNTS[rules.race]}.",
    )
    return RuleSection("Panjandrum!", text, ours=(FREELY, which, time), short=CALLS_IN_SHORT)
