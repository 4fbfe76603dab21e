"""Requests to be partners in a league: each is answered, and no message still asks for a needless one."""

from __future__ import annotations

import pytest

from bot.league.store.rosters import RosterStore
from cogs.ui.controls import BUTTON, Control, Verb
from tests.e2e.league.test_league_season import create, league_message
from tests.e2e.limits import check_everything_sent
from tests.e2e.players import Club, Player
from tests.e2e.worlds import Call, Seen


@pytest.fixture
async def club(club: Club) -> Club:
    """A club with a league of pairs."""
    await create(club, partners="pairs")
    return club


async def asks(asker: Player, asked: Player) -> Seen:
    """The message in which one player asks another to be a partner."""
    return (await asker.typed("league join", partner=asked.actor)).seen


async def told(club: Club, message: Seen) -> str:
    """A message's text after all updates, with names for mentions; checks that it has no buttons."""
    await club.world.env.settle()
    [now] = [seen for seen in club.messages() if seen.id == message.id]
    assert not now.buttons()
    text = now.text()
    for player in club.everyone:
        text = text.replace(f"<@{player.id}>", player.name.capitalize())
    return text


async def test_refused_partner_request_is_shown_to_everyone(club: Club) -> None:
    ann, bob, cleo = club.everyone[:3]
    message = await asks(ann, cleo)
    for label in ("Be partners", "No"):
        assert "Only Cleo can answer that. Ann can" in (await bob.press(label, on=message)).text
    assert "Only Cleo can answer" in (await ann.press("Be partners", on=message)).text
    accept = Control(Verb.LEAGUE_ACCEPT, 1, 0, str(ann.id)).custom_id(BUTTON)
    await cleo.press("No", on=message)
    assert await told(club, message) == "🏅 Ann asked Cleo to be partners in Tuesday League. Cleo said no."
    assert await RosterStore(club.database).pair_requests(1) == []
    assert (
        "This request to be partners in Tuesday League is over."
        in (await cleo.press_id(accept, on=message)).text
    )
    assert await RosterStore(club.database).roster(1) == []
    check_everything_sent(club)


async def test_partner_request_is_withdrawn_by_press_or_by_leaving(club: Club) -> None:
    ann, cleo = club["Ann"], club["Cleo"]
    over = "🏅 Ann no longer asks Cleo to be partners in Tuesday League."
    message = await asks(ann, cleo)
    await ann.press("No", on=message)
    assert await told(club, message) == over
    message = await asks(ann, cleo)
    await ann.typed("league leave")
    assert await told(club, message) == over


async def test_new_partner_request_ends_earlier_one_after_restart_too(club: Club) -> None:
    ann, bob, cleo = club.everyone[:3]
    first = await asks(ann, cleo)
    await club.restart()
    second = await asks(ann, cleo)
    again = "🏅 Ann asked Cleo again to be partners in Tuesday League, in a newer message."
    assert await told(club, first) == again
    third = await asks(ann, bob)
    assert await told(club, second) == "🏅 Ann no longer asks Cleo to be partners in Tuesday League."
    await bob.press("Be partners", on=third)
    assert await told(club, third) == "🏅 Ann and Bob are partners in Tuesday League."


async def test_new_pair_ends_all_other_requests_of_both(club: Club) -> None:
    ann, bob, cleo, dan, _ = club.everyone
    to_bob, of_dan, of_cleo = await asks(ann, bob), await asks(dan, ann), await asks(cleo, ann)
    panel = await ann.press("Find a partner", on=league_message(club))
    await ann.press("Play with Cleo", on=panel.seen)
    assert await told(club, of_cleo) == "🏅 Cleo and Ann are partners in Tuesday League."
    assert await told(club, to_bob) == "🏅 Ann no longer asks Bob to be partners in Tuesday League."
    another = "🏅 Dan asked Ann to be partners in Tuesday League. Ann has another partner."
    assert await told(club, of_dan) == another
    assert "No one is asked" in (await ann.press("Play with Dan", on=panel.seen)).text


async def test_player_with_partner_is_not_asked_to_find_one(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await bob.press("Be partners", on=await asks(ann, bob))
    for player in (ann, bob):
        reply = await player.press("Find a partner", on=league_message(club))
        assert reply.sentence.startswith("You have a partner in this league already.")
        assert not reply.seen.buttons()


async def test_accepting_on_deleted_message_makes_a_pair(
    club: Club,
) -> None:
    ann, bob, cleo, *_ = club.everyone
    to_bob, of_cleo = await asks(ann, bob), await asks(cleo, ann)
    club.world.make_fail(Call.ANSWER, status=404, code=10008)
    reply = await ann.press("Be partners", on=of_cleo)
    assert reply.sentence.endswith(" are partners in Tuesday League.")
    assert await told(club, to_bob) == "🏅 Ann no longer asks Bob to be partners in Tuesday League."


async def test_overlooked_request_message_ends_with_its_first_press(club: Club) -> None:
    """The player who asked is forgotten, and with them the place of the message."""
    ann, cleo = club["Ann"], club["Cleo"]
    message = await asks(ann, cleo)
    sure = await ann.ask_to_be_forgotten()
    await ann.press("Forget me", on=sure.seen)
    await cleo.press("Be partners", on=message)
    assert await told(club, message) == "🏅 This request to be partners in Tuesday League is over."
    assert await RosterStore(club.database).roster(1) == []
