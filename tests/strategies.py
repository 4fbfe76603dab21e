"""Hypothesis strategies: one generator for each type of the rules."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.actions import PASS, Action, Bid, Deal, Discard, Draw, NameTrump, Play
from rules.cards import CARDS, Card, CardSet, Color

colors = st.sampled_from(list(Color))
cards = st.sampled_from(CARDS)
card_lists: st.SearchStrategy[tuple[Card, ...]] = st.lists(cards, unique=True).map(tuple)
card_sets = card_lists.map(CardSet.of)

bids = st.builds(Bid, st.integers(0, 999_999_999), st.none() | colors)
plays = st.builds(Play, cards)
discards = st.builds(Discard, card_lists)
chance = st.builds(Draw, card_lists) | st.builds(Deal, card_lists)
actions: st.SearchStrategy[Action] = st.one_of(
    st.just(PASS), bids, plays, discards, st.builds(NameTrump, colors), chance
)

seeds = st.integers(0, 2**32 - 1)
"""Seeds for ``random.Random``: one number makes a whole match."""
