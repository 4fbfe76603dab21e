"""Automatic play of a hand's last card at its player's turn."""

from __future__ import annotations

from collections.abc import Container
from typing import Final, NamedTuple

from bot.table.desk.table import Table
from bot.table.turns.questions import Question
from rules.core.about import Kind
from rules.core.actions import Play
from rules.core.decisions import ChooseCard, Decision, Seat

KINDS: Final[frozenset[Kind]] = frozenset({"bidding", "tricks"})
"""Kinds of games in which tricks are taken."""


class LastCard(NamedTuple):
    """A card to play automatically. Secret until it is played."""

    seat: Seat
    play: Play
    question: Question

    def __repr__(self) -> str:
        return f"<the last card of seat {self.seat}>"


def last_card(table: Table, by_hand: Container[int]) -> LastCard | None:
    """The last card of the one asked player, in games of ``KINDS``; None with a choice, or in ``by_hand``.

    ``by_hand`` are the users who play it themselves. The number of cards in a hand is public, so an
    automatic play reveals nothing.
    """
    if table.match.game.about.kind not in KINDS or len(table.clock.questions.by_seat) != 1:
        return None
    [(seat, question)] = table.clock.questions.by_seat.items()
    play = only_play(question.decision)
    who = table.record.seats[seat] if seat >= 0 else None
    if play is None or who is None or who.computer is not None or who.user_id in by_hand:
        return None
    return LastCard(seat, play, question)


def only_play(decision: Decision) -> Play | None:
    """The play of the only card of the asked hand; None if there are more, or the decision is another."""
    # A card that is forced earlier waits for its player: played at once, it would tell of the hand.
    if not isinstance(decision, ChooseCard) or len(decision.held) != 1:
        return None
    first, *others = decision.answers()
    return first if isinstance(first, Play) and not others else None
