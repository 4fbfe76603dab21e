"""Hints of the games without bidding as sentences: every reason has one."""

from __future__ import annotations

from bot.computers.games import reasons
from bot.computers.games.reasons import OtherReason
from cogs.hand.hints import reason_text
from rules.core.cards import parse_cards
from rules.core.words import FIELDS

(CARD,) = parse_cards("R14")
NAMES = ("Ann", "Bob", "Cleo", "Dan")

SAID: list[tuple[OtherReason, str]] = [
    (reasons.NothingKnown(), "There's nothing to go on, so any choice will do."),
    (reasons.Below(CARD), "It stays below R14, which is winning the trick."),
    (reasons.OffColor(), "It isn't the color led, so it can't take the trick."),
    (reasons.Last(), "You play last, and it takes the trick."),
    (reasons.Beatable(0), "No card you haven't seen can beat it."),
    (reasons.Beatable(7), "7 cards you haven't seen can beat it."),
    (reasons.Held(7, 1), "You hold one 7."),
    (reasons.FourHeld(7), "You hold all four 7s."),
    (reasons.SomeoneFolded(), "Someone has folded, so fold before you're the last."),
    (reasons.Called(7, is_true=True), "The card's number is 7."),
    (reasons.Called(7, is_true=False), "The card's number isn't 7."),
    (reasons.LastCard(), "It's their last card, and your last chance to doubt."),
    (reasons.Likely(0), "You can see every card of that number, so they can't have it."),
    (reasons.Likely(82), "From what you've seen, the chance that they had that number is 82%."),
    (reasons.Orange(is_one=True), "The cards taken include both a red and a yellow card."),
    (reasons.Orange(is_one=False), "The cards taken don't include both a red and a yellow card."),
    (reasons.Mistake(is_one=True), "That move was a mistake."),
    (reasons.Mistake(is_one=False), "That move was no mistake."),
    (reasons.Count(25, 2), "It brings the count to 25, for 2 points."),
    (reasons.Count(24, 0), "It brings the count to 24."),
    (reasons.Collects(3), "It takes 3 cards, counting itself."),
    (reasons.Exposes(0), "After that, no number can take cards."),
    (reasons.Exposes(1), "After that, 1 of the 14 numbers can take cards."),
    (reasons.Builds(9, 1), "It builds 9, and you keep 1 card of that number."),
    (reasons.LaysMelds(40, 0), "You can lay down 40 points this turn."),
    (reasons.LaysMelds(120, 90), "You can lay down 120 points, and your side needs 90 to open."),
    (reasons.CannotLayMelds(), "The cards you set out can't be laid down yet."),
    (reasons.PileOf(5, CARD, 2), "The discard pile has 5 cards, R14 on top. You hold 2 of that number."),
    (reasons.StopsPile(), "It keeps the next player off the discard pile."),
    (reasons.Spare(0, 0), "You keep no other card of its number. It fits no meld of another side."),
    (reasons.Spare(2, 1), "You keep 2 more cards of its number. It fits 1 meld of another side."),
    (reasons.NextOfColor(), "It's the next card of its color."),
    (reasons.CardsLeft(2, 5), "Cleo has the fewest cards left of those it fits: 5."),
    (reasons.FitsNowhere(), "It fits no other pile."),
    (reasons.NothingFits(), "You have no card that fits a pile now."),
    (reasons.TopFits(), "The top card of your Delay Pile fits a pile now, so keep it."),
    (reasons.Uncovers(3), "There are 3 more cards under what you move."),
    (reasons.Uncovers(1), "There is 1 more card under what you move."),
    (reasons.Uncovers(0), "It clears a pile."),
    (reasons.OneMove(), "Only one move is possible."),
    (reasons.NoMove(), "No move is left."),
    (reasons.RunContinues(2), "After that, 2 columns can go on."),
    (reasons.RunContinues(0), "After that, no column can go on."),
]


def test_every_reason_has_a_sentence() -> None:
    for reason, sentence in SAID:
        assert reason_text(reason).format(*NAMES, **FIELDS) == sentence


def test_every_reason_is_tested() -> None:
    assert {type(reason) for reason, _ in SAID} == set(OtherReason.__args__)
