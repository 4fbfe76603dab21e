"""The computer player of each game without bidding."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final, Protocol

from bot.computers.brief import Brief
from bot.computers.games import (
    clock,
    club,
    cribbage,
    donkey,
    doubt,
    golden10,
    high14,
    match_pairs,
    new_solitaire,
    old_solitaire,
    panjandrum,
    tens,
    tuxedo,
)
from rules.core.actions import Action


class Choose(Protocol):
    """The function that answers every decision of one game without bidding."""

    def __call__(self, brief: Brief, random: Random, share: float = ..., /) -> Action:
        """Answer the decision in the brief, by ``share`` of the usual sampled deals; 0 for first sight."""
        ...


PLAYERS: Final[Mapping[str, Choose]] = MappingProxyType(
    {
        "club": club.choose,
        "golden10_1988": golden10.choose,
        "golden10_1924": golden10.choose,
        "flip": golden10.choose_flip,
        "high14": high14.choose,
        "tuxedo_old": tuxedo.choose,
        "tuxedo_1924": tuxedo.choose,
        "cribbage": cribbage.choose,
        "donkey": donkey.choose,
        "doubt_old": doubt.choose,
        "doubt_1924": doubt.choose,
        "panjandrum_1988": panjandrum.choose,
        "panjandrum_1924": panjandrum.choose,
        "match": match_pairs.choose,
        "everlasting": match_pairs.choose,
        "tens": tens.choose,
        "old_solitaire": old_solitaire.choose,
        "new_solitaire": new_solitaire.choose,
        "clock": clock.choose,
    }
)
"""By the key of the game."""
