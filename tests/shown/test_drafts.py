"""Cards that are chosen for the nest stay chosen while other things happen at the table."""

from __future__ import annotations

import asyncio
from random import Random

from bot.table.lobby.before_match import Person
from cogs.ui.controls import Verb
from rules.core.actions import PASS
from rules.core.decisions import ChooseCards, ChooseNumber
from tests.shown.virtual_club import PEOPLE, VirtualClub, a_virtual_club, in_virtual_time

MOMENT = 2.0
"""Seconds after which everything is shown."""


async def until_the_nest(club: VirtualClub) -> Person:
    """Bid and pass until somebody has the nest; returns who."""
    tables, channel_id = club.app.tables, club.channel.id
    while True:
        table = await tables.reading.shown(channel_id)
        person = next(one for one in PEOPLE if one.id == table.seats[table.turn.waiting_for[0]].user_id)
        decision = (await tables.reading.hand(channel_id, person.id)).view.decision
        assert decision is not None
        if isinstance(decision, ChooseCards):
            return person
        is_open = isinstance(decision, ChooseNumber) and decision.accepts(PASS)
        await tables.play.act(channel_id, person.id, PASS if is_open else decision.sample(Random(1)))


async def chosen_while_somebody_leaves() -> tuple[str, str]:
    """What a hand says once a card is chosen, and once another player has left meanwhile."""
    async with a_virtual_club(turn_limit=0, remind_after=0) as club:
        await club.begin(4, 4, "kentucky", all_pass="dealer_must_bid")
        person = await until_the_nest(club)
        club.press(person.id, club.table_message, Verb.HAND)
        await asyncio.sleep(MOMENT)
        (hand,) = club.hands(person.id)
        club.press(person.id, hand, Verb.LAY)
        await asyncio.sleep(MOMENT)
        before = hand.panel.text
        other = next(one for one in PEOPLE if one != person)
        await club.app.tables.presence.leave(club.channel.id, other.id, "random")
        await asyncio.sleep(MOMENT)
        return before, hand.panel.text


def test_a_card_chosen_for_the_nest_stays_chosen_when_the_hand_is_shown_again() -> None:
    before, after = in_virtual_time(chosen_while_somebody_leaves)
    assert "1 of 5: " in before
    assert after == before
