"""A whole small season by commands and buttons, from `/league create` to the next season."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.database.remembered import Remembered
from bot.league.ledger import requeue_all
from bot.league.results import LeagueResults
from bot.league.store.matches import SeasonMatchStore
from bot.league.store.rosters import RosterStore
from bot.models.boards import Period
from bot.models.stored_league import Absent, League, MatchState
from bot.table.lobby.lining_up import CLOSED
from bot.table.store.results import ResultStore
from bot.table.store.seasons import SeasonPlaceStore
from cogs.league.fixtures_panel import TIMES
from cogs.league.words import LENGTHS
from cogs.table.options_panel import ALLOWED
from cogs.ui.controls import BUTTON, Control, Verb
from cogs.ui.match_kind import SEASON_OVER
from tests.e2e.players import Club, Player, Reply
from tests.e2e.worlds import Seen
from tests.table.troubled import writes_to


async def manage(
    club: Club, act: str, *, by: Player | None = None, league: str | None = None, **options: Any
) -> Reply:
    """Rule by ``/league rule``, press a button of ``/league manage``, or type another command of a league.

    It is done by the owner of the server unless ``by`` another.
    """
    who = by or Player(club, club.world.owner)
    named = {} if league is None else {"league": league}
    if act in {"forfeit", "void", "restore", "correct", "remove"}:
        return await who.typed("league rule", what=act, **named, **options)
    if act not in MANAGED:
        return await who.typed(f"league {act}", **named, **options)
    page = await who.typed("league manage", **named)
    leagues = await club.app.league.leagues.of_server(club.world.guild.id)
    found = next(one for one in leagues if league in {None, one.name})
    asked = await who.press_id(Control(MANAGED[act], found.id, 0).custom_id(BUTTON), on=page.seen)
    if act == "draw" and "times" in options and TIMES[0] in asked.seen.buttons():
        return await who.press(TIMES[options["times"] - 1], on=asked.seen)
    if act == "next season":
        return await who.press(LENGTHS[options.get("weeks", 0)], on=asked.seen)
    if "winners" in options:
        form = await who.press("A role for the winners", on=asked.seen)
        return await who.submit(form, [options["winners"]])
    return asked


MANAGED = {
    "draw": Verb.LEAGUE_DRAW,
    "post": Verb.LEAGUE_POST,
    "close": Verb.LEAGUE_ASK_CLOSE,
    "next season": Verb.LEAGUE_NEXT,
}
"""Acts of organizers that are buttons of ``/league manage``."""


async def create(club: Club, name: str = "Tuesday League", **options: Any) -> Reply:
    """Create a league of short matches, and post its message."""
    created = await manage(club, "create", name=name, **options)
    owner = Player(club, club.world.owner)
    await owner.press("Post it here", on=created.seen)
    await club.world.env.settle()
    return created


def league_message(club: Club) -> Seen:
    """The message of the league in the channel."""
    return next(seen for seen in club.messages() if seen.text().startswith("## 🏅"))


async def play_out(club: Club) -> int:
    """Play the match of the channel's table to its end; returns its number."""
    table_id = club.table.record.id
    await club.play_on()
    await club.world.env.settle()
    return table_id


async def short_rules(club: Club, deals: int = 1) -> str:
    """The code of a game with so many deals."""
    wanted = await club.app.server.house_rules.find(club.world.guild.id, "kentucky")
    return wanted._replace(options={**wanted.options, "deals": deals}).code


async def two_pairs(club: Club) -> None:
    """Pair Ann with Cleo, Bob with Dan; one asks by command, the other agrees by button or command."""
    ann, bob, cleo, dan = club.everyone[:4]
    asked = await ann.typed("league join", partner=cleo.actor)
    await cleo.press("Be partners", on=asked.seen)
    await bob.typed("league join", partner=dan.actor)
    accepted = await dan.typed("league join", partner=bob.actor)
    assert "are partners" in accepted.text
    await club.world.env.settle()


async def a_match_of_two(club: Club) -> None:
    """A league in which Ann and Bob have a match to play."""
    await create(club, rules="regular_for_two", seats=2)
    for name in ("Ann", "Bob"):
        await club[name].press("Join", on=league_message(club))
    await manage(club, "draw", times=1)


async def the_league(club: Club) -> League:
    """The only league of the server."""
    return await club.app.league.leagues.find(club.world.guild.id)


async def sit_opposite(club: Club) -> None:
    """Ann opens a league table, and partners sit opposite each other."""
    ann, bob, cleo, dan = club.everyone[:4]
    await ann.typed("league play")
    for place, player in enumerate((bob, cleo, dan), start=2):
        await player.take_seat(place)


async def test_season_of_pairs_runs_until_the_next_one(club: Club) -> None:
    created = await create(club, rules=await short_rules(club), partners="pairs")
    assert "is open" in created.text
    assert "No one has joined yet" in league_message(club).text()
    ann, bob, cleo, dan = club.everyone[:4]
    assert "/league join" in (await ann.press("Find a partner", on=league_message(club))).sentence
    await two_pairs(club)
    assert "Ann & Cleo" in league_message(club).text()
    assert "2 matches in 2 rounds" in (await manage(club, "draw", times=2)).text
    assert "Your next matches" in (await ann.press("Schedule", on=league_message(club))).sentence

    await sit_opposite(club)
    assert "Tuesday League, season 1" in (await club.table_message()).text()
    await ann.press("Start")
    number = await play_out(club)
    [played] = await SeasonMatchStore(club.database).newest_matches(1, 9)
    assert (played.table_id, played.fixture, played.state) == (number, 1, MatchState.COUNTS)
    pairs = {tuple(sorted((ann.id, cleo.id))), tuple(sorted((bob.id, dan.id)))}
    assert set(played.plays_for.values()) == pairs
    assert f"Match {number}" in (await bob.press("Results", on=league_message(club))).sentence
    shown = league_message(club).text()
    assert "**1.**" in shown
    assert shown.count("1 played") == 2
    assert "**You**: place" in (await dan.press("How it counts", on=league_message(club))).sentence
    assert "Standings of season 1" in (await dan.typed("league show", what="standings")).sentence

    role = club.world.guild.create_role("Champions")
    asked = await manage(club, "close", winners=role)
    closed = await Player(club, club.world.owner).press("Close the season", on=asked.seen)
    assert "The winners got" in closed.sentence
    assert "Start the next season" in closed.seen.buttons()
    [winners] = await club.app.league.standings.winners(
        await club.app.league.leagues.season(await the_league(club))
    )
    for player in club.everyone:
        titles = await club.app.league.standings.titles_of(club.world.guild.id, player.id)
        assert len(titles) == (player.id in winners.entrant)
        card = (await player.typed("stats show")).text
        assert ("🏅 Won Tuesday League, season 1" in card) is (player.id in winners.entrant)
    await club.world.env.settle()
    won = f"🏆 **{' & '.join(winners.names)}** win season 1."
    assert won in closed.sentence
    assert won in league_message(club).text()
    assert "Season closed" in league_message(club).text()
    assert "final" in (await dan.press("Standings", on=league_message(club))).sentence
    assert "is over" in (await ann.typed("league play")).sentence
    owner = Player(club, club.world.owner)
    asked = await owner.press("Start the next season", on=closed.seen)
    assert "Season 2" in (await owner.press("4 weeks", on=asked.seen)).sentence
    await club.world.env.settle()
    assert "Season 2" in league_message(club).text()


async def test_closed_season_is_reported_although_ledger_waits(club: Club) -> None:
    await a_match_of_two(club)
    await manage(club, "forfeit", match=1, absent="away", reason="no one came")
    role, owner = club.world.guild.create_role("Champions"), Player(club, club.world.owner)
    asked = await manage(club, "close", winners=role)
    with club.database.refusing(writes_to("final_seasons")):
        closed = await owner.press("Close the season", on=asked.seen)
    assert "Season 1 of Tuesday League is closed" in closed.sentence
    assert f"Give the winners <@&{role.id}> yourself" in closed.sentence
    assert "Start the next season" in closed.seen.buttons()
    assert "is closed already" in (await owner.press("Close the season", on=asked.seen)).sentence
    with club.world.as_bot():
        await club.app.stats.ledger.catch_up()
    assert "final" in (await owner.press("Standings", on=league_message(club))).sentence


async def test_closing_a_season_first_lists_unfinished_matches(club: Club) -> None:
    await create(club, rules=await short_rules(club), partners="pairs")
    await two_pairs(club)
    assert "Not over yet" not in (await manage(club, "close")).text
    await manage(club, "draw", times=3)
    await sit_opposite(club)
    await club["Ann"].press("Start")
    await club["Ann"].typed("league record", players="Ann, Cleo, Bob, Dan", points="300 200")
    asked = await manage(club, "close")
    for line in (
        "- On the schedule: 2 matches. What isn't played by then counts for no one.",
        "- Being played: 1 match. What isn't over by then doesn't count.",
        "- With real cards: 1 match. What isn't confirmed by then doesn't count.",
    ):
        assert line in asked.text
    number = await play_out(club)
    await club["Bob"].typed("league dispute", match=number, reason="a card fell")
    again = (await manage(club, "close")).text
    assert "Being played" not in again
    assert "- Not ruled on: 1 dispute. What isn't ruled on by then counts as it stands." in again


async def test_players_of_closed_season_read_that_match_will_not_count(club: Club) -> None:
    await create(club, rules=await short_rules(club), partners="pairs")
    await two_pairs(club)
    await sit_opposite(club)
    await club["Ann"].press("Start")
    await club.world.env.settle()
    assert SEASON_OVER not in (await club.table_message()).text()
    asked = await manage(club, "close")
    await Player(club, club.world.owner).press("Close the season", on=asked.seen)
    await club.world.env.settle()
    assert f"🏅 Tuesday League, season 1 · {SEASON_OVER}" in (await club.table_message()).text()


@pytest.mark.parametrize("is_rebuilt", [False, True])
async def test_match_that_ends_after_its_season_counts_on_no_page_of_it(
    club: Club, *, is_rebuilt: bool
) -> None:
    """Bug: the season's statistics, its message and its schedule counted it; the table left the mark out."""
    await create(club, rules=await short_rules(club), partners="pairs")
    await two_pairs(club)
    await manage(club, "draw", times=1)
    await sit_opposite(club)
    await club["Ann"].press("Start")
    asked = await manage(club, "close")
    await Player(club, club.world.owner).press("Close the season", on=asked.seen)
    await club.world.env.advance_time(1)
    await play_out(club)
    if is_rebuilt:
        await requeue_all(club.database)
    with club.world.as_bot():
        await club.app.stats.ledger.catch_up()
    await club.world.env.settle()
    assert any(f"🏅 Tuesday League, season 1 · {SEASON_OVER}" in seen.text() for seen in club.messages())
    assert "matches: 0" in league_message(club).text()
    ann, season = (club["Ann"].id,), Period.season(1)
    assert await club.app.stats.records.of(club.world.guild.id, ann, season) is None
    record = await club.app.stats.records.of(club.world.guild.id, ann, Period.EVER)
    assert record is not None
    assert record.figures.matches == 1
    assert "so it doesn't count" in (await club["Ann"].press("Results", on=league_message(club))).sentence
    schedule = (await club["Ann"].typed("league show", what="schedule")).text
    assert "Ann & Cleo – Bob & Dan" in schedule
    assert "played" not in schedule


async def test_lobby_of_a_closed_season_takes_no_one_in(club: Club) -> None:
    await create(club, rules=await short_rules(club))
    await club["Ann"].typed("league join")
    await club["Ann"].typed("league play")
    asked = await manage(club, "close")
    await Player(club, club.world.owner).press("Close the season", on=asked.seen)
    await club.world.env.settle()
    lobby = (await club.table_message()).text()
    assert "seats are open" not in lobby
    assert CLOSED in lobby


async def test_season_without_places_has_no_winner(club: Club) -> None:
    await create(club, rules=await short_rules(club))
    await club["Ann"].typed("league join")
    asked = await manage(club, "close")
    closed = await Player(club, club.world.owner).press("Close the season", on=asked.seen)
    assert "No one has a place, so no one has won it." in closed.sentence
    assert "🏆" not in league_message(club).text()


async def test_league_message_has_standings_once_there_are_any(club: Club) -> None:
    """A forfeit is enough: it gives places before the first match."""
    await a_match_of_two(club)
    await club.world.env.settle()
    assert "**Joined**" in league_message(club).text()
    await manage(club, "forfeit", match=1, absent="away", reason="no one came")
    await club.world.env.settle()
    shown = league_message(club).text()
    assert "**Joined**" not in shown
    assert "**1.** Ann · **2 points**" in shown


async def test_ruling_on_match_under_way_says_its_result_will_count(
    club: Club,
) -> None:
    await create(club, rules=await short_rules(club), partners="pairs")
    await two_pairs(club)
    await manage(club, "draw", times=1)
    await sit_opposite(club)
    await club["Ann"].press("Start")
    ruled = await manage(club, "forfeit", match=1, absent="home", reason="no one came")
    assert ruled.text.endswith("It's being played right now. Once it's over, its result counts instead.")
    taken_back = await manage(club, "forfeit", match=1, absent="none", reason="they came")
    assert "just now" not in taken_back.text
    await manage(club, "forfeit", match=1, absent="home", reason="no one came")
    await play_out(club)
    shown = league_message(club).text()
    assert shown.count("1 played") == 2
    assert "forfeit" not in shown


async def test_match_closed_before_first_score_stays_on_schedule(club: Club) -> None:
    await create(club, rules=await short_rules(club, 2), partners="pairs")
    await two_pairs(club)
    await manage(club, "draw", times=1)
    await sit_opposite(club)
    await club["Ann"].press("Start")
    await club.world.owner.slash(club.world.channel, "rook-admin close")
    await club.world.env.settle()
    told = "No deal was scored, so this match doesn't count. It's still to be played."
    assert any(told in seen.text() for seen in club.messages())
    assert "broken off" not in (await club["Bob"].typed("league show", what="schedule")).text
    assert "Your next matches" in (await club["Bob"].typed("league show", what="schedule")).text


async def test_schedule_says_match_was_broken_off_and_how_to_reopen(club: Club) -> None:
    await create(club, rules=await short_rules(club, 2), partners="pairs")
    await two_pairs(club)
    await manage(club, "draw", times=1)
    await sit_opposite(club)
    await club["Ann"].press("Start")
    number = club.table.record.id
    random = Random(4)
    with club.world.as_bot():
        while not await ResultStore(club.database).deals(number):
            asked = club.asked
            assert asked.decision is not None
            await club.app.tables.play.act(club.channel_id, asked.id, club.sensible(asked.decision, random))
    await club.world.owner.slash(club.world.channel, "rook-admin close")
    await club.world.env.settle()
    assert (await club["Bob"].typed("league show", what="schedule")).text.endswith("Bob & Dan · broken off")
    refused = await manage(club, "forfeit", match=1, absent="home", reason="they went home")
    assert (
        refused.text
        == "That match was broken off. `/league rule what:void` takes it out, and it's open again."
    )
    await manage(club, "void", match=number, reason="we play it again")
    assert "Your next matches" in (await club["Bob"].typed("league show", what="schedule")).text


async def test_next_season_says_how_to_join_it(club: Club) -> None:
    for name, partners in (("Fixed", "pairs"), ("Free", "players")):
        await create(club, name, partners=partners)
        asked = await manage(club, "close", league=name)
        await Player(club, club.world.owner).press("Close the season", on=asked.seen)
        begun = await manage(club, "next season", league=name)
        assert begun.text == f"Season 2 of {name} is open. Everyone joins again: `/league join`."


async def test_removed_pair_is_named_as_two_players(club: Club) -> None:
    await create(club, partners="pairs")
    await two_pairs(club)
    out = await manage(club, "remove", player=club["Ann"].actor, reason="moved away")
    assert out.text == "In Tuesday League, Ann & Cleo no longer play. Results stay."


async def test_player_with_new_partner_reads_about_current_pair(club: Club) -> None:
    await create(club, partners="pairs")
    await two_pairs(club)
    ann, eve = club["Ann"], club["Eve"]
    await ann.typed("league leave")
    left = await ann.press("How it counts", on=league_message(club))
    assert "no place, because you're out of the season." in left.sentence
    asked = await ann.typed("league join", partner=eve.actor)
    await eve.press("Be partners", on=asked.seen)
    await club.world.env.settle()
    counts = await ann.press("How it counts", on=league_message(club))
    assert "You haven't played a match yet." in counts.sentence


async def test_league_table_has_fixed_options_and_opposite_pairs(club: Club) -> None:
    await create(club, rules=await short_rules(club), partners="pairs")
    await two_pairs(club)
    ann, bob, cleo, dan, eve = club.everyone
    await ann.typed("league play")
    assert not {"Set up", "Fill with computers"} & set((await club.table_message()).buttons())
    assert "a league's game" in (await ann.typed("table setup", seats=6)).sentence
    assert "Only people" in (await ann.typed("table seats", what="computers", number=1)).sentence
    looked_up = (await bob.typed("table setup")).sentence
    assert "The game here is already set" in looked_up
    assert "chooses these" not in looked_up
    set_up = (await ann.typed("table setup")).seen
    assert "The game here is already set" in set_up.text()
    assert set_up.menu_values() == [{ALLOWED}]
    assert "Make it 🎈 Casual" not in set_up.buttons()
    for place, player in enumerate((bob, dan, eve), start=2):
        await player.take_seat(place)
    lobby = (await club.table_message()).text()
    assert "different pairs" in lobby
    assert "when you're ready" not in lobby
    assert "different pairs" in (await ann.command("start")).sentence
    await dan.press_in_more("Leave")
    await cleo.take_seat(3)
    assert "when you're ready" in (await club.table_message()).text()
    assert "Eve · substitute" in (await club.table_message()).text().replace("**", "")
    await ann.press("Start")
    assert club.table.record.status == "playing"


async def test_waiting_league_table_shows_who_joined_or_left_league(club: Club) -> None:
    await create(club, rules=await short_rules(club))
    ann, bob = club["Ann"], club["Bob"]
    await ann.press("Join", on=league_message(club))
    await ann.typed("league play")
    await bob.press("Sit")
    assert await substitutes(club) == ["Bob"]
    await bob.press("Join", on=league_message(club))
    assert await substitutes(club) == []
    await ann.typed("league leave")
    assert await substitutes(club) == ["Ann"]


async def test_closed_league_table_leads_to_another_league_table(club: Club) -> None:
    await create(club, rules=await short_rules(club))
    ann = club["Ann"]
    await ann.press("Join", on=league_message(club))
    await ann.typed("league play")
    await ann.command("ask", what="close")
    await club.world.env.settle()
    assert any("`/league play` opens another." in seen.text() for seen in club.messages())


async def substitutes(club: Club) -> list[str]:
    """Players shown as substitutes at the channel's table."""
    await club.world.env.settle()
    text = (await club.table_message()).text()
    return re.findall(r"\*\*(\w+)\*\*(?: · host)? · substitute", text)


async def first_of_the_schedule(club: Club) -> int:
    """Draw a schedule for two pairs and play its first match; returns its number."""
    await create(club, rules=await short_rules(club), partners="pairs")
    await two_pairs(club)
    await manage(club, "draw", times=2)
    await sit_opposite(club)
    await club["Ann"].press("Start")
    return await play_out(club)


async def test_rulings_on_a_match_are_in_its_history(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    number = await first_of_the_schedule(club)
    assert "disputed" in (await bob.typed("league dispute", match=number, reason="a card fell")).sentence
    refused = await club["Eve"].typed("league dispute", match=number, reason="-")
    assert "Only the players" in refused.sentence
    refused = await manage(club, "correct", match=number, points="300 to −20", reason="misread")
    assert "Type the points of every side" in refused.sentence
    await manage(club, "correct", match=number, points="1,300 −20", reason="misread")
    [played] = await SeasonMatchStore(club.database).newest_matches(1, 9)
    assert played.points == {0: 1300, 1: -20}
    corrected = await manage(club, "correct", match=number, points="300 −20", reason="a digit too many")
    assert "−20" in corrected.sentence
    await manage(club, "forfeit", match=2, absent="away", reason="no one came")
    [_, second] = await SeasonPlaceStore(club.database).schedule(1)
    assert second.absent is Absent.AWAY
    await manage(club, "void", match=number, reason="wrong deck")
    [played] = await SeasonMatchStore(club.database).newest_matches(1, 9)
    assert (played.state, played.points) == (MatchState.VOID, {0: 300, 1: -20})
    history = (await ann.typed("league show", what="rulings")).sentence
    for reason in ("a card fell", "misread", "a digit too many", "no one came", "wrong deck"):
        assert reason in history


async def test_page_of_a_match_is_read_in_one_snapshot(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its result and the roster were read one after the other."""
    number, find = await first_of_the_schedule(club), LeagueResults.find
    refused = list[bool]()

    async def find_and_write(results: LeagueResults, league: League, table_id: int) -> Any:
        try:
            await Remembered(club.database).set_setting("a", value=1)
        except RuntimeError as error:
            refused.append("nothing is written" in str(error))
        return await find(results, league, table_id)

    listed = (await club["Ann"].typed("league show", what="results")).seen
    monkeypatch.setattr(LeagueResults, "find", find_and_write)
    shown = await club["Ann"].choose(str(number), on=listed)
    assert f"Match {number}" in shown.text
    assert refused == [True]


async def test_table_history_shows_corrected_result(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    number = await first_of_the_schedule(club)
    assert "corrected" not in (await ann.typed("table history")).sentence
    for points, anns, bobs in (
        ("300 −20", "**won** 300 – −20", "lost −20 – 300"),
        ("5 300", "lost 5–300", "**won** 300–5"),
    ):
        await manage(club, "correct", match=number, points=points, reason="misread")
        assert f"· {anns}\n" in (await ann.typed("table history")).sentence
        assert f"· {bobs}\n" in (await bob.typed("table history")).sentence
    assert f"match {number} · points corrected · with Cleo" in (await ann.typed("table history")).sentence
    await manage(club, "void", match=number, reason="wrong deck")
    assert (
        f"match {number} · points corrected · **void** · with" in (await ann.typed("table history")).sentence
    )


async def test_autocomplete_offers_matches_the_command_can_change(club: Club) -> None:
    await create(club, rules=await short_rules(club), partners="pairs")
    await two_pairs(club)
    await manage(club, "draw", times=2)
    assert await offered(club, club.world.owner, "forfeit") == [
        "1 · Ann & Cleo – Bob & Dan",
        "2 · Bob & Dan – Ann & Cleo",
    ]
    assert await offered(club, club.world.owner, "forfeit", "2") == ["2 · Bob & Dan – Ann & Cleo"]
    await sit_opposite(club)
    await club["Ann"].press("Start")
    number = await play_out(club)
    assert await offered(club, club.world.owner, "forfeit") == ["2 · Bob & Dan – Ann & Cleo"]
    [played] = await offered(club, club["Bob"].actor, "dispute")
    assert played.startswith(f"{number} · ")
    assert await offered(club, club["Bob"].actor, "dispute", "cleo") == [played]
    assert await offered(club, club["Bob"].actor, "dispute", "zoe") == []
    assert await offered(club, club["Eve"].actor, "dispute") == [], "she did not play"
    assert await offered(club, club.world.owner, "restore") == []
    await manage(club, "void", match=number, reason="wrong deck")
    assert await offered(club, club.world.owner, "void") == []
    assert await offered(club, club.world.owner, "restore") == [played]


async def offered(club: Club, actor: Any, command: str, typed: str = "") -> list[str]:
    """The autocompletion for the option with the match, as the player reads it."""
    name, chosen = ("dispute", {}) if command == "dispute" else ("rule", {"what": command})
    choices = await actor.autocomplete(club.world.channel, f"league {name}", "match", typed, **chosen)
    return [str(choice["name"]) for choice in choices]


async def test_league_is_hidden_from_another_server(club: Club) -> None:
    """Not by its name, not by a forged number, not by autocompletion."""
    await create(club, partners="players")
    world = club.world
    far = world.env.create_user("guy", global_name="Guy")
    elsewhere = world.env.create_guild("Elsewhere", owner=far)
    guy, there = elsewhere.add_member(far), elsewhere.create_text_channel("cards")
    await world.env.settle()
    assert await guy.autocomplete(there, "league show", "league", "") == []
    for command in ("show", "join", "manage", "play", "export"):
        reply = Reply(world, await guy.slash(there, f"league {command}", league="Tuesday League"))
        assert "no league yet" in reply.sentence, command
    own = Reply(world, await guy.slash(there, "league create", name="Ours"))
    begins = {Verb.LEAGUE_LIST, Verb.LEAGUE_ASK_NEW, Verb.LEAGUE_NEW, Verb.LEAGUE_NIGHT}
    listed = Reply(world, await world.press(guy, own.seen, Control(Verb.LEAGUE_LIST, 1, 0).custom_id(BUTTON)))
    assert "Ours" in listed.text
    assert "Tuesday League" not in listed.text
    for verb in Verb:
        if verb.startswith("lg") and verb not in begins:
            forged = Control(verb, 1, 0).custom_id(BUTTON)
            pressed = Reply(world, await world.press(guy, own.seen, forged))
            assert "isn't in this server" in pressed.text, verb
    assert await RosterStore(club.database).roster(1) == []


async def test_forgotten_winner_gets_no_role(club: Club) -> None:
    await a_match_of_two(club)
    await manage(club, "forfeit", match=1, absent="both", reason="no one came")
    for name in ("Ann", "Bob"):
        with club.world.as_bot():
            await club.app.people.own_data.forget(club[name].id)
    role, owner = club.world.guild.create_role("Champions"), Player(club, club.world.owner)
    closed = await owner.press("Close the season", on=(await manage(club, "close", winners=role)).seen)
    assert f"No one got <@&{role.id}>." in closed.sentence


async def test_channel_permission_manager_assigns_no_league_role(club: Club) -> None:
    """Discord has one permission for both: Manage Permissions in a channel, Manage Roles in the server."""
    guild, backend, ann = club.world.guild, club.world.env.backend, club["Ann"]
    prize = guild.create_role("Champions", position=1)
    organizers = guild.create_role("Organizers", position=2)
    await create(club, rules="regular_for_two", seats=2, organizers=organizers)
    backend.add_member_role(guild.id, ann.id, organizers.id)
    allowed = discord.Permissions(manage_roles=True).value
    backend.set_overwrite(
        club.channel_id, Overwrite(target_id=ann.id, type=OverwriteType.MEMBER, allow=allowed, deny=0)
    )
    await club.world.env.settle()
    assert "Manage Roles" in (await manage(club, "close", by=ann, winners=prize)).text


async def test_league_role_members_organize_only_that_league(club: Club) -> None:
    """A league gives no access to a role, nor to the choice of organizers."""
    guild = club.world.guild
    organizers, prize = guild.create_role("Organizers"), guild.create_role("Admins of all")
    await create(club, rules="regular_for_two", seats=2, organizers=organizers)
    ann, bob = club["Ann"], club["Bob"]
    for player in (ann, bob):
        await player.typed("league join")
    assert (await manage(club, "draw", by=ann, times=1)).text.startswith("Only organizers")
    club.world.env.backend.add_member_role(guild.id, ann.id, organizers.id)
    await club.world.env.settle()
    assert "is drawn" in (await manage(club, "draw", by=ann, times=1)).text
    page = await ann.typed("league manage")
    assert "Organizers" not in page.seen.buttons()
    assert "Only this server's managers" in (await ann.typed("league create", name="Mine")).sentence
    assert "Manage Roles" in (await manage(club, "close", by=ann, winners=prize)).text
    asked = await manage(club, "close", by=ann)
    forged = Control(Verb.LEAGUE_CLOSE, 1, 0, str(prize.id)).custom_id(BUTTON)
    assert "Manage Roles" in (await ann.press_id(forged, on=asked.seen)).text
    assert (await the_league(club)).organizer_role == organizers.id
    assert (await club.app.league.leagues.season(await the_league(club))).closed_at is None
    assert "is closed" in (await ann.press("Close the season", on=asked.seen)).sentence
