"""The daily deal by buttons: played to its end in one private message, by several users at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.computers.brief import Brief, decision_of
from cogs.framework.replies import LOST
from rules.core.actions import PASS, Action
from tests.e2e.players import Club, Player, QuickComputers, a_club, controls
from tests.e2e.worlds import Call, Seen


class Passers(QuickComputers):
    """Computer players that pass where they may."""

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        if decision_of(brief).accepts(PASS):
            return PASS
        return await super().choose(kind, brief, seed, is_awaited=is_awaited)


def daily_of(player: Player) -> Seen:
    """The private message with the player's daily deal."""
    return next(seen for seen in reversed(player.messages()) if "Daily deal" in seen.text())


async def step(player: Player) -> Seen:
    """Press the first button that answers, or choose one more card for the nest."""
    seen = daily_of(player)
    open_ = [one for one in controls(seen) if not one.disabled]
    answers = [one for one in open_ if one.custom_id.startswith(("rk1:ddo:", "rk1:dsure:"))]
    toggles = [one for one in open_ if one.custom_id.startswith("rk1:dlay:")]
    pressed = (
        answers[0] if answers else max(toggles, key=lambda one: len(one.custom_id))
    )  # one more, not fewer
    await player.press_id(pressed.custom_id, on=seen)
    return daily_of(player)


async def play(player: Player) -> Seen:
    """Play today's deal from the command to its end."""
    begun = await player.command("daily")
    assert begun.messages[-1].ephemeral
    await player.press("Play", on=begun.seen)
    seen = daily_of(player)
    assert seen.id == begun.seen.id
    while "The next one comes" not in seen.text():
        assert seen.text().startswith("### Daily deal 1"), "a hand at a table may be open beside it"
        seen = await step(player)
        assert seen.id == begun.seen.id
    return seen


async def test_two_players_play_same_deal_in_private(club: Club) -> None:
    ann, bob = club.everyone[:2]
    first = (await ann.command("daily")).seen
    assert "Daily deal 1" in first.text()
    assert "No one has played it yet" in first.text()
    public = [seen.text() for seen in club.messages()]
    ended = await play(ann)
    assert "You're the first to play it here" in ended.text()
    assert "**Deal" not in ended.text(), "the deal of a later day is no deal 1"
    assert "your side" in ended.text()
    before = (await bob.command("daily")).seen
    assert "1 person has played it so far" in before.text()
    await play(bob)
    await ann.press("Look again", on=daily_of(ann))
    assert "2 people have played it here" in daily_of(ann).text()
    assert "A computer in your seat" in daily_of(ann).text()
    assert "Play" not in (await ann.command("daily")).seen.buttons()
    assert [seen.text() for seen in club.messages()] == public
    assert not club.has_table


async def test_cards_dealt_again_in_daily_deal_are_explained(tmp_path: Path) -> None:
    """Bug: when everyone had passed, other cards were in the hand without a word."""
    async with a_club(tmp_path, computers=Passers()) as club:
        ann = club["Ann"]
        begun = await ann.command("daily")
        await ann.press("Play", on=begun.seen)
        first = daily_of(ann).text()
        assert "Everyone passed" not in first
        await ann.press("Pass", on=daily_of(ann))
        assert "Everyone passed, so the deal is thrown in." in daily_of(ann).text()


async def test_daily_deal_of_club_server_is_kentucky(club: Club) -> None:
    await club.app.server.house_rules.set_default(club.world.guild.id, "club")
    ann = club.everyone[0]
    begun = (await ann.command("daily")).seen
    assert "Official Tournament Rook" in begun.text()
    await ann.press("Play", on=begun)
    assert "Daily deal 1" in daily_of(ann).text()


async def test_result_is_shared_on_request_once_without_cards(club: Club) -> None:
    ann, bob = club.everyone[:2]
    ended = await play(ann)
    public = len(club.messages())
    await ann.press("Share result", on=ended)
    [told] = [seen.text() for seen in club.messages()][public:]
    assert re.fullmatch(
        r"<@\d+> played daily deal 1 and is (level|\d+ (ahead|behind))\.\n"
        r"-# `/rook daily` deals you the same cards until <t:\d+:f>\.",
        told,
    ), told
    assert str(ann.id) in told
    assert "Share result" not in daily_of(ann).buttons()
    again = await ann.press_id("rk1:dshare:1:0:", on=daily_of(ann))
    assert "shared that result already" in again.sentence
    before = (await bob.command("daily")).seen
    assert "haven't finished" in (await bob.press_id("rk1:dshare:1:0:", on=before)).sentence
    assert "Par" not in before.text()
    assert len(club.messages()) == public + 1


async def test_yesterdays_deal_says_that_todays_is_there(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = club.everyone[0]
    begun = (await ann.command("daily")).seen
    await ann.press("Play", on=begun)
    monkeypatch.setattr(club.app.daily, "_now", lambda: club.now() + 24 * 3600)
    while "day is over" not in daily_of(ann).text():
        await step(ann)
    ended, public = daily_of(ann), len(club.messages())
    assert "The next one comes" not in ended.text()
    await ann.press("Share result", on=ended)
    [told] = [seen.text() for seen in club.messages()][public:]
    assert "the same cards" not in told
    assert "Daily deal 2" in (await ann.command("daily")).seen.text()


async def test_lost_last_answer_of_yesterdays_deal_is_shown_by_command(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = club.everyone[0]
    await ann.press("Play", on=(await ann.command("daily")).seen)
    monkeypatch.setattr(club.app.daily, "_now", lambda: club.now() + 24 * 3600)
    while len([one for one in controls(daily_of(ann)) if ":play " in one.custom_id]) != 2:
        await step(ann)
    club.world.make_fail(Call.ANSWER, status=404, code=10008)
    await step(ann)
    assert "`/rook daily` shows where things stand" in ann.messages()[-1].text()
    today = (await ann.command("daily")).seen
    assert "Finish deal 1" not in today.buttons()
    ended = await ann.press("See deal 1", on=today)
    assert "your side" in ended.text
    assert "Share result" in ended.seen.buttons()


async def test_result_can_be_shared_again_after_refusal_by_discord(club: Club) -> None:
    ann = club.everyone[0]
    ended, public = await play(ann), len(club.messages())
    club.world.make_fail(Call.FOLLOW_UP, status=403, code=50013)
    reply = await ann.press("Share result", on=ended)
    assert "Discord didn't take your result here" in reply.sentence
    assert len(club.messages()) == public
    await ann.press("Look again", on=daily_of(ann))
    await ann.press("Share result", on=daily_of(ann))
    assert len(club.messages()) == public + 1


async def test_lost_nest_answer_names_command_that_shows_the_deal(
    club: Club,
) -> None:
    ann = club.everyone[0]
    await ann.press("Play", on=(await ann.command("daily")).seen)
    seen = daily_of(ann)
    club.world.make_fail(Call.ANSWER, status=500)
    reply = await ann.press_id("rk1:dlay:1:3:R5", on=seen)
    assert reply.sentence == LOST.format(command="/rook daily")


async def test_result_can_be_shared_again_after_lost_answer(club: Club) -> None:
    ann = club.everyone[0]
    ended, public = await play(ann), len(club.messages())
    club.world.make_fail(Call.ANSWER, status=404, code=10062)
    await ann.press("Share result", on=ended)
    assert len(club.messages()) == public
    await ann.press("Share result", on=(await ann.command("daily")).seen)
    assert len(club.messages()) == public + 1


async def test_daily_deal_ignores_game_of_the_channel(club: Club) -> None:
    await club.begin()
    ann = club.everyone[0]
    before = await club.snapshot()
    await play(ann)
    assert await club.snapshot() == before


async def test_daily_deal_continues_after_restart(club: Club) -> None:
    ann = club.everyone[0]
    await ann.press("Play", on=(await ann.command("daily")).seen)
    left = await step(ann)
    await club.restart()
    again = (await ann.command("daily")).seen
    assert again.text() == left.text()
    assert [one.label for one in controls(again)] == [one.label for one in controls(left)]


async def test_old_button_shows_current_deal(club: Club) -> None:
    ann = club.everyone[0]
    await ann.press("Play", on=(await ann.command("daily")).seen)
    old = daily_of(ann)
    now = await step(ann)
    for pressed in controls(old):
        await ann.press_id(pressed.custom_id, on=old)
        assert ann.messages()[-1].text() == now.text()


@pytest.mark.parametrize(
    ("custom_id", "answer"),
    [
        ("rk1:ddo:9:3:pass", "isn't there any more"),
        ("rk1:ddo:1:3:pass", "haven't begun"),
        ("rk1:dlay:9:3:R5", "isn't there any more"),
        ("rk1:dsure:9:3:pass", "isn't there any more"),
        ("rk1:dother:9:3:", "isn't there any more"),
        ("rk1:daily:9:0:here", "isn't there any more"),
    ],
)
async def test_forged_presses_are_answered(club: Club, custom_id: str, answer: str) -> None:
    ann, bob = club.everyone[:2]
    seen = (await ann.command("daily")).seen
    await ann.press("Play", on=seen)
    other = (await bob.command("daily")).seen
    assert answer in (await bob.press_id(custom_id, on=other)).sentence


async def test_forged_press_on_public_message_shows_no_hand(club: Club) -> None:
    await club.begin()
    ann, bob = club.everyone[:2]
    await ann.press("Play", on=(await ann.command("daily")).seen)
    acts = next(one for one in controls(daily_of(ann)) if not one.disabled).custom_id.split(":")[3]
    table, seen_by_bob = await club.table_message(), [seen.text() for seen in bob.messages()]
    for custom_id in ("rk1:daily:1:0:here", "rk1:dplay:1:0:", f"rk1:ddo:1:{acts}:pass", "rk1:dsure:1:1:pass"):
        reply = await ann.press_id(custom_id, on=table)
        assert reply.messages[-1].ephemeral, custom_id
    assert [seen.text() for seen in bob.messages()] == seen_by_bob


async def test_bid_can_be_typed_in_daily_deal(club: Club) -> None:
    ann = club.everyone[0]
    await ann.press("Play", on=(await ann.command("daily")).seen)
    seen = daily_of(ann)
    shown = await ann.press("Another bid …", on=seen)
    assert "whole number" in (await ann.submit(shown, "x")).sentence
    assert daily_of(ann).text() == seen.text()
    await ann.submit(await ann.press("Another bid …", on=seen), "120")
    assert "You: bid 120" in daily_of(ann).text()
    assert daily_of(ann).id == seen.id


async def test_invalid_answer_changes_no_deal(club: Club) -> None:
    ann = club.everyone[0]
    await ann.press("Play", on=(await ann.command("daily")).seen)
    seen = daily_of(ann)
    acts = next(one for one in controls(seen) if not one.disabled).custom_id.split(":")[3]
    for argument in ("bid 71", "play R99", "deal R5", "redeal", ""):
        await ann.press_id(f"rk1:ddo:1:{acts}:{argument}", on=seen)
    assert daily_of(ann).text() == seen.text()


async def test_help_leads_to_daily_deal(club: Club) -> None:
    ann = club.everyone[0]
    opened = await ann.press("Daily deal", on=(await ann.command("help")).seen)
    assert "Daily deal 1" in opened.seen.text()
    assert opened.messages[-1].ephemeral
