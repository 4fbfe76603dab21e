"""The questions of *Set up*: a family's words lead to its rules, on one screen, in a few presses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from simcord.enums import ComponentType

from rules.bidding.house.offered import BY_KEY
from rules.core.protocol import OptionValue
from tests.e2e.players import Club, Player, Reply
from tests.e2e.worlds import Seen

LIMIT = 4000
ANSWERS, PAGES = 0, -1
"""The menu of answers, and that of pages."""
ONES = "1:15 5:5 10:10 14:10"
FOUR = "Four: partners sit opposite and stay together"
LOWEST = "Left of the dealer leads first. The Rook is the lowest trump, played like any trump"
TOP = "The bidder leads first. The Rook is the highest trump, played at any time"


class Family(NamedTuple):
    """A family's answers, a word or more of each, and its rules."""

    answers: Sequence[str]
    options: Mapping[str, OptionValue]
    game: str = "kentucky"


FAMILIES = {
    "Grant's Pass": Family(
        (FOUR, "1 to 14 and the bird, the 14 high", "5s 5, 10s 10, 13s 10, the bird 20:", LOWEST, "", ""),
        {
            "seat_change": "no",
            "numbers": "1-14",
            "counters": "5:5 10:10 13:10",
            "rook": "low",
            "rook_plays": "as_trump",
        },
    ),
    "Western New York": Family(
        (
            FOUR,
            "1 to 14 and the bird, the 1 high",
            "1s 15, 5s 5, 10s 10, 14s 10, the bird 20:",
            LOWEST,
            "",
            "At 500 points",
        ),
        {
            "seat_change": "no",
            "numbers": "1-14",
            "high": 1,
            "counters": ONES,
            "rook": "low",
            "rook_plays": "as_trump",
            "target": 500,
        },
    ),
    "By your bid": Family(
        (
            FOUR,
            "1 and 5 to 14 and the bird, the 1 high",
            "1s 15, 5s 5, 10s 10, 14s 10, the bird 20:",
            TOP,
            "100 to 180, in steps of 5. If everyone passes: the next dealer deals",
            "At 500 points, or 1,000 ahead",
        ),
        {
            "seat_change": "no",
            "numbers": "1,5-14",
            "high": 1,
            "counters": ONES,
            "first_lead": "declarer",
            "min_bid": 100,
            "target": 500,
            "lead_wins": 1000,
        },
    ),
    "Forty cards": Family(
        (FOUR, "5 to 14, no bird", "5s 5, 10s 10, 13s 10, most tricks 20:", "", "65 to 120", "; −250 loses"),
        {
            "seat_change": "no",
            "rook": "none",
            "nest": 4,
            "counters": "5:5 10:10 13:10",
            "majority": 20,
            "min_bid": 65,
            "target": 500,
            "lose_at": -250,
        },
    ),
    "Six with a called partner": Family(
        (
            "Six: the bidder calls a partner",
            "1 to 14 and the bird, the 1 high",
            "1s 15, 5s 5, 10s 10, 14s 10, the bird 20:",
            TOP,
            "100 to 180",
            "",
        ),
        {
            "seats": "6",
            "numbers": "1-14",
            "high": 1,
            "nest": 3,
            "counters": ONES,
            "first_lead": "declarer",
            "min_bid": 100,
        },
        "high_card_partner",
    ),
}


def menu(seen: Seen, index: int) -> list[dict[str, Any]]:
    """The entries of a menu."""
    menus = [part for part in seen.parts() if part.get("type") == ComponentType.STRING_SELECT]
    return list(menus[index]["options"])


async def answer(player: Player, page: Seen, said: str) -> Reply:
    """Choose the first answer with these words; empty, or the one in force, means *Next*.

    Discord sends nothing if the chosen entry of a menu is chosen again.
    """
    entry = next(one for one in menu(page, ANSWERS) if said in one["label"])
    if not said or entry.get("default"):
        return await player.press("Next" if "Next" in page.buttons() else "The whole rule", on=page)
    return await player.press_id(page.menus()[ANSWERS], on=page, values=[entry["value"]])


async def walk(player: Player, answers: Sequence[str]) -> tuple[Seen, int]:
    """The last page after the answers, and the number of presses."""
    page = (await player.press("Set up")).seen
    for said in answers:
        page = (await answer(player, page, said)).seen
    return page, 1 + len(answers)


@pytest.mark.parametrize("name", FAMILIES)
async def test_family_is_reached_by_six_questions(club: Club, name: str) -> None:
    ann, family = club["Ann"], FAMILIES[name]
    await ann.command("new")
    page, presses = await walk(ann, family.answers)
    assert presses <= 8
    assert club.table.record.game == family.game
    assert club.table.record.options == family.options
    assert "Not as in the book" in page.text()
    assert len(page.text()) <= LIMIT


async def test_discards_face_up_are_one_press_more(club: Club) -> None:
    choices = [choice.value for choice in BY_KEY["bury_counters"].choices]
    if "shown" not in choices:
        pytest.skip("discards can't be shown yet")
    ann, family = club["Ann"], FAMILIES["Western New York"]
    await ann.command("new")
    page, presses = await walk(ann, family.answers)
    await answer(ann, page, "Counters may be discarded")
    assert presses + 1 <= 8
    assert club.table.record.options == {**family.options, "bury_counters": "shown"}


async def test_one_rule_more_is_added_and_taken_back_on_the_last_page(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    page = (await ann.press("The whole rule", on=(await ann.press("Set up")).seen)).seen
    page = (await answer(ann, page, "The bidder's side gets")).seen
    assert club.table.record.options == {"nest_to": "declarer"}
    assert "🔸 **Nest points go to**: The bidder's side gets the nest's points (book: " in page.text()
    page = (await answer(ann, page, "A hand with no counter")).seen
    await answer(ann, page, "Whoever takes the last trick gets")
    assert club.table.record.options == {"misdeal_claim": "no_counters"}


async def test_questions_say_their_number_and_go_back_and_forth(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    page = (await ann.press("Set up")).seen
    assert "**1 of 6 · How many play, and who plays together?**" in page.text()
    assert "Back" not in page.buttons()
    page = (await ann.press("Next", on=page)).seen
    assert "**2 of 6 · Which cards?**\nNow: 5 to 14 and the bird" in page.text()
    page = (await answer(ann, page, "5 to 14, no bird")).seen
    assert "**3 of 6 · What counts?**" in page.text()
    assert all("the bird" not in entry["label"] for entry in menu(page, ANSWERS))
    page = (await ann.press("Back", on=page)).seen
    page = (await answer(ann, page, "As the book says")).seen
    assert club.table.record.options == {}


async def test_later_answers_stay_if_they_fit_an_earlier_one(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new", rules="rook_low")
    page = (await ann.press("Set up")).seen
    page = (await ann.press("Next", on=page)).seen
    await answer(ann, page, "1 and 5 to 14 and the bird, the 1 high")
    kept = club.table.record.options
    assert (kept["numbers"], kept["counters"], kept["rook"], kept["target"]) == ("1,5-14", ONES, "low", 500)
    page = (await ann.press("Set up")).seen
    page = (await ann.press("Next", on=page)).seen
    await answer(ann, page, "As the book says")
    assert "counters" not in club.table.record.options, "there is no 1 to count"


async def test_number_of_players_changes_game_and_seats(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await ann.command("new")
    page = (await ann.press("Set up")).seen
    page = (await answer(ann, page, "Three: everyone alone")).seen
    assert (club.table.record.game, len(club.table.record.seats)) == ("kentucky", 3)
    assert "**2 of 6 · Which cards?**" in page.text()
    for seat, player in ((2, bob), (3, club["Cleo"])):
        await player.take_seat(seat)
    page = (await ann.press("Set up")).seen
    assert not any(entry["label"].startswith("Two") for entry in menu(page, ANSWERS)), "three sit here"


async def test_question_is_answered_after_a_restart(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    page = (await ann.press("Next", on=(await ann.press("Set up")).seen)).seen
    await club.restart()
    page = (await answer(ann, page, "1 to 14 and the bird, the 1 high")).seen
    assert "**3 of 6 · What counts?**" in page.text()
    assert club.table.record.options == {"numbers": "1-14", "high": 1}


async def test_stale_question_is_asked_again(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await ann.command("new")
    page = (await ann.press("Next", on=(await ann.press("Set up")).seen)).seen
    await bob.take_seat(2)
    refused = await answer(ann, page, "5 to 14, no bird")
    assert "moved on" in refused.sentence
    assert club.table.record.options == {}
    await answer(ann, club.world.look_at(refused.messages[0]), "5 to 14, no bird")
    assert club.table.record.options == {"rook": "none", "nest": 4}


async def test_game_without_bidding_is_asked_only_what_applies(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new", game="golden10")
    page = (await ann.press("Set up")).seen
    assert "**1 of 2 · " in page.text()
    page = (await ann.press("Next", on=page)).seen
    assert "**2 of 2 · When is it over?**" in page.text()
    page = (await answer(ann, page, "After 12 deals")).seen
    assert club.table.record.options == {"deals": 12}
    assert "## Golden 10" in page.text()
    assert "Post the rules" in page.buttons()


async def test_named_rules_are_three_presses_away(club: Club) -> None:
    """Set up, Name or code, and the form; part of a name is enough."""
    ann = club["Ann"]
    await ann.command("new")
    shown = await ann.press("Name or code …", on=(await ann.press("Set up")).seen)
    page = (await ann.submit(shown, "rook low")).seen
    assert club.table.record.options["rook"] == "low"
    assert "Not as in the book" in page.text()
    saves = {"what": "save", "name": "Grandma's"}
    result = await club.world.owner.slash(club.world.channel, "rook-admin rules", **saves)
    assert "Saved **Grandma's**" in Reply(club.world, result).text
    shown = await ann.press("Name or code …", on=page)
    await ann.submit(shown, "kentucky")
    shown = await ann.press("Name or code …", on=(await ann.press("Set up")).seen)
    await ann.submit(shown, "grandma")
    assert club.table.record.options["rook"] == "low"


async def test_refused_option_offers_what_goes_together(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    page = (await ann.press("Set up")).seen
    page = (await ann.press_id(page.menus()[PAGES], on=page, values=["Deck"])).seen
    page = (await ann.press_id(page.menus()[1], on=page, values=["numbers"])).seen
    refused = await ann.submit(await ann.press("Another value …", on=page), "1-13")
    assert "“Counters” give points to the 14" in refused.sentence
    assert "- **Numbers**: 1–13" in refused.sentence
    assert "- **Counters**: 5s 5, 10s 10, 13s 10" in refused.sentence
    assert club.table.record.options == {}
    page = (await ann.press("Change both", on=refused.seen)).seen
    assert club.table.record.options == {"numbers": "1-13", "counters": "5:5 10:10 13:10"}
    assert "Not as in the book" in page.text()


async def test_rules_are_posted_for_everyone_in_one_message(club: Club) -> None:
    ann, eve = club["Ann"], club["Eve"]
    await ann.command("new", rules="jeff")
    page = (await ann.press("The whole rule", on=(await ann.press("Set up")).seen)).seen
    posted = await ann.press("Post the rules", on=page)
    (message,) = posted.messages
    assert not message.ephemeral
    seen = club.world.look_at(message)
    assert seen.buttons() == {}
    assert seen.menus() == []
    assert "🔸 **Target**: 700 (book: 300)" in seen.text()
    assert "🔸 **Rook**: The dealer makes the Rook highest or lowest each deal" in seen.text()
    assert len(seen.text()) <= LIMIT
    assert message.id in {one.id for one in eve.messages()}
    short = (await eve.command("rules", game="kentucky")).seen
    posted = await eve.press("Post the rules", on=short)
    assert "All by the book: 1988 booklet" in posted.text
    for _ in range(2):
        await eve.press("Post the rules", on=short)
    assert "several times" in (await eve.press("Post the rules", on=short)).sentence
