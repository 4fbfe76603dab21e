"""The lessons: five in one private message, with the computer's explanation after each answer."""

from __future__ import annotations

from tests.e2e.players import Club, controls


async def test_lessons_continue_in_one_private_message(club: Club) -> None:
    ann = club.everyone[0]
    begun = await ann.command("learn")
    assert begun.messages[-1].ephemeral
    message = begun.seen.id
    for number, title in enumerate(("The bid", "The nest", "Trump", "Following", "The last trick"), start=1):
        seen = next(one for one in ann.messages() if one.id == message)
        assert f"Lesson {number} of 5: {title}" in seen.text()
        assert ("by you" in seen.text()) is (number > 1), "whoever learns has the bid from then on"
        choice = next(one for one in controls(seen) if "answer 0" in one.custom_id)
        answered = (await ann.press_id(choice.custom_id, on=seen)).seen
        assert answered.id == message
        assert "You chose:" in answered.text()
        assert "💡" in answered.text()
        if number < 5:
            await ann.press("Next lesson", on=answered)
    assert "That's the five lessons" in answered.text()
    assert all(one.id != message for one in club["Bob"].messages())
    assert not club.has_table


async def test_lessons_count_as_done_only_after_all_five(club: Club) -> None:
    ann = club.everyone[0]
    seen = (await ann.command("learn")).seen
    for number in (4, 0, 1, 3, 2):  # the last lesson first
        answered = await ann.press_id(f"rk1:learn:{number}:0:answer 0", on=seen)
        assert ("That's the five lessons" in answered.text) is (number == 2)


async def test_help_and_more_lead_to_lessons(club: Club) -> None:
    ann = club.everyone[0]
    help_ = (await ann.command("help")).seen
    assert "Lesson 1 of 5" in (await ann.press("Learn", on=help_)).text
    await club.begin()
    more = (await ann.press("More")).seen
    assert "Lesson 1 of 5" in (await ann.press("Learn to play", on=more)).text


async def test_forged_answer_to_lesson_is_refused(club: Club) -> None:
    ann = club.everyone[0]
    seen = (await ann.command("learn")).seen
    for custom_id in ("rk1:learn:0:0:answer 9", "rk1:learn:0:0:answer x"):
        assert "isn't one of the choices" in (await ann.press_id(custom_id, on=seen)).sentence
    assert "no such lesson" in (await ann.press_id("rk1:learn:9:0:", on=seen)).sentence
