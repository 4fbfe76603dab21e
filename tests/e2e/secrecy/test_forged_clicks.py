"""Presses that must do nothing: outdated, doubled, out of turn, on another player's hand, forged.

Each is answered with a sentence for its user, and the table, its log, the stored rows and all screens stay
as they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from bot.table.store.tables import TableStore
from cogs.ui.controls import base36
from cogs.ui.group_choices import packed
from rules.core.actions import Discard
from rules.core.cards import CARDS
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption, Decision
from tests.e2e.players import Club, Player, Reply, controls
from tests.e2e.secrecy.secrets import check_screens, names, on_screen
from tests.e2e.worlds import Seen
from tests.rules.said import said

LOBBY_VERBS = ("sit", "fill", "add", "remove", "start", "leave", "cancel")
ANY_TIME_VERBS = ("options", "rules", "hand", "last", "sheet", "more", "help", "record", "board", "again")
HAND_VERBS = ("do", "sure", "pick", "lay", "otherbid", "bid", "choose")
VERBS = (*LOBBY_VERBS, *ANY_TIME_VERBS, *HAND_VERBS)

WRONG_PREFIXES = ("", "rk", "rk0", "RK1", "rk1x", "xrk1", "rk1m", "bid", "❤️")
WRONG_VERBS = ("", "x", "DO", "do ", "dö", "verbthatisfartoolong", "rk1")
WRONG_TABLES = ("", "0", "zz", "zzzzzzzzzzzz", "zzzzzzzzzzzzz", "-1", "1.5", "²", "A", " 1", "1 ")
WRONG_REVISIONS = ("", "0", "zzzzzzzz", "zzzzzzzzz", "-1", "²", "A", "1 ")
GARBAGE = (
    "",
    " ",
    "-1",
    "7",
    "²",
    "99999999999999999999",
    "x" * 70,
    "\u202e",
    "💥",
    "\n",
    "@everyone",
    "play",
    "play R99",
    "play Rook Rook",
    "discard",
    "discard R5",
    "bid",
    "bid 71",
    "bid 999999999",
    "bid -70",
    "bid 70 red",
    "trump purple",
    "draw R14 R13 R12 R11",
    "deal R5",
    "pass pass",
    "redraw",
)


def forgeries(verb: str, table: str, revision: str, argument: str, prefix: str = "rk1") -> Iterator[str]:
    """A custom id with each field but the argument altered in turn."""
    yield from (f"{wrong}:{verb}:{table}:{revision}:{argument}" for wrong in WRONG_PREFIXES)
    yield from (f"{prefix}:{wrong}:{table}:{revision}:{argument}" for wrong in WRONG_VERBS)
    yield from (f"{prefix}:{verb}:{wrong}:{revision}:{argument}" for wrong in WRONG_TABLES)
    yield f"{prefix}:{verb}:{table}:{revision}:{argument}:"
    yield f"{prefix}:{verb}:{table}:{revision}"
    yield f"{prefix}:{verb}"


def outdated(verb: str, table: str, revision: int, argument: str, prefix: str = "rk1") -> Iterator[str]:
    """A custom id with revisions other than the table's."""
    wrong = (*WRONG_REVISIONS, base36(revision - 1), base36(revision + 1))
    yield from (f"{prefix}:{verb}:{table}:{each}:{argument}" for each in wrong)


def screens(club: Club) -> list[tuple[int, str]]:
    """All public messages, and the hand of every player who has one."""
    public = [(seen.id, seen.text()) for seen in club.messages()]
    hands = [player.hand() for player in club.everyone if player.has_hand()]
    return public + [(seen.id, seen.text()) for seen in hands]


async def does_nothing(
    club: Club, player: Player, custom_id: str, *, on: Seen, values: Sequence[str] | None = None
) -> Reply:
    """Press; check that the answer is private and no state changes."""
    before, shown = await club.snapshot(), screens(club)
    reply = await player.press_id(custom_id, on=on, values=values)
    assert reply.is_answered, f"{custom_id!r} was not answered"
    assert reply.sentence, custom_id
    assert await club.snapshot() == before, f"{custom_id!r} changed the table"
    assert screens(club) == shown, f"{custom_id!r} changed what is shown"
    check_screens(club)
    return reply


# Forged ids ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", VERBS)
async def test_altered_fields_of_lobby_controls_do_nothing(club: Club, verb: str) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await ann.command("new")
    await bob.take_seat(2)
    await ann.press_in_more("Add a computer")
    message, revision = await club.table_message(), club.table.revision
    table = base36(club.table.record.id)
    for custom_id in forgeries(verb, table, base36(revision), "3"):
        await does_nothing(club, ann, custom_id, on=message)
    if verb in LOBBY_VERBS or verb in HAND_VERBS:
        for custom_id in outdated(verb, table, revision, "3"):
            await does_nothing(club, ann, custom_id, on=message)
    if verb in {"sit", *ANY_TIME_VERBS, *HAND_VERBS}:
        for argument in GARBAGE:
            await does_nothing(club, ann, f"rk1:{verb}:{table}:{base36(revision)}:{argument}", on=message)


@pytest.mark.parametrize("verb", VERBS)
async def test_altered_fields_of_match_controls_do_nothing(club: Club, verb: str) -> None:
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, ChooseCard))
    player, revision = club.asked, club.table.revision
    legal = next(str(control.custom_id) for control in controls(player.hand()) if not control.disabled)
    argument, table = legal.split(":")[4] if verb == "do" else "", base36(club.table.record.id)
    for custom_id in forgeries(verb, table, base36(revision), argument):
        await does_nothing(club, player, custom_id, on=player.hand())
    if verb not in {"leave", "cancel", *ANY_TIME_VERBS}:  # these may be pressed at any time
        for custom_id in outdated(verb, table, revision, argument):
            await does_nothing(club, player, custom_id, on=player.hand())
    if verb not in {"leave", "cancel", "hand"}:
        for argument in GARBAGE:
            custom_id = f"rk1:{verb}:{table}:{base36(revision)}:{argument}"
            await does_nothing(club, player, custom_id, on=player.hand())
    assert club.asked is player
    await player.press_hand(player.hand_buttons()[0])
    assert club.table.revision == revision + 1


async def test_only_held_and_legal_cards_can_be_played(club: Club) -> None:
    await club.begin()
    await club.play_until(lambda d: isinstance(d, ChooseCard) and d.cards != d.held)
    player, table = club.asked, base36(club.table.record.id)
    decision = player.decision
    assert isinstance(decision, ChooseCard)
    reason = said(club.table.match.game.words.reason(player.view))
    deck = {f"{color}{rank}" for color in "RYGB" for rank in range(1, 15)} | {"Rook"}
    for card in sorted(deck - names(decision.cards)):
        custom_id = f"rk1:do:{table}:{base36(club.table.revision)}:play {card}"
        reply = await does_nothing(club, player, custom_id, on=player.hand())
        held = card in names(decision.held)
        assert reply.sentence == (reason if held else "You don't hold that card.")


async def test_forged_choices_for_the_nest_do_nothing(club: Club) -> None:
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, ChooseCards))
    player, table = club.asked, club.table

    def choosing(argument: str) -> str:
        return f"rk1:lay:{base36(table.record.id)}:{base36(table.revision)}:{argument}"

    for garbage in ("zz", "0", "R5", "💥", "٣٣", "-1", "x" * 60):
        await does_nothing(club, player, choosing(garbage), on=player.hand())
    decision = player.decision
    assert isinstance(decision, ChooseCards)
    own, foreign = list(decision.cards), next(card for card in CARDS if card not in decision.held)
    for wrong in ([*own[:4], own[0]], own[:6], [foreign], [*own[:4], foreign]):
        await does_nothing(club, player, choosing(packed(wrong)), on=player.hand())
    for other in club.others(player):
        await does_nothing(club, other, choosing(packed(own[:5])), on=other.hand())
    too_few = f"rk1:do:{base36(table.record.id)}:{base36(table.revision)}:{Discard(tuple(own[:4]))}"
    await does_nothing(club, player, too_few, on=player.hand())
    await player.toggle(*own[:5])
    await player.press_hand("Discard these 5")


@pytest.mark.parametrize(
    "values",
    [
        [],
        [""],
        ["play R99"],
        ["bid 70"],
        ["bid 500 red"],
        ["call R14"],
        ["discard R5 R6"],
        ["fold"],
        ["shoot"],
        ["deal R5 R6 R7"],
        ["penalty 1 500 fun"],
        ["redeal"],
        ["take up"],
        ["sell 1"],
        ["💥"],
        ["x" * 100] * 25,
    ],
    ids=repr,
)
async def test_forged_picks_do_nothing(club: Club, values: list[str]) -> None:
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, ChooseCard))
    player, table = club.asked, base36(club.table.record.id)
    custom_id = f"rk1s:pick:{table}:{base36(club.table.revision)}:R14"
    await does_nothing(club, player, custom_id, on=player.hand(), values=values)
    for other in club.others(player):
        await does_nothing(club, other, custom_id, on=other.hand(), values=values)
    for value in values[:1]:
        sure = f"rk1:sure:{table}:{base36(club.table.revision)}:{value}"
        await does_nothing(club, player, sure[:100], on=player.hand())


async def test_dummy_is_played_only_by_its_player(club: Club) -> None:
    await club.begin(game="boston")
    await club.play_until(lambda d: isinstance(d, ChooseCard) and d.hand != club.asked.seat)
    player, table, revision = club.asked, base36(club.table.record.id), base36(club.table.revision)
    decision = player.decision
    assert isinstance(decision, ChooseCard)
    for other in club.others(player):
        for card in decision.held:
            custom_id = f"rk1:do:{table}:{revision}:play {card}"
            reply = await does_nothing(club, other, custom_id, on=other.hand())
            assert reply.sentence.startswith("It isn't your turn yet.")
    own = next(card for card in player.view.hand)
    reply = await does_nothing(club, player, f"rk1:do:{table}:{revision}:play {own}", on=player.hand())
    assert reply.sentence == "That card isn't there."


@pytest.mark.parametrize(
    "given", [("70", "purple"), ("70", ""), ("9999", "red"), ("71", "red"), ("", "red"), ("70 red", "red")]
)
async def test_forged_color_of_a_bid_does_nothing(club: Club, given: tuple[str, str]) -> None:
    await club.begin(game="boston")
    player = club.asked
    shown = await player.press("Another bid …", on=player.hand())
    for label in shown.result._interaction.modal["components"]:  # type: ignore[index]
        label["component"] = {"type": 4, "custom_id": label["component"]["custom_id"], "required": False}
    before = await club.snapshot()
    reply = await player.submit(shown, *given)
    assert reply.sentence
    assert await club.snapshot() == before


@pytest.mark.parametrize("key", ["target", "deals", "game", "moon", "", "nonsense", "seats", "💥"])
@pytest.mark.parametrize("value", ["", "abc", "-1", "0", "9" * 100, "1e3", "²", "\u202e", "@everyone", "4.5"])
async def test_forged_options_do_nothing(club: Club, key: str, value: str) -> None:
    ann = club["Ann"]
    await ann.command("new")
    panel = (await ann.typed("table setup")).seen
    custom_id = f"rk1s:choose:{base36(club.table.record.id)}:{base36(club.table.revision)}:{key}"
    await does_nothing(club, ann, custom_id, on=panel, values=[value])
    await does_nothing(club, ann, custom_id, on=panel, values=[])


@pytest.mark.parametrize("typed", ["", "rk1m", "75"])
async def test_unknown_modal_is_answered_and_does_nothing(club: Club, typed: str) -> None:
    await club.begin()
    player = club.asked
    shown = await player.press("Another bid …", on=player.hand())
    await club.everyone[0].command("help")
    before = await club.snapshot()
    assert shown.result.modal is not None
    shown.result._interaction.modal["custom_id"] = f"{typed}:bid:1:zz:"  # type: ignore[index]
    reply = await player.submit(shown, "75")
    assert reply.sentence
    assert await club.snapshot() == before


# Outdated, doubled, out of turn -------------------------------------------------------------------


async def test_controls_of_outdated_lobby_message_do_nothing(club: Club) -> None:
    ann, bob, cleo, dan, _ = club.everyone
    await ann.command("new")
    await bob.take_seat(2)
    old = await club.table_message()
    await cleo.take_seat(3)
    for label, custom_id in old.buttons().items():
        for player in club.everyone:
            if label not in {"Set up", "More"}:  # these only show information
                reply = await does_nothing(club, player, custom_id, on=old)
                assert "moved on" in reply.sentence or label == "Start"
    await dan.take_seat(4)
    await ann.press("Start")
    for label, custom_id in old.buttons().items():
        if label != "Leave":  # in a match it means something else, and may be pressed
            await does_nothing(club, bob, custom_id, on=old)


async def test_controls_of_outdated_hand_only_show_current_hand(club: Club) -> None:
    await club.begin()
    for wanted in (None, ChooseCards, ChooseOption, ChooseCard):
        await club.play_until(lambda d, kind=wanted: kind is None or isinstance(d, kind))  # type: ignore[misc]
        player = club.asked
        decision, old = player.decision, player.hand()
        assert decision is not None
        await player.answer(next(iter(decision.answers())))
        for label, custom_id in old.buttons().items():
            reply = await does_nothing(club, player, custom_id, on=old)
            is_look = label in {
                "Choose again",
                "Say …",
            }  # they show the current state, whenever they are pressed
            assert is_look or "moved on" in reply.sentence, label


async def test_doubled_press_counts_once(club: Club) -> None:
    await club.begin()
    player = club.asked
    hand = player.hand()
    custom_id = hand.buttons()["70"]
    await player.press_id(custom_id, on=hand)
    reply = await does_nothing(club, player, custom_id, on=hand)
    assert "moved on" in reply.sentence
    bids = [entry.action for entry in await TableStore(club.database).log(club.table.record.id)]
    assert bids.count("bid 70") == 1


async def test_answers_out_of_turn_do_nothing(club: Club) -> None:
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, ChooseCard))
    table, revision = base36(club.table.record.id), base36(club.table.revision)
    for player in club.others(club.asked):
        for card in player.view.hand:
            custom_id = f"rk1:do:{table}:{revision}:play {card}"
            reply = await does_nothing(club, player, custom_id, on=player.hand())
            assert reply.sentence.startswith("It isn't your turn yet.")


# Strangers and others' hands --------------------------------------------------------------------


async def test_stranger_changes_no_table_or_hand_with_any_button(club: Club) -> None:
    eve = club["Eve"]
    await club.begin()
    for _ in range(3):
        player = club.asked
        for seen in (await club.table_message(), player.hand()):
            for custom_id in [*seen.buttons().values(), *seen.menus()]:
                values = ["R5"] if custom_id.startswith("rk1s") else None
                await does_nothing(club, eve, custom_id, on=seen, values=values)
        offered = (await club["Ann"].press("More")).seen.buttons()
        more = (await eve.press("More")).seen
        for label in ("Leave", "End the match"):
            assert label not in more.buttons()
            reply = await does_nothing(club, eve, offered[label], on=more)
            assert reply.sentence.startswith("You aren't at this table. `/rook sit` takes")
        decision = player.decision
        assert decision is not None
        await player.answer(club.sensible(decision, Random(3)))


@pytest.mark.parametrize("asked", [ChooseNumber, ChooseCards, ChooseCard])
async def test_hand_of_another_player_cannot_be_used_or_redrawn(club: Club, asked: type[Decision]) -> None:
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, asked))
    owner = club.asked
    hand, table = owner.hand(), base36(club.table.record.id)
    forged = [f"rk1:hand:{table}:0:redraw", f"rk1:hand:{table}:0:"]
    for other in club.others(owner):
        for custom_id in [*hand.buttons().values(), *hand.menus()]:
            if custom_id in forged:
                continue
            values = ["R5"] if custom_id.startswith("rk1s") else None
            await does_nothing(club, other, custom_id, on=hand, values=values)
        for custom_id in forged:
            reply = await other.press_id(custom_id, on=hand)
            assert names(other.view.hand) <= on_screen(reply.seen)
            assert owner.hand().text() == hand.text()
            assert not on_screen(other.hand()) & names(owner.view.hand)


async def test_hand_is_never_drawn_in_a_public_message(club: Club) -> None:
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, ChooseCards))
    player, message = club.asked, await club.table_message()
    decision = player.decision
    assert isinstance(decision, ChooseCards)
    table, revision = base36(club.table.record.id), base36(club.table.revision)
    own = [str(card) for card in list(decision.cards)[:5]]
    await player.press_id(f"rk1:hand:{table}:0:redraw", on=message)
    check_screens(club)
    await player.press_id(f"rk1s:lay:{table}:{revision}:", on=message, values=own)
    check_screens(club)
    await player.press_id(f"rk1:do:{table}:{revision}:discard {' '.join(own)}", on=message)
    check_screens(club)
    assert names(player.view.hand) <= on_screen(player.hand())
