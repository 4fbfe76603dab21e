"""The Variant model: one bidding game as data, the house rules agreed on included."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from rules.cards import RANKS

Points = Annotated[int, Field(ge=0, le=1000)]


class Penalties(BaseModel):
    """What the books take off for faults the bot's dealing and refereeing prevent, in points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    wrong_discard: Points = 0
    table_talk: Points = 0
    late_misdeal: Points = 0
    misdeal_until_trick: int = 0
    """A misdeal found before this many tricks are taken is dealt again by the next dealer."""
    revoke: Literal["bid"] | None = None
    """``bid``: the deal ends and the revoking side loses the bid, whoever made it."""


class Variant(BaseModel):
    """One bidding game with its options. Field names are those of a record's ``options``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    title: str
    edition: str
    source: str
    summary: str

    seats: tuple[int, ...]
    teams: Literal["pairs"]

    low: int = Field(ge=1, le=RANKS)
    """The lowest number left in the pack."""
    high: Literal[1, 14]
    """The number that is highest in each color."""
    rook: Literal["none", "top", "low"]
    """The bird: absent; the highest trump, playable at any time; the lowest trump."""

    nest: int = Field(ge=0, le=12)
    nest_dealt: Literal["interleaved", "last"]

    counters: dict[int, Points]
    """Points by number."""
    rook_points: Points = 20
    majority: Points = 0
    """Points for taking most tricks."""
    majority_tie: Literal["nobody", "defenders"] = "nobody"
    moon: Points = 0
    """Points on top for a side that takes every trick; it never helps to make a bid."""

    first_bidder: Literal["left_of_dealer", "dealer"]
    min_bid: Points
    bid_step: int = Field(ge=1, le=50)
    max_bid: Points | None = None
    """None: the points of a deal, rounded down to the step."""

    bury: Literal["any", "no_counters"]
    nest_to: Literal["last_trick", "nobody"]
    first_lead: Literal["left_of_dealer", "left_of_declarer"]

    target: int | None = Field(ge=5, le=10_000)
    deals: int | None = Field(default=None, ge=1, le=200)
    """A fixed number of deals instead of the target."""
    max_deals: int = Field(default=200, ge=1, le=200)
    penalties: Penalties = Penalties()

    @property
    def total(self) -> int:
        """The points of one deal, without a moon (the books' proof total)."""
        counted = 4 * sum(self.counters.get(number, 0) for number in range(self.low, RANKS + 1))
        return counted + (self.rook_points if self.rook != "none" else 0) + self.majority

    @property
    def cap(self) -> int:
        """The highest bid (R-04): the auction ends when it is reached."""
        return (self.total if self.max_bid is None else self.max_bid) // self.bid_step * self.bid_step

    @property
    def opening(self) -> int:
        """The lowest bid: the minimum, rounded up to the step; without one, the step (R-02)."""
        return max(-(-self.min_bid // self.bid_step), 1) * self.bid_step

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        if self.opening > self.cap:
            raise ValueError(
                f"The lowest bid ({self.opening}) is above the highest possible one ({self.cap})."
            )
        if self.target is None and self.deals is None:
            raise ValueError("A match needs a target or a number of deals.")
        return self
