"""The referee: penalties, deals dealt again, rulings of the rule book; read by all, kept over a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import simcord

from rules.core.actions import PASS, Bid
from rules.core.decisions import ChooseCard
from tests.e2e.players import Club, Player, Reply, a_club


async def ruled(club: Club, name: str, **options: Any) -> Reply:
    """The answer to a manager of the server."""
    result = await club.world.owner.slash(club.world.channel, f"rook-admin {name}", **options)
    return Reply(club.world, result)


def member(player: Player) -> Any:
    return player.actor


async def test_penalty_is_announced_and_on_the_score_sheet(club: Club) -> None:
    await club.begin()
    bob = club["Bob"]
    answer = await ruled(club, "penalty", player=member(bob), points=40, reason="table talk, *again*")
    assert not answer.messages[-1].ephemeral
    assert "**Host** rules: a penalty of 40 points for Bob: table talk, \\*again\\*." in answer.text
    assert "−40" in (await club.table_message()).text()
    sheet = (await club["Eve"].command("show", what="score")).sentence
    assert "table talk" in sheet
    await club.restart()
    assert "table talk" in (await club["Eve"].command("show", what="score")).sentence
    assert await club.snapshot() == await club.replayed()


async def test_penalty_needs_a_seated_player_and_a_reason(club: Club) -> None:
    assert (
        "No table is open"
        in (await ruled(club, "penalty", player=member(club["Bob"]), points=1, reason="x")).text
    )
    await club.begin()
    eve = await ruled(club, "penalty", player=member(club["Eve"]), points=40, reason="x")
    assert "Eve isn't at this table." in eve.sentence
    blank = await ruled(club, "penalty", player=member(club["Bob"]), points=40, reason=" \u2028 ")
    assert "Say what the penalty is for." in blank.sentence


@pytest.mark.parametrize(
    ("name", "options"),
    [("penalty", {"points": 5, "reason": "Told the cards."}), ("redeal", {"reason": "Told the cards."})],
)
async def test_ruling_ends_with_one_full_stop(club: Club, name: str, options: dict[str, Any]) -> None:
    await club.begin()
    player = {"player": member(club["Bob"])} if name == "penalty" else {}
    answer = await ruled(club, name, **player, **options)
    assert answer.text.endswith(": Told the cards.")


async def test_player_who_left_the_server_can_be_ruled_on(club: Club) -> None:
    await club.begin()
    await club.world.leave_server(club["Bob"].actor)
    answer = await ruled(club, "penalty", player=club["Bob"].actor.user, points=40, reason="table talk")
    assert "a penalty of 40 points for Bob: table talk." in answer.text


async def test_braces_in_a_reason_stay_as_they_are(club: Club) -> None:
    await club.begin()
    answer = await ruled(club, "penalty", player=member(club["Bob"]), points=5, reason="{0.__class__} {9}")
    assert "{0" in answer.text
    assert "{9}" in answer.text
    await club["Eve"].command("show", what="score")


async def test_deal_is_dealt_again_by_same_dealer_or_next(club: Club) -> None:
    await club.begin()
    hand = club["Ann"].view.hand
    answer = await ruled(club, "redeal", reason="cards were seen")
    assert "the deal is dealt again, by the same dealer: cards were seen" in answer.text
    assert club["Ann"].view.hand != hand
    answer = await ruled(club, "redeal", dealer="next")
    assert "by the next dealer" in answer.text


async def test_ruling_and_audit_list_show_name_unchanged(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("[Ann](http://a.b)", "Bob_*", "Cleo", "Dan", "Eve")) as club:
        await club.begin()
        await club.play_until(lambda decision: isinstance(decision, ChooseCard))
        told = await ruled(club, "rule", choice="penalty 0 40 table talk")
        assert "\\[Ann\\](http\\:\\/\\/a.b)" in told.text
        await ruled(club, "penalty", player=member(club["Bob_*"]), points=5, reason="x_y " * 15)
        audit = (await ruled(club, "audit")).sentence
        assert "a penalty of 5 points for Bob\\_\\*: " + "x\\_y " * 14 in audit
        assert "\\[Ann\\](http\\:\\/\\/a.b)" in audit


def tricks_taken(club: Club) -> int:
    """Tricks taken so far in the deal."""
    view = club.table.match.table_view()
    assert view is not None
    return sum(seat.tricks for seat in view.seats)


async def test_rulings_of_the_book_are_offered_with_names_and_made(club: Club) -> None:
    await club.begin()
    await club.play_until(lambda _: tricks_taken(club) == 2)
    choices = await club.world.owner.autocomplete(club.world.channel, "rook-admin rule", "choice", "bob")
    labels = {str(choice["name"]): str(choice["value"]) for choice in choices}
    assert "Table talk by Bob: 40 off" in labels
    answer = await ruled(club, "rule", choice=labels["Table talk by Bob: 40 off"])
    assert "**Host** rules: Table talk by Bob: 40 off." in answer.text
    answer = await ruled(club, "rule", choice=labels["Renege by Bob: the deal ends"])
    assert "Renege by Bob" in answer.text
    assert club.table.match.table_view().deal == 2  # type: ignore[union-attr]


@pytest.mark.parametrize("choice", ["", "bid 70", "penalty 0 500 x", "play R14", "revoke 0", "nonsense"])
async def test_ruling_unknown_to_the_book_is_refused(club: Club, choice: str) -> None:
    await club.begin()
    before = await club.snapshot()
    assert "That ruling isn't available now" in (await ruled(club, "rule", choice=choice)).sentence
    assert await club.snapshot() == before


async def test_ruling_before_a_match_is_refused(club: Club) -> None:
    assert await club.world.owner.autocomplete(club.world.channel, "rook-admin rule", "choice", "") == []
    await club["Ann"].command("new")
    assert await club.world.owner.autocomplete(club.world.channel, "rook-admin rule", "choice", "") == []
    assert "hasn't started" in (await ruled(club, "redeal")).sentence
    assert "hasn't started" in (await ruled(club, "rule", choice="redeal")).sentence


async def test_only_managers_of_the_server_rule(club: Club) -> None:
    await club.begin()
    ann, before = club["Ann"], await club.snapshot()
    for command, options in (
        ("penalty", {"player": member(club["Bob"]), "points": 40, "reason": "x"}),
        ("redeal", {}),
        ("rule", {"choice": "redeal"}),
    ):
        with pytest.raises(simcord.SetupError):
            await ann.actor.slash(club.world.channel, f"rook-admin {command}", **options)
    assert await club.snapshot() == before


# By agreement -----------------------------------------------------------------------------------------


async def test_three_of_four_players_agree_to_deal_again(club: Club) -> None:
    await club.begin()
    ann, bob, cleo, _, eve = club.everyone
    hand = ann.view.hand
    proposed = await ann.press("Deal again", on=(await ann.press("More")).seen)
    assert not proposed.messages[-1].ephemeral
    assert "Yes: Ann\nWaiting for: Bob, Cleo and Dan" in proposed.text
    assert "You aren't at" in (await eve.press("Yes", on=proposed.seen)).sentence
    assert "Waiting for: Cleo and Dan" in (await bob.press("Yes", on=proposed.seen)).text
    assert ann.view.hand == hand
    done = await cleo.press("Yes", on=proposed.seen)
    assert "This deal is dealt again." in done.text
    assert "Yes: Ann, Bob and Cleo" in done.text
    assert ann.view.hand != hand
    assert not proposed.seen.buttons()


async def test_outdated_proposal_says_that_the_table_has_changed(club: Club) -> None:
    await club.begin()
    ann = club["Ann"]
    proposed = await ann.command("ask", what="deal again")
    player = club.asked
    await player.answer(Bid(70))
    assert "The vote is off" in proposed.seen.text()
    assert not proposed.seen.buttons()
    await club.asked.answer(PASS)


async def test_repeated_proposal_moves_open_vote_down(club: Club) -> None:
    await club.begin()
    ann, bob = club["Ann"], club["Bob"]
    first = await ann.command("ask", what="deal again")
    await bob.press("Yes", on=first.seen)
    again = await ann.command("ask", what="deal again")
    await club.world.env.settle()
    asking = [seen for seen in club.messages() if "deal again?" in seen.text()]
    assert [seen.id for seen in asking] == [again.seen.id]
    assert "Yes: Ann and Bob" in asking[0].text()
    await club["Cleo"].press("Yes", on=again.seen)
    assert "This deal is dealt again." in again.seen.text()


@pytest.mark.parametrize(
    "argument", ["", "deal", "takeback", "takeback x", "takeback 99", "end 3", "redeal 1"]
)
async def test_forged_agreement_is_refused(club: Club, argument: str) -> None:
    await club.begin()
    before = await club.snapshot()
    custom_id = f"rk1:agree:{club.table.record.id}:{club.table.revision}:{argument}"
    assert (await club["Ann"].press_id(custom_id)).sentence
    assert await club.snapshot() == before
