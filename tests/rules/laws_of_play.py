"""Laws of bidding and play: bids rise, colors are followed, the highest card takes the trick and leads."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from rules.bidding.phases import Phase
from rules.core.actions import Discard, Play
from rules.core.cards import Card, CardSet, Color
from rules.core.decisions import ChooseCard
from rules.core.events import BidMade, BidPassed, CardPlayed, DealStarted, TableLaid
from tests.rules.bidding import rulebook
from tests.rules.playouts import Playout, Step
from tests.rules.stories import Story, finished, stories


def bids_rise(playout: Playout, random: Random) -> None:
    """Bids rise by the step from the opening to the cap; who passes is out of the auction."""
    for story in stories(playout):
        high, out = 0, set[int]()
        for event in story.events:
            if isinstance(event, BidMade | BidPassed):
                assert event.seat not in out, "who has passed has spoken"
            if isinstance(event, BidPassed):
                out.add(event.seat)
            if isinstance(event, BidMade):
                points, facts = event.points, story.facts
                assert points > high, "not above the last bid"
                assert points >= facts.opening, "below the opening"
                assert points % facts.step == 0, "off the step"
                assert points <= _cap(story, event.color), "above the cap"
                high = points


def _cap(story: Story, color: Color | None) -> int:
    if isinstance(story.facts.total, int):
        return story.facts.cap
    return rulebook.by_trump(story.facts.total, color) // story.facts.step * story.facts.step


def tricks_go_to_the_highest(playout: Playout, random: Random) -> None:
    """One card of every hand a trick; the highest trump, else of the color led, takes it and leads."""
    for story in finished(playout):
        leader = story.tricks[0].hands[0]
        for trick in story.tricks:
            assert list(trick.hands) == playing_order(story, leader), "hands out of order"
            assert len(trick.cards) == len(trick.hands), "a trick of the wrong size"
            led = rulebook.suit(story.facts, trick.cards[0], story.trump)
            plays = list(zip(trick.hands, trick.cards, strict=True))
            leader = max(plays, key=lambda play: rulebook.strength(story.facts, play[1], story.trump, led))[0]
            owner = leader % story.players if _has_batteries(story) else leader
            assert trick.winner == owner, "the wrong seat took the trick"


def playing_order(story: Story, leader: int) -> list[int]:
    """The hands in playing order from the one that leads (1918; 1988, Regular for Two, Three-Handed)."""
    players, declarer = story.players, story.declarer
    if _has_batteries(story):
        other = leader ^ 1
        return [leader, other, (leader + 2) % 4, (other + 2) % 4]
    around = list(range(players))
    if story.key == "regular_for_two":
        around = [story.dealer, 1 - story.dealer, 2]
    elif story.facts.spare:
        around = [declarer, (declarer + 1) % 3, 3, (declarer + 2) % 3]
    at = around.index(leader)
    return around[at:] + around[:at]


def _has_batteries(story: Story) -> bool:
    return story.key.startswith("over_the_top")


def colors_are_followed(playout: Playout, random: Random) -> None:
    """Exactly the cards that follow the color led may be played, without one any; the bird by its game."""
    facts = rulebook.FACTS[playout.key]
    for step in playout.steps:
        if isinstance(step.action, Play) and isinstance(step.decision, ChooseCard):
            held = step.before.hands[step.decision.hand]
            assert step.decision.held == held, "the question is about other cards"
            expected = legal(facts, held, step.before.trick[:1], step.before.ranking.trump)
            assert set(step.decision.cards) == expected, (
                "a revoke, or a card that might be played and may not"
            )
            assert step.action.card in expected, "a revoke"


def legal(facts: rulebook.Facts, held: CardSet, led: tuple[Card, ...], trump: Color | None) -> set[Card]:
    """The cards that may be played on the one led (1988, Playing and Rook Bird Card)."""
    if not led:
        return set(held)
    asked = rulebook.suit(facts, led[0], trump)
    following = {card for card in held if rulebook.suit(facts, card, trump) == asked}
    free = {card for card in held if card.is_bird} if facts.bird == "top" else set()
    return following | free if following else set(held)


def hands_keep_their_size(playout: Playout, random: Random) -> None:
    """After the exchange every hand is as large as it was dealt."""
    for step in playout.steps:
        if isinstance(step.action, Discard):
            size, odd = rulebook.hand_sizes(rulebook.FACTS[playout.key], playout.players)
            after = step.after.hands[step.seat]
            assert len(after) in ({size, size + 1} if odd else {size}), "a hand too large or too small"


def discards_are_allowed(playout: Playout, random: Random) -> None:
    """No counter where the book forbids it, unless nothing else is held (R-15); for two, two own cards."""
    facts = rulebook.FACTS[playout.key]
    for step in playout.steps:
        if isinstance(step.action, Discard):
            discarded, held = set(step.action.cards), set(step.before.hands[step.seat])
            counters = {card for card in held if rulebook.value(facts, card, card.color)}
            if facts.discards == "no_counters":
                forced = len(discarded) - len(held - counters)
                assert len(discarded & counters) == max(forced, 0), "a counter was discarded"
            if facts.discards == "two":
                own = discarded - set(step.before.deal.taken_up)
                assert len(own) <= 2, "more than two cards were exchanged"


def the_highest_of_all_takes_its_trick(playout: Playout, random: Random) -> None:
    """The bird on top takes every trick it is in; in The Red 1 the Red 1 does."""
    highest = {"top": "Rook", "second": "R1"}.get(rulebook.FACTS[playout.key].bird)
    for story in finished(playout):
        for trick in story.tricks:
            for hand, card in zip(trick.hands, trick.cards, strict=True):
                owner = hand % story.players if _has_batteries(story) else hand
                assert str(card) != highest or trick.winner == owner, f"{highest} was beaten"


def deals_pass_to_the_left(playout: Playout, random: Random) -> None:
    """The next dealer sits left of the last, after a throw-in too; deals are numbered."""
    started = [event for event in playout.events if isinstance(event, DealStarted)]
    for before, after in pairwise(started):
        assert after.dealer == (before.dealer + 1) % playout.players, "the wrong player deals"
        assert after.deal == before.deal + 1, "deals are miscounted"


# --- the tables of two, and dummies -------------------------------------------------------------------------


def the_pile_is_drawn_in_pairs(playout: Playout, random: Random) -> None:
    """Tennessee: the pile goes from 18 to 0 in steps of two; hands hold eleven until then; twenty tricks."""
    if not playout.key.startswith("tennessee"):
        return
    for step in playout.steps:
        if step.before.phase is Phase.TAKE:
            assert len(step.before.stock.pile) - len(step.after.stock.pile) == 2, "not a card each"
            assert [len(hand) for hand in step.after.hands] == [11, 11], "hands of the wrong size"
    for story in finished(playout):
        assert len(story.all(TableLaid)[0].pile) == 18, "a pile of the wrong size"
        assert len(story.tricks) == 20, "tricks were lost"


def batteries_are_uncovered(playout: Playout, random: Random) -> None:
    """Over the Top: as soon as an exposed card is played, the card under it lies open; five at first."""
    if not playout.key.startswith("over_the_top"):
        return
    for step in playout.steps:
        if step.before.phase is Phase.PLAY:
            hand = step.decision.hand
            under = dict(step.before.stock.covered).get(_card(step))
            if hand >= playout.players and step.after.phase is Phase.PLAY:
                size = len(step.before.hands[hand]) - 1 + (under is not None)
                assert len(step.after.hands[hand]) == size, "a card was not turned up"
                assert under is None or under in step.after.hands[hand], "another card was turned up"
    for story in finished(playout):
        for _, up, down in story.all(TableLaid)[0].batteries:
            assert (len(up), len(down)) == (5, 5), "a battery of the wrong size"


def _card(step: Step) -> Card | None:
    return step.action.card if isinstance(step.action, Play) else None


def dummies_are_played_by_the_right_seat(playout: Playout, random: Random) -> None:
    """Display and Regular for Two: the dealer; Boston and three-handed: the declarer; never the owner."""
    for story in finished(playout):
        dummy, by = _dummy(story)
        for event in story.all(CardPlayed):
            expected = by if event.seat == dummy else event.seat
            assert event.by == expected, "the wrong seat played the dummy"
            assert (event.source == "dummy") == (event.seat == dummy), "a card from the wrong place"
        if story.key == "regular_for_two":
            order = [event.card for event in story.all(CardPlayed) if event.seat == 2]
            assert order == list(story.all(TableLaid)[0].dummy), "the dummy's order changed"


def _dummy(story: Story) -> tuple[int | None, int]:
    match story.key:
        case "display":
            return (story.dealer + 2) % 4, story.dealer
        case "boston":
            return (story.declarer + 2) % 4, story.declarer
        case "boston_three" | "three_handed_display":
            return 3, story.declarer
        case "regular_for_two":
            return 2, story.dealer
        case _:
            return None, 0


LAWS = (
    bids_rise,
    tricks_go_to_the_highest,
    colors_are_followed,
    hands_keep_their_size,
    discards_are_allowed,
    the_highest_of_all_takes_its_trick,
    deals_pass_to_the_left,
    the_pile_is_drawn_in_pairs,
    batteries_are_uncovered,
    dummies_are_played_by_the_right_seat,
)
