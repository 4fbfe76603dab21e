"""Fixed phrases said at the table, and hints and phrases that a host has turned off."""

from __future__ import annotations

from cogs.table.phrases import WORDS
from tests.e2e.players import Club


async def test_phrase_is_on_table_message_and_posts_no_other(club: Club) -> None:
    await club.begin()
    ann, bob = club.everyone[:2]
    public = len(club.messages())
    before = await club.snapshot()
    panel = (await ann.press_hand("Say …")).seen
    assert set(WORDS.values()) == set(panel.buttons())
    reply = await ann.press("Nice bid", on=panel)
    assert "You said: Nice bid" in reply.sentence
    await bob.typed("rook say", phrase="thanks")
    text = (await club.table_message()).text()
    assert "**Ann**: Nice bid\n💬 **Bob**: Thank you" in text
    assert len(club.messages()) == public
    assert await club.snapshot() == before
    assert ann.hand().text().startswith("### Your hand"), "the hand stays where it is"


async def test_restart_clears_phrases_from_the_table(club: Club) -> None:
    await club.begin()
    await club["Bob"].typed("rook say", phrase="thanks")
    assert "Thank you" in (await club.table_message()).text()
    await club.restart()
    assert "Thank you" not in (await club.table_message()).text()


async def test_phrases_are_limited_in_number(club: Club) -> None:
    await club.begin()
    ann, bob, eve = club["Ann"], club["Bob"], club["Eve"]
    assert "You aren't at this table." in (await eve.typed("rook say", phrase="hello")).sentence
    panel = (await ann.press_hand("Say …")).seen
    for words in ("Good luck", "Nice bid", "Well played", "Good game"):
        await ann.press(words, on=panel)
    assert "You've said a lot in a short time." in (await ann.press("Thank you", on=panel)).sentence
    assert "Thank you" not in (await club.table_message()).text()
    await bob.typed("rook say", phrase="thanks")
    assert "**Bob**: Thank you" in (await club.table_message()).text()


async def test_host_turns_hints_and_phrases_off_in_set_up(club: Club) -> None:
    await club.sit_down()
    ann, bob = club.everyone[:2]
    page = await ann.choose("allowed", on=(await ann.press("Set up")).seen, menu=-1)
    page = await ann.press("Turn hints off", on=page.seen)
    await ann.press("Turn phrases off", on=page.seen)
    assert "Without hints or phrases." in (await club.table_message()).text()
    await ann.press("Start")
    await bob.press("My hand")
    assert not {"Hint", "Say …"} & set(club.asked.hand().buttons())
    assert "turned phrases off" in (await bob.typed("rook say", phrase="hello")).sentence
    assert "turned hints off" in (await club.asked.typed("rook hint")).sentence


async def test_table_without_hints_passes_that_to_next_table(club: Club) -> None:
    ann, *others = club.everyone[:4]
    await ann.command("new", hints=False, deals=1)
    for place, player in enumerate(others, start=2):
        await player.take_seat(place)
    await ann.press("Start")
    asked = club.asked
    await asked.press("My hand")
    assert "Hint" not in asked.hand().buttons()
    await club.play_on()
    await club.world.env.settle()
    await ann.press("New table")
    assert not club.table.record.allowed.hints
    shown = await ann.typed("table setup", hints=True, phrases=False)
    assert "Phrases" not in shown.sentence
    assert club.table.record.allowed == (True, False)
