"""Answers decided ahead in one's own hand while others are asked; no other player sees them."""

from __future__ import annotations

from bot.table.store.tables import TableStore
from rules.core.actions import Bid
from rules.core.decisions import ChooseCard
from tests.e2e.players import Club, Player


def in_turn(club: Club) -> list[Player]:
    """The players in the order they will be asked."""
    first = club.asked.seat
    return [club.seated[(first + step) % 4] for step in range(4)]


async def test_pass_decided_ahead_shows_in_own_hand_then_counts(club: Club) -> None:
    await club.begin()
    first, second, third, _ = in_turn(club)
    before = await club.snapshot()
    others = [(await club.table_message()).text(), *(one.hand().text() for one in (first, third))]
    await second.press_hand("Pass when it's my turn")
    assert "You'll pass when it's your turn." in second.hand().text().replace("**", "")
    assert [(await club.table_message()).text(), *(one.hand().text() for one in (first, third))] == others
    assert await club.snapshot() == before
    await second.press_hand("Change my mind")
    await second.choose("pass 80")
    assert "You'll pass if the bid is 80 or more." in second.hand().text().replace("**", "")
    await first.answer(Bid(80))
    assert club.asked is third
    assert (await TableStore(club.database).log(club.table.record.id))[-1].user_id == second.id
    assert "Pass when it's my turn" not in second.hand().buttons()


async def test_card_is_chosen_ahead_in_a_menu(club: Club) -> None:
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, ChooseCard))
    second = in_turn(club)[1]
    card = second.view.order[-1]
    await second.choose(f"play {card}")
    assert "You'll play" in second.hand().text().replace("**", "")
    assert not second.hand().menus()
    await second.press_hand("Change my mind")
    assert "You'll play" not in second.hand().text().replace("**", "")


async def test_menu_of_previous_trick_decides_no_card(club: Club) -> None:
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, ChooseCard))
    waiting = in_turn(club)[1:]
    old = {player: player.hand() for player in waiting}
    while club.table.match.seat_view(0).table.last_trick is None:
        await club.asked.answer(next(iter(club.asked.decision.answers())))  # type: ignore[union-attr]
    late = next(player for player in waiting if player is not club.asked)
    late_card = late.view.order[-1]
    assert "moved on" in (await late.choose(f"play {late_card}", on=old[late])).text
    assert not club.table.plans


async def test_deciding_ahead_is_not_offered_against_computers_alone(club: Club) -> None:
    await club.begin_with_computers()
    ann = club.everyone[0]
    assert "Pass when it's my turn" not in ann.hand().buttons()
