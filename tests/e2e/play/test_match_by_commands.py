"""Whole matches of every game with bidding, by slash commands alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rules.catalog import BIDDING_GAMES as CATALOG
from rules.core.cards import parse_cards
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption, Decision
from tests.cards_read import cards_in
from tests.e2e.players import HAND, Club, Player, a_club
from tests.e2e.secrecy.secrets import check_screens, names
from tests.rules.said import lines

AT_MOST = 25
GAMES = {"kentucky": 60, "one_high": 40}


def legal(decision: Decision | None) -> set[str]:
    """Legal offers: the answers to this question and to no other, in lower case."""
    if isinstance(decision, ChooseNumber):
        return {str(points) for points in decision.numbers[:AT_MOST]}
    if isinstance(decision, ChooseOption):
        return {str(answer).split()[1] for answer in decision.answers()}
    if isinstance(decision, ChooseCard | ChooseCards):
        return {name.lower() for name in names(decision.cards)}
    return set()


async def offers_to(player: Player) -> set[str]:
    """The offers; where numbers are among them, the numbers alone."""
    offered = {offer.lower() for offer in await player.moves_offered()}
    return {offer for offer in offered if offer.isdigit()} or offered


@pytest.mark.parametrize("game", GAMES)
async def test_four_players_reach_target_by_commands_only(club: Club, game: str) -> None:
    ann, bob, cleo, dan, eve = club.everyone
    await ann.command("new", game=game, target=GAMES[game], counted=True)
    assert (await bob.command("sit", seat=3)).sentence == "You're in seat 3."
    assert (await cleo.command("sit")).sentence == "You're in seat 2."
    assert (await dan.command("sit", seat=4)).sentence == "You're in seat 4."
    assert (
        "Seats 3 and 2 are swapped"
        in (await ann.typed("table seats", what="swap", first=3, second=2)).sentence
    )
    assert club.seated == [ann, bob, cleo, dan]
    await ann.command("start")
    for player in (bob, cleo, dan):
        reply = await player.command("hand")
        assert names(player.view.hand) <= cards_in(reply.sentence)

    random, step, seen_kinds = Random(4), 0, set()
    while club.has_table:
        player = club.asked
        decision = player.decision
        assert decision is not None
        if type(decision) not in seen_kinds or step % 23 == 0:
            seen_kinds.add(type(decision))
            for user in club.everyone:
                expected = legal(decision if user is player else None)
                assert await offers_to(user) == expected
        await player.answer_by_command(club.sensible(decision, random))
        check_screens(club)
        step += 1

    assert "🏆" in (await club.table_message()).text()
    assert "Score sheet" in (await eve.command("show", what="score")).sentence
    await club.app.stats.ledger.catch_up()
    assert "won" in (await ann.typed("stats leaderboard")).sentence
    stats = [(await player.typed("stats show")).sentence for player in (ann, bob, cleo, dan)]
    assert sum("Won **1** of 1 match" in text for text in stats) == 2
    assert "No counted matches here yet" in (await ann.typed("stats show", player=eve.actor)).sentence


@pytest.mark.parametrize("key", sorted(CATALOG))
async def test_deal_of_every_bidding_game_works_by_commands(tmp_path: Path, key: str) -> None:
    async with a_club(tmp_path, people=("Ann", "Bob")) as club:
        ann, bob = club.everyone
        await club.begin_with_computers(game=key, deals=1, seats=CATALOG[key].about.seats[0])
        random, kinds = Random(6), set()
        while club.has_table:
            decision = ann.decision
            assert decision is not None
            if type(decision) not in kinds:
                kinds.add(type(decision))
                assert await offers_to(ann)
                assert not await offers_to(bob)
            reply = await ann.answer_by_command(decision.sample(random))
            assert reply.sentence.startswith(HAND)
            check_screens(club)
        assert "🏆" in (await club.table_message()).text()


async def test_bid_with_color_is_typed_in_words(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann",), seed=7) as club:
        (ann,) = club.everyone
        await club.begin_with_computers(game="boston")
        decision = ann.decision
        assert isinstance(decision, ChooseNumber)
        lowest = decision.least
        words = [f"{lowest} {color}" for color in ("red", "yellow", "green", "black", "none")]
        assert (await ann.moves_offered(str(lowest))) == words
        assert set(await ann.moves_offered("no color")) <= {f"{points} none" for points in decision.numbers}
        before = await club.snapshot()
        assert "Say the color too" in (await ann.move("200")).sentence
        assert "not a color" in (await ann.move("200 purple")).sentence
        assert "The highest bid in yellow is" in (await ann.move("240 yellow")).sentence
        assert await club.snapshot() == before
        await ann.move("240 No color")
        view = club.table.match.table_view()
        assert view is not None
        assert lines(club.table.match.game, view)["Trump"] == "No color"


async def test_answers_without_own_command_are_offered_in_words(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann", "Bob", "*Cleo*")) as club:
        ann, bob, cleo = club.everyone
        await ann.command("new", game="cordova", seats=3)
        await bob.press("Sit")
        await cleo.press("Sit")
        await ann.press("Start")
        await club.asked.move("7")
        await club.asked.move("20")
        seller = club.asked
        assert isinstance(seller.decision, ChooseNumber)
        await seller.move("pass")
        dealer = club.asked
        buyer = next(player for player in club.others(dealer) if player is not seller)
        offered = await dealer.moves_offered()
        assert [offer.lower() for offer in offered] == [f"sell to {buyer.name} for 20", "keep it and owe 20"]
        assert await dealer.moves_offered("ke") == offered[1:]
        assert await buyer.moves_offered() == []
        refused = await dealer.move("Sell to no one")
        assert refused.sentence
        await dealer.move(offered[1])
        assert dealer.view.decision is not None
        assert {offer.lower() for offer in await dealer.moves_offered()} == {
            "red",
            "yellow",
            "green",
            "black",
        }


async def test_commands_show_table_last_trick_rules_and_help(club: Club) -> None:
    ann, eve = club["Ann"], club["Eve"]
    assert "/rook new" in (await ann.command("help")).sentence
    assert "Official Tournament Rook" in (await ann.command("rules")).text
    assert "1-High Partnership" in (await ann.command("rules", game="one_high")).text
    assert "No table is open" in (await ann.command("table")).sentence
    await club.begin(game="one_high")
    assert "1-High Partnership" in (await eve.command("rules")).sentence
    assert "No trick has been taken" in (await eve.command("show", what="last trick")).sentence
    assert "No deal has been scored" in (await eve.command("show", what="score")).sentence

    old = await club.table_message()
    assert "the table again" in (await eve.command("table")).sentence
    new = await club.table_message()
    assert new.id != old.id
    assert new.text() == old.text()
    assert old.id not in [seen.id for seen in club.messages()]


async def test_refusal_states_the_fact(club: Club) -> None:
    ann, bob, eve = club["Ann"], club["Bob"], club["Eve"]
    assert (await ann.move("x")).sentence.startswith("No table is open in this channel.")
    await club.sit_down()
    for name, what in (("ask", "come back"), ("show", "last trick")):
        reply = await ann.command(name, what=what)
        assert reply.sentence == "The match hasn't started yet. *Start* begins it."
    await ann.press("Start")
    assert (await club.asked.move("x")).sentence == "A bid is a whole number, like 75."
    assert (await eve.move("x")).sentence.startswith("You aren't at this table.")
    assert (await eve.typed("rook sit")).sentence == "No computer sits here."
    await bob.command("leave")
    assert (await eve.typed("rook sit")).sentence == "No computer's seat is free now."
    assert (await ann.typed("rook sit")).sentence == "You're at this table already."


async def test_computers_take_and_leave_seats_by_command(club: Club) -> None:
    ann, eve = club["Ann"], club["Eve"]
    await ann.command("new")
    assert "3 computers sit" in (await ann.typed("table seats", what="computers", number=3)).sentence
    assert "One computer sits" in (await ann.typed("table seats", what="computers", number=1)).sentence
    assert "No computer sits" in (await ann.typed("table seats", what="computers", number=0)).sentence
    assert "Only 3 seats are empty" in (await ann.typed("table seats", what="computers", number=4)).sentence
    assert "already" in (await ann.typed("table seats", what="computers", number=0)).sentence
    assert "You aren't at" in (await eve.typed("table seats", what="computers", number=1)).sentence


async def test_leaving_and_closing_work_by_command(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await ann.command("new")
    await bob.command("sit")
    assert (await ann.command("leave")).sentence == "You left the table."
    assert club.table.record.host_id == bob.id
    assert "Only the table's host" in (await ann.command("ask", what="close")).sentence
    assert (await bob.command("ask", what="close")).sentence == "The table is closed."
    assert not club.has_table
    await ann.command("new")
    assert (await ann.command("leave")).sentence == "You left, and the table is closed."
    assert not club.has_table


async def test_discards_are_offered_one_after_another(club: Club) -> None:
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, ChooseCards))
    player = club.asked
    decision = player.decision
    assert isinstance(decision, ChooseCards)
    first, second, *_ = map(str, decision.cards)
    after_one = await player.moves_offered(f"{first} ")
    assert set(after_one) == {f"{first} {card}" for card in decision.cards if str(card) != first}
    letter = second[0].lower()
    typed = await player.moves_offered(f"{first}, {letter}")
    left = [str(card) for card in decision.cards if str(card) != first]
    assert set(typed) == {f"{first} {card}" for card in left if card.lower().startswith(letter)}
    not_held = next(
        card for card in parse_cards("R5 R6 R7 R8 R9 R10 R11 R12 R13 R14") if card not in decision.held
    )
    for nonsense in (f"{first} {first} ", f"{not_held} ", "xyz ", f"{first} xyz ", "a b c d e f g "):
        assert await player.moves_offered(nonsense) == []
    whole = " ".join(map(str, list(decision.cards)[:5]))
    assert whole in await player.moves_offered(whole)


async def test_typed_text_narrows_the_offers(club: Club) -> None:
    await club.begin()
    player = club.asked
    assert await player.moves_offered("11") == ["110", "115"]
    assert await player.moves_offered("x") == []
    await club.play_until(lambda decision: isinstance(decision, ChooseOption))
    assert [offer.lower() for offer in await club.asked.moves_offered("GR")] == ["green"]
    await club.play_until(lambda decision: isinstance(decision, ChooseCard))
    decision = club.asked.decision
    assert isinstance(decision, ChooseCard)
    green = {str(card) for card in decision.cards if str(card).startswith("G")}
    assert set(await club.asked.moves_offered("g")) == green


@pytest.mark.parametrize(
    "typed",
    [
        "71",
        "-5",
        "9" * 400,
        "70 red",
        "70 none",
        "red",
        "²",
        "G5 G6 G7 G8 G9",
        "nothing at all",
        "²" * 100,
        "purple",
        "R14",
        "R99",
        "@everyone",
        "red backwards",
        "shoot",
        "sell 2",
        "deal R5 R6",
        "penalty 1 500 fun",
        "redeal",
        "💥",
    ],
)
async def test_answer_to_another_question_is_refused(club: Club, typed: str) -> None:
    await club.begin()
    before = await club.snapshot()
    for player in (club.asked, club.others(club.asked)[0], club["Eve"]):
        reply = await player.move(typed)
        assert reply.sentence
        assert await club.snapshot() == before
