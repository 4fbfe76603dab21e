"""Whole matches of every game with bidding, by buttons and menus alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rules.catalog import BIDDING_GAMES as CATALOG
from rules.core.actions import Bid
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption
from tests.cards_read import unmarked
from tests.e2e.limits import check_everything_sent
from tests.e2e.players import Club, a_club, button_of, controls, label_of
from tests.e2e.secrecy.secrets import check_own_hand, check_screens, names, on_screen

GAMES = {"kentucky": 120, "one_high": 150}


@pytest.mark.parametrize("game", GAMES)
async def test_four_players_reach_target_by_buttons_only(club: Club, game: str) -> None:
    ann, bob, cleo, dan, _ = club.everyone
    await ann.command("new", game=game, target=GAMES[game])
    for player, place in ((bob, 3), (cleo, 2), (dan, 4)):
        await player.take_seat(place)
    assert club.seated == [ann, cleo, bob, dan]
    await ann.press("Start")
    for player in (bob, cleo, dan):
        await player.press("My hand")
    table_id, random = club.table.record.id, Random(4)
    for player in club.seated:
        check_own_hand(player)

    deals = 0
    while club.has_table:
        player = club.asked
        decision = player.decision
        assert decision is not None
        await player.answer(club.sensible(decision, random))
        check_screens(club)
        if not club.has_table:
            break
        if club.table.match.seat_view(0).table.deal > deals:
            deals += 1
            for seated in club.seated:
                check_own_hand(seated)

    over = await club.table_message()
    assert "🏆" in over.text()
    assert f"to {GAMES[game]}" in over.text()
    assert set(over.buttons()) == {
        "Rematch",
        "New table",
        "Score sheet",
        "Replay",
        "My record",
        "Leaderboard",
    }
    sheet = await dan.press("Score sheet")
    assert "Ann & Bob" in sheet.sentence
    for player in (ann, bob, cleo, dan):
        assert "The match is over." in player.hand().text()

    await bob.press("New table")
    assert club.table.record.id != table_id
    assert club.table.record.game == game
    assert club.table.record.host_id == bob.id
    assert club.table.match.game.changes() == {"target": GAMES[game]}


@pytest.mark.parametrize("key", sorted(CATALOG))
async def test_deal_of_every_bidding_game_works_by_buttons(tmp_path: Path, key: str) -> None:
    async with a_club(tmp_path, people=("x" * 32, "Eve")) as club:
        ann, _ = club.everyone
        await club.begin_with_computers(game=key, deals=1, seats=CATALOG[key].about.seats[-1])
        random = Random(6)
        while club.has_table:
            assert club.asked is ann
            decision = ann.decision
            assert decision is not None
            await ann.answer(decision.sample(random))
            check_screens(club)
        assert "🏆" in (await club.table_message()).text()
        assert "The match is over." in ann.hand().text()
        await ann.press("Score sheet")
        assert check_everything_sent(club) > 10


async def test_dummy_is_played_by_its_own_buttons(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann",), seed=7) as club:
        (ann,) = club.everyone
        await club.begin_with_computers(game="boston", deals=1)
        await ann.type_bid("240", "none")
        asked = set()
        while club.has_table:
            decision = ann.decision
            assert isinstance(decision, ChooseCard)
            asked.add(decision.hand)
            title = ann.hand().text().split("\n")[0]
            assert ("now" in title) == (decision.hand != ann.seat)
            offered = {unmarked(control.label) for control in controls(ann.hand())}
            assert offered - {"Hint", "Claim the rest", "Take back"} == names(decision.held)
            await ann.answer(decision.sample(Random(3)))
        assert len(asked) == 2


async def test_partner_is_called_by_menu_and_second_press(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann",), seed=7) as club:
        (ann,) = club.everyone
        await club.begin_with_computers(game="high_card_partner", deals=1)
        await ann.type_bid("120")
        while not (isinstance(ann.decision, ChooseCard) and ann.hand().menus()):
            assert ann.decision is not None
            await ann.answer(ann.decision.sample(Random(3)))
        before, menu = await club.snapshot(), 1
        called = min(ann.hand().menu_values()[menu])
        await ann.choose(called, menu=menu)
        assert await club.snapshot() == before
        assert "You can't take it back" in ann.hand().text()
        await ann.press_hand("Choose again")
        assert ann.hand().menus()
        await ann.choose(called, menu=menu)
        yes, _ = controls(ann.hand())
        await ann.press_hand(yes.label)
        assert (await club.snapshot()).log[len(before.log)].action == called


async def test_table_buttons_show_last_trick_score_sheet_and_rules(club: Club) -> None:
    await club.begin(deals=2)
    ann = club["Ann"]
    assert "No trick has been taken" in (await ann.command("show", what="last trick")).sentence
    assert "Last trick" not in (await club.table_message()).buttons()
    assert "No deal has been scored" in (await ann.press("Score sheet")).sentence
    while club.table.match.seat_view(0).table.last_trick is None:
        decision = club.asked.decision
        assert decision is not None
        await club.asked.answer(club.sensible(decision, Random(1)))
    assert "Last trick" not in (await club.table_message()).buttons(), "it still lies there"
    decision = club.asked.decision
    assert decision is not None
    await club.asked.answer(club.sensible(decision, Random(1)))
    trick = await ann.press("Last trick")
    assert "took it" in trick.sentence
    shown = club.table.match.seat_view(0).table.last_trick
    assert shown is not None
    assert on_screen(trick.seen) == {str(card) for _, card in shown.plays}
    more = await ann.press("More")
    rules = await ann.press("Rules", on=more.seen)
    assert "Official Tournament Rook" in rules.text


async def test_hand_buttons_are_exactly_the_legal_answers(club: Club) -> None:
    await club.begin()
    random, kinds = Random(2), set()
    for _ in range(48):
        player = club.asked
        decision, buttons = player.decision, player.hand_buttons()
        assert decision is not None
        kinds.add(type(decision))
        if isinstance(decision, ChooseNumber):
            quick = [str(points) for points in decision.numbers[:5]]
            more = ["Another bid …"] if len(decision.numbers) > 5 else []
            assert buttons == [*quick, "Pass", *more]
        elif isinstance(decision, ChooseCards):
            assert {unmarked(label) for label in buttons} == {str(card) for card in decision.cards}
        else:
            assert {unmarked(label) for label in buttons} == {label_of(one) for one in decision.answers()}
        for other in club.others(player):
            assert other.hand_buttons() == []
        await player.answer(club.sensible(decision, random))
    assert kinds == {ChooseNumber, ChooseCards, ChooseOption, ChooseCard}


async def test_other_bid_is_typed_into_a_modal(club: Club) -> None:
    await club.begin()
    bidder = club.asked
    await bidder.type_bid("110")
    assert "bid 110" in (await club.table_message()).text()
    rival = club.asked
    assert "Another bid …" not in rival.hand_buttons()  # 115 and 120 are buttons
    assert {"115", "120"} <= set(rival.hand_buttons())


@pytest.mark.parametrize("typed", ["60", "71", "125", "abc", "-70", "7 0", "²", "9999"])
async def test_illegal_bid_is_refused_with_the_reason(club: Club, typed: str) -> None:
    await club.begin()
    before = await club.snapshot()
    reply = await club.asked.type_bid(typed)
    assert any(word in reply.sentence for word in ("Bid", "bid", "Bids"))
    assert await club.snapshot() == before
    await club.asked.answer(Bid(70))


async def test_discards_are_confirmed_and_can_be_changed(club: Club) -> None:
    await club.begin()
    await club.play_until(lambda decision: isinstance(decision, ChooseCards))
    player = club.asked
    decision = player.decision
    assert isinstance(decision, ChooseCards)
    first, other = list(decision.cards)[:5], list(decision.cards)[-5:]
    await player.toggle(*first)
    assert "You keep:" in player.hand().text()
    await player.press_hand("Choose again")
    assert "You keep:" not in player.hand().text()
    await player.toggle(*other)
    await player.press_hand("Discard these 5")
    (own,) = player.view.zones
    assert set(own.shown) == set(other)
    assert button_of(player.hand(), "Red")
