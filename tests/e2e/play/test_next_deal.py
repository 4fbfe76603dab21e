"""Between two deals all players read how the last one ended, and any of them starts the next."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from cogs.ui.refusals import FIRST_PAUSE
from tests.e2e.players import Club, a_club
from tests.e2e.worlds import Call

PAUSE = 30


@pytest.fixture
async def unhurried(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, deal_pause=PAUSE) as club:
        yield club


async def deal_over(club: Club, seed: int = 4) -> None:
    """Let players answer until a deal is over."""
    await club.play_on(Random(seed))
    assert club.table.clock.is_between_deals
    await club.world.env.settle()


def deals_scored(club: Club) -> int:
    view = club.table.match.table_view()
    return 0 if view is None else len(view.sheet)


async def test_table_and_hands_show_ended_deal_and_press_deals_next(unhurried: Club) -> None:
    club, due = unhurried, re.compile(r"<t:\d+:R>")
    await club.begin(deals=2)
    await deal_over(club)
    ann, bob = club["Ann"], club["Bob"]
    for seen in (await club.table_message(), ann.hand(), bob.hand()):
        told = seen.text()
        assert re.search(r"\*\*Deal 1\*\* · .+ (bid|made) ", told)
        assert len(re.findall(r"^[+−\d]+ .+ → \*\*[−\d]+\*\*$", told, re.MULTILINE)) == 2
        assert due.search(told)
        assert "Next deal" in seen.buttons()
    table = await club.table_message()
    told, has_picture = table.text(), any("as played" in str(part) for part in table.parts())
    assert "gets the nest" in told
    assert ("Last trick: " in told) is not has_picture, "the picture shows it, and once is enough"
    assert "Last trick: " not in ann.hand().text(), "the table tells it, and once is enough"
    await ann.press_hand("Next deal")
    assert club.table.match.deal == 2
    for player in club.seated:
        assert not due.search(player.hand().text())
        assert "Next deal" not in player.hand().buttons()


async def test_dealer_asked_before_next_deal_answers_in_hand(unhurried: Club) -> None:
    club, random = unhurried, Random(3)
    await club.begin(rules="jeff")
    assert "Deal 1 · ranking the Rook" in (await club.table_message()).text()
    while not deals_scored(club):
        decision = club.asked.decision
        assert decision is not None
        with club.world.as_bot():
            await club.app.tables.play.act(club.channel_id, club.asked.id, club.sensible(decision, random))
    await club.world.env.settle()

    dealer, other = club.asked, club.others(club.asked)[0]
    name = club.table.record.seats[dealer.seat].name
    public = await club.table_message()
    assert f"{name}'s turn" in public.text()
    for seen in (public, dealer.hand(), other.hand()):
        assert "**Deal 1** · " in seen.text()
        assert "Next deal" not in seen.buttons()
    assert f"Waiting for {name}" in other.hand().text()
    next_seal = re.search(r"-# Next seal: `(\w+)`", (await dealer.press("More")).text)
    assert next_seal is not None

    await dealer.press_hand("Lowest trump")
    assert club.table.match.deal == 2
    assert f"-# Seal: `{next_seal[1]}`" in (await dealer.press("More")).text


async def test_table_list_shows_time_of_next_deal(unhurried: Club) -> None:
    await unhurried.begin(deals=2)
    await deal_over(unhurried)
    mine = (await unhurried["Ann"].typed("table mine")).sentence
    assert re.search(r" · the next deal comes <t:\d+:R>", mine)


async def test_questions_about_cards_say_that_they_are_not_dealt_yet(unhurried: Club) -> None:
    await unhurried.begin(deals=2)
    await deal_over(unhurried)
    ann = unhurried["Ann"]
    told = "The next deal hasn't been dealt yet. *Next deal* deals it."
    assert (await ann.move("pass")).sentence == told
    assert (await ann.typed("rook claim")).sentence == told


@pytest.mark.parametrize("is_in_hand", [True, False])
async def test_late_press_deals_and_refreshes_existing_hand(unhurried: Club, is_in_hand: bool) -> None:
    """A late press, as after a gap of the gateway, starts the deal, but Discord takes no answer to it."""
    club, ann = unhurried, unhurried["Ann"]
    await club.begin(deals=2)
    await deal_over(club)
    club.world.make_fail(Call.ANSWER, status=404, code=10062, times=None)
    await (ann.press_hand("Next deal") if is_in_hand else ann.press("Next deal"))
    club.world.end_trouble()
    await club.world.env.settle()
    assert club.table.match.deal == 2
    assert "dealer" in ann.hand().text()


async def test_recap_picture_stays_until_next_deal_and_moves_along(
    unhurried: Club,
) -> None:
    club = unhurried
    await club.begin(deals=3)
    await deal_over(club)
    await club.world.env.settle()
    first = await club.table_message()
    assert [file["filename"] for file in first.payload["attachments"]] == ["chart.png"]
    [shown] = [item for part in first.parts() for item in part.get("items", ())]
    assert shown["description"].startswith("Deal 1, as played · last trick.")
    await club.restart()
    assert (await club.table_message()).payload["attachments"]
    await club["Ann"].typed("rook table")
    await club.world.env.settle()
    again = await club.table_message()
    assert again.id != first.id
    assert [file["filename"] for file in again.payload["attachments"]] == ["chart.png"]
    await club["Bob"].press("Next deal")
    await club.world.env.settle()
    assert (await club.table_message()).payload["attachments"] == []


async def test_recap_without_attachment_permission_is_in_words(
    unhurried: Club, caplog: pytest.LogCaptureFixture
) -> None:
    club = unhurried
    caplog.set_level(logging.INFO)
    await club.begin(deals=4)
    await club.world.forbid_bot(attach_files=False)
    await deal_over(club)
    told = await club.table_message()
    assert "**Deal 1** · " in told.text()
    assert "Next deal" in told.buttons()
    assert told.payload["attachments"] == []
    await club["Ann"].press_hand("Next deal")
    await deal_over(club)
    assert "**Deal 2** · " in (await club.table_message()).text()
    assert len([said for said in caplog.messages if "takes no pictures" in said]) == 1
    await club.world.forbid_bot()
    await club.world.env.advance_time(FIRST_PAUSE)
    await deal_over(club)
    assert (await club.table_message()).payload["attachments"]


async def test_table_moves_down_without_picture_if_attachments_are_forbidden(
    unhurried: Club,
) -> None:
    club = unhurried
    await club.begin(deals=2)
    await deal_over(club)
    above = await club.table_message()
    await club.world.forbid_bot(attach_files=False)
    await club["Ann"].typed("rook table")
    await club.world.env.settle()
    below = await club.table_message()
    assert below.id != above.id
    assert "**Deal 1** · " in below.text()
    assert below.payload["attachments"] == []


async def test_press_on_table_message_shows_the_new_hand(unhurried: Club) -> None:
    club = unhurried
    await club.begin(deals=3)
    await deal_over(club)
    reply = await club["Cleo"].press("Next deal")
    assert reply.seen.text().startswith("### Your hand")
    assert club.table.match.deal == 2


async def test_next_deal_starts_unasked_even_after_restart(unhurried: Club) -> None:
    club = unhurried
    await club.begin(deals=2)
    await deal_over(club)
    await club.restart()
    assert club.table.clock.is_between_deals
    await club.world.env.advance_time(PAUSE)
    await club.world.env.settle()
    assert club.table.match.deal == 2
    assert "Next deal" not in (await club.table_message()).buttons()


async def test_end_of_match_shows_last_deal_and_its_nest(unhurried: Club) -> None:
    club = unhurried
    await club.begin(deals=1)
    await club.play_on()
    await club.world.env.settle()
    told = (await club.table_message()).text()
    assert "🏆" in told
    assert re.search(r"\*\*Deal 1\*\* · .+ (bid|made) ", told)
    assert "gets the nest" in told
    assert "Next deal" not in told


async def test_hands_say_that_deal_waits_after_all_have_left(tmp_path: Path) -> None:
    async with a_club(tmp_path, deal_pause=PAUSE, pause_after=PAUSE / 2) as club:
        await club.begin(deals=2)
        await deal_over(club)
        for player in club.seated:
            await player.command("leave")
        assert "*Next deal* deals now." in club["Ann"].hand().text()
        await club.world.env.advance_time(2 * PAUSE)
        await club.world.env.settle()
        for seen in (await club.table_message(), club["Ann"].hand()):
            assert "Press *Next deal*." in seen.text()
