"""Panels rendered from views: every game, its hands and tricks, long names, low scores, ends of deals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from discord import ui

from bot.models.endings import Ending, Leaving
from bot.models.stored_tables import Status
from bot.table.desk.shown import ShownSeat, ShownTable
from bot.table.match.deal_end import DealEnd, deal_end_after, is_scored, split_deal_end
from cogs.hand.nest_choice import CHOSEN
from cogs.table.more import more_panel
from cogs.table.panel import table_panel
from cogs.table.posting import panel_of
from cogs.table.recap import deal_panel
from cogs.table.score_sheet import score_sheet
from cogs.table.trick_lines import trick_text
from cogs.ui.card_choices import NEW
from cogs.ui.controls import Control, Verb
from cogs.ui.group_choices import unpacked
from cogs.ui.modals import bid_modal
from cogs.ui.news import said
from cogs.ui.words import USUAL, WITH_BLUE
from rules.bidding.house.conflicts import MOST_HELD
from rules.catalog import BIDDING_GAMES
from rules.core.actions import Bid, CallPartner, CallTime, Discard, Fold, NameTrump, Sell, Shoot
from rules.core.cards import Card, CardSet, Color, parse_cards
from rules.core.decisions import CLOCK, ChooseCard, ChooseCards, ChooseNumber, ChooseOption
from rules.core.events import (
    CardsCut,
    DealScored,
    DealStarted,
    Event,
    GameWon,
    MisdealClaimed,
    NestWon,
    NotWon,
    OddCardsWon,
    PartnerShown,
    PassedOut,
    Ruled,
    SeatsChanged,
    TrickTaken,
    WhyNotWon,
)
from rules.core.outcome import Ranking, outcome_of
from rules.core.protocol import OptionValue
from rules.core.scores import ContractScore, SideScore
from rules.core.views import TrickView, ZoneKind
from tests.rules.scene import Scene
from tests.ui.tables import (
    EVERYONE,
    Moment,
    answers,
    bare,
    check_limits,
    drawn_hand,
    first,
    labels,
    lobby,
    match,
    menus,
    parts,
    shown,
    text,
    with_sheet,
)

KEYS = sorted(BIDDING_GAMES)
LONG = tuple(mark * 32 for mark in "*_~`*_~`")
SIZES = [(key, game.about.seats[-1]) for key, game in sorted(BIDDING_GAMES.items())]


def asked_about(key: str, kind: type, **options: Any) -> tuple[Moment, ShownTable]:
    """The first state in which a kind of question is asked, and its table."""
    moment = first(key, kind, **options)
    return moment, shown(moment)


def hand_text(moment: Moment, seat: int) -> str:
    return text(drawn_hand(shown(moment), moment.game.seat_view(moment.state, seat)))


def in_play(key: str, seats: int | None = None) -> Iterator[Moment]:
    """The states of a match in which a card is asked for."""
    return (moment for moment in match(key, 3, seats, deals=1) if is_asked(moment, ChooseCard))


def is_asked(moment: Moment, kind: type) -> bool:
    decisions = moment.game.decisions(moment.state)
    return bool(decisions) and isinstance(moment.asked[1], kind)


def of_other_hand(key: str) -> Moment:
    """The first state in which a player is asked for a card of a hand that is not their own."""
    return next(moment for moment in in_play(key) if moment.asked[1].hand != moment.asked[0])


# The table ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "seats"), SIZES, ids=[f"{key}-{seats}" for key, seats in SIZES])
@pytest.mark.parametrize("names", [EVERYONE, LONG], ids=["plain", "long"])
def test_every_state_of_a_match_fits_its_panels(key: str, seats: int, names: tuple[str, ...]) -> None:
    for moment in match(key, 3, seats, deals=2):
        table = shown(moment, names)
        check_limits(panel_of(table))
        check_limits(score_sheet(table))
        for seat in range(seats):
            check_limits(drawn_hand(table, moment.game.seat_view(moment.state, seat)))


@pytest.mark.parametrize(("key", "seats"), SIZES, ids=[f"{key}-{seats}" for key, seats in SIZES])
def test_end_of_every_deal_fits_a_panel(key: str, seats: int) -> None:
    game, random = BIDDING_GAMES[key].with_options({"deals": 2}), Random(2)
    state, ends = game.start(seats), 0
    told: DealEnd = ()
    while decisions := game.decisions(state):
        ((seat, decision),) = decisions.items()
        before = shown(Moment(game, state), LONG)
        state, events = game.apply(state, seat, decision.sample(random))
        told = deal_end_after(told, events)
        if is_scored(events):
            ends += 1
            check_limits(deal_panel(shown(Moment(game, state), LONG), told))
        assert before.view is not None
    assert ends >= 2


def test_limits_are_really_checked() -> None:
    table = with_sheet(shown(first("regular_old", ChooseNumber, 8), ("x" * 600,) * 8), 40, 123456)
    assert table.view is not None
    with pytest.raises(AssertionError):
        check_limits(table_panel(table.with_view(table.view._replace(title="x" * 4000))))


def test_table_says_who_has_the_turn_and_until_when() -> None:
    moment, table = asked_about("kentucky", ChooseNumber)
    seat, _ = moment.asked
    assert f"## ➤ {table.seats[seat].name}'s turn" in text(table_panel(table))
    assert "<t:1234:R>" in text(table_panel(table._replace(turn=table.turn._replace(due_at=1234.5))))
    assert "is thinking" in text(table_panel(table._replace(turn=table.turn._replace(waiting_for=()))))


def test_table_says_when_time_will_be_up_and_when_over() -> None:
    moment, table = asked_about("kentucky", ChooseNumber, minutes=20)
    drawn = text(table_panel(table._replace(turn=table.turn._replace(time_is_up_at=1234.5))))
    assert "to 300, 20 minutes" in drawn
    assert "Time is up <t:1234:R>" in drawn
    called, _ = moment.game.apply(moment.state, CLOCK, CallTime())
    assert "**Time is up: last deal**" in text(table_panel(shown(Moment(moment.game, called))))


@pytest.mark.parametrize(
    ("key", "owner"),
    [("boston", "'s hand"), ("boston_three", "the dummy"), ("over_the_top_1988", "'s battery")],
)
def test_table_says_for_which_hand_a_player_has_the_turn(key: str, owner: str) -> None:
    moment = of_other_hand(key)
    table = shown(moment)
    name = table.seats[moment.asked[0]].name
    (line,) = [line for line in text(table_panel(table)).split("\n") if "'s turn" in line]
    assert line.startswith(f"## ➤ {name}'s turn to play from ")
    assert line.endswith(owner)
    thinking = text(table_panel(table._replace(turn=table.turn._replace(waiting_for=()))))
    assert f"{name} is thinking about " in thinking


def test_people_away_are_marked() -> None:
    _, table = asked_about("kentucky", ChooseNumber)
    table = table._replace(seats=(ShownSeat(0, 10, "Ann", computer=True), *table.seats[1:]))
    assert "(away)" in text(table_panel(table))


def test_sides_are_marked_and_lone_players_have_scores_next_to_names() -> None:
    partners = text(table_panel(shown(first("kentucky", ChooseNumber))))
    assert "🔷 **0** Ann & Cleo" in partners
    assert "🔷 **Cleo**" in partners or "🔷 ➤ **Cleo**" in partners
    alone = text(table_panel(shown(first("regular_old", ChooseNumber, 8))))
    assert "🔷" not in alone
    for name in EVERYONE:
        assert any(line.startswith("**0** ") and f"**{name}**" in line for line in alone.split("\n")), (
            f"{name} has no score in {alone}"
        )


def test_sides_of_a_called_partner_are_marked_once_known() -> None:
    moments = list(match("high_card_partner", 3, deals=1))
    before = next(moment for moment in moments if is_asked(moment, ChooseNumber))
    after = next(moment for moment in moments if is_asked(moment, ChooseCard) and holds(moment))
    assert "🔷" not in text(table_panel(shown(before)))
    drawn = text(table_panel(shown(after)))
    assert drawn.count("🔷") == 3, "at two seats, and with their points"
    assert "Partner\N{NO-BREAK SPACE}" in drawn


def holds(moment: Moment) -> bool:
    """Whether the card asked for is one of the hand."""
    decision = moment.asked[1]
    return isinstance(decision, ChooseCard) and not isinstance(
        decision.actions[next(iter(decision.cards))], CallPartner
    )


def test_seats_are_shown_as_the_players_sit_now() -> None:
    _, table = asked_about("kentucky", ChooseNumber)
    assert table.view is not None
    turned = (*table.view.seats[2:], *table.view.seats[:2])
    drawn = text(table_panel(table.with_view(table.view._replace(seats=turned))))
    seats = drawn[drawn.index("───") if "───" in drawn else 0 :]
    lines = [line for line in seats.split("\n") if "🎴" in line and "**" in line]
    assert [name for line in lines for name in EVERYONE if f"**{name}**" in line][:4] == [
        "Cleo",
        "Dan",
        "Ann",
        "Bob",
    ]


def test_games_won_in_a_match_of_several_follow_the_total() -> None:
    for key, wanted in (("kentucky", "Ann & Cleo · 1 game"), ("regular_old", "**Ann**")):
        _, table = asked_about(key, ChooseNumber)
        assert table.view is not None
        won = (table.view.totals[0]._replace(games=1), *table.view.totals[1:])
        drawn = text(table_panel(table.with_view(table.view._replace(totals=won))))
        (line,) = [line for line in drawn.split("\n") if "1 game" in line]
        assert wanted in line


# Cards on the table -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["boston", "display", "boston_three", "three_handed_display"])
def test_open_dummy_is_shown_by_color_after_the_opening_lead(key: str) -> None:
    before, after, *_ = in_play(key)
    table = shown(after)
    assert table.view is not None
    (zone,) = [zone for zone in table.view.zones if zone.kind is ZoneKind.DUMMY]
    drawn = text(table_panel(table))
    for line in USUAL.lines(zone.shown):
        assert line in drawn
        assert line not in text(table_panel(shown(before)))
    assert "**The dummy**" in drawn or "'s hand**" in drawn


def test_blind_dummy_is_a_number_of_cards() -> None:
    drawn = text(table_panel(shown(first("regular_for_two", ChooseNumber))))
    assert "The dummy 🎴\N{NO-BREAK SPACE}13" in drawn


def test_batteries_show_which_cards_lie_on_covered_ones() -> None:
    moment = first("over_the_top_1988", ChooseNumber)
    drawn = text(table_panel(shown(moment)))
    assert "**Ann's battery** · 5 covered" in drawn
    assert "**Bob's battery** · 5 covered" in drawn
    assert drawn.count("▾") == 10 + 1
    *_, late = in_play("over_the_top_1988")
    assert "▾" not in text(table_panel(shown(late)))


def test_draw_pile_shows_its_card() -> None:
    moment = first("tennessee_1988", ChooseNumber)
    table = shown(moment)
    assert table.view is not None
    (pile,) = [zone for zone in table.view.zones if zone.kind is ZoneKind.DRAW_PILE]
    assert f"Draw pile {USUAL.card(pile.shown[0])} + 🎴\N{NO-BREAK SPACE}{pile.hidden}" in text(
        table_panel(table)
    )


def test_face_up_card_of_the_nest_is_shown() -> None:
    moment = first("kentucky", ChooseNumber, nest_shown="top_card")
    table = shown(moment)
    assert table.view is not None
    (nest,) = table.view.zones
    assert f"Nest {USUAL.card(nest.shown[0])} + 🎴\N{NO-BREAK SPACE}4" in text(table_panel(table))


def test_trick_names_the_hands_its_cards_came_from() -> None:
    table = shown(first("over_the_top_1988", ChooseCard))
    assert table.view is not None
    red, green, black, yellow = parse_cards("R14 G5 B6 Y7")
    trick = TrickView(((2, black), (3, yellow), (0, red), (1, green)), 3, 20)
    assert trick_text(table, table.view, trick).replace("\N{NO-BREAK SPACE}", " ") == (
        "## ❤️ R14 Ann\n## 🍀 G5 Bob\n## 🌑 B6 Ann's battery · led\n## ⭐ Y7 Bob's battery · took it"
    )


def test_cards_of_a_trick_lie_in_the_places_of_their_seats() -> None:
    table = shown(first("kentucky", ChooseCard))
    assert table.view is not None
    red, green = parse_cards("R14 G5")
    trick = TrickView(((3, green), (0, red)), 0, 5)
    view = table.view._replace(trick=trick, asked=(1,), hand=None)
    assert trick_text(table, view, trick).replace("\N{NO-BREAK SPACE}", " ").split("\n") == [
        "## 🔷 ❤️ R14 Ann · ahead",
        "## 🔶 ➤ Bob",
        "## 🔷 ▫️ Cleo",
        "## 🔶 🍀 G5 Dan · led",
    ]


def test_trick_of_a_large_table_shows_played_cards_alone() -> None:
    table = shown(first("regular_old", ChooseCard, 8))
    assert table.view is not None
    trick = TrickView(tuple(enumerate(parse_cards("R1 R2 R3"), start=2)), 4, 5)
    lines = trick_text(table, table.view._replace(trick=trick), trick).split("\n")
    assert [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines] == [
        "❤️ R1 Cleo · led",
        "❤️ R2 Dan",
        "❤️ R3 Eve · ahead",
    ]


def test_last_trick_won_by_a_battery_is_told_by_its_name() -> None:
    table = shown(first("over_the_top_1988", ChooseCard))
    assert table.view is not None
    trick = TrickView(tuple(enumerate(parse_cards("R14 R13 R12 R11"))), 2, 1)
    view = table.view._replace(trick=None, last_trick=trick)
    drawn = text(table_panel(table.with_view(view)))
    assert "**Last trick** · 1 point" in drawn
    assert "Ann's battery\N{NO-BREAK SPACE}· took it" in drawn


def test_blue_cards_are_blue_everywhere() -> None:
    moment = first("regular_old", ChooseCard)
    table, view = shown(moment), moment.game.seat_view(moment.state, moment.asked[0])
    assert table.view is not None
    blue = table.view._replace(blue=True)
    drawn = drawn_hand(table.with_view(blue), view._replace(table=blue))
    yellow = [card for card in view.order if card.color is Color.YELLOW]
    assert yellow
    assert {WITH_BLUE.name(card) for card in yellow} <= {label.split()[0] for label in labels(drawn)}


# The end ------------------------------------------------------------------------------------------


def test_closed_lobby_has_no_buttons() -> None:
    closed = panel_of(lobby()._replace(status=Status.CANCELLED))
    assert "before the match" in text(closed)
    assert labels(closed) == []


def test_match_ended_by_agreement_offers_another_table_and_shows_any_score() -> None:
    before = shown(first("kentucky", ChooseCard))._replace(status=Status.CANCELLED)
    assert "by agreement" in text(panel_of(before))
    assert "It stood at" not in text(panel_of(before))
    assert labels(panel_of(before)) == ["New table"]
    after = panel_of(with_sheet(before, 2, -35))
    assert "It stood at:\n🔷 **−70** " in text(after)
    assert labels(after) == ["New table", "Score sheet", "Replay"]


def test_evening_table_scored_early_says_how_and_offers_no_rematch() -> None:
    playing = shown(first("kentucky", ChooseCard))
    playing = playing._replace(status=Status.CANCELLED, kind=playing.kind._replace(of_evening=True))
    scored = panel_of(
        with_sheet(playing, 1, 40)._replace(
            end=with_sheet(playing, 1, 40).end._replace(ending=Ending.SCORED, by=10**18)
        )
    )
    assert text(scored).splitlines()[1:3] == [
        f"<@{10**18}> had this table scored as it stood.",
        "It stood at:",
    ]
    assert labels(scored) == ["Score sheet", "Replay"]


def test_match_continued_at_another_table_offers_no_third() -> None:
    damaged = shown(first("kentucky", ChooseCard))
    damaged = damaged._replace(status=Status.CANCELLED, end=damaged.end._replace(ending=Ending.REPAIRED))
    assert labels(panel_of(damaged)) == []


def test_broken_off_counted_match_says_who_loses_it() -> None:
    scored = next(one for one in match("kentucky", 3, deals=2) if one.game.table_view(one.state).sheet)
    table = shown(scored)
    table = table._replace(
        status=Status.CANCELLED,
        kind=table.kind._replace(counted=True),
        end=table.end._replace(ending=Ending.MANAGER),
    )
    ann, bob, *others = table.seats
    left = table._replace(seats=(ann, bob._replace(computer=True, user_id=2), *others))

    assert "No one won or lost it." in text(panel_of(table))
    assert "Bob lost it by leaving. No one won it." in text(panel_of(left))
    assert "No one won or lost it." in text(
        panel_of(left._replace(end=left.end._replace(ending=Ending.AGREED)))
    )
    assert "No one won or lost it." in text(
        panel_of(left._replace(kind=left.kind._replace(leaving=Leaving.PLAYED)))
    )
    assert "won or lost" not in text(panel_of(table._replace(kind=table.kind._replace(of_evening=True))))


def test_broken_off_league_match_with_winners_does_not_say_that_it_has_none() -> None:
    scored = shown(next(one for one in match("kentucky", 3, deals=2) if one.game.table_view(one.state).sheet))
    won = scored._replace(status=Status.CANCELLED, match=scored.match._replace(league_winners=(0, 2)))
    for ending in Ending:
        panel = panel_of(won._replace(end=won.end._replace(ending=ending, by=10**18)))
        assert "no winner" not in text(panel)


def test_counted_match_broken_off_before_any_score_counts_only_if_left() -> None:
    table = shown(first("kentucky", ChooseCard))
    table = table._replace(
        status=Status.CANCELLED,
        kind=table.kind._replace(counted=True),
        end=table.end._replace(ending=Ending.MANAGER),
    )
    ann, bob, *others = table.seats
    left = table._replace(seats=(ann, bob._replace(computer=True, user_id=2), *others))
    agreed = left._replace(end=left.end._replace(ending=Ending.AGREED))
    played = left._replace(kind=left.kind._replace(leaving=Leaving.PLAYED))
    for does_not_count in (table, agreed, played):
        assert "No deal was scored, so this match doesn't count." in text(panel_of(does_not_count))
    assert "Bob lost it by leaving. No one won it." in text(panel_of(left))


@pytest.mark.parametrize("key", KEYS)
def test_finished_match_names_the_winners(key: str) -> None:
    *_, over = match(key, 3, deals=1)
    view = panel_of(shown(over))
    assert "🏆" in text(view)
    assert "1 deal\n" in text(view)
    assert labels(view) == ["Rematch", "New table", "Score sheet", "Replay", "My record", "Leaderboard"]
    rows = [len(part["components"]) for part in parts(view) if part["type"] == 1]
    assert rows == [4, 2], "a phone shows two side by side"


def test_one_winner_wins_and_two_win_together() -> None:
    *_, partners = match("kentucky", 3, deals=1)
    *_, alone = match("regular_old", 3, deals=1)
    assert " win the match" in text(panel_of(shown(partners)))
    *_, each = match("kentucky", 3, deals=1, credit="each")
    assert " & " in text(panel_of(shown(each))).split("\n")[0]
    assert " win the match" in text(panel_of(shown(each)))
    assert " wins the match" in text(panel_of(shown(alone)))


def test_shared_match_is_said_to_be_shared() -> None:
    *_, over = match("kentucky", 3, deals=1)
    table = shown(over)
    assert table.view is not None
    assert table.view.outcome is not None
    outcome = outcome_of(Ranking.MOST, (0, 1, 2, 3), table.view.totals, [(0,), (1,)])
    table = table.with_view(table.view._replace(outcome=outcome))
    assert "Ann & Cleo and Bob & Dan share the match" in text(panel_of(table))


# Hands --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("kind", [ChooseNumber, ChooseCards, ChooseOption, ChooseCard])
def test_hand_message_asks_its_owner_and_names_the_player_awaited(key: str, kind: type) -> None:
    moment = next((moment for moment in match(key, 1, deals=1) if is_asked(moment, kind)), None)
    if moment is None:
        return  # a game without a nest, or one that names trump with the bid
    table, (asked, _) = shown(moment), moment.asked
    names = [seat.name for seat in table.seats]
    asks = moment.game.words.question(moment.game.seat_view(moment.state, asked))
    assert asks.format(*names) in hand_text(moment, asked)
    theirs = drawn_hand(table, moment.game.seat_view(moment.state, (asked + 1) % len(names)))
    assert f"Waiting for {table.seats[asked].name}" in text(theirs)
    assert not answers(theirs)
    menus_of = [part["custom_id"] for part in parts(theirs) if part["type"] == 3]
    assert all(":ahead:" in custom_id for custom_id in menus_of)


def test_every_hand_a_game_allows_fits_into_buttons_and_a_menu() -> None:
    """The rules refuse larger hands, nest included, because of these limits."""
    assert MOST_HELD <= 25
    moment = first("kentucky", ChooseCard)
    view = moment.game.seat_view(moment.state, moment.asked[0])
    assert isinstance(view.decision, ChooseCard)
    for size in range(1, MOST_HELD + 1):
        held = CardSet(2**size - 1)
        decision = view.decision._replace(held=held, cards=held)
        drawn = drawn_hand(shown(moment), view._replace(hand=held, order=tuple(held), decision=decision))
        check_limits(drawn)
        assert len(answers(drawn)) == size
        laid = ChooseCards(view.seat, held, held, min(9, size), min(9, size))
        check_limits(drawn_hand(shown(moment), view._replace(hand=held, order=tuple(held), decision=laid)))


def test_illegal_cards_are_dimmed_and_the_reason_is_given() -> None:
    moment = next(moment for moment in in_play("kentucky") if is_limited(moment))
    table, (seat, decision) = shown(moment), moment.asked
    assert isinstance(decision, ChooseCard)
    view = drawn_hand(table, moment.game.seat_view(moment.state, seat))
    dimmed = {bare(part["label"]) for part in parts(view) if part["type"] == 2 and part["disabled"]}
    assert dimmed == {str(card) for card in decision.held if card not in decision.cards}
    reason = moment.game.words.reason(moment.game.seat_view(moment.state, seat))
    assert said(table, reason) in text(view)


@pytest.mark.parametrize("all_pass", ["dealer_must_bid", "redeal_next"])
def test_hand_tells_why_its_player_must_bid(all_pass: str) -> None:
    moment = first("kentucky", ChooseNumber, all_pass=all_pass, first_bidder="dealer")
    told = text(drawn_hand(shown(moment), moment.game.seat_view(moment.state, moment.asked[0])))
    assert ("The dealer bids first and must bid." in told) == (all_pass == "dealer_must_bid")


def is_limited(moment: Moment) -> bool:
    decision = moment.asked[1]
    return isinstance(decision, ChooseCard) and decision.cards != decision.held


@pytest.mark.parametrize("key", ["boston", "display", "boston_three", "over_the_top_1988"])
def test_player_of_two_hands_sees_which_one_is_asked(key: str) -> None:
    moment = of_other_hand(key)
    seat, decision = moment.asked
    view = moment.game.seat_view(moment.state, seat)
    drawn = drawn_hand(shown(moment), view)
    assert isinstance(decision, ChooseCard)
    assert text(drawn).startswith("### Your hand · now ")
    assert {bare(label).rstrip("▾") for label in answers(drawn)} == {str(card) for card in decision.held}
    (zone,) = [zone for zone in view.table.zones if zone.seat == decision.hand]
    assert {bare(label) for label in labels(drawn) if "▾" in label} == {f"{card}▾" for card in zone.covering}
    above, below = text(drawn).split("**Your own hand**")
    assert not set(USUAL.lines(zone.shown, zone.covering)) & set((above + below).split("\n"))
    for line in USUAL.lines(view.order):
        assert line in below
    own = next(moment for moment in in_play(key) if moment.asked[1].hand == moment.asked[0])
    assert "now" not in hand_text(own, own.asked[0]).split("\n")[0]


def test_dummys_owner_is_told_who_plays_the_hand() -> None:
    moment = of_other_hand("boston")
    seat, decision = moment.asked
    player = EVERYONE[seat]
    assert f"Waiting for {player} to play from your hand" in hand_text(moment, decision.hand)
    assert "'s hand**" not in hand_text(moment, decision.hand), "one's own hand is shown once"
    onlooker = next(other for other in range(4) if other not in (seat, decision.hand))
    assert f"Waiting for {player} to play from {EVERYONE[decision.hand]}'s hand" in hand_text(
        moment, onlooker
    )


def test_partner_is_called_by_color_and_only_after_a_second_look() -> None:
    moment = next(moment for moment in in_play("high_card_partner") if not holds(moment))
    seat, decision = moment.asked
    table, view = shown(moment), moment.game.seat_view(moment.state, seat)
    assert isinstance(decision, ChooseCard)
    drawn = drawn_hand(table, view)
    check_limits(drawn)
    offered = {option["value"] for menu in menus(drawn) for option in menu["options"]}
    birds = {f"call {card}" for card in decision.cards if card.is_bird}
    assert offered | birds == {str(CallPartner(card)) for card in decision.cards}
    for line in USUAL.lines(view.order):
        assert line in text(drawn)
    called = CallPartner(next(iter(decision.cards)))
    sure = drawn_hand(table, view, called)
    assert f"**Call {USUAL.card(called.card)}?**" in text(sure)
    (yes, no) = [part["custom_id"] for part in parts(sure) if part["type"] == 2]
    assert yes.endswith(f":{called}")
    assert yes.startswith("rk1:do:")
    assert no.startswith("rk1:hand:")


def test_two_decks_of_callable_cards_fit_menus() -> None:
    moment = next(moment for moment in in_play("high_card_partner") if not holds(moment))
    seat, decision = moment.asked
    assert isinstance(decision, ChooseCard)
    view = moment.game.seat_view(moment.state, seat)
    everything = CardSet(2 ** (2 * 57) - 1)
    decision = decision._replace(cards=everything, held=everything)
    drawn = drawn_hand(shown(moment), view._replace(decision=decision))
    check_limits(drawn)
    options = [option for menu in menus(drawn) for option in menu["options"]]
    assert len(options) + 2 == 2 * 57
    seconds = [option for option in options if option["value"].endswith("'")]
    assert {option["description"] for option in seconds} == {"of the second deck"}


def test_discard_button_limits_restricted_own_cards_to_the_allowed_number() -> None:
    moment = first("regular_for_two", ChooseCards)
    seat, decision = moment.asked
    assert isinstance(decision, ChooseCards)
    view = moment.game.seat_view(moment.state, seat)
    own = [card for card in view.order if card in decision.few]
    drawn = drawn_hand(shown(moment), view, Discard(tuple(own[:2])))
    open_toggles = {bare(part["label"]) for part in toggles(drawn) if not part.get("disabled")}
    assert open_toggles == {
        *(USUAL.name(card) for card in own[:2]),
        *(USUAL.name(card) + NEW for card in view.order if card in view.fresh and card in decision.cards),
    }
    assert "at most 2 cards of your own" in text(drawn)


def test_discard_buttons_leave_room_for_cards_that_go_before_a_counter() -> None:
    """The green 6 must go with a counter that is discarded instead of a trump."""
    scene = Scene(bury_counters="for_trumps", trump="before_nest")
    scene.deal({1: "R6 R7 R8 R9 R11 R12 R13 G5 G6"}, "Y10 B14 R5 R10 R14").win_auction(1, 80)
    moment = Moment(scene.game, scene.do("trump red").state)
    drawn = drawn_hand(shown(moment), scene.view(1), Discard(parse_cards("G5 R6 R7 R8")))

    open_toggles = {bare(part["label"]) for part in toggles(drawn) if not part.get("disabled")}
    assert open_toggles == {*map(USUAL.name, parse_cards("G5 G6 R6 R7 R8"))}
    assert "at most 4 counters" in text(drawn)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"bury_counters": "shown"}, USUAL.card(Card.parse("R5"))),
        ({"nest_told": True}, "Discard has counters"),
    ],
)
def test_counters_in_the_discard_are_shown_or_told_to_all(options: dict[str, OptionValue], told: str) -> None:
    scene = Scene("kentucky", None, **options).deal({1: "R5 R6 R7 R8 R9"}).win_auction(1, 80)
    moment = Moment(scene.game, scene.do("discard R5 R6 R7 R8 R9", "trump red").state)
    assert scene.seat == 1

    for drawn in (table_panel(shown(moment)), drawn_hand(shown(moment), scene.view(1))):
        assert told in text(drawn).replace("**", "")


def test_giving_up_is_asked_twice() -> None:
    moment = first("kentucky", ChooseCards, fold="opponents_nothing")
    seat, _ = moment.asked
    table, view = shown(moment), moment.game.seat_view(moment.state, seat)
    (give_up,) = [part for part in parts(drawn_hand(table, view)) if part.get("label") == "Give up"]
    assert give_up["custom_id"].startswith("rk1:sure:")
    sure = drawn_hand(table, view, Fold())
    assert "**Give up?**" in text(sure)
    assert labels(sure) == ["Give up", "Choose again"]


def test_shooting_the_moon_is_asked_twice_and_a_pass_is_not() -> None:
    moment = first("kentucky", ChooseNumber, shoot=True)
    drawn = drawn_hand(shown(moment), moment.game.seat_view(moment.state, moment.asked[0]))
    ids = {part.get("label"): part["custom_id"] for part in parts(drawn) if part["type"] == 2}
    assert ids["Shoot the moon"].startswith("rk1:sure:")
    assert ids["Shoot the moon"].endswith(str(Shoot()))
    assert ids["Pass"].startswith("rk1:do:")

    (seat, _) = moment.asked
    state, _ = moment.game.apply(moment.state, seat, Shoot())
    assert f"### {EVERYONE[seat]} shoots the moon" in text(
        table_panel(shown(Moment(moment.game, state)))
    ).replace("\N{NO-BREAK SPACE}", " ")


def test_seats_in_the_labels_of_answers_are_called_by_name() -> None:
    moment = next(m for m in match("cordova", 3, 4, deals=1) if is_sale(m))
    seat, decision = moment.asked
    assert isinstance(decision, ChooseOption)
    names = ("x" * 32, "*y*", "{0}", "Dan")
    drawn = drawn_hand(shown(moment, names), moment.game.seat_view(moment.state, seat))
    (sale,) = [option.action for option in decision.options if isinstance(option.action, Sell)]
    assert any(label.startswith(f"Sell to {names[sale.to]} for ") for label in labels(drawn))


def is_sale(moment: Moment) -> bool:
    return is_asked(moment, ChooseOption) and any(
        isinstance(answer, Sell) for answer in moment.asked[1].answers()
    )


def test_every_way_to_name_trump_is_a_button() -> None:
    moment = first("kentucky", ChooseOption, no_trump="reversed", trump_by="or_partner")
    drawn = drawn_hand(shown(moment), moment.game.seat_view(moment.state, moment.asked[0]))
    check_limits(drawn)
    assert len(answers(drawn)) == 11
    assert {
        "Red",
        "No color",
        "Red, lowest wins",
        "No color, lowest wins",
        "Let your partner name it",
    } <= set(labels(drawn))
    ids = [part["custom_id"] for part in parts(drawn) if part["type"] == 2]
    assert any(custom_id.endswith(str(NameTrump(None, lowest_wins=True))) for custom_id in ids)


def test_hand_message_of_a_finished_match_names_winners_and_offers_rematch() -> None:
    *_, over = match("kentucky", 3, deals=1)
    view = drawn_hand(shown(over), over.game.seat_view(over.state, 0))
    assert re.fullmatch(r"### Your hand\nThe match is over\. 🏆 .+ (win|share) the match", text(view))
    assert labels(view) == ["Rematch"]
    of_evening = shown(over)
    of_evening = of_evening._replace(kind=of_evening.kind._replace(of_evening=True))
    assert labels(drawn_hand(of_evening, over.game.seat_view(over.state, 0))) == []


def toggles(drawn: ui.LayoutView) -> list[dict[str, Any]]:
    """The buttons of the cards that may go to the nest."""
    return [part for part in parts(drawn) if ":lay:" in part.get("custom_id", "")]


def test_cards_of_the_nest_are_marked_new_only_to_their_owner() -> None:
    moment = first("kentucky", ChooseCards)
    seat, _ = moment.asked
    before = moment.state.deal.taken_up
    view = moment.game.seat_view(moment.state, seat)
    assert view.fresh == before
    toggled = toggles(drawn_hand(shown(moment), view))
    marked = {bare(part["label"]) for part in toggled if NEW in part["label"]}
    assert marked == {USUAL.name(card) + NEW for card in before}
    for other in set(range(4)) - {seat}:
        assert not moment.game.seat_view(moment.state, other).fresh
        assert NEW not in hand_text(moment, other)


def test_nest_takes_seven_presses_at_most_and_says_what_one_keeps() -> None:
    moment = first("kentucky", ChooseCards)
    seat, decision = moment.asked
    assert isinstance(decision, ChooseCards)
    view = moment.game.seat_view(moment.state, seat)
    chosen, presses = tuple[Card, ...](), 0
    drawn = drawn_hand(shown(moment), view)
    for card in list(decision.cards)[:5]:
        assert "You keep:" not in text(drawn)
        wanted = {*chosen, card}
        (pressed,) = [part for part in toggles(drawn) if set(chosen_after(part)) == wanted]
        assert not pressed.get("disabled")
        chosen, presses = chosen_after(pressed), presses + 1
        drawn = drawn_hand(shown(moment), view, Discard(chosen))
        assert f"{len(chosen)} of 5: {USUAL.cards(chosen)}" in text(drawn)
    kept = USUAL.lines([card for card in view.order if card not in chosen])
    assert text(drawn).endswith("\n".join(("You keep:", *kept)))
    (confirm,) = [part for part in parts(drawn) if part.get("label") == "Discard these 5"]
    assert not confirm.get("disabled")
    assert confirm["custom_id"].endswith(f":{Discard(chosen)}")
    assert presses + 1 <= 7
    assert all(part["emoji"]["name"] == CHOSEN for part in toggles(drawn) if not part.get("disabled"))


def chosen_after(toggle: dict[str, Any]) -> tuple[Card, ...]:
    """The chosen cards after a card has been pressed."""
    return unpacked(toggle["custom_id"].split(":")[4])


# Bids ---------------------------------------------------------------------------------------------


def bids(least: int, most: int, step: int) -> list[str]:
    """The labels of the bid buttons."""
    moment = first("kentucky", ChooseNumber)
    seat, decision = moment.asked
    assert isinstance(decision, ChooseNumber)
    view = moment.game.seat_view(moment.state, seat)
    asked = decision._replace(least=least, most=most, step=step)
    return answers(drawn_hand(shown(moment), view._replace(decision=asked)))


def test_next_bids_are_buttons_and_the_others_can_be_typed() -> None:
    assert bids(70, 120, 5) == ["70", "75", "80", "85", "90", "Pass", "Another bid …"]
    assert bids(110, 120, 5) == ["110", "115", "120", "Pass"]
    assert bids(125, 120, 5) == ["Pass"]


def test_round_bids_are_offered_too_when_many_are_left() -> None:
    cordova = bids(1, 32, 1)
    assert cordova == [*map(str, (1, 2, 3, 4, 5, 10, 15, 20, 25, 30)), "Pass", "Another bid …"]
    assert bids(75, 200, 5)[5:10] == ["100", "125", "150", "175", "200"]


def test_bid_with_a_color_is_one_press_or_a_menu_choice() -> None:
    moment = first("boston", ChooseNumber)
    seat, decision = moment.asked
    assert isinstance(decision, ChooseNumber)
    drawn = drawn_hand(shown(moment), moment.game.seat_view(moment.state, seat))
    assert labels(drawn)[:5] == ["70 red", "70 yellow", "70 green", "70 black", "70 no color"]
    (menu,) = menus(drawn)
    offered = [option["value"] for option in menu["options"]]
    assert offered[:5] == ["bid 80 red", "bid 80 yellow", "bid 80 green", "bid 80 black", "bid 80"]
    assert len(offered) == 25
    assert "Another bid …" in labels(drawn)


def test_offered_bids_keep_to_the_highest_one_in_each_color() -> None:
    moment = first("boston", ChooseNumber)
    seat, decision = moment.asked
    assert isinstance(decision, ChooseNumber)
    caps = dict(decision.colors)
    least = max(caps.values()) - decision.step
    colors = tuple((color, most) for color, most in decision.colors if most >= least)
    assert len(colors) < len(caps)
    view = moment.game.seat_view(moment.state, seat)
    high = decision._replace(least=least, colors=colors)
    drawn = drawn_hand(shown(moment), view._replace(decision=high))
    ids = [part["custom_id"].split(":", 4)[4] for part in parts(drawn) if part["type"] == 2]
    offered = ids + [option["value"] for menu in menus(drawn) for option in menu["options"]]
    legal = {str(answer) for answer in high.answers() if isinstance(answer, Bid)}
    assert legal <= set(offered)
    assert {bid for bid in offered if bid.startswith("bid")} == legal
    assert "Another bid …" not in labels(drawn)


def test_bid_modal_names_the_limits_and_keeps_to_discords() -> None:
    decision = first("kentucky", ChooseNumber).asked[1]
    assert isinstance(decision, ChooseNumber)
    payload = bid_modal(Control(Verb.BID, 1, 5), decision, USUAL).to_dict()
    assert payload["custom_id"] == "rk1m:bid:1:5:"
    (label,) = payload["components"]
    assert label["description"] == "From 70 to 120, in steps of 5"


def test_modal_of_a_bid_with_a_color_asks_for_both() -> None:
    decision = first("boston", ChooseNumber).asked[1]
    assert isinstance(decision, ChooseNumber)
    points, color = bid_modal(Control(Verb.BID, 1, 5), decision, USUAL).to_dict()["components"]
    assert points["label"] == "Points"
    options = color["component"]["options"]
    assert [option["value"] for option in options] == ["red", "yellow", "green", "black", "none"]
    assert [option["description"] for option in options] == [f"up to {most}" for _, most in decision.colors]


# More ---------------------------------------------------------------------------------------------


def test_taking_back_is_offered_only_to_those_who_may() -> None:
    _, table = asked_about("kentucky", ChooseNumber)
    table = table._replace(voting=table.voting._replace(may_take_back=(1,)))
    for seat in table.seats:
        assert ("Take back" in labels(more_panel(table, seat, decides=False))) == (seat.seat == 1)
    assert "Take back" not in labels(more_panel(table, None, decides=False))


# Ends of deals ------------------------------------------------------------------------------------

TWO = (SideScore((0, 2), 85, 85), SideScore((1, 3), 35, -35))


def deal(sides: tuple[SideScore, ...] = TWO, **changes: object) -> DealScored:
    contract = ContractScore(0, 85, Color.RED, True, 0, took=85)._replace(**changes)  # type: ignore[arg-type]
    return DealScored(3, 0, sides, contract)


def ended(key: str, *events: Event) -> str:
    table = shown(first(key, ChooseNumber))
    return text(deal_panel(table, deal_end_after((), events))).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("scored", "line"),
    [
        (deal(), "Ann made 85 in ❤️ red with 85, +85."),
        (deal(trump=None), "Ann made 85 in no color with 85, +85."),
        (
            deal(made=False, took=70, sides=(TWO[0]._replace(scored=-85), TWO[1])),
            "Ann bid 85 in ❤️ red, took 70: set by 15, −85.",
        ),
        (
            deal(made=False, took=70, sides=(TWO[0]._replace(scored=0), TWO[1])),
            "Ann bid 85 in ❤️ red, took 70: set by 15, no points.",
        ),
        (deal(made=False, folded=True, trump=None), "Ann bid 85 and gave up: +85."),
        (deal(made=False, folded=True), "Ann bid 85 in ❤️ red and gave up: +85."),
        (deal(shot=True), "Ann shot the moon in ❤️ red and took every trick: +85."),
        (deal(partners=(2,)), "Ann & Cleo made 85 in ❤️ red with 85, +85."),
        (
            deal(declarer=1, sold_for=85),
            "Bob bought trump from Ann for 85 in ❤️ red, made it with 85: +35.",
        ),
        (deal(bid=0), "Ann named ❤️ red, owing nothing, took 85: +85."),
    ],
)
def test_deal_is_told_in_one_line(scored: DealScored, line: str) -> None:
    drawn = ended("kentucky", scored)
    assert drawn.split("\n") == [f"**Deal 3** · {line}", *drawn.split("\n")[1:]]
    assert "Ann & Cleo → **85**" in drawn
    assert "+35 Bob & Dan → **−35**" in drawn


def test_points_of_a_blind_dummy_are_told_but_not_ranked() -> None:
    sides = (SideScore((0,), 5, 5), SideScore((1,), 7, 7))
    drawn = ended("regular_for_two", deal(sides)._replace(dummy=SideScore((2,), 19, 19)))
    assert "+19 the dummy, not ranked" in drawn


def test_cards_revealed_at_the_end_are_shown() -> None:
    nest = CardSet.of(parse_cards("R5 B10"))
    drawn = ended(
        "kentucky",
        PartnerShown(1),
        OddCardsWon(2, CardSet.of(parse_cards("G5")), 5),
        NestWon(1, nest, 15),
        CardsCut(((0, Card.parse("R5")), (1, Card.parse("B9"))), (1, 3)),
        deal(),
    )
    assert drawn.startswith("**Deal 3**")
    assert "-# Bob gets the nest: ❤️ R5, 🌑 B10 (15 points)." in drawn
    assert "-# Cleo gets the cards left over: 🍀 G5 (5 points)." in drawn
    assert "-# Bob is the partner." in drawn
    assert "-# Cut for most tricks: Ann ❤️ R5, Bob 🌑 B9. Bob & Dan get the points." in drawn


def test_deal_without_a_score_says_why() -> None:
    thrown_in = "**Deal 4** · Everyone passed, so the deal is thrown in."
    assert ended("kentucky", PassedOut(4)) == thrown_in
    over = shown(next(match("kentucky", 1)))._replace(status=Status.FINISHED)
    assert text(deal_panel(over, [PassedOut(4)])) == thrown_in
    claimed = MisdealClaimed(1, CardSet.of(parse_cards("R6 G7")))
    shown_hand = "**Misdeal** · Bob claims a misdeal, without a counter: ❤️ R6, 🍀 G7."
    assert ended("kentucky", claimed).startswith(shown_hand)
    again = "Deal 4 · The deal doesn't count. The cards are dealt again."
    assert ended("kentucky", Ruled(4, None, 0, None, (0, 0))) == again


def test_game_won_and_seats_changed_are_told_with_the_deal() -> None:
    drawn = ended("kentucky", deal(), GameWon((0, 2), (2, 1)), SeatsChanged((2, 1, 0, 3)))
    assert "**Ann & Cleo win a game: 2–1.**" in drawn
    assert "-# New seats, clockwise: Cleo, Bob, Ann, Dan." in drawn


def test_reason_for_another_deal_is_told_with_the_deal() -> None:
    tied = NotWon(WhyNotWon.TIE, (0, 1, 2, 3))
    assert deal_end_after((), (tied,)) == (tied,)
    assert "-# It's a tie, so another deal is played." in ended("kentucky", deal(), tied)


def test_no_deal_is_told_before_one_has_ended() -> None:
    trick = TrickTaken(0, (0, 1, 2, 3), parse_cards("R5 R6 R7 R8"), 5)
    end = deal_end_after((), (trick, PartnerShown(1)))
    assert not is_scored(end)
    assert split_deal_end(end)[1] is None


def test_reason_for_a_redeal_is_told_until_the_first_trick() -> None:
    end = deal_end_after((), (PassedOut(4), DealStarted(5, 1)))
    assert split_deal_end(end)[1] == PassedOut(4)
    moment = first("kentucky", ChooseNumber)
    table = shown(moment)
    table = table._replace(match=table.match._replace(dealt_again=split_deal_end(end)[1]))
    told = "Everyone passed, so the deal is thrown in."
    assert f"**Deal 4** · {told}" in text(table_panel(table))
    assert told in text(drawn_hand(table, moment.game.seat_view(moment.state, 0)))
    trick = TrickTaken(0, (0, 1, 2, 3), parse_cards("R5 R6 R7 R8"), 5)
    assert split_deal_end(deal_end_after(end, (trick,)))[1] is None
    assert (
        split_deal_end(deal_end_after((), (Ruled(4, None, 0, None, (0, 0)), DealStarted(4, 0))))[1]
        is not None
    )
    assert split_deal_end(deal_end_after((), (Ruled(4, 1, -10, "talk", (0, 0)),)))[1] is None
