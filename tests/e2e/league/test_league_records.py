"""Results of matches with real cards: recorded by one side, confirmed by another, withdrawn, or expired."""

from __future__ import annotations

from typing import Final

import pytest

from bot.league.paper.values import Unconfirmed
from bot.league.store.acts import LeagueActStore
from bot.league.store.matches import SeasonMatchStore
from bot.league.store.paper_matches import PaperMatchStore
from bot.models.stored_league import Did, MatchState
from bot.table.store.results import ResultStore
from bot.table.store.shown_messages import ShownStore
from tests.e2e.league.test_league_files import give, press_import
from tests.e2e.league.test_league_season import create, league_message, manage, offered, two_pairs
from tests.e2e.lobby.test_threads import HOUR, emptied, in_thread, is_archived
from tests.e2e.people.test_my_data import forget
from tests.e2e.players import Club, Player, Reply
from tests.e2e.worlds import Call, Seen, all_at_once

ALL: Final = "Ann, Cleo, Bob, Dan"
DAY: Final = 24 * 3600


def side(club: Club, *names: str) -> str:
    """A side as the message shows it: Discord shows the users' names."""
    return " & ".join(f"<@{club[name].id}>" for name in names)


def cards(club: Club) -> Seen:
    """The newest message about a match with real cards."""
    return [seen for seen in club.messages() if "Real cards" in seen.text()][-1]


async def a_league(club: Club) -> None:
    """A league of two pairs: Ann and Cleo, Bob and Dan."""
    await create(club, partners="pairs")
    await two_pairs(club)


async def record(club: Club, who: str = "Ann", points: str = "310 245", **more: str) -> Reply:
    """Record a match of the two pairs."""
    return await club[who].typed("league record", players=ALL, points=points, **more)


async def test_recorded_match_counts_after_other_side_confirms(club: Club) -> None:
    await a_league(club)
    await manage(club, "draw", times=1)
    await record(club)
    text = cards(club).text()
    assert f"{side(club, 'Ann', 'Cleo')}: 310" in text
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 0
    for name in ("Ann", "Cleo"):
        refused = await club[name].press("Confirm", on=cards(club))
        assert "another side" in refused.sentence
    assert "didn't play" in (await club["Eve"].press("Confirm", on=cards(club))).sentence
    await club["Dan"].press("Confirm", on=cards(club))
    await club.world.env.settle()

    assert "confirmed it" in cards(club).text()
    [played] = await SeasonMatchStore(club.database).newest_matches(1, 9)
    assert played.is_paper
    assert played.fixture == 1
    assert "310" in (await club["Eve"].typed("league show", what="results")).sentence
    history = (await club["Eve"].typed("league show", what="rulings")).sentence
    assert f"recorded match {played.table_id}, confirmed by <@{club['Dan'].id}>" in history


async def test_confirming_on_deleted_message_says_the_match_counts(
    club: Club,
) -> None:
    await a_league(club)
    await record(club)
    club.world.make_fail(Call.ANSWER, status=404, code=10008)
    reply = await club["Dan"].press("Confirm", on=cards(club))
    assert "confirmed it" in reply.text
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 1


async def test_player_can_dispute_match_of_their_substitute(club: Club) -> None:
    await a_league(club)
    eve = club["Eve"]
    await club["Ann"].typed("league record", players=f"Ann, <@{eve.id}>, Bob, Dan", points="200 300")
    await club["Dan"].press("Confirm", on=cards(club))
    await club.world.env.settle()
    [played] = await SeasonMatchStore(club.database).newest_matches(1, 9)
    [match] = await offered(club, club["Cleo"].actor, "dispute")
    assert match.startswith(f"{played.table_id} · ")
    disputed = await club["Cleo"].typed("league dispute", match=played.table_id, reason="we won")
    assert "is disputed" in disputed.text


async def test_simultaneous_confirmations_count_once(club: Club) -> None:
    await a_league(club)
    await record(club)
    seen = cards(club)
    confirm = seen.buttons()["Confirm"]
    await all_at_once(*(club.world.press(club[name].actor, seen, confirm) for name in ("Bob", "Dan")))
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 1
    acts = await LeagueActStore(club.database).league_acts(1, 9)
    assert [act.what for act in acts].count(Did.RECORDED) == 1


async def test_form_records_the_match_deal_by_deal(club: Club) -> None:
    await a_league(club)
    shown = await club["Ann"].typed("league record")
    await club["Ann"].submit(shown, "Ann & Cleo vs Bob & Dan", "200 100\n-95 180\n195 20", "", "")
    text = cards(club).text()
    assert f"{side(club, 'Ann', 'Cleo')}: 300" in text
    assert "200 / 100; −95 / 180; 195 / 20" in text
    await manage_confirm(club)
    [played] = await SeasonMatchStore(club.database).newest_matches(1, 9)
    assert len(await ResultStore(club.database).deals(played.table_id)) == 3


async def manage_confirm(club: Club) -> None:
    """Confirm at once as an organizer."""
    seen = cards(club)
    await club.world.press(club.world.owner, seen, seen.buttons()["Confirm"])


@pytest.mark.parametrize(
    ("players", "points", "said"),
    [
        ("Ann, Cleo, Bob", "310 245", "You named 3"),
        ("Ann, Bob, Cleo, Dan", "310 245", "different pairs"),
        ("Ann, Cleo, Bob, Zoe", "310 245", "Zoe"),
        (ALL, "310", "needs 2 numbers"),
        (ALL, "310 many", "other than numbers"),
        (ALL, "310 999999", "No one scores more"),
    ],
)
async def test_impossible_result_is_refused_and_not_stored(
    club: Club, players: str, points: str, said: str
) -> None:
    await a_league(club)
    refused = await club["Ann"].typed("league record", players=players, points=points)
    assert said in refused.sentence
    assert await PaperMatchStore(club.database).oldest_paper() is None


async def test_substitute_is_mentioned_and_bots_are_refused(club: Club) -> None:
    await a_league(club)
    mention = f"Ann, <@{club['Eve'].id}>, Bob, Dan"
    await club["Ann"].typed("league record", players=mention, points="310 245")
    assert side(club, "Ann", "Eve") in cards(club).text()
    bot = club.bot.user
    assert bot is not None
    refused = await club["Ann"].typed("league record", players=f"Ann, <@{bot.id}>, Bob, Dan", points="1 2")
    assert "isn't a member" in refused.sentence
    stranger = await club["Eve"].typed("league record", players=ALL, points="200 300")
    assert "didn't play" in stranger.sentence


async def test_same_match_is_recorded_once(club: Club) -> None:
    await a_league(club)
    await record(club)
    both = await club["Bob"].typed("league record", players="Bob, Dan, Ann, Cleo", points="245 310")
    assert "waits to be confirmed already" in both.sentence
    assert f"/{club.channel_id}/{cards(club).id}" in both.text
    await club["Bob"].press("Confirm", on=cards(club))
    again = await club["Bob"].typed("league record", players="Bob, Dan, Ann, Cleo", points="245 310")
    assert "recorded already" in again.sentence
    await record(club, points="245 310")
    assert "245" in cards(club).text()


async def test_match_that_lost_its_message_is_asked_about_again(club: Club) -> None:
    """Bug: no one could confirm it, and for a day no one could record it."""
    await a_league(club)
    await record(club)
    await club.world.delete_as_admin(cards(club))
    await record(club)
    assert "Confirm" in cards(club).buttons()
    await club["Bob"].press("Confirm", on=cards(club))
    assert "It counts as match 1." in cards(club).text()
    assert await PaperMatchStore(club.database).oldest_paper() is None


async def test_not_right_rejects_the_match_with_a_reason(club: Club) -> None:
    await a_league(club)
    await record(club)
    asked = await club["Bob"].press("Not right", on=cards(club))
    await club["Bob"].submit(asked, "it was 310 to 265")
    assert "The other side says it's not right: it was 310 to 265" in cards(club).text()
    assert await PaperMatchStore(club.database).oldest_paper() is None
    assert "Confirm" not in cards(club).buttons()


async def test_match_recorded_by_organizer_is_confirmed_by_any_player(club: Club) -> None:
    await a_league(club)
    await manage(club, "record", players=ALL, points="310 245")
    assert "Someone who played, or an organizer, confirms it." in cards(club).text()
    asked = await club["Bob"].press("Not right", on=cards(club))
    await club["Bob"].submit(asked, "it was 310 to 265")
    assert "One of the sides says it's not right" in cards(club).text()


async def test_form_of_game_without_points_asks_for_places(club: Club) -> None:
    await create(club, rules="tens", seats=3)
    for name in ("Ann", "Bob", "Cleo"):
        await club[name].typed("league join")
    shown = await club["Ann"].typed("league record")
    assert shown.result.modal is not None
    asked = [label["label"] for label in shown.result.modal["components"]]
    assert asked == ["Players", "Places", "Date"]
    await club["Ann"].submit(shown, "Ann, Bob, Cleo", "2 1 3", "")
    assert f"{side(club, 'Bob')}: place 1" in cards(club).text()
    again = await club["Cleo"].typed("league record", players="Ann, Bob, Cleo", points="2 1 3")
    assert "waits to be confirmed already" in again.sentence
    denied = await club["Cleo"].press("Not right", on=cards(club))
    await club["Cleo"].submit(denied, "Ann won")
    assert "One of the sides says it's not right" in cards(club).text()


async def test_unconfirmed_match_expires_after_a_day(club: Club) -> None:
    await a_league(club)
    await record(club)
    stale = cards(club)
    await club.world.env.advance_time(DAY + 700)
    await club.world.env.settle()
    assert "lapse" not in cards(club).text()
    assert "No one has confirmed it." in cards(club).text()
    assert await PaperMatchStore(club.database).oldest_paper() is None
    assert "isn't waiting" in (await club["Bob"].press("Confirm", on=stale)).sentence


async def test_unconfirmed_match_ends_with_its_season(club: Club) -> None:
    await a_league(club)
    await record(club)
    stale = cards(club)
    await Player(club, club.world.owner).press("Close the season", on=(await manage(club, "close")).seen)
    await club.world.env.settle()
    assert "The season closed, and no one had confirmed it." in cards(club).text()
    assert not cards(club).buttons()
    assert await PaperMatchStore(club.database).oldest_paper() is None
    assert "isn't waiting" in (await club["Bob"].press("Confirm", on=stale)).sentence


async def test_unconfirmed_match_waits_over_a_restart(club: Club) -> None:
    await a_league(club)
    await record(club)
    await club.restart()
    await club["Bob"].press("Confirm", on=cards(club))
    assert await SeasonMatchStore(club.database).number_of_matches(1) == 1


async def only_waiting(club: Club) -> Unconfirmed:
    """The unconfirmed match, or None."""
    [paper] = await PaperMatchStore(club.database).paper_until(club.now())
    return await club.app.league.paper_matches.find(club.world.guild.id, paper.id)


async def test_stop_after_confirmation_leaves_no_stale_message(club: Club) -> None:
    await a_league(club)
    await record(club)
    seen, matches = cards(club), club.app.league.paper_matches
    with club.world.as_bot():  # it is stored, but no message is updated any more
        waiting = await only_waiting(club)
        await matches.confirm(waiting, club["Bob"].id, organizes=False, message_id=seen.id)
    assert "Confirm" in cards(club).buttons()
    await club.restart()
    await club.world.env.settle()
    assert "It counts as match" in cards(club).text()
    assert f"<@{club['Bob'].id}> confirmed it" in cards(club).text()
    assert "Confirm" not in cards(club).buttons()


async def test_stop_after_withdrawal_leaves_no_stale_message(club: Club) -> None:
    await a_league(club)
    await record(club)
    matches = club.app.league.paper_matches
    with club.world.as_bot():
        waiting = await only_waiting(club)
        await matches.take_back(waiting, club["Bob"].id, organizes=False)
    refused = await club["Dan"].press("Confirm", on=cards(club))
    assert "isn't waiting" in refused.sentence
    await club.restart()
    await club.world.env.settle()
    assert "It doesn't count" in cards(club).text()
    assert await PaperMatchStore(club.database).oldest_paper() is None


async def test_forgotten_player_of_recorded_match_is_former_player(club: Club) -> None:
    await a_league(club)
    await record(club)
    confirmed = cards(club)
    await club["Bob"].press("Confirm", on=confirmed)
    await record(club, points="200 300")
    waiting = cards(club)
    with club.world.as_bot():
        await club.app.people.own_data.forget(club["Bob"].id)
    await club.world.env.settle()
    mention = f"<@{club['Bob'].id}>"
    texts = {seen.id: seen.text() for seen in club.messages()}
    assert f"a former player & {side(club, 'Dan')}: 245" in texts[confirmed.id]
    assert "a former player confirmed it" in texts[confirmed.id]
    assert "It doesn't count" in texts[waiting.id]
    assert not any(mention in text for text in texts.values() if "partners" not in text)
    assert await PaperMatchStore(club.database).oldest_paper() is None


async def test_unconfirmed_match_in_archived_thread_names_no_forgotten_player(
    club: Club,
) -> None:
    [thread] = await emptied(club)
    await a_league(club)
    await club["Ann"].actor.slash(thread, "league record", players=ALL, points="310 245")
    await club.world.archive_thread(thread.id)
    await forget(club["Bob"])
    await club.world.env.settle()
    assert "No one has confirmed it." in in_thread(club)[-1].text()
    assert is_archived(club)
    assert await PaperMatchStore(club.database).oldest_paper() is None


async def test_refused_edit_of_unconfirmed_match_is_retried_without_forgotten_name(
    club: Club,
) -> None:
    await a_league(club)
    await record(club)
    club.world.make_fail(Call.EDIT_MESSAGE, status=403, code=50001, times=None)
    await forget(club["Bob"])
    await club.world.env.advance_time(HOUR)
    assert str(club["Bob"].id) in cards(club).text()
    club.world.end_trouble()
    await club.restart()
    await club.world.env.settle()
    assert "No one has confirmed it." in cards(club).text()
    assert await PaperMatchStore(club.database).oldest_paper() is None


async def test_match_is_disputed_and_ruled_on_by_buttons(club: Club) -> None:
    await a_league(club)
    await record(club)
    await club["Bob"].press("Confirm", on=cards(club))
    [played] = await SeasonMatchStore(club.database).newest_matches(1, 9)
    bob, owner = club["Bob"], Player(club, club.world.owner)

    async def match_of(player: Player) -> Seen:
        listed = await player.typed("league show", what="results")
        return (await player.choose(str(played.table_id), on=listed.seen)).seen

    seen = await match_of(bob)
    assert "Void" not in seen.buttons()
    await bob.submit(await bob.press("Dispute", on=seen), "we had 265")
    [match] = await SeasonMatchStore(club.database).newest_matches(1, 9)
    assert match.state is MatchState.DISPUTED
    seen = await match_of(owner)
    await owner.submit(await owner.press("Correct", on=seen), "310 265", "they had")
    [match] = await SeasonMatchStore(club.database).newest_matches(1, 9)
    assert (match.state, match.points) == (MatchState.COUNTS, {0: 310, 1: 265})
    await owner.submit(await owner.press("Void", on=await match_of(owner)), "wrong deck")
    [match] = await SeasonMatchStore(club.database).newest_matches(1, 9)
    assert match.state is MatchState.VOID
    await owner.submit(await owner.press("Restore", on=await match_of(owner)), "right after all")
    [match] = await SeasonMatchStore(club.database).newest_matches(1, 9)
    assert match.state is MatchState.COUNTS
    history = (await bob.typed("league show", what="rulings")).sentence
    assert all(reason in history for reason in ("we had 265", "they had", "wrong deck", "right after all"))


async def test_forgotten_organizer_who_confirmed_is_not_named(club: Club) -> None:
    await a_league(club)
    await record(club)
    await manage_confirm(club)
    owner = club.world.owner.user.id
    assert f"<@{owner}> confirmed it" in cards(club).text()
    with club.world.as_bot():
        await club.app.people.own_data.forget(owner)
    await club.world.env.settle()
    assert "a former player confirmed it" in cards(club).text()
    assert str(owner) not in cards(club).text()
    assert await ShownStore(club.database).stale_past() == []


async def test_record_asks_about_ambiguous_date_and_winner(club: Club) -> None:
    """First the date, then the winner; only the user who typed it can answer."""
    await a_league(club)
    asked = await club["Ann"].typed(
        "league record", players=ALL, points="310 245", date="03/04/2020", winner="Bob"
    )
    assert "can be Mar 4, 2020 (month first) or Apr 3, 2020 (day first)" in asked.text
    assert await PaperMatchStore(club.database).oldest_paper() is None
    forged = asked.seen.buttons()["Day first"]
    refused = await club.world.press(club["Bob"].actor, league_message(club), forged)
    assert "asked too long ago" in Reply(club.world, refused).text
    second = await club["Ann"].press("Day first", on=asked.seen)
    told = "can be a win for Ann & Cleo (by the points) or a win for Bob & Dan (named as the winner)"
    assert told in second.text
    await club["Ann"].press("Go by the winner", on=second.seen)
    shown = cards(club).text()
    assert "Played <t:1585915200:D>" in shown
    assert f"**{side(club, 'Bob', 'Dan')}: 245** 🏆" in shown


async def test_same_match_with_sides_or_partners_swapped_is_recorded_once(club: Club) -> None:
    await a_league(club)
    await press_import(club, await give(club, "2020-01-02,Ann,Cleo,310,Bob,Dan,245"), "Import 1 match")
    for players, points, date in (
        ("Cleo, Ann, Bob, Dan", "310 245", "2020-01-02"),
        ("Dan, Bob, Ann, Cleo", "245 310", "1/2/2020"),
        ("Dan, Bob, Cleo, Ann", "245 310", "Jan 2, 2020"),
    ):
        refused = await club["Ann"].typed("league record", players=players, points=points, date=date)
        if "can be" in refused.text:
            refused = await club["Ann"].press("Month first", on=refused.seen)
        assert "recorded already" in refused.text
    assert await PaperMatchStore(club.database).oldest_paper() is None
