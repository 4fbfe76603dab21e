"""Messages of replays: every step of every game within Discord's limits, and every event in them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from discord import ui

from bot.common.errors import Refused
from bot.common.pages import OnPage
from bot.models.faces import Faces
from bot.models.stored_tables import Status
from bot.pictures.sheet import SHEET
from bot.replay.deals import StepKind
from bot.replay.match import Replay
from bot.replay.moments import may_be_drawn, picture_of
from bot.stats.histories import PastMatch, PastMatches
from bot.table.desk.shown import ShownSeat
from cogs.replay.history_panel import history_panel
from cogs.replay.panel import BEFORE_THE_END, StepAddress, deals_panel, step_panel
from cogs.replay.words import tricks
from cogs.ui.controls import Control, Verb
from cogs.ui.news import told
from rules.catalog import GAMES
from rules.core.cards import Card
from rules.core.events import CardTaken, DealScored
from rules.core.outcome import Ranking
from tests.database.samples import match, player
from tests.replay.golden import golden
from tests.ui.tables import EVERYONE, check_limits, labels, lobby, menus, parts, text

LONG = tuple(mark * 32 for mark in "*_~`*_~`")


@cache
def replay_of(key: str, names: tuple[str, ...] = EVERYONE, *, faces: bool = False) -> Replay:
    """The golden match of a game, looked back at."""
    played = golden(key)
    seats = tuple(
        ShownSeat(seat, 10 + seat, names[seat], computer=False) for seat in range(len(played.seats))
    )
    table = lobby(key, names[: len(seats)])
    table = table._replace(
        id=7,
        seats=seats,
        status=Status.FINISHED,
        rules=table.rules._replace(about=played.game.about, words=played.game.words),
        faces=Faces({name: f"<:{name}:1234567890123456789>" for name in SHEET}) if faces else lobby().faces,
    )
    return Replay(table, played.game, played.deals())


def steps(replay: Replay) -> list[StepAddress]:
    """Every step of its last deal."""
    return [StepAddress(len(replay.deals) - 1, step) for step in range(len(replay.deals[-1].steps))]


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("names", [EVERYONE, LONG], ids=["plain", "long"])
def test_every_step_fits_a_message(key: str, names: tuple[str, ...]) -> None:
    replay = replay_of(key, names, faces=names is EVERYONE)
    check_limits(deals_panel(replay, 0))
    for address in steps(replay):
        check_limits(step_panel(replay, address))


@pytest.mark.parametrize("key", GAMES)
def test_every_sentence_of_a_match_is_in_its_step(key: str) -> None:
    """Except a draw of an unseen card, which is shown with the card, and points, which have lines."""
    replay = replay_of(key)
    for address in steps(replay):
        table, there = replay.at(address.place, address.step)
        said = text(step_panel(replay, address))
        for event in there.happened:
            if not isinstance(event, CardTaken | DealScored) and (sentence := told(table, event)):
                assert sentence in said
        assert not re.search(r"\{\d", said), "a name stands for every seat"


def pressed(view: ui.LayoutView, label: str) -> StepAddress:
    """The target of a button of a message."""
    [button] = [part for part in parts(view) if part.get("label") == label]
    found = Control.read(button["custom_id"])
    assert found is not None
    return StepAddress.read(found)


def test_deal_is_stepped_through_from_cards_to_score_and_on() -> None:
    replay = replay_of("kentucky")
    last = len(replay.deals[0].steps) - 1
    view = step_panel(replay, StepAddress(0, 0))
    assert text(view).startswith("### Deal 1 · The cards")
    for step in range(1, last + 1):
        view = step_panel(replay, pressed(view, "Next"))
        assert pressed(view, "Back") == StepAddress(0, step - 1)
    assert "The score" in text(view)
    assert " · Bid 70 by " in text(view)
    assert pressed(view, "First") == StepAddress(0, 0)
    assert pressed(step_panel(replay, StepAddress(0, 3)), "Last") == StepAddress(0, last)
    assert text(step_panel(replay, pressed(view, "Next deal"))).startswith("### Deal 2 · The cards")


def test_press_beyond_either_end_stays_there() -> None:
    replay = replay_of("kentucky")
    assert "The score" in text(step_panel(replay, StepAddress(99, 99)))
    for argument in ("", "next", "next.", "next.-1", "next.1x", "next.123456", "next.²"):
        with pytest.raises(Refused):
            StepAddress.read(Control(Verb.REPLAY_STEP, 1, 0, argument))


def test_trick_shows_leader_taker_and_remaining_hands() -> None:
    replay = replay_of("kentucky")
    said = text(step_panel(replay, StepAddress(0, 3)))
    assert "Trick 1 of 9" in said
    assert "Bob\N{NO-BREAK SPACE}· led" in said
    assert "Cleo\N{NO-BREAK SPACE}· took it" in said
    assert "-# 10 points" in said
    assert all(f"**{name}**" in said for name in EVERYONE[:4])
    assert "Taken: Bob & Dan 0 of 70 · Ann & Cleo 10" in said
    assert "**Nest**" in said


def test_nest_found_and_discarded_by_bidder_is_shown() -> None:
    replay = replay_of("kentucky")
    assert "Dan finds " in text(step_panel(replay, StepAddress(0, 1)))
    assert "Dan discards: " in text(step_panel(replay, StepAddress(0, 2)))


def test_nest_reads_from_high_to_low_like_a_hand() -> None:
    """Bug: it stood in the order of the deal, or as it was discarded."""
    for step in (0, 2):
        shown = text(step_panel(replay_of("kentucky"), StepAddress(0, step))).partition("**Nest**")[2]
        for row in re.findall(r"\*\*[RYGB]\*\* ([\d· ]+)", shown):
            numbers = [int(number) for number in row.split("·")]
            assert numbers == sorted(numbers, reverse=True)


@pytest.mark.parametrize(("key", "seats", "name"), [("flip", 3, "Pool"), ("golden10_1988", 5, "Center")])
def test_cards_in_the_center_are_gone_with_the_first_trick(key: str, seats: int, name: str) -> None:
    """Bug: a nest, which these games don't have, lay there to the end of the deal."""
    played = golden(key, seats)
    replay = Replay(lobby(key, EVERYONE[:seats]), played.game, played.deals())
    cards, *others = (text(step_panel(replay, address)) for address in steps(replay))
    assert f"**{name}**" in cards
    assert not any(f"**{name}**" in said or "**Nest**" in said for said in others)


def test_deal_dealt_again_says_so() -> None:
    replay = replay_of("kentucky")
    again = replay._replace(deals=(replay.deals[0], replay.deals[0]))
    [menu] = menus(deals_panel(again, 0))
    assert [option["label"] for option in menu["options"]] == ["Deal 1", "Deal 1 (again)"]


def test_many_deals_have_pages() -> None:
    replay = replay_of("kentucky")
    many = replay._replace(deals=replay.deals * 10)
    assert "Later deals" in labels(deals_panel(many, 0))
    [menu] = menus(deals_panel(many, 2))
    assert [option["value"] for option in menu["options"]] == ["16", "17", "18", "19"]


def test_hands_and_tricks_are_drawn_for_four_only() -> None:
    replay = replay_of("kentucky")
    _, trick = replay.at(0, 4)
    drawn = picture_of(trick, EVERYONE, "Deal 1, trick 2 of 9", bottom=2)
    assert [seat.name for seat in drawn.seats] == ["Cleo", "Dan", "Ann", "Bob"]
    assert [seat.takes for seat in drawn.seats] == [False, False, True, False]
    assert isinstance(drawn.seats[0].played, Card)
    assert not may_be_drawn(replay.at(0, 99)[1]), "the score"
    for key in ("regular_1924", "club", "regular_old"):
        others = replay_of(key)
        assert picture_of(others.at(0, 1)[1], EVERYONE, "").is_empty
        assert "Show a picture" not in labels(step_panel(others, StepAddress(0, 1)))
    assert "Show a picture" in labels(step_panel(replay, StepAddress(0, 4)))
    assert "Hide the picture" in labels(step_panel(replay, StepAddress(0, 4, has_picture=True)))


@pytest.mark.parametrize("key", ["dixie_1912", "dixie_1988"])
def test_hand_without_room_in_the_picture_is_in_words(key: str) -> None:
    """Bug: with the nest in it a hand had 17 cards, and the name stood on the last two."""
    replay = replay_of(key)
    moments = [(address, replay.at(address.place, address.step)[1]) for address in steps(replay)]
    large = [(address, moment) for address, moment in moments if max(map(len, moment.hands), default=0) > 15]
    assert large
    for address, moment in large:
        assert picture_of(moment, EVERYONE, "").is_empty
        assert "Show a picture" not in labels(step_panel(replay, address))


@pytest.mark.parametrize("key", ["boston_three", "three_handed_display", "regular_for_two"])
def test_hand_of_a_dummy_stays_in_sight_through_the_bidding(key: str) -> None:
    """Bug: it was shown as dealt, gone while they bid, and there again once it lay open."""
    replay = replay_of(key)
    kinds = [step.kind for step in replay.deals[-1].steps]
    for address in steps(replay)[: kinds.index(StepKind.TRICK)]:
        assert text(step_panel(replay, address)).count("**Dummy**") == 1


@pytest.mark.parametrize("key", ["boston", "display"])
def test_open_hand_is_shown_once(key: str) -> None:
    replay = replay_of(key)
    for address in steps(replay):
        headings = re.findall(r"\*\*(\w+)(?:'s hand)?\*\*\n", text(step_panel(replay, address)))
        assert len(headings) == len(set(headings))


@pytest.mark.parametrize("key", ["boston_three", "display", "over_the_top_1988", "kentucky"])
def test_last_trick_shows_hands_without_its_cards_or_stale_figures(key: str) -> None:
    replay = replay_of(key)
    place = next(place for place, deal in enumerate(replay.deals) if tricks(deal))
    step = [one.kind for one in replay.deals[place].steps].index(StepKind.SCORE) - 1
    there = replay.at(place, step)[1]
    assert there.trick is not None
    lying = {card for zone in there.view.zones for card in zone.shown}
    assert not lying & {card for _, card in there.trick.plays}
    assert "Taken:" in text(step_panel(replay, StepAddress(place, step - 1)))
    assert "Taken:" not in text(step_panel(replay, StepAddress(place, step)))


def test_last_play_without_tricks_shows_cards_before_it() -> None:
    replay = replay_of("cribbage")
    last = len(replay.deals[0].steps) - 1
    told = [BEFORE_THE_END in text(step_panel(replay, StepAddress(0, step))) for step in range(last + 1)]
    assert told == [step == last - 1 for step in range(last + 1)]


@pytest.mark.parametrize("key", ["tens", "match", "panjandrum_1988", "new_solitaire"])
def test_step_without_hands_has_no_picture(key: str) -> None:
    four = Replay(replay_of("kentucky").table, (played := golden(key, 4)).game, played.deals())
    for step in range(len(four.deals[0].steps)):
        assert not may_be_drawn(four.at(0, step)[1])


@pytest.mark.parametrize("key", ["clock", "old_solitaire", "cribbage", "panjandrum_1988", "match"])
def test_score_has_no_outdated_figures_next_to_it(key: str) -> None:
    replay = replay_of(key)
    said = text(step_panel(replay, StepAddress(0, 999))).split("\n")
    assert said[0].endswith("The score")
    assert said[1] == f"-# {replay.table.rules.about.title}"


@pytest.mark.parametrize("key", ["club", "cribbage", "old_solitaire", "donkey"])
def test_game_without_tricks_is_replayed_in_plays(key: str) -> None:
    replay = replay_of(key)
    kinds = [step.kind for step in replay.deals[0].steps]
    assert StepKind.PLAY in kinds
    assert "Play 1 of " in text(step_panel(replay, StepAddress(0, kinds.index(StepKind.PLAY))))


# History ------------------------------------------------------------------------------------------


def past(number: int, **changes: object) -> PastMatch:
    """A match that Ann won with Cleo."""
    players = [
        player(10 + seat, won=seat % 2 == 0, points=300 - seat % 2 * 90, seat=seat) for seat in range(4)
    ]
    seats = tuple(ShownSeat(seat, 10 + seat, EVERYONE[seat], computer=False) for seat in range(4))
    sided = [replace(one, side=one.seat % 2) for one in players]
    one = PastMatch(number, "Kentucky", 1.7e9, seats, match(*sided))
    return one._replace(**changes)  # type: ignore[arg-type]


def listed(*matches: PastMatch, user_id: int = 10, pages: int = 1) -> ui.LayoutView:
    """A page of a user's history."""
    return history_panel(PastMatches(matches, OnPage(0, pages), user_id))


def test_history_shows_match_from_viewers_side() -> None:
    assert "**Kentucky** · **won** 300–210" in text(listed(past(3)))
    assert "with Cleo against Bob and Dan" in text(listed(past(3)))
    assert "**Kentucky** · lost 210–300" in text(listed(past(3), user_id=11))


def test_match_shared_by_all_shows_no_winner() -> None:
    players = [player(10 + seat, won=True, points=300, seat=seat) for seat in range(2)]
    said = text(listed(past(3, result=match(*players))))
    assert "**Kentucky** · drew 300–300" in said


def test_player_who_left_reads_that_they_lost_despite_points() -> None:
    """In a match that was broken off, and in one that the computer in their seat has won."""
    whole = past(3).result
    assert whole is not None
    ann, *others = whole.players
    absent = replace(ann, computer="steady", won=False)
    won_without_her = replace(whole, players=(absent, *others))
    stayed = [replace(one, counts=False, won=False) for one in others]
    broken_off = replace(won_without_her, broken_off=True, players=(absent, *stayed))
    for result, for_others in ((won_without_her, "**won** 300–210"), (broken_off, "no winner")):
        assert "**Kentucky** · lost by leaving\n" in text(listed(past(3, result=result)))
        assert f"**Kentucky** · {for_others}\n" in text(listed(past(3, result=result), user_id=12))


def test_solitaire_in_history_is_solved_or_not() -> None:
    for won, said in ((True, "**solved**"), (False, "not solved")):
        alone = replace(match(player(10, won=won, points=12, seat=0)), ranking=Ranking.SOLVED)
        assert f"**Kentucky** · {said}\n" in text(listed(past(3, result=alone)))


def test_dash_before_minus_has_spaces() -> None:
    players = [player(10, won=True, points=300, seat=0), player(11, won=False, points=-110, seat=1)]
    sided = [replace(one, side=one.seat) for one in players]
    assert "**won** 300 – −110" in text(listed(past(3, result=match(*sided))))


def test_damaged_matches_and_those_without_result_are_listed() -> None:
    said = text(
        listed(
            past(3, result=None, is_open=True),
            past(4, result=None),
            past(5, is_paper=True),
            PastMatch(6, "", 0.0, (), None),
        )
    )
    assert "under way" in said
    assert "no winner" in said
    assert "with real cards" in said
    assert "The record of this match is damaged." in said
    [menu] = menus(listed(past(3), past(5, is_paper=True), PastMatch(6, "", 0.0, (), None)))
    assert [option["value"] for option in menu["options"]] == ["3"]


def test_page_of_matches_fits_a_message() -> None:
    seats = tuple(ShownSeat(seat, 10 + seat, LONG[seat], computer=False) for seat in range(4))
    check_limits(listed(*(past(number, seats=seats) for number in range(8)), pages=9))
    check_limits(listed(PastMatch(6, "", 0.0, (), None)))


def test_empty_history_says_how_to_start() -> None:
    assert "`/rook new` opens a table." in text(listed())
