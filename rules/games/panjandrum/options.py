"""The options of Panjandrum."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.core.protocol import Choice
from rules.games.options import Offer, numbers
from rules.games.race import RACING, RaceRules


class PanjandrumRules(RaceRules):
    """Panjandrum: the most players, mistakes and their fines, and when a Delay Pile is turned over."""

    players_max: Annotated[
        int, Field(ge=3, le=6), Offer("Table", "Most players", "How many can play.", numbers(5, 6))
    ] = 5
    panjandrum_free: Annotated[
        bool,
        Offer(
            "Play",
            "Mistakes",
            "Whether players can make mistakes, and call “Panjandrum!” when they see one.",
            (
                Choice(value=False, label="No one makes mistakes"),
                Choice(value=True, label="Players can make mistakes, and you call them"),
            ),
        ),
    ] = False
    flip_at_next_turn: Annotated[
        bool,
        Offer(
            "Play",
            "New Hand",
            "When you turn your Delay Pile over after your Hand runs out.",
            (
                Choice(value=False, label="You turn it over at once"),
                Choice(value=True, label="You turn it over at your next turn"),
            ),
        ),
    ] = False
    giver_chooses: Annotated[
        bool,
        Offer(
            "Play",
            "Penalty cards",
            "Where players take the cards they give for a mistake.",
            (
                Choice(value=True, label="Cards from the Hand or the Delay Pile"),
                Choice(value=False, label="Cards from the Hand"),
            ),
        ),
    ] = False
    accused_gives: Annotated[
        Literal[1, 2],
        Offer(
            "Play",
            "After a false call",
            "What a player called by mistake gives the caller.",
            (Choice(2, "2 cards"), Choice(1, "1 card")),
        ),
    ] = 2

    def unused_options(self) -> frozenset[str]:
        """The options of calls and fines, unless mistakes are possible."""
        return frozenset() if self.panjandrum_free else RACING | {"giver_chooses", "accused_gives"}
