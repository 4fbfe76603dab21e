"""Hints as sentences: every reason has one, and it fits in a hand."""

from __future__ import annotations

from bot.computers.games.reasons import OtherReason
from bot.computers.hints import reasons
from bot.computers.hints.reasons import Ranked, Reason
from cogs.hand.hints import expected_text, hint_text, imperative, reason_text
from rules.core.actions import PLAYS, TAKES, Bid, NameTrump, Sell
from rules.core.cards import Color, parse_cards
from rules.core.decisions import ChooseNumber, ChooseOption, options_of
from rules.core.words import FIELDS
from tests.ui.tables import first, shown

TRUMPS = parse_cards("R14 R13 R12 R9 R5 R1")
STRENGTH = reasons.Strength(Color.RED, TRUMPS, lowest_wins=False)
WORTH = reasons.Worth(STRENGTH, 105)
NAMES = ("Ann", "Bob", "Cleo", "Dan", "the dummy")

SAID: list[tuple[Reason, str]] = [
    (reasons.NoChoice(), "There's no other choice."),
    (reasons.Judged(12), "Of 12 choices, this one looks best."),
    (reasons.Judged(0), "This looks best."),
    (STRENGTH, "Red: 6 trumps with R14 R13 R12."),
    (reasons.Strength(Color.RED, TRUMPS[-1:], lowest_wins=True), "Red, lowest wins: 1 trump with R1."),
    (reasons.Strength(None, (), lowest_wins=False), "No color."),
    (reasons.Strength(Color.BLACK, (), lowest_wins=False), "Black: no trumps."),
    (WORTH, "Red: 6 trumps with R14 R13 R12. That's about 105 points as the bidder."),
    (
        WORTH._replace(needed=110),
        "Red: 6 trumps with R14 R13 R12. That's about 105 points as the bidder, and the next bid is 110.",
    ),
    (
        WORTH._replace(bidder=2),
        "Red: 6 trumps with R14 R13 R12. That's about 105 points as the bidder, but Cleo is your partner "
        "and has the high bid.",
    ),
    (
        WORTH._replace(by_score=True),
        "Red: 6 trumps with R14 R13 R12. That's about 105 points as the bidder, but at this score winning "
        "the match matters more.",
    ),
    (
        WORTH._replace(margin=reasons.Margin(100, 25)),
        "Red: 6 trumps with R14 R13 R12. That's about 105 points as the bidder, give or take 25. That cuts "
        "it too close for a bid of 100.",
    ),
    (reasons.EveryTrick(24), "The computer tried 24 likely deals, and this hand took every trick."),
    (
        reasons.Discarding(WORTH, (Color.GREEN,)),
        "Red: 6 trumps with R14 R13 R12. That's about 105 points as the bidder. You keep no green, so you "
        "can trump it.",
    ),
    (
        reasons.Discarding(WORTH, (Color.RED, Color.GREEN)),
        "Red: 6 trumps with R14 R13 R12. That's about 105 points as the bidder. You keep no red or green, so "
        "you can trump them.",
    ),
    (reasons.Takes(25), "No opponent can beat it. The trick has 25 points so far."),
    (reasons.PartnerTakes(4, 10), "This trick goes to the dummy for sure, so this card adds 10 points."),
    (reasons.PartnerTakes(None, 5), "Your own card takes this trick for sure, so this card adds 5 points."),
    (reasons.PartnerTakes(2, 0), "This trick goes to Cleo for sure, so save your good cards."),
    (reasons.Lost(0), "This trick is lost for sure, so play a card that counts nothing."),
    (reasons.Lost(5), "This trick is lost for sure, and this card gives away only 5 points."),
    (
        reasons.DrawsTrumps(5, 1),
        "It pulls trump: up to 1 trump may be out against you, and this hand has 5.",
    ),
    (reasons.Cheapest(0), "It counts nothing, and other cards you could play count more."),
    (reasons.Cheapest(5), "It counts only 5 points, and other cards you could play count more."),
    (reasons.TriedOut(4, 8), "The computer tried 4 cards in 8 likely deals, and this one did best."),
    (
        reasons.Sold(60, -5, 12),
        "Next to the others' average, keeping trump is worth −5, and selling it for 60 is worth +12.",
    ),
    (reasons.Drawn(12, 4), "The card that shows is worth 12 to you, and an unseen card about 4."),
    (reasons.NotDealtYet(), "No one has a card yet, so it favors no one."),
]

PROMISED: list[tuple[Ranked, str]] = [
    (Ranked(Bid(95), 105, 71, is_own=True), "takes about 105, makes it 71% of the time"),
    (Ranked(NameTrump(Color.RED), 90, is_own=True), "takes about 90 points"),
    (Ranked(PLAYS[TRUMPS[0]], 90, 40), "the bidder takes about 90, makes it 40% of the time"),
    (Ranked(PLAYS[TRUMPS[0]], 90), "the bidder takes about 90 points"),
    (Ranked(PLAYS[TRUMPS[0]], 20, is_sale=True), "whoever named trump takes about 20 points"),
    (Ranked(TAKES[0], 12), "worth +12"),
    (Ranked(Sell(2), -3), "worth −3"),
    (Ranked(Sell(2), 0), "worth 0"),
]


def test_hint_gives_promise_of_an_answer_in_figures() -> None:
    for one, text in PROMISED:
        assert expected_text(one) == text


def test_hint_lists_each_comparison_on_its_own_line() -> None:
    moment = first("kentucky", ChooseNumber)
    seat, _ = moment.asked
    ranked = tuple(Ranked(Bid(points), 105, 71, is_own=True) for points in (75, 80, 85, 90))
    advice = reasons.Advice(Bid(75), WORTH, ranked)
    _, *compared = hint_text(shown(moment), moment.game.seat_view(moment.state, seat), advice).split("\n")
    assert compared == [
        f"-# Bid {points}: takes about 105, makes it 71% of the time" for points in (75, 80, 85)
    ]


def test_hint_calls_a_card_laid_down_what_its_button_does() -> None:
    """Bug: the hint said to play a card, where every button said to lay one down."""
    moment = first("tuxedo_1924", ChooseOption)
    seat, decision = moment.asked
    table, view = shown(moment), moment.game.seat_view(moment.state, seat)
    for option in options_of(decision):
        label = table.rules.words.answer(view, option.action)
        assert imperative(table, view, option.action) == f"{label}."


def test_every_reason_has_a_sentence() -> None:
    for reason, sentence in SAID:
        assert reason_text(reason).format(*NAMES, **FIELDS) == sentence


def test_every_reason_is_tested() -> None:
    assert {type(reason) for reason, _ in SAID} | set(OtherReason.__args__) == set(Reason.__args__)
