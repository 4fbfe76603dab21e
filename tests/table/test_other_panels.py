"""Panels of games without bidding: rows of cards, public calls, many answers, melds, ends of matches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import discord
import pytest

from bot.models.faces import Faces
from bot.pictures.sheet import SHEET
from bot.table.desk.shown import ShownTable
from bot.table.match.deal_end import deal_end_after
from cogs.framework.parsing import held
from cogs.table.lobby_panel import lobby_panel
from cogs.table.options_panel import PAGES, options_panel
from cogs.table.panel import table_panel
from cogs.table.posting import panel_of
from cogs.table.score_sheet import score_sheet
from cogs.table.set_up_panel import ALL_GAMES
from cogs.ui.controls import Control, Verb
from cogs.ui.group_choices import chosen_with, packed, unpacked
from cogs.ui.words import look_of
from cogs.ui.zones import WIDTH, rows_text
from rules.catalog import GAMES, OTHER_GAMES
from rules.core.actions import PASS, SHOUT, Action, Discard, Put, Say
from rules.core.cards import CARDS, Card, CardSet, parse_cards
from rules.core.decisions import ChooseCard, ChooseGroup, ChooseOption, Option
from rules.core.events import DealScored, DealStarted
from rules.core.outcome import Ranking, SideTotal, outcome_of
from rules.core.scores import ScoreItem, SideScore
from rules.core.views import SeatInfo, SeatView, TableView, TrickView, Zone
from rules.games.doubt.facts import Scores
from tests.ui.script import Place, Remark, Script, named, option
from tests.ui.tables import (
    EVERYONE,
    Moment,
    answers,
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
)

LONG = tuple(mark * 32 for mark in "*_~`*_~`")
SIZES = [(key, game.about.seats[-1]) for key, game in OTHER_GAMES.items()]
LOOKED_AT = 60
"""Number of states of a match that are rendered."""
CALL, LET_PASS = option("I doubt it", SHOUT), option("Believe it", PASS)


def table_of(
    names: Sequence[str] = EVERYONE[:4], *, words: Script | None = None, **changes: object
) -> ShownTable:
    """The table of a game without tricks, as given by a test."""
    sides = tuple((seat,) for seat in range(len(names)))
    view = TableView(
        key="x",
        title="A game",
        phase=Place.TABLE,
        deal=1,
        dealer=0,
        asked=(0,),
        hand=None,
        seats=tuple(SeatInfo(seat, seat, 0, 0) for seat in range(len(names))),
        others=(),
        facts=None,
        zones=(),
        trick=None,
        last_trick=None,
        totals=tuple(SideTotal(seats, 0) for seats in sides),
        sheet=(),
        outcome=None,
    )._replace(**changes)  # type: ignore[arg-type]
    drawn = shown(first("doubt_old", ChooseCard, max(len(names), 3)), (*names, "x", "x"))
    seats = drawn.seats[: len(names)]
    return drawn.with_view(view)._replace(
        seats=seats,
        rules=drawn.rules._replace(words=words or Script()),
        turn=drawn.turn._replace(waiting_for=view.asked),
    )


def view_of(table: ShownTable, **changes: object) -> SeatView:
    """The first seat's view."""
    assert table.view is not None
    return SeatView(table.view, 0, CardSet(0), (), (), None)._replace(**changes)  # type: ignore[arg-type]


def holding(table: ShownTable, cards: Sequence[Card], decision: object) -> SeatView:
    return view_of(table, hand=CardSet.of(cards), order=tuple(cards), decision=decision)


def lines_of(drawn: str) -> list[str]:
    """The lines of the code blocks."""
    return [line for block in drawn.split("```")[1::2] for line in block.strip("\n").split("\n")]


# Every game ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "seats"), SIZES, ids=[f"{key}-{seats}" for key, seats in SIZES])
@pytest.mark.parametrize("names", [EVERYONE, LONG], ids=["plain", "long"])
def test_every_state_of_a_match_fits_its_panels(key: str, seats: int, names: tuple[str, ...]) -> None:
    for moment in moments(key, seats):
        table = shown(moment, names)
        check_limits(panel_of(table))
        check_limits(score_sheet(table))
        assert all(len(line) <= WIDTH for line in lines_of(text(panel_of(table))))
        for seat in range(seats):
            check_limits(drawn_hand(table, moment.game.seat_view(moment.state, seat)))


def moments(key: str, seats: int) -> Iterator[Moment]:
    """Some states of a match: the beginning of a long one, and a few later ones."""
    every = match(key, 3, seats)
    yield from islice(every, LOOKED_AT)
    yield from islice(every, 0, 20 * LOOKED_AT, 20)


@pytest.mark.parametrize("key", GAMES)
def test_every_option_is_on_a_page_of_the_options(key: str) -> None:
    """But for a referee's fines, which a host is not asked."""
    assert {spec.section for spec in GAMES[key].options} - {"Referee"} <= set(PAGES)


# Rows of cards ------------------------------------------------------------------------------------


def row(
    name: str, cards: Sequence[Card] = (), hidden: int = 0, seat: int | None = None, heading: str = ""
) -> Zone:
    return Zone(Place.TABLE, seat, tuple(cards), hidden, is_row=True, number=named(name, heading))


def test_rows_are_aligned_in_columns_and_long_ones_are_broken() -> None:
    zones = (
        row("1", parse_cards("R14 Y5"), hidden=3),
        row("2", parse_cards("G10")),
        row("Home red"),
        row("4", CARDS[:20], hidden=12),
    )
    drawn = rows_text(table_of(zones=zones), zones)
    lines = lines_of(drawn)
    assert lines[:3] == ["1         (3) R14 Y5", "2             G10", "Home red      –"]
    assert lines[3].startswith("4        (12) R1  R2  R3")
    assert lines[4].startswith(" " * 14 + "R")
    assert all(len(line) <= WIDTH for line in lines)
    assert " ".join(lines[3:]).split()[2:] == [str(card) for card in CARDS[:20]]
    assert "(2): two more cards below" in drawn


def test_one_or_two_rows_have_the_shapes_of_their_colors() -> None:
    zones = (row("Table", parse_cards("R8 Y10")), row("Pile", hidden=4))
    drawn = rows_text(table_of(zones=zones), zones).replace("\N{NO-BREAK SPACE}", " ")
    assert drawn == "**Table** ❤️ R8 · ⭐ Y10\n**Pile** 🎴 4"


def test_rows_are_shown_as_faces_where_they_fit() -> None:
    table = table_of()._replace(faces=Faces({name: f"<:{name}:1>" for name in SHEET}))
    face = look_of(table).card
    red, green, blacks = (parse_cards(cards) for cards in ("R5", "G9", "B1 B2"))
    zones = (
        row("#1", red, heading="Side 1"),
        row("#2", hidden=3, heading="Side 1"),
        row("#1", [*green, *blacks], heading="Side 2"),
        row("Pile"),
    )
    drawn = rows_text(table, zones).replace("\N{NO-BREAK SPACE}", " ")
    assert drawn.splitlines() == [
        "**Side 1**",
        f"#1 {face(red[0])}",
        "#2 🎴 3",
        "**Side 2**",
        f"#1 {' '.join(map(face, [*green, *blacks]))}",
        "Pile –",
    ]
    assert rows_text(table, zones, room=len(drawn) - 1).startswith("```")


def first_board(key: str, seats: int) -> list[str]:
    """The rows of a game's first deal as its table draws them with faces."""
    tables = (shown(moment) for moment in match(key, 3, seats))
    table = next(table for table in tables if table.view is not None and table.view.zones)
    table = table._replace(faces=Faces({name: f"<:{name}:1>" for name in SHEET}))
    return rows_text(table, table.view.zones).splitlines()  # type: ignore[union-attr]


def test_rows_are_drawn_on_the_board_of_their_game() -> None:
    assert rows_text(table_of(), ()) == ""
    old = first_board("old_solitaire", 1)
    assert old[0].startswith("**Home** ")
    assert all(line.startswith("## ") for line in old[1:-1])
    assert len(old) <= 7
    assert old[-1] == "-# ² two more cards below"
    clock = first_board("clock", 1)
    assert len(clock) == 5
    assert {len(line.split("\N{EM SPACE}")) for line in clock} == {5}


def test_rows_of_players_have_names_or_explained_letters() -> None:
    zones = tuple(row("Delay", CARDS[:2], seat=seat) for seat in range(3))
    assert lines_of(rows_text(table_of(), zones))[0] == "Ann Delay  R1 R2"
    for name in ("한국", "a`b", "x" * 32):
        table = table_of((name, "Bob", "Cleo"))
        drawn = rows_text(table, zones)
        assert [line.split()[0] for line in lines_of(drawn)] == ["A", "B", "C"]
        assert "B Bob" in drawn
    named = tuple(row("{1}'s pile", CARDS[:1]) for _ in range(3))
    assert lines_of(rows_text(table_of(), named))[0] == "Bob's pile R1"


def test_owner_of_rows_is_named_once_above_them() -> None:
    zones = (
        row("#1", parse_cards("R5 B5 G5"), heading="Side 1"),
        row("#2★", parse_cards("Y7 Y8 Y9 Y10 Y11 Y12 Y13"), heading="Side 1"),
        row("#1", parse_cards("G10 B10 R10"), heading="Side 2"),
    )
    assert lines_of(rows_text(table_of(), zones)) == [
        "Side 1",
        "#1  R5  B5  G5",
        "#2★ Y7  Y8  Y9  Y10 Y11 Y12",
        "    Y13",
        "Side 2",
        "#1  G10 B10 R10",
    ]
    assert rows_text(table_of(), zones[2:]).startswith("**Side 2 #1** 🍀")


def test_row_with_a_long_name_has_a_line_of_its_own() -> None:
    zones = (row("1", CARDS[:1]), row("2", CARDS[:1]), row("Set aside for the second sequence", CARDS[:3]))
    lines = lines_of(rows_text(table_of(), zones))
    assert lines[-3:] == ["Set aside for the second", "sequence", "  R1 R2 R3"]


@pytest.mark.parametrize("names", [EVERYONE, LONG], ids=["plain", "long"])
def test_table_of_forty_rows_and_much_news_fits_a_message(names: tuple[str, ...]) -> None:
    zones = tuple(
        row(f"#{number} regular Birdie", CARDS[:14], hidden=3, heading=f"Side {number // 20 + 1}")
        for number in range(40)
    )
    news = (Remark("{0} asks {1}, {2}, {3}, {4}, {5}, {6} and {7} " * 5),) * 3
    calls = tuple(option(f"Call {{0}} {number}", Say(f"call{'abcdefghij'[number]}")) for number in range(10))
    words = Script(prompt="What now, {0}?")
    table = table_of(names, words=words, zones=zones, news=news, calls=calls, asked=tuple(range(8)))
    drawn = table_panel(table)
    check_limits(drawn)
    assert "…" in text(drawn)
    options = tuple(option(f"Move {number}", Put((Card(number),), number)) for number in range(60))
    check_limits(drawn_hand(table, view_of(table, decision=ChooseOption(0, options))))


def test_private_cards_are_rows_in_the_hand_message_only() -> None:
    table = table_of()
    view = view_of(
        table,
        zones=(row("Set aside", parse_cards("G7")), Zone(Place.TABLE, None, (), 2, number=named("Under"))),
    )
    assert "**Set aside** 🍀" in text(drawn_hand(table, view))
    assert "Under: 🎴" in text(drawn_hand(table, view))
    assert "Set aside" not in text(table_panel(table))


# Who is asked -------------------------------------------------------------------------------------


def test_calls_are_table_buttons_and_players_to_answer_are_named() -> None:
    drawn = table_panel(table_of(words=Script("Is it a ten?"), asked=(1, 2), calls=(CALL, LET_PASS)))
    assert labels(drawn) == ["I doubt it", "Believe it", "Score sheet", "Watch", "More"]
    ids = [part["custom_id"] for part in parts(drawn) if part["type"] == 2]
    assert ids[:2] == ["rk1:call:1:5:shout", "rk1:call:1:5:pass"]
    assert "**Is it a ten?**\nWaiting for: Bob, Cleo" in text(drawn)
    one = table_panel(table_of(words=Script("Turn a card"), asked=(1,), calls=(CALL,)))
    assert "**Bob**: Turn a card" in text(one)


def test_hand_button_is_offered_with_a_hand_or_an_open_question() -> None:
    some = (SeatInfo(0, 0, 3, 0), *(SeatInfo(seat, seat, 0, 0) for seat in range(1, 4)))
    assert "My hand" in labels(table_panel(table_of(seats=some, calls=(CALL,))))
    assert "My hand" in labels(table_panel(table_of()))
    assert "My hand" not in labels(table_panel(table_of(calls=(CALL,))))
    assert "My hand" not in labels(table_panel(table_of(asked=())))
    away = table_of(calls=(CALL,))
    away = away._replace(seats=(away.seats[0]._replace(computer=True), *away.seats[1:]))
    assert "My hand" in labels(table_panel(away))


def test_last_trick_is_offered_while_another_lies_there() -> None:
    assert "Last trick" not in labels(table_panel(table_of()))
    took = (SeatInfo(0, 0, 0, 1), *(SeatInfo(seat, seat, 0, 0) for seat in range(1, 4)))
    assert "Last trick" not in labels(table_panel(table_of(seats=took)))  # the house rules allow no look
    last = TrickView(((0, Card.parse("R5")),), 0, 5)
    assert "Last trick" not in labels(table_panel(table_of(seats=took, last_trick=last)))  # it lies there
    now = TrickView(((1, Card.parse("G5")),), 1, 5)
    assert "Last trick" in labels(table_panel(table_of(seats=took, last_trick=last, trick=now)))


def test_table_says_what_happens_while_no_player_is_asked() -> None:
    assert "One moment …" in text(table_panel(table_of(asked=())))
    turning = table_of(words=Script("The cards turn by themselves."), asked=())
    assert "**The cards turn by themselves.**" in text(table_panel(turning))
    assert "The cards turn by themselves." in text(drawn_hand(turning, view_of(turning)))
    assert "One moment …" in text(drawn_hand(table_of(asked=()), view_of(table_of(asked=()))))


def test_several_computers_are_shown_thinking() -> None:
    table = table_of(asked=(1, 2))
    table = table._replace(turn=table.turn._replace(waiting_for=()))
    assert "Bob and Cleo are thinking …" in text(table_panel(table))


def test_news_names_players_and_shows_shapes() -> None:
    table = table_of(("*Ann*", "{0}"), news=(Remark("{0} captures {R8} with {1}'s {Y3}."),))
    drawn = text(table_panel(table)).replace("\N{NO-BREAK SPACE}", " ")
    assert "-# \\*Ann\\* captures ❤️ R8 with {0}'s ⭐ Y3." in drawn


def test_true_call_and_false_one_look_the_same_to_everyone_else() -> None:
    seen = set()
    for moment in islice(match("doubt_old", 5, 4), 200):
        deal = moment.state.deal
        if deal is None or deal.claim is None:
            continue
        claim = deal.claim
        seen.add(claim.is_true)
        other = next(card for card in CARDS if (card.rank == claim.called) != claim.is_true)
        changed = deal._replace(claim=claim._replace(card=other))
        drawn = [shown(Moment(moment.game, moment.state._replace(deal=one))) for one in (deal, changed)]
        assert parts(table_panel(drawn[0])) == parts(table_panel(drawn[1]))
    assert seen == {True, False}


def test_player_who_may_not_look_sees_the_number_of_cards() -> None:
    table = table_of(seats=(SeatInfo(0, 0, 14, 0),))
    assert "Your cards are face down: 🎴\N{NO-BREAK SPACE}14" in text(drawn_hand(table, view_of(table)))


# Answers ------------------------------------------------------------------------------------------


def test_other_answers_are_offered_next_to_the_cards() -> None:
    table, cards = table_of(), CARDS[:25]
    held_cards = CardSet.of(cards)
    decision = ChooseCard(0, held_cards, held_cards, otherwise=(CALL,))
    some = CardSet.of(cards[:20])
    drawn = drawn_hand(table, holding(table, cards[:20], decision._replace(cards=some, held=some)))
    check_limits(drawn)
    assert answers(drawn) == [*map(str, cards[:20]), "I doubt it"]
    many = drawn_hand(table, holding(table, cards, decision))
    check_limits(many)
    assert answers(many) == ["I doubt it"]
    assert sum(len(menu["options"]) for menu in menus(many)) == 25


def test_hand_of_all_cards_of_three_decks_fits_menus() -> None:
    table, cards = table_of(), CARDS
    everything = CardSet.of(cards)
    decision = ChooseCard(
        0,
        everything,
        everything,
        otherwise=tuple(option(f"{n}", Put((), n)) for n in range(12)),
    )
    drawn = drawn_hand(table, holding(table, cards, decision))
    check_limits(drawn)
    assert len(menus(drawn)) == 9


@pytest.mark.parametrize("number", [1, 5, 6, 25, 26, 60, 100])
def test_any_number_of_answers_can_be_given(number: int) -> None:
    table = table_of()
    options = tuple(
        option(f"{{1}} and move {place} " + "x" * 60, Put(CARDS[:13], place)) for place in range(number)
    )
    drawn = drawn_hand(table, view_of(table, decision=ChooseOption(0, options)))
    check_limits(drawn)
    pressed = (part["custom_id"] for part in parts(drawn) if part["type"] == 2)
    ids = [custom_id.split(":", 4)[4] for custom_id in pressed if ":do:" in custom_id]
    offered = ids + [option["value"] for menu in menus(drawn) for option in menu["options"]]
    assert offered == [str(option.action) for option in options]
    assert bool(ids) == (number <= 5)
    assert len(menus(drawn)) == (0 if number <= 5 else -(-number // 25))


class Sets:
    """A test game: three or more cards of one number are a set; four may be two melds."""

    def readings(self, cards: CardSet) -> tuple[Option, ...]:
        chosen = tuple(cards)
        if len(chosen) < 3 or len({card.rank for card in chosen}) > 1:
            return ()
        both = (option("A set", Put(chosen, 1)), option("A set for {1}", Put(chosen, 2)))
        return both if len(chosen) > 3 else both[:1]

    def answers(self) -> Iterator[Action]:
        raise AssertionError("nobody asks for all of them to draw a hand")


def melding(
    cards: Sequence[Card], chosen: Sequence[Card] | None = None
) -> tuple[list[str], list[dict[str, Any]], str]:
    """The buttons, the menus and the text of a hand message that asks for a meld."""
    table = table_of(words=Script(question="Lay cards down", reason="Three of one number."))
    decision = ChooseGroup(
        0,
        CardSet.of(cards),
        CardSet.of(cards),
        14,
        Sets(),
        (LET_PASS,),
    )
    draft = None if chosen is None else Discard(tuple(chosen))
    drawn = drawn_hand(table, holding(table, cards, decision), draft)
    check_limits(drawn)
    return answers(drawn), list(menus(drawn)), text(drawn).replace("\N{NO-BREAK SPACE}", " ")


def test_meld_is_chosen_in_a_menu_and_then_named() -> None:
    cards = parse_cards("R5 Y5 G5 B5 R5' R6")
    buttons, (menu,), drawn = melding(cards)
    assert buttons == ["Believe it"]
    assert (menu["min_values"], menu["max_values"]) == (1, 6)
    assert [option.get("description") for option in menu["options"]][4] == "of the second deck"
    assert "Three of one number" not in drawn
    assert melding(cards, cards[:3])[0] == ["A set", "Believe it"]
    buttons, (menu,), drawn = melding(cards, cards[:4])
    assert buttons == ["A set", "A set for Bob", "Believe it"]
    assert [option["label"] for option in menu["options"] if option.get("default")] == [
        "R5",
        "Y5",
        "G5",
        "B5",
    ]
    buttons, _, drawn = melding(cards, cards[-2:])
    assert buttons == ["Believe it"]
    assert "❤️ R5 · ❤️ R6**: Three of one number." in drawn


def test_menus_of_a_large_hand_keep_choices_of_the_others() -> None:
    cards = CARDS[:60]
    _, every, _ = melding(cards)
    assert [len(menu["options"]) for menu in every] == [25, 25, 10]
    assert all(menu["min_values"] == 0 for menu in every)
    chosen = [card for card in cards if card.rank == 5]
    buttons, every, _ = melding(cards, chosen)
    assert buttons[:2] == ["A set", "A set for Bob"]
    for menu in every:
        control = Control(Verb.GROUP, 1, 5, str(menu["custom_id"]).split(":", 4)[4])
        own = [option["value"] for option in menu["options"] if option.get("default")]
        assert set(chosen_with(control, own)) == set(chosen)


def test_choices_kept_in_a_menu_are_never_trusted() -> None:
    assert unpacked(packed(CARDS)) == CARDS
    for argument, values in (
        ("R5 zz", ()),
        ("R5 !!", ()),
        ("R5 0", ("R9", "R1")),
        ("R5 04", ("R5",)),
        ("", ("x",)),
        (f"R1 {packed(CARDS[:33])}", ()),
    ):
        with pytest.raises(ValueError, match=r"."):
            chosen_with(Control(Verb.GROUP, 1, 5, argument), values)


def test_printed_card_text_is_enough_to_mean_a_copy_of_it() -> None:
    cards = CardSet.of(parse_cards("R5' R5'' G7"))
    assert held(parse_cards("R5 R5 G7"), cards) == parse_cards("R5' R5'' G7")
    assert held(parse_cards("R5'' B1"), cards) == parse_cards("R5'' B1")


# Scores and ends ----------------------------------------------------------------------------------


class CountedWords(Script):
    """A test game that counts cards instead of points."""

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        return ", ".join(f"{item.number} cards, among them {{R5}}" for item in items)


def scored(points: Sequence[int], deal: int = 1, left: int = 0) -> DealScored:
    items = (ScoreItem(Scores.LEFT_IN_HANDS, left, left),) if left else ()
    return DealScored(
        deal, 0, tuple(SideScore((seat,), one, one * deal, items) for seat, one in enumerate(points))
    )


def test_sheet_without_bids_has_a_column_for_each_player() -> None:
    two = table_of(EVERYONE[:2], sheet=(scored((12, 0)), scored((12, 0), 2)))
    assert lines_of(text(score_sheet(two))) == ["#    Ann    Bob", "1 +12 12   0  0", "2 +12 24   0  0"]
    four = table_of(sheet=(scored((12, 0, -3, 4)),))
    assert lines_of(text(score_sheet(four))) == ["# Ann Bob Cleo Dan", "1 +12   0   −3  +4"]
    alone = table_of(EVERYONE[:1], sheet=(scored((30,)),), totals=(SideTotal((0,), 30),))
    assert lines_of(text(score_sheet(alone)))[1] == "1 +30 30"
    check_limits(score_sheet(table_of(LONG, sheet=tuple(scored((5,) * 8, deal) for deal in range(1, 90)))))


def test_points_and_the_last_event_are_shown_between_deals() -> None:
    news = tuple(Remark(f"{{0}} plays {{R{number}}}.") for number in range(3, 6))
    end = deal_end_after((), (*news, scored((17, 0), 3, left=17)))
    table = table_of(EVERYONE[:2], news=news)
    table = table._replace(
        rules=table.rules._replace(words=CountedWords()),
        turn=table.turn._replace(asked=(), next_deal_at=9.0),
        match=table.match._replace(deal_end=end),
    )
    told = text(panel_of(table)).replace("\N{NO-BREAK SPACE}", " ")
    assert told.split("\n")[2:] == [
        "**Deal 3**",
        "+17 Ann → **51**",
        "-# 17 cards, among them ❤️ R5",
        "0 Bob → **0**",
        "-# 17 cards, among them ❤️ R5",
        "-# Ann plays ❤️ R3.",
        "-# Ann plays ❤️ R4.",
        "-# Ann plays ❤️ R5.",
        "**Ann deals next** <t:9:R>. *Next deal* deals now.",
    ]
    assert deal_end_after(end, (DealStarted(4, 1),)) == ()


def test_last_deal_is_told_in_a_line() -> None:
    assert "Last deal: Ann +12, Cleo −3." in text(table_panel(table_of(sheet=(scored((12, 0, -3, 0)),))))
    assert "Last deal: No points." in text(table_panel(table_of(sheet=(scored((0, 0, 0, 0)),))))


def over(
    names: Sequence[str], winners: Sequence[int], totals: Sequence[int], ranking: Ranking = Ranking.MOST
) -> str:
    sides = tuple(SideTotal((seat,), total) for seat, total in enumerate(totals))
    outcome = outcome_of(ranking.among(len(names)), winners, sides, [(seat,) for seat in range(len(names))])
    table = table_of(names, outcome=outcome, totals=sides, sheet=(scored(totals, left=8),), asked=())
    table = table._replace(rules=table.rules._replace(words=CountedWords()))
    check_limits(panel_of(table))
    return text(panel_of(table))


def test_solo_player_has_won_or_lost_to_the_cards() -> None:
    assert "🏆 Ann did it" in over(EVERYONE[:1], (0,), (56,))
    lost = over(EVERYONE[:1], (), (12,))
    assert "The cards won this time" in lost
    assert "🏆" not in lost
    assert "-# 8 cards, among them" in lost


def test_table_of_several_may_have_no_winner() -> None:
    assert "No one won this time" in over(EVERYONE[:3], (), (1, 2, 3))


def test_leaders_are_listed_first_whether_most_or_fewest_points_win() -> None:
    most = over(EVERYONE[:3], (1,), (10, 30, 20))
    assert [line[2:4] for line in most.split("\n") if re.match(r"\*\*\d", line)] == ["30", "20", "10"]
    fewest = over(EVERYONE[:3], (0,), (10, 30, 20), Ranking.FEWEST)
    assert [line[2:4] for line in fewest.split("\n") if re.match(r"\*\*\d", line)] == ["10", "20", "30"]


# Before the match ---------------------------------------------------------------------------------


def test_every_game_is_in_one_of_two_menus() -> None:
    drawn = options_panel(lobby("doubt_old"), ALL_GAMES)
    check_limits(drawn)
    bidding, others = (menu for menu in menus(drawn) if menu["custom_id"].endswith("game"))
    assert bidding["placeholder"] == "Games with bidding"
    assert others["placeholder"] == "Other games"
    values = [option["value"] for menu in (bidding, others) for option in menu["options"]]
    assert sorted(values) == sorted(GAMES)
    assert [
        option["value"] for menu in (bidding, others) for option in menu["options"] if option.get("default")
    ] == ["doubt_old"]


def test_table_for_one_is_ready_at_once() -> None:
    alone = [key for key, game in OTHER_GAMES.items() if 1 in game.about.seats]
    assert alone
    for key in alone:
        drawn = lobby_panel(lobby(key, ("Ann",)))
        assert labels(drawn) == ["Start", "Set up", "More"]
        assert "A game for one. **Start** when" in text(drawn)
        assert "· 1 player" in text(drawn)


@pytest.mark.parametrize(
    ("names", "heading"), [(EVERYONE, "Bob & Dan\n#1"), (("x", "日本", "y", "z"), "🔶\n#1")]
)
def test_melds_are_listed_under_their_side_by_name_or_mark(names: tuple[str, ...], heading: str) -> None:
    for moment in match("club", 2, deals=2):
        rows = [zone for zone in moment.game.table_view(moment.state).zones if zone.is_row]
        if len({zone.side for zone in rows}) > 1 and len(rows) > 2:
            break
    drawn = text(panel_of(shown(moment, names)))
    assert heading in drawn
    assert "Side " not in drawn
    assert "side 1" not in drawn


def test_melding_button_is_as_prominent_as_a_discard() -> None:
    for moment in match("club", 2, deals=2):
        if not moment.game.table_view(moment.state).asked:
            break
        seat, _ = moment.asked
        drawn = drawn_hand(shown(moment), moment.game.seat_view(moment.state, seat))
        styles = {part["label"]: part["style"] for part in parts(drawn) if part["type"] == 2}
        if "Meld cards" in styles:
            assert styles["Meld cards"] == discord.ButtonStyle.success.value
            return
    raise AssertionError("nobody may meld")
