"""Watching: a private message that follows the table, and the way from there to a computer's seat."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.e2e.players import Club, Player, a_club, controls
from tests.e2e.secrecy.secrets import names, on_screen
from tests.e2e.worlds import Call, Seen
from tests.table.troubled import writes_to


def watched(player: Player) -> Seen:
    return next(seen for seen in reversed(player.messages()) if "### Watching" in seen.text())


async def test_onlooker_takes_over_a_computers_seat_and_plays(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann", "Eve")) as club:
        ann, eve = club["Ann"], club["Eve"]
        await club.begin_with_computers(deals=3)
        assert (await ann.press("Watch")).sentence.startswith("You're at this table already.")
        await eve.press("Watch")
        check_no_hand(club, eve)
        before = watched(eve).text()
        decision = ann.decision
        assert decision is not None
        await ann.answer(club.sensible(decision, Random(4)))
        assert watched(eve).text() != before, "it follows the table"
        check_no_hand(club, eve)

        name = club.table.record.seats[1].name
        vote = await eve.press(f"Take {name}'s seat", on=watched(eve))
        assert f"Let <@{eve.id}> take over {name}'s seat from the next deal on?" in vote.text
        assert "Waiting for: Ann" in vote.text
        await ann.press("Yes", on=vote.seen)
        assert f"Eve takes over {name}'s seat with the next deal." in watched(eve).text()
        check_no_hand(club, eve)

        deal, random = club.table.match.deal, Random(4)
        while club.table.match.deal == deal:
            decision = club.asked.decision
            assert decision is not None
            await club.asked.answer(club.sensible(decision, random))
        assert club.seated == [ann, eve]
        assert eve.has_hand(), "what was a view of the table is their hand now"


async def promised(club: Club) -> str:
    """Promise Eve the first computer's seat from the next deal; returns that computer's name."""
    eve, name = club["Eve"], club.table.record.seats[1].name
    await eve.press("Watch")
    vote = await eve.press(f"Take {name}'s seat", on=watched(eve))
    await club["Ann"].press("Yes", on=vote.seen)
    return name


async def play_out(club: Club) -> None:
    """Let Ann answer until the match with computers is over."""
    await club.play_on()
    await club.world.env.settle()


async def test_promised_seat_of_unplayed_deal_is_reserved_in_rematch(
    tmp_path: Path,
) -> None:
    async with a_club(tmp_path, people=("Ann", "Eve")) as club:
        ann, eve = club["Ann"], club["Eve"]
        await club.begin_with_computers(deals=1)
        name = await promised(club)
        await play_out(club)
        ended = f"The match ended before Eve took over {name}'s seat. *Rematch* keeps it for them."
        assert ended in (await club.table_message()).text()
        assert ended in watched(eve).text()
        await ann.press("Rematch")
        assert "waiting for Eve" in (await club.table_message()).text()
        await eve.command("sit")
        assert club.table.match.deal == 1
        assert club.seated == [ann, eve]


async def test_player_with_promised_seat_may_ask_for_rematch(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann", "Eve")) as club:
        await club.begin_with_computers(deals=1)
        await promised(club)
        await play_out(club)
        await club["Eve"].press("Rematch")
        assert "waiting for Ann" in (await club.table_message()).text()


async def test_ended_match_notifies_player_with_promised_seat(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann", "Eve")) as club:
        ann, eve = club["Ann"], club["Eve"]
        await club.begin_with_computers(deals=3)
        name = await promised(club)
        sure = await ann.command("ask", what="close")
        await ann.press("End the match", on=sure.seen)
        await club.world.env.settle()
        ended = f"The match ended before Eve took over {name}'s seat."
        assert ended in watched(eve).text()
        assert ended in (await club.table_message()).text()


async def test_forgotten_applicant_for_a_seat_is_named_in_no_vote(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann", "Eve")) as club:
        eve = club["Eve"]
        await club.begin_with_computers(deals=3)
        await eve.press("Watch")
        await eve.press(f"Take {club.table.record.seats[1].name}'s seat", on=watched(eve))
        assert club.table.voting.votes
        sure = await eve.ask_to_be_forgotten()
        await eve.press("Forget me", on=sure.seen)
        await club.world.env.settle()
        assert not club.table.voting.votes
        assert not any(f"<@{eve.id}>" in seen.text() for seen in club.messages())


async def test_waiting_onlooker_is_called_when_a_seat_becomes_free(club: Club) -> None:
    eve = club["Eve"]
    await club.sit_down()
    told = await eve.typed("table wait")
    assert told.sentence == "I'll tell you here when a seat is free. `/table wait` again stops it."
    await club["Dan"].press_in_more("Leave")
    call = next(seen for seen in club.messages() if "A seat is free." in seen.text())
    assert f"<@{eve.id}>" in call.text()
    await eve.command("sit")
    assert club.seated == [club["Ann"], club["Bob"], club["Cleo"], eve]
    await club.world.env.settle()
    assert call not in club.messages(), "no seat is free any more"


async def test_onlooker_waits_on_where_no_one_may_be_called_now(club: Club) -> None:
    """Bug: while the channel had refused a call, the users who waited were dropped from the list untold."""
    eve, dan = club["Eve"], club["Dan"]
    await club.sit_down()
    await eve.typed("table wait")
    club.world.make_fail(Call.POST_MESSAGE, status=403, code=50013)
    await dan.press_in_more("Leave")  # the call is refused
    await dan.command("sit")
    await eve.typed("table wait")
    await dan.press_in_more("Leave")
    assert not any("A seat is free." in seen.text() for seen in club.messages())

    await dan.command("sit")
    await club.world.env.advance_time(3600)
    await dan.press_in_more("Leave")
    assert any("A seat is free." in seen.text() for seen in club.messages())


async def test_onlooker_waits_on_if_the_database_refuses_the_call(club: Club) -> None:
    """Bug: an onlooker was neither told nor on the list any more."""
    eve, dan = club["Eve"], club["Dan"]
    await club.sit_down()
    await eve.typed("table wait")
    with club.database.refusing(writes_to("waiting")):
        await dan.press_in_more("Leave")
    assert not any("A seat is free." in seen.text() for seen in club.messages())

    await dan.command("sit")
    await dan.press_in_more("Leave")
    assert any("A seat is free." in seen.text() for seen in club.messages())


async def test_watch_button_shows_if_onlookers_are_waiting(club: Club) -> None:
    eve = club["Eve"]
    await club.sit_down()
    await eve.typed("table watch")
    old = watched(eve).buttons()["Tell me when a seat is free"]
    for _ in range(2):
        told = await eve.press_id(old, on=watched(eve))
        assert told.sentence == "I'll tell you here when a seat is free. *Stop waiting* ends that."
        await club.world.env.settle()
        assert "Stop waiting" in watched(eve).buttons()
    await eve.typed("table watch")
    told = await eve.press("Stop waiting", on=watched(eve))
    assert told.sentence == "You're no longer waiting for a seat."
    await club.world.env.settle()
    assert "Tell me when a seat is free" in watched(eve).buttons()


async def test_delayed_watch_message_shows_latest_table(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("ask", what="close")).seen
    await club["Bob"].press("Yes", on=vote)
    club.world.delay_call(Call.ANSWER)
    await club["Eve"].press("Watch")
    await club["Cleo"].press("Yes", on=vote)
    await club.world.let_through()
    assert watched(club["Eve"]).text() == "### Watching\nThe match is over."


async def test_call_to_free_seat_names_no_forgotten_user(club: Club) -> None:
    eve = club["Eve"]
    await club.sit_down()
    await eve.typed("table wait")
    await club["Dan"].press_in_more("Leave")
    assert any(f"<@{eve.id}>" in seen.text() for seen in club.messages())
    sure = await eve.ask_to_be_forgotten()
    await eve.press("Forget me", on=sure.seen)
    await club.world.env.settle()
    assert not any(f"<@{eve.id}>" in seen.text() for seen in club.messages())


def check_no_hand(club: Club, onlooker: Player) -> None:
    """Check that an onlooker's messages show no card of any hand, neither as text nor on a control."""
    table = club.table.match.table_view()
    assert table is not None
    face_up = names(card for zone in table.zones for card in zone.shown)
    hands = [names(club.table.match.seat_view(seat).hand) for seat in range(len(club.table.record.seats))]
    assert not on_screen(watched(onlooker)) & (set().union(*hands) - face_up)
    verbs = {control.custom_id.split(":")[1] for control in controls(watched(onlooker))}
    assert verbs <= {"takeover", "wait"}


async def test_waiting_is_not_offered_without_possible_seats(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann", "Bob", "Cleo", "Dan", "Eve")) as club:
        ann, eve = club["Ann"], club["Eve"]
        await club.sit_down(counted=True)
        await eve.typed("table watch")
        old = watched(eve).buttons()["Tell me when a seat is free"]
        await ann.press("Start")
        await club.world.env.settle()
        assert not watched(eve).buttons()
        counted = "This match is counted, so no one takes over a seat."
        assert counted in watched(eve).text()
        assert (await eve.press_id(old, on=watched(eve))).sentence == counted
        assert (await eve.typed("table wait")).sentence == counted


async def test_solitaire_offers_no_seat_to_onlookers(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann", "Eve")) as club:
        await club["Ann"].command("new", game="clock")
        await club["Ann"].press("Start")
        await club["Eve"].typed("table watch")
        assert "No one takes over a seat in this match." in watched(club["Eve"]).text()
        assert not watched(club["Eve"]).buttons()
