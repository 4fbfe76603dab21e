"""Replays: opened from the result, the history and the middle of a match, step by step, with pictures."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from bot import __main__ as command_line
from bot.common.arithmetic import NotWorkedOut
from bot.delivery.pictures import Picture
from bot.pictures.values import Subject
from bot.replay.analysis import FAILED, NO_ANALYSIS, NOT_NOW
from bot.replay.service import NO_DEALS, NOT_PLAYED, NOT_YOURS
from bot.table.lobby.before_match import Person
from bot.table.lobby.seating import Sit
from cogs.replay.analysis import WORKING
from cogs.replay.history_panel import NOTHING
from cogs.replay.panel import AS_DEALT, OUT_OF_DATE
from cogs.ui.controls import BUTTON, Control, Verb
from tests.e2e.players import Club, Reply
from tests.inline import InlinePictures
from tests.table.people import answer, play_out

GALLERY = 12
"""The type of a media gallery among Discord's components."""


def pictures_in(reply: Reply) -> list[str]:
    """Alternative texts of a message's pictures."""
    galleries = [part for part in reply.seen.parts() if part["type"] == GALLERY]
    return [item["description"] for gallery in galleries for item in gallery["items"]]


async def play_deals(club: Club, number: int, deals: int) -> None:
    """Let four players play a match of so many deals until some are scored."""
    await club.begin(deals=deals)
    random, tables, channel_id = Random(3), club.app.tables, club.channel_id
    table = await tables.reading.shown(channel_id)
    while table.is_playing and len(table.view.sheet if table.view else ()) < number:
        table = await answer(tables, random, channel_id)
    while not table.is_playing and "Replay" not in (await club.table_message()).buttons():
        await club.world.env.advance_time(2)  # the table message is edited one more time


async def test_deal_is_stepped_through_in_one_private_message(club: Club) -> None:
    await play_deals(club, 1, 1)
    ann = club["Ann"]
    cards = step = await ann.press("Replay")
    assert "Deal 1 · The cards" in cards.sentence
    assert pictures_in(cards)[0].startswith("Deal 1 · The cards.")
    for _ in range(3):
        step = await ann.press("Next", on=step.seen)
    assert pictures_in(step)[0].startswith("Deal 1 · Trick 1 of 9.")
    assert step.seen.id == cards.seen.id

    hidden = await ann.press("Hide the picture", on=step.seen)
    assert pictures_in(hidden) == []
    assert "Trick 1 of 9" in hidden.text
    after = await ann.press("Next", on=hidden.seen)
    assert pictures_in(after) == []
    assert pictures_in(await ann.press("Show a picture", on=after.seen))


async def test_player_who_wants_words_gets_pictures_only_on_request(club: Club) -> None:
    await play_deals(club, 1, 1)
    ann = club["Ann"]
    await ann.choose_look("Cards in words")
    cards = await ann.press("Replay")
    assert pictures_in(cards) == []
    assert "Show a picture" in cards.seen.buttons()


async def test_picture_that_comes_too_late_is_omitted(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player has opened another page in between: the message does not show this step any more."""
    await play_deals(club, 1, 1)
    ann = club["Ann"]
    step = await ann.press("Replay")
    bot: Any = club.world.env.bot

    async def slow(self: InlinePictures, subject: Subject) -> Picture | None:
        bot.get_cog("Front").screens.side.forget_person(ann.id)
        return Picture(b"late", "late")

    monkeypatch.setattr(InlinePictures, "of", slow)
    shown = await ann.press("Next", on=step.seen)
    assert pictures_in(shown) == []
    assert "The bidding" in shown.text


async def test_anyone_can_check_how_a_deal_was_shuffled(club: Club) -> None:
    await club.begin(deals=1)
    table_id = club.table.record.id
    [seal] = re.findall("-# Seal: `([0-9a-f]{32})`", (await club["Ann"].press("More")).text)
    await play_out(club.app.tables, Random(3), club.channel_id)
    while "Replay" not in (await club.table_message()).buttons():
        await club.world.env.advance_time(2)  # the table message is edited one more time
    cards = await club["Ann"].press("Replay")

    checked = await club["Ann"].press("Check the shuffle", on=cards.seen)

    assert f"`{seal}`" in checked.text
    assert AS_DEALT in checked.text
    [command] = re.findall("python -m (bot .*)", checked.text)
    assert command_line.main(command.split()[1:]) == 0
    forged = Control(Verb.SHUFFLE, table_id, 7).custom_id(BUTTON)
    assert (await club["Ann"].press_id(forged)).sentence == OUT_OF_DATE


async def test_finished_deal_is_analyzed_for_permitted_users(club: Club) -> None:
    await play_deals(club, 1, 1)
    cards = await club["Ann"].press("Replay")
    analysis = await club["Ann"].press("Analysis", on=cards.seen)
    assert analysis.seen.id == cards.seen.id
    assert re.search(r"bid \d+\*\* and took \d+\.", analysis.text)
    assert "With good play on both sides: " in analysis.text
    assert "Deal 1 · The cards" in (await club["Ann"].press("Back to the deal", on=analysis.seen)).text
    table_id = (await club.app.tables.reading.shown(club.channel_id, finished=True)).id
    forged = Control(Verb.ANALYSIS, table_id, 7).custom_id(BUTTON)
    assert (await club["Ann"].press_id(forged)).sentence == NO_ANALYSIS


@pytest.mark.parametrize(
    ("error", "why"), [(NotWorkedOut("dead"), NOT_NOW), (RuntimeError("R14 is not there"), FAILED)]
)
async def test_failed_analysis_is_reported_in_its_place(
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    why: str,
) -> None:
    await play_deals(club, 1, 1)
    cards = await club["Ann"].press("Replay")

    async def fail(question: object, *about: object) -> None:
        raise error

    monkeypatch.setattr(club.app.replay.analyses, "_ask", fail)
    analysis = await club["Ann"].press("Analysis", on=cards.seen)
    assert why in analysis.text
    assert WORKING not in analysis.text
    assert "R14" not in caplog.text
    monkeypatch.undo()
    again = await club["Ann"].press("Back to the deal", on=analysis.seen)
    assert "With good play" in (await club["Ann"].press("Analysis", on=again.seen)).text


async def test_history_leads_to_every_match_of_a_player(club: Club) -> None:
    await play_deals(club, 2, 2)
    history = await club["Bob"].typed("table history")
    assert "**Official Tournament Rook** · " in history.sentence
    assert "against Ann and Cleo" in history.sentence
    deals = await club["Bob"].choose("1", on=history.seen)
    assert "### Replay · Official Tournament Rook" in deals.text
    assert "**Deal 2**" in deals.text
    assert "Deal 2 · The cards" in (await club["Bob"].choose("1", on=deals.seen)).text

    assert NOTHING in (await club["Eve"].typed("table history")).sentence


async def test_replay_of_match_under_way_shows_only_finished_deals(club: Club) -> None:
    """Forged controls and onlookers included."""
    await play_deals(club, 1, 3)
    ann, eve = club["Ann"], club["Eve"]
    more = await ann.press("More")
    step = await ann.press("Replay of this match", on=more.seen)
    assert "Deal 1 · The cards" in step.text
    assert "Next deal" not in step.seen.buttons()
    forged = Control(Verb.REPLAY_STEP, club.table.record.id, 7, "next.9").custom_id(BUTTON)
    for player in (ann, eve):
        shown = await player.press_id(forged)
        assert "Deal 1 · " in shown.text
    held = [str(card) for card in ann.view.order]
    assert held


async def test_replay_needs_a_finished_deal(club: Club) -> None:
    await club.begin()
    for verb in (Verb.REPLAY, Verb.ANALYSIS):
        forged = Control(verb, club.table.record.id, 0).custom_id(BUTTON)
        assert (await club["Ann"].press_id(forged)).sentence == NO_DEALS
    unknown = Control(Verb.REPLAY, 4711, 0).custom_id(BUTTON)
    assert (await club["Ann"].press_id(unknown)).sentence == NOT_YOURS


async def test_deal_is_shared_to_its_channel_by_its_players(club: Club) -> None:
    await play_deals(club, 1, 1)
    table_id = (await club.app.tables.reading.shown(club.channel_id, finished=True)).id
    bob, eve = club["Bob"], club["Eve"]
    step = await bob.press("Replay")
    sent = await bob.press("Send to the channel", on=step.seen)
    for part in ("Bob shows a deal", "Deal 1 · The cards", "How it ended: "):
        assert part in sent.text
    public = next(seen for seen in eve.messages() if "Bob shows a deal" in seen.text())

    assert "Deal 1 · The cards" in (await eve.press("Step through it", on=public)).sentence
    forged = Control(Verb.SEND_DEAL, table_id, 0, "send.0").custom_id(BUTTON)
    assert (await eve.press_id(forged)).sentence == NOT_PLAYED
    for _ in range(2):
        await bob.press_id(forged)
    assert "several deals" in (await bob.press_id(forged)).sentence


async def test_deal_is_played_again_at_a_table_of_its_own(club: Club) -> None:
    """Before the match the table names the first player, at its end the first score next to the new one."""
    await play_deals(club, 1, 1)
    bob = club["Bob"]
    step = await bob.press("Replay")
    opened = await bob.press("Play it again", on=step.seen)
    assert "Deal 1 of Ann, Bob, Cleo and Dan" in opened.text
    assert "2. **Bob** · Bob's cards · host" in opened.text

    tables, channel_id = club.app.tables, club.channel_id
    for name in ("Ann", "Cleo", "Dan"):
        await tables.lobbies.change_lobby(channel_id, Sit(Person(club[name].actor.id, name)))
    table = await tables.lobbies.start(channel_id, bob.actor.id)
    while table.is_playing:
        table = await answer(tables, Random(3), channel_id)
    while "The first time" not in (ended := await club.table_message()).text():
        await club.world.env.advance_time(2)
    assert "a deal played again" in ended.text()
    assert "Rematch" not in ended.buttons()
    again, first = re.findall(r"match \d+.*", (await bob.typed("table history")).sentence)
    assert "· a deal played again ·" in again
    assert "played again" not in first
