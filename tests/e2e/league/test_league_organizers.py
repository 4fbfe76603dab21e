"""An organizer's work with files and roles by buttons: imports, exports, the organizers' role."""

from __future__ import annotations

import json

import pytest

from bot.league.paper.reading import MOST_BYTES
from bot.league.store.matches import SeasonMatchStore
from cogs.ui.controls import BUTTON, MODAL, Control, Verb
from tests.e2e.league.test_league_buttons import more
from tests.e2e.league.test_league_files import LINES, a_file, a_league, attached
from tests.e2e.league.test_league_season import create, league_message, manage, the_league
from tests.e2e.limits import check_everything_sent
from tests.e2e.players import Club, Player, Reply


def owner_of(club: Club) -> Player:
    """The owner of the server, who manages it."""
    return Player(club, club.world.owner)


async def form(player: Player, label: str) -> Reply:
    """The form that a button under *More* opens."""
    return await player.press(label, on=(await more(player)).seen)


async def check(player: Player, *lines: str) -> Reply:
    """Attach a file of results."""
    return await player.submit(await form(player, "Import"), a_file(*lines))


async def make_organizer(club: Club, player: Player) -> int:
    """Make a member organizer of the league by a role; returns the role."""
    guild = club.world.guild
    role = guild.create_role("Organizers")
    club.world.env.backend.add_member_role(guild.id, player.id, role.id)
    await owner_of(club).submit(await form(owner_of(club), "Organizers"), [role])
    return role.id


async def test_file_is_attached_checked_and_imported_by_buttons(club: Club) -> None:
    await a_league(club)
    owner = owner_of(club)
    bad = await check(owner, LINES[0], "2020-01-03,Zoe,Bob,x,Cleo,Ann,300")
    assert "Line 3" in bad.sentence
    again = await owner.press("Attach another file", on=bad.seen)
    checked = await owner.submit(again, a_file(*LINES))
    assert "Nothing is stored yet" in checked.sentence
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 0
    seen, button = checked.seen, checked.seen.buttons()["Import 2 matches"]
    assert "2 matches imported" in (await owner.press_id(button, on=seen)).text
    twice = await owner.press_id(button, on=seen)
    assert "I don't have that file any more" in twice.text
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 2
    check_everything_sent(club)


async def test_organizer_sees_number_of_open_decisions(club: Club) -> None:
    await a_league(club)
    owner, ann = owner_of(club), club["Ann"]
    checked = await check(owner, *LINES)
    await owner.press("Import 2 matches", on=checked.seen)
    assert "To rule on" not in (await more(owner)).text
    await ann.typed("league dispute", match=1, reason="we won")
    assert "**To rule on: 1 dispute.**" in (await more(owner)).text
    assert "To rule on" not in (await more(ann)).text
    await manage(club, "restore", match=1, reason="the score is right")
    assert "To rule on" not in (await more(owner)).text


BAD = {
    b"\n \n": "empty",
    b"\x89PNG\r\n\x1a\n\x00": "UTF-8",
    b"PK\x03\x04": "workbook",
    b"x" * (MOST_BYTES + 1): "too large",
}
"""Files without results, and the answer to each."""


async def test_file_without_results_is_refused_with_advice(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_league(club)
    owner = owner_of(club)
    for content, said in BAD.items():
        refused = await owner.submit(await form(owner, "Import"), ("picture.png", content))
        assert said in refused.sentence
    asked = await form(owner, "Import")
    monkeypatch.setattr(club.world.env.backend.cdn, "get", lambda _: None)
    lost = await owner.submit(asked, a_file(*LINES))
    assert "Discord didn't hand over the file" in lost.sentence


async def test_former_organizer_imports_and_exports_no_file(club: Club) -> None:
    await a_league(club)
    ann, guild = club["Ann"], club.world.guild
    role = await make_organizer(club, ann)
    checked, shown = await check(ann, *LINES), (await more(ann)).seen
    asked_in, asked_out = await ann.press("Import", on=shown), await ann.press("Export", on=shown)
    club.world.env.backend.remove_member_role(guild.id, ann.id, role)
    await club.world.env.settle()
    assert "Only organizers" in (await ann.submit(asked_in, a_file(*LINES))).sentence
    assert "Only organizers" in (await ann.submit(asked_out, "1", "csv")).sentence
    assert "Only organizers" in (await ann.press("Import 2 matches", on=checked.seen)).text
    assert not {"Import", "Export", "Organizers"} & set((await more(ann)).seen.buttons())
    for verb in (Verb.LEAGUE_ASK_IMPORT, Verb.LEAGUE_ASK_EXPORT):
        forged = Control(verb, 1, 0).custom_id(BUTTON)
        assert "Only organizers" in (await ann.press_id(forged, on=league_message(club))).sentence
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 0


async def test_season_closed_during_import_takes_no_results(club: Club) -> None:
    await a_league(club)
    owner = owner_of(club)
    checked, asked = await check(owner, *LINES), await form(owner, "Import")
    league, leagues = await the_league(club), club.app.league.leagues
    with club.world.as_bot():
        await leagues.close(league, await leagues.open_season(league), club.world.owner.id)
    assert "is over" in (await owner.submit(asked, a_file(*LINES))).sentence
    assert "is over" in (await owner.press("Import 2 matches", on=checked.seen)).text
    assert "Import" not in (await more(owner)).seen.buttons()
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 0


async def test_players_and_organizers_export_results_by_buttons(club: Club) -> None:
    await a_league(club)
    owner, ann, eve = owner_of(club), club["Ann"], club["Eve"]
    checked = await check(owner, *LINES)
    await owner.press("Import 2 matches", on=checked.seen)
    everything = attached(await owner.submit(await form(owner, "Export"), "1", "csv"))
    assert everything.count(b"\n") == 3
    mine = json.loads(attached(await ann.submit(await form(ann, "My results"), "1", "json")))
    assert len(mine["matches"]) == 2
    assert (
        "You haven't finished a match"
        in (await eve.submit(await form(eve, "My results"), "1", "csv")).sentence
    )

    told = await ann.press("My data", on=(await ann.typed("rook help")).seen)
    asked = await ann.choose("1", on=told.seen)
    assert attached(await ann.submit(asked, "1", "csv")) == everything
    assert b"Ann" in attached(await ann.press("My file", on=told.seen))
    assert "no way back" in (await ann.press("Forget me …", on=told.seen)).sentence
    check_everything_sent(club)


async def test_manager_sets_and_removes_organizers_role(club: Club) -> None:
    await a_league(club)
    owner, ann, guild = owner_of(club), club["Ann"], club.world.guild
    role = await make_organizer(club, ann)
    assert (await the_league(club)).organizer_role == role
    panel = (await more(ann)).seen
    assert "Export" in panel.buttons()
    assert "Organizers" not in panel.buttons(), "who organizes says no one but a manager"
    forged = Control(Verb.LEAGUE_ASK_ORGANIZERS, 1, 0).custom_id(BUTTON)
    assert "Only managers" in (await ann.press_id(forged, on=panel)).sentence
    typed = Control(Verb.LEAGUE_ORGANIZERS, 1, 0).custom_id(MODAL)
    sent = await club.world.type_into_modal(ann.actor, panel, typed, "")
    assert "Only managers" in Reply(club.world, sent).sentence

    asked = await form(owner, "Organizers")
    assert asked.result.modal is not None
    [label] = asked.result.modal["components"]
    assert [one["id"] for one in label["component"]["default_values"]] == [role]
    assert "Everyone has that role" in (await owner.submit(asked, [guild.default_role])).sentence
    club.world.env.backend.delete_role(guild.id, role)
    await club.world.env.settle()
    submitted = await club.world.type_into_modal(owner.actor, (await more(owner)).seen, typed, str(role))
    assert "That role is gone" in Reply(club.world, submitted).sentence
    assert "Export" not in (await more(ann)).seen.buttons()

    asked = await form(owner, "Organizers")
    assert "default_values" not in str(asked.result.modal), "it's no choice any more"
    alone = await owner.submit(asked, [])
    assert alone.sentence.endswith("It's organized by managers of this server.")
    assert (await the_league(club)).organizer_role is None
    history = (await ann.press("What was done", on=(await more(ann)).seen)).text
    assert f"(managers of this server and <@&{role}>)" in history
    check_everything_sent(club)


async def test_winners_get_role_chosen_by_button(club: Club) -> None:
    await create(club, rules="regular_for_two", seats=2)
    owner, ann = owner_of(club), club["Ann"]
    for player in (ann, club["Bob"]):
        await player.press("Join", on=league_message(club))
    season = (await club.app.league.leagues.season(await the_league(club))).id
    recorded = await manage(club, "record", players="Ann, Bob", points="310 200")
    await club["Bob"].press("Confirm", on=recorded.seen)
    role = club.world.guild.create_role("Champions")
    closing = await form(owner, "Close the season")
    asked = await owner.press("A role for the winners", on=closing.seen)
    sure = await owner.submit(asked, [role])
    assert f"The winners get <@&{role.id}>" in sure.sentence
    forged = Control(Verb.LEAGUE_ASK_WINNERS, season, 0).custom_id(BUTTON)
    assert "Only organizers" in (await ann.press_id(forged, on=league_message(club))).sentence
    closed = await owner.press("Close the season", on=sure.seen)
    assert "The winners got" in closed.sentence
