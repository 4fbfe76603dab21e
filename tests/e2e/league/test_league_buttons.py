"""Each command of a league has a button: under its message, or in what that opens."""

from __future__ import annotations

from pathlib import Path

from bot.league.store.paper_matches import PaperMatchStore
from bot.league.store.rosters import RosterStore
from bot.table.store.seasons import SeasonPlaceStore
from cogs.ui.controls import BUTTON, Control, Verb
from tests.e2e.league.test_league_season import (
    create,
    league_message,
    manage,
    play_out,
    short_rules,
    the_league,
)
from tests.e2e.limits import check_everything_sent
from tests.e2e.players import Club, Player, Reply, a_club
from tests.e2e.worlds import Seen

WEEK = 7 * 86_400.0


async def more(player: Player) -> Reply:
    """The answer to *More* under the league's message."""
    return await player.press("More", on=league_message(player.club))


def match_named(label: str, seen: Seen) -> str:
    """The answer to choosing a match in the menu of a schedule."""
    options = [option for part in seen.parts() for option in part.get("options", ())]
    return next(str(option["value"]) for option in options if option["label"] == label)


async def test_league_of_pairs_runs_by_buttons_alone(club: Club) -> None:
    await create(club, rules=await short_rules(club), partners="pairs")
    ann, bob, cleo, dan = club.everyone[:4]
    owner = Player(club, club.world.owner)
    for one, other in ((ann, cleo), (bob, dan)):
        panel = await one.press("Find a partner", on=league_message(club))
        asked = await one.submit(await one.press("Ask a partner", on=panel.seen), other)
        refused = await club.everyone[4].press("Be partners", on=asked.seen)
        assert "can answer that" in refused.text
        await other.press("Be partners", on=asked.seen)
        await club.world.env.settle()
        assert "are partners in" in asked.seen.text()
        assert not asked.seen.buttons(), "it has its answer where it was asked"
    assert "Ann & Cleo" in league_message(club).text()

    assert "Draw a schedule" not in (await more(ann)).seen.buttons()
    asked = await owner.press("Draw a schedule", on=(await more(owner)).seen)
    assert "is drawn" in (await owner.press("Once", on=asked.seen)).sentence
    await ann.press("Open a table", on=league_message(club))
    for place, player in enumerate((bob, cleo, dan), start=2):
        await player.take_seat(place)
    await ann.press("Start")
    await play_out(club)
    assert "Match" in (await bob.press("Results", on=league_message(club))).text

    left = await dan.press("Leave", on=(await more(dan)).seen)
    assert "Your pair left Tuesday League: Bob & Dan" in left.sentence
    assert "Leave" not in (await more(dan)).seen.buttons()
    asking = await owner.press("Close the season", on=(await more(owner)).seen)
    await owner.press("Close the season", on=asking.seen)
    await club.world.env.settle()
    assert "Open a table" not in league_message(club).buttons()
    asked = await owner.press("Start the next season", on=(await more(owner)).seen)
    assert "Season 2" in (await owner.press("8 weeks", on=asked.seen)).sentence
    shown = (await more(ann)).seen
    before = await ann.press_id(shown.menus()[0], on=shown, values=["1"])
    assert "Season 1" in before.sentence
    assert "these standings are final" in before.sentence
    check_everything_sent(club)


async def test_schedule_is_not_offered_if_no_sides_can_meet(club: Club) -> None:
    await create(club)
    ann, owner = club["Ann"], Player(club, club.world.owner)
    await ann.press("Join", on=league_message(club))
    assert "Draw a schedule" not in (await more(owner)).seen.buttons()
    plan = (await ann.press("Schedule", on=league_message(club))).text
    assert "Play anyone you like" in plan
    assert "draw" not in plan
    assert "needs two sides that meet" in (await manage(club, "draw", times=1)).text
    forfeited = await manage(club, "forfeit", match=1, absent="away", reason="no one came")
    assert "This league has no schedule" in forfeited.text


async def test_schedule_is_redrawn_only_after_confirmation(club: Club) -> None:
    await create(club, rules="regular_for_two", seats=2)
    ann, owner = club["Ann"], Player(club, club.world.owner)
    for player in (ann, club["Bob"]):
        await player.press("Join", on=league_message(club))
    draw = (await more(owner)).seen
    asked = await owner.press("Draw a schedule", on=draw)
    assert "1 match in 1 round." in (await owner.press("Once", on=asked.seen)).sentence
    await club["Cleo"].press("Join", on=league_message(club))
    asked = await manage(club, "draw")
    assert "The present schedule has 1 match." in asked.text
    assert len(await SeasonPlaceStore(club.database).schedule(1)) == 1, "nothing is drawn yet"
    assert "6 matches in 6 rounds" in (await owner.press("Twice", on=asked.seen)).sentence
    assert len(await SeasonPlaceStore(club.database).schedule(1)) == 6
    await manage(club, "forfeit", match=1, absent="away", reason="no one came")
    asked = await manage(club, "draw")
    assert "it stays" in (await owner.press("Twice", on=asked.seen)).sentence


async def a_pressed_schedule(club: Club) -> tuple[Player, Seen]:
    """The server's owner, and the schedule with its menu for Ann, Bob and Cleo."""
    await create(club, rules="regular_for_two", seats=2)
    owner = Player(club, club.world.owner)
    for name in ("Ann", "Bob", "Cleo"):
        await club[name].press("Join", on=league_message(club))
    await manage(club, "draw", times=1)
    return owner, (await owner.press("Schedule", on=league_message(club))).seen


async def test_forfeit_form_of_redrawn_schedule_is_refused(club: Club) -> None:
    owner, plan = await a_pressed_schedule(club)
    form = await owner.choose(match_named("Match 1", plan), on=plan)
    [before, *_] = await SeasonPlaceStore(club.database).schedule(1)
    await club["Dan"].press("Join", on=league_message(club))
    await draw(club)
    drawn = await SeasonPlaceStore(club.database).schedule(1)
    assert (drawn[0].home, drawn[0].away) != (before.home, before.away)
    refused = await owner.submit(form, "home", "no one came")
    assert "The schedule has changed since" in refused.sentence
    again = await owner.choose(match_named("Match 1", plan), on=plan)
    assert "The schedule has changed since" in again.sentence
    assert all(one.absent is None for one in await SeasonPlaceStore(club.database).schedule(1))


async def next_season(club: Club) -> None:
    """Close the season, start the next, and draw a schedule for the same three there."""
    league, leagues = await the_league(club), club.app.league.leagues
    with club.world.as_bot():
        await leagues.close(league, await leagues.open_season(league), club.world.owner.id)
        await leagues.next_season(league, club.world.owner.id)
    await club.world.env.settle()
    for name in ("Ann", "Bob", "Cleo"):
        await club[name].press("Join", on=league_message(club))
    await draw(club)


async def draw(club: Club) -> None:
    """Draw a schedule. No message of the owner's is replaced by that."""
    with club.world.as_bot():
        await club.app.league.schedules.draw(await the_league(club), club.world.owner.id, 1)


async def test_schedule_of_closed_season_changes_no_later_season(club: Club) -> None:
    owner, _ = await a_pressed_schedule(club)
    redraw = await manage(club, "draw")
    plan = (await owner.press("Schedule", on=league_message(club))).seen
    form = await owner.choose(match_named("Match 1", plan), on=plan)
    await next_season(club)
    drawn = await SeasonPlaceStore(club.database).schedule(2)
    refused = await owner.submit(form, "home", "no one came")
    assert "The schedule has changed since" in refused.sentence
    again = await owner.choose(match_named("Match 1", plan), on=plan)
    assert "The schedule has changed since" in again.sentence
    assert "Season 2" in (await owner.press("Twice", on=redraw.seen)).sentence
    assert await SeasonPlaceStore(club.database).schedule(2) == drawn


async def test_players_of_a_season_stay_in_the_next(club: Club) -> None:
    owner, _ = await a_pressed_schedule(club)
    ann, bob = club["Ann"], str(club["Bob"].id)
    players = (await owner.press("Players", on=(await more(owner)).seen)).seen
    out, shown = await owner.choose(bob, on=players), (await more(ann)).seen
    record = await ann.press("Record a match", on=shown)
    await next_season(club)
    roster = await RosterStore(club.database).roster(2)
    for refused in (
        (await owner.submit(out, "moved away")).sentence,
        (await owner.choose(bob, on=players)).sentence,
        (await ann.press("Leave", on=shown)).sentence,
        (await ann.submit(record, "Ann, Cleo", "310 245", "", "")).sentence,
    ):
        assert "Season 2" in refused
        assert "goes on now" in refused
    assert await RosterStore(club.database).roster(2) == roster
    assert await PaperMatchStore(club.database).oldest_paper() is None


async def test_organizers_rule_by_menus_and_others_have_none(tmp_path: Path) -> None:
    async with a_club(tmp_path) as club:
        await create(club, rules="regular_for_two", seats=2)
        ann, bob = club["Ann"], club["Bob"]
        owner = Player(club, club.world.owner)
        for player in (ann, bob, club["Cleo"]):
            await player.press("Join", on=league_message(club))
        asked = await owner.press("Draw a schedule", on=(await more(owner)).seen)
        await owner.press("Once", on=asked.seen)
        plan = await owner.press("Schedule", on=league_message(club))
        form = await owner.choose(match_named("Match 1", plan.seen), on=plan.seen)
        assert form.result.modal is not None
        options = form.result.modal["components"][0]["component"]["options"]
        home, away, *others = (option["label"] for option in options)
        assert f"{home} – {away}" in plan.sentence, "the form names the two sides of the schedule's line"
        assert others == ["Both", "No one: take the ruling back"]
        assert (
            "Match 1 of the schedule is forfeited by"
            in (await owner.submit(form, "home", "no one came")).sentence
        )
        plan = await owner.press("Schedule", on=league_message(club))
        form = await owner.choose(match_named("Match 1", plan.seen), on=plan.seen)
        assert (
            "is open again: no one stayed away"
            in (await owner.submit(form, "none", "they had called")).sentence
        )

        players = await owner.press("Players", on=(await more(owner)).seen)
        form = await owner.choose(str(bob.id), on=players.seen)
        assert "Bob no longer plays" in (await owner.submit(form, "moved away")).sentence
        for label, shown in (("Schedule", league_message(club)), ("Players", (await more(ann)).seen)):
            assert not (await ann.press(label, on=shown)).seen.menus()
        history = (await ann.press("What was done", on=(await more(ann)).seen)).text
        absent = f"<@{club[home].id}>'s side stayed away"
        assert f"ruled on match 1 of the schedule ({absent}): no one came" in history
        assert "ruled on match 1 of the schedule (no one stayed away): they had called" in history
        assert "moved away" in history

        filled = await owner.press("Let computers fill in", on=(await more(owner)).seen)
        assert "computers may fill in" in filled.sentence
        assert "Only people play" in (await more(owner)).seen.buttons()
        forged = Control(Verb.LEAGUE_COMPUTERS, 1, 0).custom_id(BUTTON)
        assert "Only organizers" in (await ann.press_id(forged, on=league_message(club))).sentence

        form = await ann.press("Record a match", on=(await more(ann)).seen)
        recorded = await ann.submit(form, "Ann, Cleo", "310 245", "", "")
        assert "Real cards" in recorded.text
        check_everything_sent(club)


async def test_league_and_evening_start_from_a_tables_more(club: Club) -> None:
    await club["Ann"].command("new")
    ann, owner = club["Ann"], Player(club, club.world.owner)
    empty = await ann.press("Leagues and evenings", on=(await ann.press("More")).seen)
    assert "no league yet" in empty.text
    assert "Start a league" not in empty.seen.buttons()

    listed = await owner.press("Leagues and evenings", on=(await owner.press("More")).seen)
    form = await owner.press("Start a league", on=listed.seen)
    assert (await owner.submit(form, "Friday League", "boston", "total", "players", "8")).sentence
    [begun] = await club.app.league.leagues.of_server(club.world.guild.id)
    season = await club.app.league.leagues.season(begun)
    assert season.ends_at is not None
    assert round((season.ends_at - season.opened_at) / WEEK) == 8
    listed = await ann.press("Leagues and evenings", on=(await ann.press("More")).seen)
    assert "Friday League" in listed.text
    assert "Boston" in listed.text
    assert "Friday League" in (await ann.press("Friday League", on=listed.seen)).text

    form = await owner.press(
        "Start a league",
        on=(await owner.press("Leagues and evenings", on=(await owner.press("More")).seen)).seen,
    )
    refused = await owner.submit(form, "Friday League", "", "match points", "players", "0")
    assert "name" in refused.sentence
    await ann.press("Rotating partners", on=listed.seen)
    await club.world.env.settle()
    assert any("Rotating partners" in seen.text() for seen in club.world.visible_messages())
