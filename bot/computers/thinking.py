"""Thinking a card through: sampled deals played out after each of the cards that look best."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from statistics import fmean
from typing import Final

from bot.computers.levels import CHAMPION
from bot.computers.memory import Memory
from bot.computers.odds import beaters
from bot.computers.rollout import Places, Result, Table, lanes_of, places_of, play_out, play_trick
from bot.computers.tally import Scores
from bot.computers.worlds import World, Worlds
from rules.bidding.ranking import Order
from rules.bidding.state import NOBODY, Contract, Teams
from rules.bidding.teams import teams_of
from rules.core.cards import Card

WORLDS: Final = CHAMPION.worlds
"""Deals the best player samples for a decision."""
HOPE: Final = 15.0
"""How much less than the best a card may gain at first sight and still be looked at, in points."""
JUDGEMENT: Final = 1.0
"""Weight of what a card gains at first sight: it decides where the sampled deals hardly differ."""


def think(memory: Memory, gains: Mapping[Card, float]) -> Card:
    """The best of the cards, given what each gains at first sight."""
    found = weighed(memory, gains)
    return max(found, key=lambda card: found[card] + JUDGEMENT * gains[card])


def weighed(memory: Memory, gains: Mapping[Card, float]) -> dict[Card, float]:
    """The cards that look best at first sight, with what each is worth in sampled deals, on average.

    One that stands alone is worth 0.
    """
    candidates = _candidates(memory, gains)
    if len(candidates) == 1:
        return {candidates[0]: 0.0}
    heard = memory.heard
    places = places_of(memory.setup, Order(heard.trump, heard.bird, heard.lowest_wins))
    worlds, random = Worlds(memory), Random(memory.hand << 8 | len(heard.tricks))
    found: dict[Card, list[float]] = {card: [] for card in candidates}
    for _ in range(memory.level.worlds):
        world = worlds.sample(random)
        teams = _teams(memory, world)
        contract = Contract(memory.declarer, heard.bid)
        scores = Scores(memory.setup, memory.ranking, contract, heard.tricks, teams)
        table = _table(memory, places, world)
        for card in candidates:
            rest = _rest(memory, places, table, teams, card)
            found[card].append(scores.by_side(rest, world.nest)[teams.side_of[memory.seat]])
    return {card: fmean(worth) for card, worth in found.items()}


def _candidates(memory: Memory, gains: Mapping[Card, float]) -> list[Card]:
    """The cards that look best, one of each kind: cards no other card stands between are the same."""
    best = max(gains.values())
    kinds: dict[tuple[int, int, int], Card] = {}
    for card in sorted(gains, key=lambda card: -gains[card]):
        suit = memory.ranking.suit[card]
        higher = beaters(memory, suit, card) & memory.out & ~memory.hand
        if gains[card] >= best - HOPE:
            kinds.setdefault((suit, memory.value[card], higher.bit_count()), card)
    return list(kinds.values())[: memory.level.candidates]


def _table(memory: Memory, places: Places, world: World) -> Table:
    """A sampled deal in the numbers of the rollout."""
    place = places.place
    return Table(
        hands=[places.renumber(hand) for hand in world.hands],
        covers={place[upper]: 1 << place[under] for upper, under in world.covers},
        pile=[place[drawn] for drawn in world.pile],
        blind=memory.setup.seats if memory.setup.variant.dummy == "blind" else NOBODY,
    )


def _rest(memory: Memory, places: Places, table: Table, teams: Teams, card: Card) -> Result:
    """What comes of a card in one sampled deal, from the present trick on."""
    leader = memory.trick[0][0] if memory.trick else memory.seat
    played = (*(places.place[on] for _, on in memory.trick), places.place[card])
    table = table._replace(hands=table.hands[:], pile=table.pile[:])
    lanes = lanes_of(memory.setup, teams, memory.declarer, leader)
    winner, gained = play_trick(places, table, lanes, leader, played)
    rest = play_out(places, table, lanes._replace(leader=winner), memory.tricks_left - 1)
    rest.points[teams.side_of[winner]] += gained
    rest.tricks[teams.side_of[winner]] += 1
    return rest


def _teams(memory: Memory, world: World) -> Teams:
    """The teams of a sampled deal, in which somebody holds the card called."""
    called = memory.heard.called
    if called is None or memory.heard.gone >> called & 1:
        return memory.teams
    holders = [hand for hand, cards in enumerate(world.hands) if cards >> called & 1]
    if not holders:
        return memory.teams
    return teams_of(memory.setup, memory.order, memory.dealer, memory.declarer, holders[0])
