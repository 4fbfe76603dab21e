"""Actions that seldom fit, and values that are no actions, as a careless caller might pass them."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.core.actions import (
    NO_TRUMP,
    PASS,
    TAKES,
    TRUMPS,
    Action,
    AskPartner,
    Bid,
    CallPartner,
    ClaimMisdeal,
    Cut,
    Deal,
    Discard,
    Draw,
    EndForRenege,
    Fold,
    GiveLead,
    Hold,
    Keep,
    NameBird,
    NameTrump,
    Penalize,
    Play,
    Redeal,
    Sell,
    Shoot,
    Take,
)
from rules.core.cards import CARDS, Color

NUMBERED = CARDS[:57]


def strangers(random: Random) -> list[Action]:
    """One or several actions of each kind, some of which may fit."""
    card = random.choice(NUMBERED)
    some = tuple(random.sample(NUMBERED, 6))
    return [
        PASS,
        Hold(),
        Shoot(),
        ClaimMisdeal(),
        Fold(),
        AskPartner(),
        Keep(),
        Sell(random.randrange(6)),
        GiveLead(random.randrange(6)),
        NameBird("low"),
        random.choice(TAKES),
        Bid(random.randrange(0, 210)),
        Bid(5 * random.randrange(0, 42)),
        Bid(10 * random.randrange(0, 25), random.choice(list(Color))),
        Bid(-5),
        Bid(10**30),
        Play(card),
        Play(CARDS[57 + random.randrange(57)]),
        CallPartner(card),
        random.choice(TRUMPS),
        NO_TRUMP,
        NameTrump(Color.RED, lowest_wins=True),
        Discard(some[:5]),
        Discard(some[: random.randrange(1, 5)]),
        Discard((card, card, card, card, card)),
        Discard(()),
        Draw(some[: random.randrange(2, 6)]),
        Cut(some[: random.randrange(2, 6)]),
        Deal(some),
        Deal(NUMBERED),
        Deal((*NUMBERED[:40], NUMBERED[0])),
        Penalize(0, 40, "table talk"),
        Redeal(),
        EndForRenege(0),
    ]


def garbage() -> list[Any]:
    """Values of a wrong type, which Python does not check."""
    wrong: Any = None
    number: Any = 13
    return [
        None,
        7,
        "bid 75",
        Bid(wrong),
        Bid("75"),  # type: ignore[arg-type]
        Bid(75.0),  # type: ignore[arg-type]
        Bid(True),
        Bid(75, "red"),  # type: ignore[arg-type]
        Play(wrong),
        Play(number),
        Play("R14"),  # type: ignore[arg-type]
        CallPartner(number),
        NameTrump(number),
        NameTrump("green"),  # type: ignore[arg-type]
        NameTrump(Color.RED, lowest_wins=wrong),
        NameBird(wrong),
        Take(wrong),
        Sell(wrong),
        GiveLead(wrong),
        Discard(wrong),
        Discard((1, 2, 3, 4, 5)),  # type: ignore[arg-type]
        Discard(list(CARDS[:5])),  # type: ignore[arg-type]
        Discard(([],)),  # type: ignore[arg-type]
        Deal(wrong),
        Deal(tuple(range(41))),  # type: ignore[arg-type]
        Cut(wrong),
        Draw((1, 2)),  # type: ignore[arg-type]
    ]
