"""Information opened at a table is in one private message, which is never the hand."""

from __future__ import annotations

from tests.e2e.players import HAND, Club, Player
from tests.e2e.worlds import Call, Seen


def side_messages(player: Player) -> list[Seen]:
    """The private messages of a player that are no hand."""
    public = {seen.id for seen in player.club.messages()}
    return [seen for seen in player.messages() if seen.id not in public and not seen.text().startswith(HAND)]


async def test_side_message_replaces_itself_and_keeps_the_hand(club: Club) -> None:
    await club.begin()
    ann, bob = club["Ann"], club["Bob"]
    hand, of_bob = ann.hand().id, side_messages(bob)
    for label, said in (("More", "### More"), ("Score sheet", "Score sheet"), ("More", "### More")):
        await ann.press(label)
        await club.world.env.settle()
        [side] = side_messages(ann)
        assert said in side.text()
    more = side.id
    for label in ("My record", "Leaderboard"):
        await ann.press_id((await club.table_message()).buttons()["More"])
        await club.world.env.settle()
        [side] = side_messages(ann)
        await ann.press(label, on=side)
        [after] = side_messages(ann)
        assert after.id == side.id
        assert after.text() != side.text()
    assert more != after.id
    assert ann.hand().id == hand
    assert side_messages(bob) == of_bob


async def test_look_up_forged_in_a_hand_does_not_replace_it(club: Club) -> None:
    await club.begin()
    ann = club["Ann"]
    hand, more = ann.hand(), (await club.table_message()).buttons()["More"]
    await ann.press_id(more, on=hand)
    assert ann.hand().id == hand.id
    assert ann.hand().text() == hand.text()


async def test_side_message_is_posted_again_after_fifteen_minutes(club: Club) -> None:
    await club.begin()
    ann = club["Ann"]
    await ann.press("More")
    await club.world.let_tokens_expire()
    await ann.press("Score sheet")
    await club.world.env.settle()
    assert len(side_messages(ann)) == 2
    await ann.press("More")
    await club.world.env.settle()
    assert len(side_messages(ann)) == 2


async def test_pressed_side_message_continues_after_restart(club: Club) -> None:
    await club.begin()
    ann = club["Ann"]
    await ann.press("More")
    await club.restart()
    [side] = side_messages(ann)
    await ann.press("My record", on=side)
    assert [seen.id for seen in side_messages(ann)] == [side.id]
    await ann.press("More")
    await club.world.env.settle()
    assert len(side_messages(ann)) == 1
    assert ann.has_hand()


async def test_deleted_side_message_is_replaced_without_error(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    await ann.press("More")
    club.world.make_fail(Call.DELETE_HAND, status=404)
    assert (await ann.press("Set up")).sentence.startswith("### Set up")
    await club.world.env.settle()
    await ann.press("More")
    await club.world.env.settle()
    assert [seen.text().splitlines()[0] for seen in side_messages(ann)] == ["### More", "### More"]


async def test_lobby_side_message_is_deleted_when_match_starts(club: Club) -> None:
    await club.sit_down()
    ann, bob, cleo = (club[name] for name in ("Ann", "Bob", "Cleo"))
    before = {player: side_messages(player) for player in (ann, bob, cleo)}
    set_up = (await ann.press("Set up")).seen
    await bob.press("More")
    await cleo.press("Rules", on=(await cleo.press("More")).seen)
    [rules] = [seen for seen in side_messages(cleo) if seen not in before[cleo]]
    await ann.press("Start")
    await club.world.env.settle()
    assert side_messages(ann) == before[ann]
    assert side_messages(bob) == before[bob]
    assert side_messages(cleo) == [*before[cleo], rules]
    late = await ann.press_id(set_up.menus()[0], on=set_up, values=["kentucky"])
    assert late.sentence == "The match has started. That can be changed only before the next one."


async def test_set_up_arriving_after_start_is_deleted(club: Club) -> None:
    await club.sit_down()
    ann = club["Ann"]
    before = side_messages(ann)
    club.world.delay_call(Call.ANSWER)
    await ann.press_id((await club.table_message()).buttons()["Set up"])
    await ann.press("Start")
    await club.world.let_through()
    assert side_messages(ann) == before


async def test_end_of_match_deletes_actions_and_keeps_information(club: Club) -> None:
    await club.begin()
    ann, bob, *others = club.everyone[:4]
    before = {player: side_messages(player) for player in (ann, bob)}
    await ann.press("More")
    await bob.press("Rules", on=(await bob.press("More")).seen)
    vote = (await ann.command("ask", what="close")).seen
    for player in (bob, *others):
        await player.press("Yes", on=vote)
    await club.world.env.settle()
    assert side_messages(ann) == before[ann]
    assert len(side_messages(bob)) == len(before[bob]) + 1


async def test_close_button_of_a_lobby_ends_no_match(club: Club) -> None:
    await club.sit_down()
    ann = club["Ann"]
    await ann.press("More")
    await club.world.let_tokens_expire()
    await ann.press("Start")
    await club.world.env.settle()
    [*_, more] = side_messages(ann)
    late = await ann.press("Close table", on=more)
    assert late.sentence == "The match has started. That can be changed only before the next one."
    assert not club.table.voting.votes


async def test_undeleted_set_up_is_deleted_with_a_press_on_it(club: Club) -> None:
    await club.sit_down()
    ann = club["Ann"]
    before = side_messages(ann)
    await ann.press("Set up")
    await club.world.let_tokens_expire()
    await ann.press("Start")
    await club.world.env.settle()
    [*_, set_up] = side_messages(ann)
    assert set_up not in before
    late = await ann.choose("tennessee", on=set_up)
    assert late.sentence == "The match has started. That can be changed only before the next one."
    assert set_up.id not in {seen.id for seen in side_messages(ann)}
    assert club.table.record.game != "tennessee"


async def test_choice_forged_in_hand_or_on_table_deletes_no_message(club: Club) -> None:
    await club.begin()
    ann, table = club["Ann"], await club.table_message()
    for place in (ann.hand(), table):
        reply = await ann.press_id(f"rk1:counted:{club.table.record.id}:1:yes", on=place)
        assert reply.sentence == "The match has started. That can be changed only before the next one."
    assert ann.has_hand()
    assert (await club.table_message()).id == table.id


async def test_refusals_replace_one_another_and_no_panel(club: Club) -> None:
    await club.begin()
    ann = club["Ann"]
    await ann.press("More")
    await club.world.env.settle()
    [more] = side_messages(ann)
    for _ in range(3):
        await ann.command("start")
        await club.world.env.settle()
    kept, sentence = side_messages(ann)
    assert kept.id == more.id
    assert "started" in sentence.text()
    await ann.press("Score sheet")
    await club.world.env.settle()
    [side] = side_messages(ann)
    assert "Score sheet" in side.text()


async def test_old_table_messages_answer_in_one_private_message(club: Club) -> None:
    await club.begin(deals=1)
    ann, old = club["Ann"], await club.table_message()
    hand = old.buttons()["My hand"]
    await club.play_on()
    await club.world.env.settle()
    assert ann.hand().text().startswith("### Your hand\nThe match is over. 🏆")
    assert ann.hand().text().count("\n") == 1
    for _ in range(3):
        reply = await ann.press_id(hand)
        assert "That match is over." in reply.sentence
        await club.world.env.settle()
    assert len(side_messages(ann)) == 1
