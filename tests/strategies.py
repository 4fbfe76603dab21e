"""Hypothesis strategies: one generator for each type of the rules."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.core.actions import (
    PASS,
    TAKES,
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
)
from rules.core.cards import CARDS, Card, CardSet, Color

colors = st.sampled_from(list(Color))
cards = st.sampled_from(CARDS)
card_lists: st.SearchStrategy[tuple[Card, ...]] = st.lists(cards, unique=True).map(tuple)
card_sets = card_lists.map(CardSet.of)
seats = st.integers(0, 7)

bids = st.builds(Bid, st.integers(0, 999_999_999), st.none() | colors)
trumps = st.builds(NameTrump, st.none() | colors, st.booleans())
plays = st.builds(Play, cards)
discards = st.builds(Discard, card_lists)
chance = st.one_of(*(st.builds(kind, card_lists) for kind in (Draw, Deal, Cut)))
bare = st.sampled_from([PASS, Hold(), Shoot(), ClaimMisdeal(), Keep(), Fold(), AskPartner(), *TAKES])
reasons = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=20)
rulings = st.one_of(
    st.builds(Penalize, seats, st.integers(1, 1000), reasons),
    st.builds(Redeal, st.booleans()),
    st.builds(EndForRenege, seats),
)
actions: st.SearchStrategy[Action] = st.one_of(
    bare,
    bids,
    trumps,
    plays,
    discards,
    st.builds(CallPartner, cards),
    st.builds(NameBird, st.sampled_from(["top", "ten_half", "low"])),
    st.builds(Sell, seats),
    st.builds(GiveLead, seats),
    chance,
    rulings,
)

seeds = st.integers(0, 2**32 - 1)
"""Seeds for ``random.Random``: one number makes a whole match."""
