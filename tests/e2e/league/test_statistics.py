"""``/stats``: opened by commands, paged and filtered by buttons and menus, and explained."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextvars import Context
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.database.database import Statement
from bot.delivery.pictures import Picture
from bot.league.creation import NewLeague
from bot.league.service import NOT_HERE
from bot.models.boards import Period
from bot.pictures.values import Subject
from bot.server.house_rules import Wanted
from bot.table.lobby.before_match import Person
from cogs.stats.commands import FOUR, NO_SUCH_GAME, NO_SUCH_TIME, TWO
from cogs.stats.views import NOTHING
from cogs.ui.addresses import OUT_OF_DATE, RecordAddress
from cogs.ui.controls import BUTTON, Control, Verb
from tests.database.ledgers import Hand, play, result_of
from tests.e2e.league.histories import MONTH, play_history
from tests.e2e.limits import check_everything_sent
from tests.e2e.players import Club, Reply, a_club
from tests.inline import InlinePictures
from tests.ui.hostile import names as hostile_names

GALLERY = 12
"""The type of a media gallery among Discord's components."""


@pytest.fixture
async def played(club: Club) -> AsyncIterator[Club]:
    """The club after thirty matches."""
    await play_history(club, 30)
    yield club
    check_everything_sent(club)


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the drawing of every picture fail."""

    async def left_out(self: InlinePictures, subject: Subject) -> Picture | None:
        return None

    monkeypatch.setattr(InlinePictures, "of", left_out)


def pictures_in(reply: Reply) -> list[str]:
    """Alternative texts of a message's pictures."""
    galleries = [part for part in reply.seen.parts() if part["type"] == GALLERY]
    return [item["description"] for gallery in galleries for item in gallery["items"]]


def chosen(reply: Reply, menu: int, text: str) -> str:
    """Value of a menu option that contains a text."""
    return next(value for value in sorted(reply.seen.menu_values()[menu]) if text in value)


def everything_offered(reply: Reply) -> list[str]:
    """Values of all options of all menus."""
    return sorted({value for menu in reply.seen.menu_values() for value in menu})


async def test_card_has_a_picture_and_its_alternative_text(played: Club) -> None:
    card = await played["Ann"].typed("stats show")
    assert re.search(r"Won \*\*\d+\*\* of \d+ matches \(\d+%\)", card.sentence)
    assert [text.split(":")[0] for text in pictures_in(card)] == ["The last 20 matches of Ann"]
    bids = await played["Ann"].press("Show the bids", on=card.seen)
    assert re.match(r"\d+ bids of Ann: \d+% made\.", pictures_in(bids)[0])
    rating = await played["Ann"].press("Show the rating", on=bids.seen)
    assert pictures_in(rating)[0].startswith("Rating of Ann after")
    assert {reply.messages[0].id for reply in (card, bids, rating)} == {card.messages[0].id}, (
        "it is one message"
    )


async def test_player_without_matches_is_called_by_name(club: Club) -> None:
    ann, eve = club["Ann"], club["Eve"]
    assert (await ann.typed("stats show")).sentence.startswith("### Ann\n")
    assert (await ann.typed("stats rating")).sentence.startswith("### Rating of Ann\n")
    assert (await ann.typed("stats show", partner=eve.actor)).sentence.startswith("### Ann & Eve\n")
    card = await ann.typed("stats show", player=eve.actor)
    assert card.sentence.startswith("### Eve\n")
    address = RecordAddress(((eve.id,),), Period.CASUAL)
    again = await ann.press_id(Control(Verb.RECORD, 0, 0, str(address)).custom_id(BUTTON), on=card.seen)
    assert again.sentence.startswith(f"### <@{eve.id}>\n")


async def test_season_is_shown_head_to_head(club: Club) -> None:
    ann = club["Ann"]
    app, guild_id = club.app, club.world.guild.id
    wanted = Wanted("kentucky", {}, "")
    league, season = await app.league.leagues.create(guild_id, ann.id, NewLeague("Tuesday club", wanted))
    for name, player in club.players.items():
        await app.league.rosters.join(league, Person(player.id, name))
    await play_history(club, 30, season_id=season.id)

    board = await ann.typed("stats leaderboard", time=f"season {season.id}")
    assert "-# Tuesday club, season 1" in board.sentence
    heads = await ann.press("Head to head", on=board.seen)
    assert len(re.findall(r"^\d\\\. \*\*\w+\*\* · \d+–\d+$", heads.sentence, re.MULTILINE)) == 5
    assert pictures_in(heads)[0].startswith("Head to head, won and lost: ")
    back = await ann.press("Leaderboard", on=heads.seen)
    assert back.sentence == board.sentence


async def test_season_is_found_by_name_after_years_of_matches(club: Club) -> None:
    """Bug: with months and years enough for a menu, every season was offered as “A season”."""
    app, ann = club.app, club["Ann"]
    wanted = NewLeague("Tuesday club", Wanted("kentucky", {}, ""))
    _, season = await app.league.leagues.create(club.world.guild.id, ann.id, wanted)
    await play_history(club, 24, season_id=season.id, between=MONTH)
    assert await _offered(club, "time", "tuesday") == [f"season {season.id}"]


async def test_damaged_season_hides_no_figures(club: Club) -> None:
    """Bug: one season that cannot be read made the pages of figures fail."""
    wanted = NewLeague("Tuesday club", Wanted("kentucky", {}, ""))
    await club.app.league.leagues.create(club.world.guild.id, club["Ann"].id, wanted)
    await play_history(club, 3)
    await club.database.write(Statement("UPDATE seasons SET opened_at = 1e300"))
    assert "Won **1** of 1 match" in (await club["Ann"].typed("stats show")).sentence
    assert "Ann" in (await club["Ann"].typed("stats leaderboard", least=1)).sentence


@pytest.mark.usefixtures("no_pictures")
class TestWithoutPictures:
    """Without pictures all figures are there in words."""

    async def test_text_is_complete_without_pictures(self, played: Club) -> None:
        ann, bob = played["Ann"], played["Bob"]
        for command, options in (
            ("show", {}),
            ("show", {"partner": bob.actor}),
            ("show", {"rival": bob.actor}),
            ("rating", {}),
            ("leaderboard", {}),
        ):
            reply = await ann.typed(f"stats {command}", **options)
            assert pictures_in(reply) == []
            assert len(reply.sentence.split("\n")) > 3, command

    async def test_card_is_filtered_by_time_and_game_in_place(self, played: Club) -> None:
        ann = played["Ann"]
        card = await ann.typed("stats show", player=played["Bob"].actor)
        everything = card.sentence
        month = await ann.choose(chosen(card, 0, "2026-09"), on=card.seen)
        assert month.sentence.split("\n")[1].startswith("-# September 2026")
        assert month.messages[0].id == card.messages[0].id
        back = await ann.choose(chosen(month, 0, "ever"), on=month.seen)
        assert back.sentence == everything
        all_games = await ann.choose(chosen(back, 1, "all"), on=back.seen)
        assert "per deal" in everything
        assert "per deal" not in all_games.sentence, "points of different games are not added up"

    async def test_former_member_of_server_is_found(self, played: Club) -> None:
        bob = played["Bob"]
        await played.world.leave_server(bob.actor)
        for command, options in (
            ("show", {"player": bob.actor.user}),
            ("show", {"partner": bob.actor.user}),
            ("show", {"rival": bob.actor.user}),
            ("rating", {"player": bob.actor.user}),
        ):
            reply = await played["Ann"].typed(f"stats {command}", **options)
            assert "Bob" in reply.sentence, command

    async def test_command_options_filter_by_time_and_game(self, played: Club) -> None:
        ann = played["Ann"]
        assert await _offered(played, "time", "sept") == ["2026-09"]
        games = await _offered(played, "game", "kentucky") + await _offered(played, "game", "tournament")
        assert games == ["game kentucky"]
        typed = await ann.typed("stats show", time="2026-09", game="game kentucky")
        assert "-# September 2026 · Official Tournament Rook" in typed.sentence
        assert (await ann.typed("stats show", time="last week")).sentence == NO_SUCH_TIME
        assert (await ann.typed("stats show", game="chess")).sentence == NO_SUCH_GAME

    async def test_each_figure_is_explained_in_its_own_message(self, played: Club) -> None:
        ann = played["Ann"]
        card = await ann.typed("stats show")
        said = await ann.press("How is this counted?", on=card.seen)
        won, matches = re.search(r"Won \*\*(\d+)\*\* of (\d+)", card.sentence).groups()  # type: ignore[union-attr]
        assert f"{won} of {matches} is" in said.sentence
        assert said.messages[0].id != card.messages[0].id
        for command, words in (
            ("rating", "19 times out of 20"),
            ("leaderboard", "Ties share a place"),
        ):
            figures = await ann.typed(f"stats {command}")
            assert words in (await ann.press("How is this counted?", on=figures.seen)).sentence
        rivals = await ann.typed("stats show", rival=played["Bob"].actor)
        assert "Draws count for no one" in (await ann.press("How is this counted?", on=rivals.seen)).sentence

    async def test_rivals_are_two_players_or_two_pairs(self, played: Club) -> None:
        ann, bob, cleo, dan = (played[name] for name in ("Ann", "Bob", "Cleo", "Dan"))
        alone = await ann.typed("stats show", rival=bob.actor)
        assert "First to 100 wins: Ann" in alone.sentence
        couples = await ann.typed(
            "stats show", **{"rival": bob.actor, "rival-partner": dan.actor, "partner": cleo.actor}
        )
        assert couples.sentence.startswith("### Ann & Cleo against Bob & Dan")
        assert (await ann.typed("stats show", rival=ann.actor)).sentence == TWO
        assert (await ann.typed("stats show", rival=bob.actor, partner=cleo.actor)).sentence == FOUR
        same = {"rival": bob.actor, "rival-partner": cleo.actor, "partner": cleo.actor}
        assert (await ann.typed("stats show", **same)).sentence == FOUR
        assert (await ann.typed("stats show", partner=ann.actor)).sentence == TWO

    async def test_leaderboard_ranks_players_or_pairs_by_wins_share_or_rating(self, played: Club) -> None:
        ann = played["Ann"]
        board = await ann.typed("stats leaderboard")
        assert "1\\. **" in board.sentence
        pairs = await ann.press("Show pairs", on=board.seen)
        assert " & " in pairs.sentence
        rated = await ann.choose(chosen(pairs, -1, "rating"), on=pairs.seen)
        assert "-# All time · games with bidding" in rated.sentence
        by_rating = rated.sentence
        assert "±" in by_rating
        typed = await ann.typed("stats leaderboard", of="pairs", by="rating")
        assert typed.sentence == by_rating
        assert "30 matches or more" in (await ann.typed("stats leaderboard", least=30)).sentence

    async def test_rating_board_offers_every_other_time_and_game(self, played: Club) -> None:
        """Ratings are per family of games and for all time: other choices show matches won."""
        ann = played["Ann"]
        rated = await ann.typed("stats leaderboard", by="rating")
        offered = everything_offered(rated)
        boards = [(await ann.choose(value, on=rated.seen)).sentence for value in offered]
        assert any("±" in board for board in boards)
        assert any("won (" in board for board in boards)
        for board in boards:
            assert "### Leaderboard of players" in board

    async def test_uncounted_matches_are_only_in_a_players_own_record(self, club: Club) -> None:
        await play_history(club, 9, counted=False)
        ann = club["Ann"]
        card = await ann.typed("stats show")
        assert "-# Casual matches" in card.sentence
        assert "Won **" in card.sentence
        assert "No counted matches here yet" in (await ann.typed("stats leaderboard")).sentence

    async def test_rivals_with_only_casual_matches_see_those(self, club: Club) -> None:
        await play_history(club, 30, counted=False)
        ann, bob = club["Ann"], club["Bob"]
        rivals = await ann.typed("stats show", rival=bob.actor)
        assert "-# Casual matches" in rivals.sentence
        assert re.search(r"\*\*Ann\*\* won \d+ · \*\*Bob\*\* won \d+", rivals.sentence)
        pair = await ann.typed("stats show", partner=bob.actor)
        assert "-# Casual matches" in pair.sentence
        assert "Won **" in pair.sentence

    async def test_casual_matches_of_rivals_are_a_choice_of_their_own(self, played: Club) -> None:
        ann, bob = played["Ann"], played["Bob"]
        names = {ann.id: "Ann", bob.id: "Bob", 3: "Cleo", 4: "Dan"}
        await play_history(played, 4, names=names, counted=False, seed=8)
        rivals = await ann.typed("stats show", rival=bob.actor)
        counted = rivals.sentence
        assert "-# All time" in counted
        casual = await ann.choose(chosen(rivals, 0, "casual"), on=rivals.seen)
        assert "-# Casual matches" in casual.sentence
        back = await ann.choose(chosen(casual, 0, "ever"), on=casual.seen)
        assert back.sentence == counted

    async def test_rating_card_defaults_to_most_played_games(self, club: Club) -> None:
        ann, bob = club["Ann"], club["Bob"]
        results = result_of(
            [ann.id, bob.id, 3, 4], [Hand(0, 100, (120, 60))], 1.0, guild_id=club.world.guild.id
        )
        assert results.match is not None
        await play(club.database, replace(results, match=replace(results.match, game="golden10_1988")))
        await club.app.stats.ledger.catch_up()
        rating = await ann.typed("stats rating")
        assert rating.sentence.split("\n")[1] == "-# Games of tricks"
        assert "after 1 match" in rating.sentence
        bidding = await ann.typed("stats rating", games="bidding")
        assert "No rating yet" in bidding.sentence

    async def test_statistics_without_matches_say_so(self, club: Club) -> None:
        ann, bob = club["Ann"], club["Bob"]
        assert "No counted matches here yet" in (await ann.typed("stats show")).sentence
        assert "No counted matches here yet" in (await ann.typed("stats show", partner=bob.actor)).sentence
        rivals = (await ann.typed("stats show", rival=bob.actor)).sentence
        assert rivals.startswith("### Ann against Bob\n")
        assert "no counted match" in rivals
        assert "No rating yet" in (await ann.typed("stats rating")).sentence
        assert "No counted matches here yet" in (await ann.typed("stats leaderboard")).sentence

    async def test_forged_choice_is_refused_and_missing_one_reported(self, played: Club) -> None:
        eve = played["Eve"]
        seen = (await eve.typed("stats leaderboard")).seen
        for verb in ("record", "rivals", "rating", "board", "heads", "how"):
            reply = await eve.press_id(f"rk1:{verb}:0:0:not an address", on=seen)
            assert reply.sentence == OUT_OF_DATE
        for custom_id in ("rk1:heads:0:0:players.wins.ever.all.0.0", "rk1:how:0:0:1.ever.all.f"):
            assert (await eve.press_id(custom_id, on=seen)).sentence == NOTHING
        elsewhere = await eve.press_id("rk1:heads:0:0:players.wins.s7.all.0.0", on=seen)
        assert elsewhere.sentence == NOT_HERE
        beyond = await eve.press_id("rk1:board:0:0:players.wins.ever.all.0.999", on=seen)
        assert "1\\. **" in beyond.sentence, "a page beyond the last is the last"

    async def test_press_on_public_message_does_not_change_it(self, played: Club) -> None:
        await played["Ann"].command("new")
        table = await played.table_message()
        forged = await played["Eve"].press_id("rk1:board:0:0:players.wins.ever.all.0.0", on=table)
        assert "Leaderboard" in forged.sentence
        assert (await played.table_message()).text() == table.text()


@pytest.mark.usefixtures("no_pictures")
@pytest.mark.timeout(120)
async def test_leaderboard_of_300_awkward_names_fits_a_message(tmp_path: Path) -> None:
    async with a_club(tmp_path) as club:
        ann = club["Ann"]
        members = {10**17 + number: name for number, name in enumerate(hostile_names(seed=3, count=300))}
        await play_history(club, 150, names=members)
        board = await ann.typed("stats leaderboard")
        pages = int(re.search(r"page 1 of (\d+)", board.sentence)[1])  # type: ignore[index]
        assert pages > 20
        listed = board.sentence.count("\\. **")
        for page in range(2, pages + 1):
            board = await ann.press("Next", on=board.seen)
            assert f"page {page} of {pages}" in board.sentence
            listed += board.sentence.count("\\. **")
        assert listed > 250
        assert "Previous" in board.seen.buttons()
        await ann.press("Show pairs", on=board.seen)
        assert check_everything_sent(club) >= pages


async def _offered(club: Club, option: str, typed: str) -> list[str]:
    ann = club["Ann"].actor
    offers = await ann.autocomplete(club.world.channel, "stats show", option, typed)
    return [str(offer["value"]) for offer in offers]


async def test_statistics_say_that_results_are_still_being_counted(played: Club) -> None:
    ann = played["Ann"]
    assert "Still counting" not in (await ann.typed("stats show")).text
    async with played.app.stats.ledger.paused():
        with played.world.as_bot():
            people = tuple(player.id for player in played.everyone[:4])
            result = result_of(people, (Hand(0, 120, (130, 50)),), 1.7e9, guild_id=played.world.guild.id)
            await play(played.database, result)
        for command in ("stats show", "stats leaderboard", "stats rating"):
            assert "Still counting" in (await ann.typed(command)).text
    with played.world.as_bot():
        await played.app.stats.ledger.catch_up()
    assert "Still counting" not in (await ann.typed("stats show")).text


async def test_first_match_booked_while_its_record_is_looked_up_is_not_denied(club: Club) -> None:
    """Bug: what to show was looked up before the page's snapshot: "No counted matches here yet."."""
    people = tuple(player.id for player in club.everyone[:4])
    told = result_of(people, (Hand(0, 120, (130, 50)),), 1.7e9, guild_id=club.world.guild.id)
    assert told.match is not None
    await play(club.database, replace(told, match=replace(told.match, counted=False)))
    records, booking = club.app.stats.records, list[asyncio.Task[None]]()
    by_game = records.by_game

    async def then_book(*args: Any) -> object:
        found = await by_game(*args)
        if args[-1] == Period.COMPUTERS or found:
            booking.append(asyncio.create_task(club.app.stats.ledger.catch_up(), context=Context()))
            for _ in range(1000):  # where the page has its snapshot already, booking waits for it
                await asyncio.sleep(0)
        return found

    records.by_game = then_book  # type: ignore[method-assign, assignment]
    said = (await club["Ann"].typed("stats show")).text
    assert "Still counting" in said or "1 match" in said
    await asyncio.gather(*booking)
