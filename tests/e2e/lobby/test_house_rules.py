"""House rules: chosen in the panel, shown in words, passed on as a code, saved by a server, compared."""

from __future__ import annotations

import re
from typing import Any

import pytest
import simcord
from simcord.enums import ComponentType

from bot.models.stored_settings import SavedRules
from bot.server.store import ServerStore
from cogs.table.computers_panel import LEVEL
from cogs.table.options_panel import ALLOWED, FIRST_PAGE, TURNS
from cogs.table.questions_panel import WHOLE
from cogs.table.set_up_panel import ALL_GAMES, BY_THE_BOOK
from rules.catalog import GAMES, find_game
from rules.codes import encode
from rules.presets import PRESETS
from tests.e2e.players import Club, Player, Reply
from tests.e2e.worlds import Seen

LIMIT = 4000
GAME = 0
MORE_RULES = -1
"""The last menu of the main questions."""


async def managed(club: Club, command: str, **options: Any) -> str:
    """The answer to a manager of the server for a choice of ``/rook-admin rules``."""
    result = await club.world.owner.slash(club.world.channel, "rook-admin rules", what=command, **options)
    return Reply(club.world, result).text


def menu(seen: Seen, index: int) -> list[dict[str, Any]]:
    """The entries of a menu."""
    menus = [part for part in seen.parts() if part.get("type") == ComponentType.STRING_SELECT]
    return list(menus[index]["options"])


async def choose(player: Player, panel: Seen, index: int, value: str) -> Reply:
    """Choose an option in a menu of a panel."""
    return await player.press_id(panel.menus()[index], on=panel, values=[value])


async def game_page(player: Player) -> Seen:
    """The page of *Set up* for the game and its house rules."""
    return (await choose(player, (await player.press("Set up")).seen, MORE_RULES, FIRST_PAGE)).seen


async def set_option(player: Player, section: str, key: str, value: str) -> Reply:
    """Choose an option's section, the option and its value in the panel."""
    panel = await player.typed("table setup")
    panel = await choose(player, panel.seen, MORE_RULES, section)
    panel = await choose(player, panel.seen, 1, key)
    return await choose(player, panel.seen, 2, value)


# The panel --------------------------------------------------------------------------------------------


async def test_host_changes_option_by_section_and_everyone_sees_it(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    panel = await set_option(ann, "Match", "target", "500")
    assert panel.messages[-1].ephemeral
    assert "By the book: 300" in panel.sentence
    assert club.table.match.game.changes() == {"target": 500}
    lobby = (await club.table_message()).text()
    assert "House rules" in lobby
    assert "(book: 300)" in lobby
    assert encode("kentucky", {"target": 500}) in (await ann.press("More")).text


async def test_every_section_of_every_option_can_be_opened(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    first = (await ann.typed("table setup")).seen
    specs = {spec.key for spec in club.table.match.game.options if spec.section != "Referee"}
    seen = set()
    whole, game, all_games, *sections, turns, level, allowed = [
        entry["value"] for entry in menu(first, MORE_RULES)
    ]
    assert (whole, game, all_games) == (WHOLE, FIRST_PAGE, ALL_GAMES)
    assert (turns, level, allowed) == (TURNS, LEVEL, ALLOWED)
    for section in sections:
        page = await choose(ann, first, MORE_RULES, section)
        for entry in menu(page.seen, 1):
            opened = await choose(ann, page.seen, 1, entry["value"])
            seen.add(entry["value"])
            assert len(menu(opened.seen, 2)) <= 25
            assert sum(bool(value.get("default")) for value in menu(opened.seen, 2)) == 1
    assert seen == specs


async def test_closed_option_has_no_form_and_fines_have_no_page(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    panel = await choose(ann, (await ann.typed("table setup")).seen, MORE_RULES, "Table")
    keys = {entry["value"] for entry in menu(panel.seen, 1)}
    assert "take_back" in keys
    assert not keys & {"table_talk", "wrong_discard", "late_misdeal", "misdeal_until_trick", "revoke"}
    for key in keys:
        opened = await choose(ann, panel.seen, 1, key)
        assert "Another value …" not in opened.seen.buttons()


async def test_value_missing_from_menu_is_typed(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    panel = await ann.typed("table setup")
    panel = await choose(ann, panel.seen, MORE_RULES, "Match")
    panel = await choose(ann, panel.seen, 1, "target")
    shown = await ann.press("Another value …", on=panel.seen)
    await ann.submit(shown, "435")
    assert club.table.match.game.changes() == {"target": 435}
    shown = await ann.press("Another value …", on=club.world.look_at(panel.messages[-1]))
    assert "That doesn't fit “Target”" in (await ann.submit(shown, "a lot")).sentence


@pytest.mark.parametrize(
    ("section", "key", "value", "why"),
    [
        ("Nest", "nest", "4", "cannot share evenly: choose a “Nest” of none, 1, 5 or 9"),
        ("Bidding", "min_bid", "500", "could never be made: all the points of a deal are 120"),
        ("Match", "target", "none", "A match needs a “Target” or a number of “Deals”"),
        ("Match", "target", "4", "That doesn't fit “Target”"),
    ],
)
async def test_contradictory_options_are_refused_with_reason(
    club: Club, section: str, key: str, value: str, why: str
) -> None:
    ann = club["Ann"]
    await ann.command("new")
    before = club.table.record
    panel = await choose(ann, (await ann.typed("table setup")).seen, MORE_RULES, section)
    panel = await choose(ann, panel.seen, 1, key)
    refused = await ann.submit(await ann.press("Another value …", on=panel.seen), value)
    assert why in refused.sentence
    assert club.table.record == before


async def test_several_options_are_changed_together_or_not_at_all(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    before = club.table.record
    refused = await ann.typed("table setup", game="boston", counted=True, turns=24)
    assert "A counted match is played in one sitting" in refused.sentence
    assert club.table.record == before
    await ann.typed("table setup", game="boston", counted=True, hints=False)
    changed = club.table.record
    assert (changed.game, changed.counted, changed.allowed.hints) == ("boston", True, False)


async def test_only_host_changes_options_and_outdated_panel_is_redrawn(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await ann.command("new")
    panel = await game_page(ann)
    assert "Only the table's host" in (await choose(bob, panel, GAME, "boston")).sentence
    for look_up in (bob.press("Set up"), bob.typed("table setup")):
        shown = await look_up
        assert "Ann, the host, chooses these" in shown.sentence
        assert shown.seen.menus() == []
    panel = (await choose(ann, panel, MORE_RULES, "Match")).seen
    panel = (await choose(ann, panel, 1, "target")).seen
    await bob.take_seat(2)
    refused = await choose(ann, panel, 2, "500")
    assert "moved on" in refused.sentence
    assert club.table.match.game.changes() == {}
    await choose(ann, club.world.look_at(refused.messages[0]), 2, "500")
    assert club.table.match.game.changes() == {"target": 500}


async def test_first_page_has_game_players_target_and_house_rules(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    panel = await game_page(ann)
    panel = (await choose(ann, panel, GAME, "regular_old")).seen
    panel = (await choose(ann, panel, 1, "7")).seen
    assert (club.table.record.game, len(club.table.record.seats)) == ("regular_old", 7)
    panel = (await choose(ann, panel, GAME, "All games")).seen
    panel = (await choose(ann, panel, 1, "kentucky_no_rook")).seen
    panel = (await choose(ann, panel, 1, "500")).seen
    panel = (await choose(ann, panel, 2, "county_fair")).seen
    agreed = {"target": 500, **PRESETS["county_fair"].options}
    assert club.table.match.game.changes() == GAMES["kentucky_no_rook"].with_options(agreed).changes()
    panel = (await choose(ann, panel, 2, BY_THE_BOOK)).seen
    assert club.table.match.game.changes() == {"target": 500}


async def test_saved_rules_of_any_name_are_in_set_up(club: Club) -> None:
    ann = club["Ann"]
    changes = {name: {"min_bid": bid} for name, bid in (("book", 75), ("own", 80), (ALL_GAMES, 85))}
    for name, options in changes.items():
        await managed(club, "save", name=name, rules=encode("kentucky", options))
    await ann.command("new", game="kentucky")
    panel = await game_page(ann)
    for name, options in changes.items():
        panel = (await choose(ann, panel, 2, name)).seen
        assert club.table.match.game.changes() == options
    await choose(ann, panel, 2, BY_THE_BOOK)
    assert club.table.match.game.changes() == {}


async def test_number_of_deals_replaces_target_and_back(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new", game="kentucky", deals=4)
    panel = await game_page(ann)
    assert "**Deals**" in panel.text()
    assert "**Target**" not in panel.text()
    panel = (await choose(ann, panel, 1, "8")).seen
    assert "8 deals" in (await club.table_message()).text()
    panel = (await choose(ann, panel, 1, "None")).seen
    assert "**Target**" in panel.text()
    panel = (await choose(ann, panel, 1, "500")).seen
    assert club.table.match.game.changes() == {"target": 500}


async def test_code_is_pasted_into_the_panel(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    panel = await ann.typed("table setup")
    shown = await ann.press("Name or code …", on=panel.seen)
    assert "typos" in (await ann.submit(shown, "1000-4DAG-8")).sentence
    shown = await ann.press("Name or code …", on=panel.seen)
    await ann.submit(shown, encode("dixie_1988", {"target": 700}).lower())
    assert (club.table.record.game, club.table.record.options) == ("dixie_1988", {"target": 700})


async def test_options_are_fixed_once_match_has_started(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    panel = (await ann.typed("table setup")).seen
    await ann.press("Fill with computers")
    await ann.press("Start")
    for words in ("game", "players", "preset"):
        refused = await ann.press_id(panel.menus()[1].rsplit(":", 1)[0] + f":{words}", on=panel, values=["4"])
        assert refused.sentence
    assert "has started" in (await ann.typed("table setup")).sentence
    assert club.table.match.game.changes() == {}


# Codes and names --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(PRESETS))
async def test_built_in_house_rules_open_by_name_and_code(club: Club, key: str) -> None:
    ann = club["Ann"]
    opened = await ann.command("new", rules=key)
    first = club.table.record
    code = encode(first.game, first.options)
    assert code in (await ann.press("More")).text
    assert not re.search(r"and \d+ more in", opened.text), "the table counts them without the length"
    for spec in club.table.match.game.options:
        if spec.key in first.options:
            assert f"**{spec.label}**: {spec.shown}" in opened.text or "more in *Rules*" in opened.text
    await ann.command("ask", what="close")
    await ann.command("new", rules=code)
    assert (club.table.record.game, club.table.record.options) == (first.game, first.options)


async def test_server_saves_lists_uses_defaults_and_deletes_rules(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new", game="one_high", target=200)
    assert "Saved **Grandma's**: 1-High Partnership" in await managed(club, "save", name="Grandma's")
    assert "Grandma's" in await ann.offered("new", "rules", "grand")
    await ann.command("ask", what="close")

    await ann.command("new", rules="grandma's")
    assert (club.table.record.game, club.table.record.options) == ("one_high", {"target": 200})
    await ann.command("ask", what="close")

    assert "now plays **Grandma's** here" in await managed(club, "set default", rules="Grandma's")
    by_name = await managed(club, "set default", name="Grandma's")
    assert "now plays **Grandma's** here" in by_name, "the bot's own game was the default after that"
    listed = await managed(club, "list")
    assert listed.count("Grandma's") == 2
    await ann.command("new")
    assert club.table.record.game == "one_high"
    await ann.command("ask", what="close")
    await ann.command("new", game="boston")
    assert club.table.record.game == "boston"
    await ann.command("ask", what="close")

    old, new = encode("one_high", {"target": 200}), encode("boston", {})
    assert f"Its code was `{old}` until now." in await managed(club, "save", name="grandma's", rules=new)
    assert "until now" not in await managed(club, "save", name="Grandma's", rules=new)

    removed = await managed(club, "remove", name="Grandma's")
    assert f"is removed. Its code was `{new}`." in removed
    assert "It was the default, so `/rook new` plays **Official Tournament Rook** here again." in removed
    await ann.command("new")
    assert club.table.record.game == "kentucky"
    assert "No rules are saved" in await managed(club, "remove", name="Grandma's")


async def test_rules_list_shows_default_and_changes_of_each_set(club: Club) -> None:
    for name, code in (
        ("Short", encode("boston", {"target": 700})),
        ("Grandma's", encode("one_high", {"target": 200})),
        ("Evening", encode("boston", {"target": 500})),
        ("Plain", encode("one_high", {})),
    ):
        await managed(club, "save", name=name, rules=code)
    settings = {"counted": "counted", "leaving": "alone", "place": "thread"}
    await club.world.owner.slash(club.world.channel, "rook-admin settings", **settings)
    listed = await managed(club, "list")
    assert "New tables: **🏅 Counted**, each in a thread of its own" in listed
    assert "When a match is counted: If you leave for good, you lose, and" in listed
    boston, one_high = (find_game(key).about.title for key in ("boston", "one_high"))
    in_order = ("Default: ", f"**{boston}**", "Evening", "Short", f"**{one_high}**", "Grandma's", "Plain")
    places = [listed.index(text) for text in in_order]
    assert places == sorted(places), "those of one game stand together"
    assert re.search(r"Short.*\n-# \*\*[^*]+\*\*: 700 \(book: 1,?000\)\n", listed)
    assert re.search(r"Plain.*\n-# by the book", listed)


async def test_rules_are_saved_from_a_code_and_survive_restart(club: Club) -> None:
    code = encode("boston", {"target": 700})
    await managed(club, "save", name="Boston 700", rules=code)
    await club.restart()
    await club["Ann"].command("new", rules="boston 700")
    assert (club.table.record.game, club.table.record.options) == ("boston", {"target": 700})


async def test_saved_rules_refused_by_this_version_say_what_to_do(club: Club) -> None:
    await ServerStore(club.database).save_rules(club.world.guild.id, SavedRules("Old", "Z000-0000-0"))
    await ServerStore(club.database).set_default_rules(club.world.guild.id, "Old")
    refused = await club["Ann"].command("new", rules="old")
    assert "saved by another version" in refused.sentence
    assert "saved by another version" in (await club["Ann"].command("new")).sentence
    assert "saved by another version" in await managed(club, "list")
    await club["Ann"].command("new", game="kentucky")
    assert club.has_table


async def test_only_managers_of_the_server_save_rules(club: Club) -> None:
    for command, options in (
        ("save", {"name": "x"}),
        ("remove", {"name": "x"}),
        ("set default", {}),
        ("list", {}),
    ):
        with pytest.raises(simcord.SetupError):
            await club["Ann"].actor.slash(club.world.channel, "rook-admin rules", what=command, **options)


async def test_saving_rules_without_a_table_is_refused(club: Club) -> None:
    assert "No table is open" in await managed(club, "save", name="x")


async def all_rules(player: Player, short: Seen) -> str:
    """All pages of the rules, opened from their summary."""
    page = await player.press("All the rules", on=short)
    told = [page.sentence]
    while "Next page" in page.seen.buttons():
        page = await player.press("Next page", on=page.seen)
        told.append(page.sentence)
    assert all(len(text) <= LIMIT for text in told)
    return "\n".join(told)


# Rules in words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_rules_of_every_game_have_sections_edition_and_source(club: Club, key: str) -> None:
    eve = club["Eve"]
    about, told = find_game(key).about, await all_rules(eve, (await eve.command("rules", game=key)).seen)
    for text in (about.title, about.edition, about.source, encode(key, {})):
        assert text in told
    for section in about.rules:
        assert section.heading in told


async def test_table_rules_are_readable_before_and_during_match(club: Club) -> None:
    ann, eve = club["Ann"], club["Eve"]
    await ann.command("new", rules="county_fair")
    shown = await eve.press_in_more("Rules")
    told = await all_rules(eve, shown.seen)
    assert "House rules here" in told
    assert "**Best of**" in told or "Games" in told or "three" in told.lower()
    await ann.press("Fill with computers")
    await ann.press("Start")
    assert await all_rules(eve, (await eve.command("rules")).seen) == told
    assert await all_rules(ann, (await ann.press_in_more("Rules")).seen) == told


async def test_glossary_word_is_explained_with_values_of_the_table(club: Club) -> None:
    ann, eve = club["Ann"], club["Eve"]
    await ann.command("new", game="regular_1988", target=200)
    short = (await eve.press_in_more("Rules")).seen
    assert "First to 200 points" in short.text()
    said = await choose(eve, short, 0, "Set")
    assert "goes set, scores nothing and loses the bid" in said.sentence
    said = await choose(eve, said.seen, 0, "Counter")
    assert "5s count 5" in said.sentence
    assert "First to 200 points" in (await eve.press("In short", on=said.seen)).text
    assert "isn't explained here" in (await choose(eve, short, 0, "Nonsense")).sentence


async def test_two_games_are_compared_in_words(club: Club) -> None:
    eve = club["Eve"]
    told = await eve.command("rules", game="kentucky", compare="one_high")
    assert "Official Tournament Rook" in told.text
    assert "1-High Partnership" in told.text
    assert "**End**\n🔹 First to 300 points" in told.text
    assert "**Trump**" not in told.text, "they name the trump in the same way"
    assert "**Play**\n🔹 Left of the dealer leads first.\n🔸 The 1 beats the 14." in told.text
    assert "table talk" not in told.text
    every = await eve.press("Every difference", on=told.seen)
    assert "**Target**\n🔹 300\n🔸 500" in every.text
    assert "table talk" in every.text
    same = await eve.command("rules", game="kentucky", compare="kentucky")
    assert "They play the same" in same.text
    for one, other in (("regular_old", "over_the_top_1988"), ("boston", "county_fair")):
        reply = await eve.command("rules", game=one, compare=other)
        assert all(len(club.world.look_at(message).text()) <= LIMIT for message in reply.messages)


async def test_table_is_compared_with_its_own_book(club: Club) -> None:
    await club["Ann"].command("new", target=510)
    told = await club["Eve"].command("rules", compare="kentucky")
    assert ", a match of another length" in told.text
    assert "by the book" in told.text
    assert "**End**\n🔹 First to 510 points at the end of a deal wins.\n🔸 First to 300" in told.text
