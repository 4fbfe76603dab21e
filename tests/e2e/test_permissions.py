"""Nobody changes a table with a control that is not theirs, whatever the control and the moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.permissions import MAY, Who, as_table
from cogs.ui.controls import Verb, base36
from rules.core.decisions import ChooseCard
from tests.e2e.players import Club, Player

DOCS = Path(__file__).parents[2] / "docs" / "permissions.md"
ARGUMENTS = {
    "do": "play {card}",
    "sure": "play {card}",
    "call": "play {card}",
    "agree": "end",
    "against": "end",
    "counted": "yes",
    "choose": "players",
    "sit": "3",
}
NOT_PRESSED = {Verb.VALUE, Verb.CODE, Verb.BID, Verb.FORGET}
"""Verbs of what is typed, and of one's own data: the first act as what they lead to, the last at no table."""
PRESSED = [verb for verb in Verb if verb not in NOT_PRESSED]


def only(*who: Who) -> list[Verb]:
    """The verbs that are for some people."""
    return [verb for verb in PRESSED if MAY[verb] in who]


async def changes_nothing(club: Club, player: Player, verb: Verb) -> None:
    """Press a forged control of the table as it is now; see that nothing changes, and that it is answered."""
    record, before = club.table.record, await club.snapshot()
    card = next(iter(club.asked.view.hand)) if record.status == "playing" else "R1"
    argument = ARGUMENTS.get(verb, "").format(card=card)
    custom_id = f"rk1:{verb}:{base36(record.id)}:{base36(club.table.revision)}:{argument}"
    reply = await player.press_id(custom_id, on=await club.table_message())
    assert reply.is_answered, verb
    assert await club.snapshot() == before, f"{verb} changed the table"


def test_the_docs_have_a_line_for_every_control_as_the_code_has_it() -> None:
    assert set(MAY) == set(Verb)
    assert as_table() in DOCS.read_text(encoding="utf-8")


@pytest.mark.parametrize("verb", only(*(who for who in Who if who is not Who.ANYONE)))
@pytest.mark.parametrize("phase", ["lobby", "match"])
async def test_an_onlooker_changes_nothing(club: Club, verb: Verb, phase: str) -> None:
    if phase == "lobby":
        await club["Ann"].command("new")
        await club["Bob"].press("Take seat 2")
    else:
        await club.begin()
        await club.go_on(lambda decision: isinstance(decision, ChooseCard))
    await changes_nothing(club, club["Eve"], verb)


@pytest.mark.parametrize(
    "verb", [verb for verb in PRESSED if MAY[verb] in {Who.HOST, Who.NO_ONE, Who.MANAGER}]
)
async def test_a_player_who_is_not_the_host_changes_nothing_of_the_hosts(club: Club, verb: Verb) -> None:
    await club["Ann"].command("new")
    await club["Bob"].press("Take seat 2")
    await changes_nothing(club, club["Bob"], verb)


@pytest.mark.parametrize("verb", only(Who.ASKED, Who.HOST, Who.NO_ONE))
async def test_a_player_who_is_not_asked_changes_nothing(club: Club, verb: Verb) -> None:
    await club.begin()
    await club.go_on(lambda decision: isinstance(decision, ChooseCard))
    await changes_nothing(club, club.others(club.asked)[0], verb)
