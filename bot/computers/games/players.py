"""The computer player of each game without bidding, and the reasons for its answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from bot.computers.brief import Brief, decision_of
from bot.computers.games import (
    club,
    cribbage,
    donkey,
    doubt,
    golden10,
    high14,
    new_solitaire,
    old_solitaire,
    panjandrum,
    tens,
    tuxedo,
)
from bot.computers.games.playing_out import Style
from bot.computers.games.reasons import NothingKnown, OtherReason
from bot.computers.games.tricks import choose_card, explain_card
from rules.core.actions import Action


class Choose(Protocol):
    """The function that answers every decision of one game without bidding."""

    def __call__(self, brief: Brief, random: Random, share: float = ..., /) -> Action:
        """Answer the decision in the brief, by ``share`` of the usual sampled deals; 0 for first sight."""
        ...


class Player(NamedTuple):
    """How the computer player of a game answers, and explains an answer."""

    choose: Choose
    explain: Callable[[Brief, Action], OtherReason | None]
    """The first simple fact that is true of an answer; None if no reason fits in a sentence."""


def _of_tricks(style: Style) -> Player:
    """The player of a game of tricks that needs no more than its style."""
    return Player(partial(choose_card, style), partial(explain_card, style))


def _turn_next(brief: Brief, _random: Random, _share: float = 1.0) -> Action:
    """The first answer of Rook Clock Pastime: turn the next card. To turn all at once ends the same."""
    return next(decision_of(brief).answers())


def _turn_any(brief: Brief, random: Random, _share: float = 1.0) -> Action:
    """The only allowed action of Match and Everlasting: turn the next card."""
    return decision_of(brief).sample(random)


PLAYERS: Final[Mapping[str, Player]] = MappingProxyType(
    {
        "club": Player(club.choose, club.explain),
        "golden10_1988": Player(golden10.choose, partial(explain_card, golden10.GOLDEN_10)),
        "golden10_1924": Player(golden10.choose, partial(explain_card, golden10.GOLDEN_10)),
        "flip": _of_tricks(golden10.FLIP),
        "high14": _of_tricks(high14.STYLE),
        "tuxedo_old": Player(tuxedo.choose, tuxedo.explain),
        "tuxedo_1924": Player(tuxedo.choose, tuxedo.explain),
        "cribbage": Player(cribbage.choose, cribbage.explain),
        "donkey": Player(donkey.choose, donkey.explain),
        "doubt_old": Player(doubt.choose, doubt.explain),
        "doubt_1924": Player(doubt.choose, doubt.explain),
        "panjandrum_1988": Player(panjandrum.choose, panjandrum.explain),
        "panjandrum_1924": Player(panjandrum.choose, panjandrum.explain),
        "match": Player(_turn_any, lambda _brief, _action: None),
        "everlasting": Player(_turn_any, lambda _brief, _action: None),
        "tens": Player(tens.choose, tens.explain),
        "old_solitaire": Player(old_solitaire.choose, old_solitaire.explain),
        "new_solitaire": Player(new_solitaire.choose, new_solitaire.explain),
        "clock": Player(_turn_next, lambda _brief, _action: NothingKnown()),
    }
)
"""By the key of the game."""
