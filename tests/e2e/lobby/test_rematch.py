"""A rematch by the buttons of the result: it starts with the last of one press each."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.league.store.matches import SeasonMatchStore
from bot.models.stored_tables import Status
from bot.table.lobby.before_match import PEOPLE_ONLY
from tests.e2e.league.test_league_season import create, manage, short_rules, sit_opposite, two_pairs
from tests.e2e.league.test_league_season import play_out as league_play_out
from tests.e2e.players import Club, Player, a_club
from tests.e2e.worlds import Seen, all_at_once


async def play_out(club: Club) -> Seen:
    """Play the match to its end; returns the message with its result."""
    await club.play_on()
    await club.world.env.settle()
    return await club.table_message()


async def test_rematch_starts_with_fourth_press(club: Club) -> None:
    await club.begin(deals=1)
    over = await play_out(club)
    ann, bob, cleo, dan, eve = club.everyone
    assert "series" not in over.text()

    refused = await eve.press("Rematch", on=over)
    assert refused.sentence == "You didn't play in that match. `/rook new` opens a table of your own."
    await bob.press("Rematch", on=over)
    lobby = await club.table_message()
    assert "*kept for Ann*" in lobby.text()
    assert "Rematch: waiting for Ann, Cleo and Dan." in lobby.text()
    assert "The empty seats are kept for a rematch." in (await eve.typed("table watch")).text
    assert (await eve.take_seat(1)).sentence.startswith("That seat is kept for Ann.")
    assert (await bob.press("Rematch", on=over)).sentence.startswith("You're in already.")
    await club.restart()
    assert (await ann.press("Rematch", on=over)).sentence.startswith("You're in. Rematch: waiting for")
    await cleo.take_seat(3)
    await dan.press("Rematch", on=over)
    assert dan.has_hand()
    assert club.seated == [ann, bob, cleo, dan]

    for player in (ann, bob, cleo):
        await player.press("My hand")
    text = (await play_out(club)).text()
    assert "the series 2–0." in text or "The series is tied 1–1." in text


async def test_lone_player_with_computers_restarts_by_one_press(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann", "Eve")) as club:
        ann = club["Ann"]
        await club.begin_with_computers(deals=1)
        await play_out(club)
        await ann.press("Rematch")
        assert club.has_table
        assert ann.hand().text()


async def test_rematch_names_the_table_in_the_channel(club: Club) -> None:
    await club.begin(deals=1)
    over = await play_out(club)
    await club["Eve"].command("new")
    refused = await club["Ann"].press("Rematch", on=over)
    assert refused.sentence.startswith("This channel already has a table: https://")


@pytest.mark.parametrize("number", [2, 4])
async def test_simultaneous_rematch_presses_all_take_part(club: Club, number: int) -> None:
    if number == 4:
        await club.begin(deals=1)
    else:
        await club.sit_down(2, game="tennessee", deals=1)
        await club["Ann"].press("Start")
        await club["Bob"].press("My hand")
    players, over = club.seated, await play_out(club)
    rematch = over.buttons()["Rematch"]
    await all_at_once(*(club.world.press(one.actor, over, rematch) for one in players))

    assert club.seated == players
    assert club.table.record.status is Status.PLAYING
    public = [seen for seen in club.messages() if seen.id != over.id]
    assert [seen.id for seen in public] == [(await club.table_message()).id]
    assert all(one.has_hand() for one in players)


async def test_smaller_game_names_players_without_reserved_seat(club: Club) -> None:
    await club.begin(deals=1)
    over = await play_out(club)
    _, _, cleo, dan, _ = club.everyone
    await cleo.press("Rematch", on=over)

    await cleo.typed("table setup", game="boston_three")
    lobby = (await club.table_message()).text()
    assert "*kept for Ann*" in lobby
    assert "*kept for Bob*" in lobby
    assert "No seat is kept for Dan any longer." in lobby
    await cleo.typed("table seats", what="computers", number=1)
    lobby = (await club.table_message()).text()
    assert "No seat is kept for" in lobby
    assert lobby.count("*kept for") == 1
    refused = await dan.press("Rematch", on=over)
    assert refused.sentence.startswith("This channel already has a table: https://")
    assert {seat.user_id for seat in club.table.record.seats} == {cleo.id, None}


async def test_computers_take_open_seats_before_reserved_ones(club: Club) -> None:
    ann, bob, cleo, dan, _ = club.everyone
    over = await _over_without(club, ann)
    await bob.press("Rematch", on=over)
    lobby = (await club.table_message()).text()
    assert "1. *empty*" in lobby
    assert "Rematch: waiting for Cleo and Dan. 1 more seat is open to anyone." in lobby
    assert (await ann.press("Rematch", on=over)).sentence.endswith("\n*Sit* there takes a free seat.")
    await bob.typed("table seats", what="computers", number=1)
    lobby = (await club.table_message()).text()
    assert "No seat is kept" not in lobby
    assert "Rematch: waiting for Cleo and Dan. The match starts when everyone is here." in lobby
    await cleo.press("Rematch", on=over)
    await dan.press("Rematch", on=over)
    assert club.table.record.status is Status.PLAYING


async def test_reserved_seat_is_released_if_player_sits_elsewhere(club: Club) -> None:
    ann, bob, cleo, _, _ = club.everyone
    over = await _over_without(club, ann)
    await bob.press("Rematch", on=over)
    await cleo.take_seat(1)
    lobby = (await club.table_message()).text()
    assert "3. *empty*" in lobby
    assert "Rematch: waiting for Dan." in lobby
    assert "No seat is kept" not in lobby


async def test_last_returning_player_reads_that_a_seat_is_open(club: Club) -> None:
    ann, bob, cleo, dan, _ = club.everyone
    over = await _over_without(club, ann)
    await bob.press("Rematch", on=over)
    assert (await cleo.press("Rematch", on=over)).sentence.startswith("You're in. Rematch: waiting for Dan.")
    told = (await dan.press("Rematch", on=over)).sentence
    assert told == "You're in. A seat is open. The host starts the match."


async def test_returning_player_reads_that_counted_rematch_has_no_computers(club: Club) -> None:
    ann, bob, cleo, dan, _ = club.everyone
    over = await _over_without(club, ann)
    await bob.press("Rematch", on=over)
    await bob.typed("table seats", what="computers", number=1)
    await bob.typed("table setup", counted=True)
    for comes, told in (
        (cleo, "You're in."),
        (cleo, "You're in already."),
        (dan, "You're in."),
    ):
        said = (await comes.press("Rematch", on=over)).sentence
        assert said == f"{told} {PEOPLE_ONLY}"


async def _over_without(club: Club, leaver: Player) -> Seen:
    """Play a match that a player has left to its end; returns the message with its result."""
    await club.begin(deals=1)
    await leaver.command("leave")
    random = Random(5)
    while club.has_table:
        [(seat, decision)] = club.table.match.asked.items()
        if club.table.record.seats[seat].computer:
            answer = club.sensible(decision, random)
            with club.world.as_bot():
                await club.app.tables.due.act_for_computer(club.table, seat, answer, club.table.revision)
        else:
            await club.asked.answer(club.sensible(decision, random))
    return await club.table_message()


async def test_rematch_of_league_match_asks_once_whether_it_counts(club: Club) -> None:
    """It was outside the league without notice; the first user is asked, the others sit down."""
    await create(club, rules=await short_rules(club), partners="pairs")
    await two_pairs(club)
    ann, bob, cleo, dan = club.everyone[:4]
    await sit_opposite(club)
    await ann.press("Start")
    await league_play_out(club)
    over = next(seen for seen in club.messages() if "Rematch" in seen.buttons())

    asked = await bob.press("Rematch", on=over)
    assert asked.sentence.startswith("**For the league?** The match before was one of Tuesday League.")
    assert not club.has_table
    await bob.press("For the league", on=asked.seen)
    assert "Tuesday League, season 1" in (await club.table_message()).text()
    assert "*kept for Ann*" in (await club.table_message()).text()
    for player in (ann, cleo, dan):
        await player.press("Rematch", on=over)
    assert club.seated == [ann, bob, cleo, dan]
    await league_play_out(club)
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 2

    again = next(seen for seen in reversed(club.messages()) if "Rematch" in seen.buttons())
    asked = await dan.press("Rematch", on=again)
    await dan.press("Not for the league", on=asked.seen)
    assert "Tuesday League" not in (await club.table_message()).text()


async def test_rematch_after_closed_season_does_not_ask(club: Club) -> None:
    await create(club, rules=await short_rules(club), partners="pairs")
    await two_pairs(club)
    ann, bob = club.everyone[:2]
    await sit_opposite(club)
    await ann.press("Start")
    await league_play_out(club)
    over = next(seen for seen in club.messages() if "Rematch" in seen.buttons())
    await Player(club, club.world.owner).press("Close the season", on=(await manage(club, "close")).seen)
    await bob.press("Rematch", on=over)
    assert "kept for Ann" in (await club.table_message()).text()
