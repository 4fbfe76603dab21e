"""Hints of the games without bidding as sentences: every reason has one."""

from __future__ import annotations

from bot.computers.games import reasons
from bot.computers.games.reasons import OtherReason
from cogs.hand.hint_words import reason_text
from rules.core.cards import parse_cards
from rules.core.words import FIELDS

(CARD,) = parse_cards("R14")
NAMES = ("Ann", "Bob", "Cleo", "Dan")

SAID: list[tuple[OtherReason, str]] = [
    (reasons.NothingKnown(), "Nothing tells one choice from another."),
    (reasons.Below(CARD), "It stays below R14, which takes the trick so far."),
    (reasons.OffColor(), "It isn't of the color led, so it can't take the trick."),
    (reasons.Last(), "You play last, and it takes the trick."),
    (reasons.Beatable(0), "No card you haven't seen can beat it."),
    (reasons.Beatable(7), "7 cards you haven't seen can beat it."),
    (reasons.Held(7, 1), "You hold 1 card with the number 7."),
    (reasons.FourHeld(7), "You hold all four cards with the number 7."),
    (reasons.SomeoneFolded(), "Someone has folded, so fold before you are the last."),
    (reasons.Called(7, is_true=True), "The card's number is 7."),
    (reasons.Called(7, is_true=False), "The card's number isn't 7."),
    (reasons.LastCard(), "It's their last card, and your last chance to doubt."),
    (reasons.Likely(0), "Every card of that number is somewhere else."),
    (reasons.Likely(35), "By what you have seen, the chance that they had that number is 35%."),
    (reasons.Orange(is_one=True), "The cards taken include both a red and a yellow one."),
    (reasons.Orange(is_one=False), "The cards taken don't include both a red and a yellow one."),
    (reasons.Mistake(is_one=True), "That move was a mistake."),
    (reasons.Mistake(is_one=False), "That move was no mistake."),
    (reasons.Count(25, 2), "It brings the count to 25, for 2 points."),
    (reasons.Count(24, 0), "It brings the count to 24."),
    (reasons.Collects(3), "It takes 3 cards, its own included."),
    (reasons.Exposes(0), "After it, no number can take cards."),
    (reasons.Exposes(1), "After it, 1 of the 14 numbers can take cards."),
    (reasons.Builds(9, 1), "It builds 9, and you keep 1 card with that number."),
    (reasons.LaysDown(40, 0), "You can lay down 40 points this turn."),
    (reasons.LaysDown(120, 90), "You can lay down 120 points, and your side needs 90 to open."),
    (reasons.CannotLayDown(), "The cards you set aside can't be laid down yet."),
    (reasons.PileOf(5, CARD, 2), "The discards are 5 cards with R14 on top. You hold 2 of its number."),
    (reasons.StopsPile(), "It keeps the next player from the discards."),
    (reasons.Spare(0, 0), "You keep no other card of its number. It fits no meld of another side."),
    (reasons.Spare(2, 1), "You keep 2 more cards of its number. It fits 1 meld of another side."),
    (reasons.NextOfColor(), "It's the next card of its color."),
    (reasons.CardsLeft(2, 5), "Cleo has 5 cards left, the fewest of those it fits."),
    (reasons.FitsNowhere(), "It fits no other pile."),
    (reasons.NothingFits(), "You have no card that fits a pile now."),
    (reasons.TopFits(), "The top card of your Delay Pile fits a pile now, so keep it."),
    (reasons.Uncovers(3), "Below what you move lie 3 more cards."),
    (reasons.Uncovers(1), "Below what you move lies 1 more card."),
    (reasons.Uncovers(0), "It clears a pile."),
    (reasons.OneMove(), "Only one move is possible."),
    (reasons.NoMove(), "No move is left."),
    (reasons.GoesOn(2), "After it, 2 columns can go on."),
    (reasons.GoesOn(0), "No column can go on after it."),
]


def test_every_reason_has_a_sentence() -> None:
    for reason, sentence in SAID:
        assert reason_text(reason).format(*NAMES, **FIELDS) == sentence


def test_every_reason_is_tested() -> None:
    assert {type(reason) for reason, _ in SAID} == set(OtherReason.__args__)
