"""A player who loses the seat to a computer is told in the hand, and comes back by one button."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest

from bot.table.desk.agreement import Proposal, in_or_out
from rules.catalog import GAMES, OTHER_GAMES
from rules.codes import decode, encode
from rules.core.decisions import Decision
from rules.core.protocol import Game
from rules.core.views import TableView
from tests.e2e.play.other_games import fewest, short
from tests.e2e.players import Club, Player, SteadyComputers, a_club
from tests.e2e.worlds import Seen
from tests.ui.tables import match

REMINDER: Final = 60
LIMIT: Final = 180
SLOW: Final = 30
"""Seconds a computer takes: long enough to see what is shown before it answers."""
BACK: Final = "Take my seat back"
PEOPLE: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
BETWEEN_DEALS: Final = ("Next deal", "Say …")
"""Buttons of a hand between deals, also of a player who is away."""
ACTS: Final = 250
SEEDS: Final = 3
STATES: Final = 200
NUMBER: Final = re.compile(r" \d+$")


async def wait(club: Club, seconds: float) -> None:
    await club.world.env.advance_time(seconds)


async def lose_seat(club: Club, player: Player) -> None:
    """Let the turn limit run out, and come back."""
    club.table.clock.changed_at = club.now()
    if "My hand" in (await club.table_message()).buttons():
        await player.press("My hand")
    await wait(club, LIMIT + 1)
    await come_back(club, player, "Your time ran out")


async def leave_seat(club: Club, player: Player) -> None:
    """Leave the match, and come back."""
    await player.command("leave")
    await come_back(club, player, "You left")


async def come_back(club: Club, player: Player, happened: str) -> None:
    """Read what happened in the hand, else on the table, and take the seat back by its button."""
    assert club.table.record.seats[player.seat].is_away
    if not player.has_hand():
        assert "*My hand* takes your seat back" in (await club.table_message()).text()
        await player.press("My hand")
    else:
        hand = player.hand()
        assert f"**{happened} <t:" in hand.text()
        assert "A computer plays for you." in hand.text()
        answers = [label for label in player.hand_buttons() if label not in {BACK, *BETWEEN_DEALS}]
        assert not answers, f"a hand that is away offers {answers}"
        await player.press(BACK, on=hand)
        assert happened not in player.hand().text()
        assert BACK not in player.hand().buttons()
    assert not club.table.record.seats[player.seat].is_away


def moment_of(game: Game[Any], decision: Decision, view: TableView) -> str:
    """The kind of question and the phase of the deal, without the number of a pass."""
    return f"{type(decision).__name__} {NUMBER.sub('', game.words.phase(view))}"


def moments_of(rules: str, seats: int) -> set[str]:
    """The moments to which random matches by a code come."""
    key, options = decode(rules)
    found = set[str]()
    for seed in range(SEEDS):
        for game, state in islice(match(key, seed, seats, **options), STATES):
            decisions, view = game.decisions(state), game.table_view(state)
            found |= {moment_of(game, one, view) for seat, one in decisions.items() if seat >= 0}
    return found


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.timeout(120)
async def test_lost_seat_is_told_and_given_back_at_each_moment(tmp_path: Path, key: str) -> None:
    """Where no turn limit runs, in a race and alone, the player leaves."""
    seats = fewest(key) if key in OTHER_GAMES else GAMES[key].about.seats[0]
    rules = short(key) if key in OTHER_GAMES else encode(key, {})
    slow: dict[str, Any] = {"pace": SLOW, "turn_limit": LIMIT, "time_bank": 100_000, "deal_pause": 600}
    expected, found = moments_of(rules, seats), set[str]()
    async with a_club(tmp_path, people=PEOPLE, **slow) as club:
        await club.sit_down(seats=seats, rules=rules)
        await club.everyone[0].press("Start")
        mind = SteadyComputers(3)
        for _ in range(ACTS):
            if not club.has_table or found >= expected:
                break
            asked, decisions = club.table.clock.questions, club.table.match.asked
            if club.table.clock.is_between_deals:
                await leave_seat(club, club.seated[0])
                await club.seated[0].press("Next deal")
            elif not decisions:
                await wait(club, 15)
            else:
                player = next(one for one in club.seated if one.seat in decisions)
                view = club.table.match.table_view()
                assert view is not None
                moment = moment_of(club.table.match.game, decisions[player.seat], view)
                if moment not in found:
                    found.add(moment)
                    await (lose_seat if asked.wait is None and seats > 1 else leave_seat)(club, player)
                    continue
                with club.world.as_bot():
                    action = mind.answer(club.table.match.brief(player.seat))
                    await club.app.tables.play.act(club.channel_id, player.id, action)
            await club.world.env.settle()
    assert found >= expected, f"never came to {expected - found}"


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, pace=SLOW, remind_after=REMINDER, turn_limit=LIMIT) as club:
        await club.begin()
        yield club


def said(club: Club, words: str) -> list[Seen]:
    return [seen for seen in club.messages() if words in seen.text()]


async def test_hand_of_player_who_left_says_since_when_after_a_restart(slow: Club) -> None:
    player = slow.others(slow.asked)[0]
    left_at = int(slow.now())
    await player.command("leave")
    await slow.restart()
    await wait(slow, 2)
    assert f"**You left <t:{left_at}:R>.** A computer plays for you." in player.hand().text()
    await player.press_hand(BACK)
    assert "You left" not in player.hand().text()


async def test_table_names_the_player_who_can_take_the_seat_back(slow: Club) -> None:
    player = slow.others(slow.asked)[0]
    line = f"{player.name.capitalize()}: *My hand* takes your seat back."
    assert line not in (await slow.table_message()).text()
    await player.command("leave")
    assert line in (await slow.table_message()).text()


async def test_hand_says_that_the_match_waits_once_everyone_has_left(tmp_path: Path) -> None:
    async with a_club(tmp_path, pace=SLOW, turn_limit=LIMIT, pause_after=5) as club:
        await club.begin_with_computers()
        ann = club["Ann"]
        await wait_until_asked(club, ann)
        await wait(club, LIMIT + 2 * SLOW)
        assert "The match waits for your return." in ann.hand().text()
        await ann.press_hand(BACK)
        assert club.asked is ann
        assert "waits for you" not in ann.hand().text()


async def wait_until_asked(club: Club, player: Player) -> None:
    while player.seat not in club.table.match.asked:
        await wait(club, SLOW)


async def test_seat_kept_until_next_deal_has_no_button_that_does_nothing(slow: Club) -> None:
    player = slow.asked
    await wait(slow, LIMIT + 1)
    await player.press_hand(BACK)
    await wait(slow, LIMIT + 1)
    assert "so a computer plays it to the end" in player.hand().text()
    assert BACK not in player.hand().buttons()


async def test_hand_of_a_player_voted_out_asks_to_be_let_back(slow: Club) -> None:
    player = slow.asked
    record = in_or_out(slow.table.record, Proposal("without", player.seat))
    with slow.world.as_bot():
        await slow.app.tables.desk.save(slow.table, record)
        slow.app.tables.desk.tell(slow.table)
    await wait(slow, 1)
    assert "goes on without you" in player.hand().text()
    asked = await player.press_hand("Ask to play again")
    assert "Yes" in asked.seen.buttons()


async def test_reminder_brings_the_hand_by_its_button(slow: Club) -> None:
    player = slow.asked
    await wait(slow, REMINDER + 1)
    [reminder] = said(slow, "Your turn:")
    shown = await player.press("My hand", on=reminder)
    assert shown.sentence == player.hand().text()
    assert said(slow, "Your turn:")


async def test_reminder_of_public_answers_links_to_the_table(tmp_path: Path) -> None:
    async with a_club(tmp_path, remind_after=REMINDER) as club:
        await club.sit_down(game="panjandrum_1988")
        await club.everyone[0].press("Start")
        await wait(club, REMINDER + 1)
        [reminder] = said(club, "Your turn:")
        [link] = [part["url"] for part in reminder.parts() if "url" in part]
        assert link.endswith(f"/{(await club.table_message()).id}")


async def test_player_who_presses_things_is_not_reminded(slow: Club) -> None:
    player = slow.asked
    for _ in range(2):
        await wait(slow, REMINDER - 20)
        await player.press("More")
    assert not said(slow, "Your turn:")
    await wait(slow, REMINDER - 1)
    assert not said(slow, "Your turn:")
    await wait(slow, 2)
    assert said(slow, "Your turn:")


async def test_player_with_expired_hand_is_told_by_a_reminder_until_back(tmp_path: Path) -> None:
    async with a_club(tmp_path, pace=SLOW, remind_after=600, turn_limit=1_000) as club:
        await club.begin()
        player = club.asked
        await wait(club, 1_001)
        [reminder] = said(club, "Your time ran out")
        assert f"<@{player.id}>" in reminder.text()
        await wait(club, SLOW + 1)
        assert said(club, "Your time ran out")
        await player.press("My hand", on=reminder)
        assert not club.table.record.seats[player.seat].is_away
        assert not said(club, "Your time ran out")
        assert "### Your hand" in player.hand().text()


async def test_reminder_with_expired_hand_names_no_forgotten_player(tmp_path: Path) -> None:
    async with a_club(tmp_path, pace=SLOW, remind_after=600, turn_limit=1_000) as club:
        await club.begin()
        player = club.asked
        await wait(club, 1_001)
        assert said(club, "Your time ran out")
        asked = await player.ask_to_be_forgotten()
        await player.press("Forget me", on=asked.seen)
        await club.world.env.settle()
        assert not said(club, "Your time ran out")
