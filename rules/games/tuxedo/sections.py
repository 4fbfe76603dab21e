"""The rules of Tuxedo in sections, from the values of its options."""

from __future__ import annotations

from typing import Final

from rules.core.about import Reading, RuleSection
from rules.games.match_words import DRAWN_AGAIN, end_section
from rules.games.race_words import WHO_COUNTS, time_to_call
from rules.games.tuxedo.options import TuxedoRules

OLDER: Final = "Older rule books (transcribed 2020), Rules for Tuxedo"
BOOKLET: Final = "1924 booklet, Tuxedo"
CUT_OFF: Final = "The 1988 booklet has Tuxedo too, but its copy stops after two rules."
DEAL: Final = (
    "Draw for the deal: the highest card deals. Deal four cards each, and four face up to the center. When"
    " all hands are empty, deal four more each. If too few are left, everyone gets the same number. Odd"
    " cards go to the center."
)
DEAL_IN_SHORT: Final = (
    "Deal four cards each, and four face up to the center. When all hands are empty, deal four more each."
)
BUILDING: Final = (
    "Lay a card on a table card if you hold a card of their sum. Take the build with that card on your next"
    " turn."
)
"""The section in short."""
SIX: Final = Reading("R-74", "With six players, the last four cards all go to the center.")
OF_1988: Final = Reading("R-81", f"{CUT_OFF} So we play by the 1924 booklet.")
EVERYTHING: Final = (
    "Take every card and every sum that one card of yours matches. An 8 takes an 8, 6 and 2, and 5, 2 and 1."
)
ONE_WAY: Final = "Take one card equal to one of yours, or cards that add up to it. A 10 takes 5, 2 and 3."


def sections(rules: TuxedoRules, key: str) -> tuple[RuleSection, ...]:
    """The rules in short sections; ``key`` is that of the game."""
    is_older = key == "tuxedo_old"
    source = OLDER if is_older else BOOKLET
    of_deal = (DRAWN_AGAIN, SIX) if is_older else (DRAWN_AGAIN, SIX, OF_1988)
    building = (_building(rules),) if rules.building else ()
    orange = (_orange(rules),) if rules.orange else ()
    return (
        RuleSection("Deal", DEAL, source, of_deal, DEAL_IN_SHORT),
        _play(rules, source),
        *building,
        *orange,
        _scoring_of_older(rules) if is_older else _scoring(rules),
        end_section(rules, source),
    )


def _play(rules: TuxedoRules, source: str) -> RuleSection:
    if rules.multi_capture:
        taken = EVERYTHING
        ways = "You take all that matches, not one sum as in the older books. If sums share cards, choose."
    else:
        taken = ONE_WAY
        ways = "You take one card or one sum, even if more would match. The 1924 booklet takes them all."
    text = (
        f"The player left of the dealer starts. Each turn is one play. {taken} If you can't take, lay any"
        " card down in the center. Taking everything there is a sweep. After a sweep, the next player lays a"
        " card down."
    )
    otherwise = "If you can't, lay" if rules.forced_capture else "Or lay"
    short = f"{taken.partition('. ')[0]}. {otherwise} a card down. Taking all the cards is a sweep."
    must = "If you can take, you must." if rules.forced_capture else "Taking is up to you."
    return RuleSection("Play", text, source, (Reading("R-73", ways), Reading("R-76", must)), short)


def _building(rules: TuxedoRules) -> RuleSection:
    text = (
        "Instead of taking, lay a card on a table card if you hold a card of their sum. With a 2 and an 8,"
        " lay the 2 on a 6. Take the build on your next turn, unless someone takes it or builds higher first."
    )
    under = "one table card, several," if rules.multi_build else "one table card"
    ours = f"Build on {under} or a build, your own too. A build is taken whole, by a card of its sum."
    return RuleSection("Building", text, f"{BOOKLET}, Building", (Reading("R-79", ours),), BUILDING)


def _orange(rules: TuxedoRules) -> RuleSection:
    points = rules.orange_points
    text = (
        "When a player takes a red and a yellow card together, anyone may call Orange. The quickest call"
        f" scores {points} points. A call by mistake costs {points}."
    )
    both = "Both cards must come from the table. Each play scores one Orange at most."
    time = f"You have {time_to_call(rules)} to call. If several call, {WHO_COUNTS[rules.race]}."
    short = (
        "When a player takes a red and a yellow card together, the quickest to call Orange scores"
        f" {points}. A mistake costs {points}."
    )
    ours = (Reading("R-78", both), Reading("", time))
    return RuleSection("Orange", text, f"{BOOKLET}, Orange", ours, short)


def _scoring(rules: TuxedoRules) -> RuleSection:
    """The scoring of the 1924 booklet."""
    left = Reading("R-75", "Cards left in the center go to whoever was the last to take.")
    ours = (*_sizes(rules), left)
    text = f"{_points(rules)} {_tied(rules)}"
    return RuleSection("Scoring", text, f"{BOOKLET}, Counting", ours, _in_short(rules))


def _scoring_of_older(rules: TuxedoRules) -> RuleSection:
    """The scoring of the older rule books, which mention leftovers but no tie."""
    text = f"{_points(rules)} Cards left in the center go to whoever was the last to take."
    ours = (*_sizes(rules), Reading("R-80", _tied(rules)))
    return RuleSection("Scoring", text, f"{OLDER}, Counting", ours, _in_short(rules))


def _points(rules: TuxedoRules) -> str:
    """The points for most cards, fives and sweeps."""
    most = f"When all the cards are played, the most cards score {rules.most_cards} points."
    return f"{most} Each 5 you took scores {rules.five}. {_sweeps(rules)}"


def _in_short(rules: TuxedoRules) -> str:
    most = f"The most cards score {rules.most_cards} points (tied: {rules.tie_share or 'none'})."
    return f"{most} Each 5 you took scores {rules.five}. {_sweeps(rules)}"


def _sweeps(rules: TuxedoRules) -> str:
    big, little = rules.big_sweep, rules.little_sweep
    if big == little:
        return f"Each sweep scores {big}."
    return f"A Big Sweep of four cards or more scores {big}, a Little Sweep {little}."


def _tied(rules: TuxedoRules) -> str:
    return f"Players tied for most cards score {f'{rules.tie_share} each' if rules.tie_share else 'nothing'}."


def _sizes(rules: TuxedoRules) -> tuple[Reading, ...]:
    """Our reading on the size of a sweep, if the sizes count differently."""
    if rules.big_sweep == rules.little_sweep:
        return ()
    return (Reading("R-77", "Only table cards make a sweep big, not the card that takes them."),)
