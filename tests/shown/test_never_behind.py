"""No hand is stale: whenever a match pauses, each hand message equals a newly drawn one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any, Final
from unittest.mock import patch

import pytest

from bot.common.errors import Refused
from bot.models.endings import Ending
from bot.table.desk.shown import ShownHand
from bot.table.lobby.before_match import Person
from cogs.hand.messages import Hands
from cogs.hand.notes import ShownNotes
from cogs.hand.panel import hand_panel
from cogs.ui.controls import IN_HANDS, Verb
from rules.catalog import GAMES
from rules.core.protocol import OptionValue
from tests.shown.virtual_club import PEOPLE, VirtualClub, a_virtual_club, in_virtual_time
from tests.sim.messages import Message, Panel, Pressable

REST: Final = 1.5
"""Seconds until every hand must show a change: a hand is edited once in 0.8, plus the way."""
AFTER_THE_TABLE: Final = 1.0
"""Seconds a hand may lag behind the table message."""
ACTS: Final = 18
"""Actions after which a manager closes a table with an unfinished match."""
LOOKED_AGAIN: Final = 300.0
"""Seconds after which every player presses *My hand* again: a hand can be edited for fifteen minutes."""


class Match:
    """One match of people who answer with random legal actions."""

    def __init__(self, club: VirtualClub, key: str, random: Random) -> None:
        self.club = club
        self.key = key
        self.rests = 0
        self._random = random
        self._table_id = 0
        self._looked_at = float("-inf")
        about = GAMES[key].about
        self._seats = random.choice(about.seats)
        self._people = min(random.randint(2, 4), self._seats)

    @property
    def people(self) -> tuple[Person, ...]:
        """The people at the table."""
        return PEOPLE[: self._people]

    async def play(self, acts: int) -> None:
        """Play and check at every pause; then close the table unless the match is over."""
        club, tables = self.club, self.club.app.tables
        options: dict[str, OptionValue] = {"deals": 1} if _has_deals(self.key) else {}
        table = await club.begin(self._people, self._seats, self.key, **options)
        self._table_id = table.id
        for _ in range(acts):
            await self._press_my_hands()
            if await self._rests():
                await self.look()
                self._look_at_the_clock()
            if (
                tables.desk.tables.find(table.id) is None
                or not (await tables.reading.shown(club.channel.id)).is_playing
            ):
                break
            await self._answer()
        if tables.desk.tables.find(table.id) is not None:
            await tables.close_table(club.channel.id, Ending.MANAGER)
        await asyncio.sleep(REST)
        self._check_ended()

    async def _rests(self) -> bool:
        """Wait until the table has not changed for a while; False if it keeps changing."""
        for _ in range(10):
            before = await self._revision()
            await asyncio.sleep(REST)
            if await self._revision() == before:
                return True
        return False

    async def _revision(self) -> int:
        return (await self.club.app.tables.reading.recall(self.club.channel.id, self._table_id)).revision

    async def look(self) -> None:
        """Check that every hand message equals a newly drawn one."""
        self.rests += 1
        for person in self.people:
            for message in self.club.hands(person.id):
                hand = await self.club.app.tables.reading.recall_hand(self._table_id, person.id)
                offers_claim = any(one.control.verb is Verb.CLAIM for one in message.panel.controls)
                now = drawn_now(hand, is_claim_sure=offers_claim)
                assert list(shown(message.panel)) == list(now), f"{self.key}: {person.name} is behind"
                if hand.table.is_playing:
                    self._check_buttons(hand, message)

    def _look_at_the_clock(self) -> None:
        """Check that hands show in time what the table message shows, but for players who pressed since."""
        told_at = self.club.table_message.drawn_at
        for person in self.people:
            for message in self.club.hands(person.id):
                is_pressed = message.touched_at >= told_at
                assert is_pressed or message.drawn_at <= told_at + AFTER_THE_TABLE, f"{self.key} is late"

    def _check_buttons(self, hand: ShownHand, message: Message) -> None:
        """Check that a hand's buttons answer the present decision, or deal next between deals."""
        table = self.club.app.tables.desk.tables.find(hand.table.id)
        assert table is not None
        for one in message.panel.controls:
            if one.control.verb is Verb.NEXT_DEAL:
                assert one.control.revision == table.revision
            elif one.control.verb is Verb.AHEAD:
                assert not table.clock.questions.is_asked(
                    hand.view.seat, one.control.revision, table.revision
                )
            elif one.control.verb not in {Verb.PHRASES, Verb.TAKE_BACK} and one.control.revision:
                assert table.clock.questions.is_asked(hand.view.seat, one.control.revision, table.revision)

    async def _press_my_hands(self) -> None:
        """Have every player press *My hand* at the start, and again while the bot can edit the message."""
        club = self.club
        if club.loop.time() < self._looked_at + LOOKED_AGAIN or not _offers_hands(club.table_message):
            return
        self._looked_at = club.loop.time()
        for person in self.people:
            if _offers_hands(club.table_message):  # computers may have ended the match
                club.press(person.id, club.table_message, Verb.HAND)
            await asyncio.sleep(0.3)

    async def _answer(self) -> None:
        tables, channel_id = self.club.app.tables, self.club.channel.id
        table = await tables.reading.shown(channel_id)
        asked = [table.seats[seat].user_id for seat in table.turn.waiting_for]
        if not asked:
            return
        user_id = self._random.choice(asked)
        assert user_id is not None
        decision = (await tables.reading.hand(channel_id, user_id)).view.decision
        if decision is None:
            return
        try:
            await tables.play.act(channel_id, user_id, decision.sample(self._random))
        except Refused:
            return

    def _check_ended(self) -> None:
        """Check that no control of the ended match is left on any message."""
        for person in self.people:
            for message in self.club.hands(person.id):
                verbs = {one.control.verb for one in message.panel.controls}
                assert verbs <= {Verb.REMATCH}, f"{self.key}: {message.panel.text}"
                assert "over" in message.panel.text, message.panel.text
            self.club.channel.private[person.id] = []


def _has_deals(key: str) -> bool:
    return "deals" in {option.key for option in GAMES[key].options}


def _offers_hands(message: Message) -> bool:
    return any(one.control.verb is Verb.HAND for one in message.panel.controls)


def drawn_now(hand: ShownHand, *, is_claim_sure: bool) -> Iterator[Any]:
    """The content of a hand message drawn now; whether a claim is sure is worked out after it is drawn."""
    if not hand.table.is_playing and hand.view.table.outcome is None:
        yield from ("### Your hand\nThe match is over.",)
        return
    drawn: Any = hand_panel(hand, ShownNotes(is_claim_sure=is_claim_sure))
    yield from shown(Panel(drawn.to_components()))


def shown(panel: Panel) -> Iterator[Any]:
    """A panel's text and controls, without the time it was drawn at."""
    yield panel.text
    for one in panel.all_controls:
        yield _control(one)


def _control(one: Pressable) -> tuple[Any, ...]:
    component = one.component
    told = tuple(str(component.get(key)) for key in ("label", "style", "disabled", "options"))
    return one.control.verb, one.control.argument, *told


async def play_matches(keys: list[str], seed: int, acts: int = ACTS) -> int:
    """Play one match after another; returns the number of pauses checked."""
    random, rests = Random(seed), 0
    async with a_virtual_club(seed, pace=0, turn_limit=0, remind_after=0, tables_a_person=0) as club:
        for key in keys:
            match = Match(club, key, random)
            await match.play(acts)
            rests += match.rests
    return rests


def sample_games(number: int, seed: int) -> list[str]:
    """A random sample of games for two or more players."""
    keys = [key for key, game in GAMES.items() if max(game.about.seats) > 1]
    random = Random(seed)
    return random.sample(keys, number) if number < len(keys) else random.choices(keys, k=number)


def test_hands_are_current_at_every_pause_of_dozen_matches() -> None:
    keys = sample_games(12, 1)
    assert in_virtual_time(lambda: play_matches(keys, 1)) > 100


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_hands_are_current_at_every_pause_of_200_matches() -> None:
    keys = sample_games(200, 7)
    assert in_virtual_time(lambda: play_matches(keys, 7, 400)) > 2000


def test_stale_hands_of_players_not_asked_are_detected() -> None:
    refresh = Hands.refresh

    def to_those_asked(hands: Hands, table: Any, users: Any, **named: Any) -> None:
        if named.get("is_asked"):
            refresh(hands, table, users, **named)

    with patch.object(Hands, "refresh", to_those_asked), pytest.raises(AssertionError, match="is behind"):
        in_virtual_time(lambda: play_matches(["kentucky"], 1))


FAST: Final = (0.2, 0.8)
"""Seconds that a fast player takes."""


async def play_fast(minutes: float, seed: int, **settings: float) -> VirtualClub:
    """Play matches of four people who press at once with computers that hardly think."""
    random = Random(seed)
    async with a_virtual_club(seed, pace=0.3, deal_pause=0, tables_a_person=0, **settings) as club:
        while club.loop.time() < minutes * 60:
            await club.begin(4, 8, "regular_old")
            for person in PEOPLE:
                club.press(person.id, club.table_message, Verb.HAND)
            players = [asyncio.create_task(_press_fast(club, person, random)) for person in PEOPLE]
            left = minutes * 60 - club.loop.time()
            await asyncio.wait(players, timeout=max(left, 0.0))
            for player in players:
                player.cancel()
        club.server.is_watching = False
        return club


async def _press_fast(club: VirtualClub, person: Person, random: Random) -> None:
    """Press a hand's buttons until it has offered none for a while."""
    waited = 0.0
    while waited < 60:
        pause = random.uniform(*FAST)
        await asyncio.sleep(pause)
        waited += pause
        hands = [message for message in club.hands(person.id) if "Your hand" in message.panel.text]
        for message in hands[-1:]:
            usable = [one for one in message.panel.controls if one.control.verb in IN_HANDS]
            if usable:
                club.press_component(person.id, message, random.choice(usable))
                waited = 0.0


def check_limits(club: VirtualClub) -> None:
    """Check that the bot kept Discord's limits, and that its counts of saved edits are right."""
    counts = club.app.delivery.hand_counts
    assert club.server.too_many == []
    assert counts.shown > 20
    assert counts.merged > 20


def test_four_fast_players_stay_within_discords_limits() -> None:
    check_limits(in_virtual_time(lambda: play_fast(1.5, 1)))


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_fast_players_stay_within_discords_limits_for_half_an_hour() -> None:
    check_limits(in_virtual_time(lambda: play_fast(30, 2)))


def test_edits_without_pause_are_detected_as_over_limit() -> None:
    assert in_virtual_time(lambda: play_fast(0.5, 1, hand_interval=0)).server.too_many
