"""Cards chosen for the nest stay chosen while the table changes."""

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
    """Bid and pass until a player has the nest; returns that player."""
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


async def hand_texts_while_player_leaves() -> tuple[str, str]:
    """The text of a hand once a card is chosen, and after another player has left."""
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


def test_chosen_nest_card_stays_chosen_when_hand_is_redrawn() -> None:
    before, after = in_virtual_time(hand_texts_while_player_leaves)
    assert "1 of 5: " in before
    assert after == before
