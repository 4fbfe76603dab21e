"""Forgetting: small cards of old tricks, and voids shown in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.computers.heard import Heard
from rules.bidding.setup import Setup
from rules.core.events import CardPlayed, HeardEvent, TrickTaken

HIGH: Final = 12
"""Lowest number of a card that is never forgotten. Counters and trumps are never forgotten either."""


def forget(heard: Heard, setup: Setup, events: Sequence[HeardEvent], tricks: int, own: int) -> None:
    """Remove from ``heard`` what a player forgets who remembers only the last ``tricks`` tricks.

    ``own`` is the hand that remembers: what it played itself stays in mind.
    """
    taken = [place for place, event in enumerate(events) if isinstance(event, TrickTaken)]
    if len(taken) <= tricks:
        return
    old = events[: taken[-tricks - 1] + 1]
    ranking = heard.ranking
    for event in old:
        if isinstance(event, CardPlayed) and event.seat != own:
            card = event.card
            is_small = not ranking.value[card] and card.rank < HIGH and not ranking.trumps >> card & 1
            heard.out_of_play &= ~(is_small << card)
    then = Heard(setup, old)
    heard.missing = [now & ~before for now, before in zip(heard.missing, then.missing, strict=True)]
