"""Who may win at the target: by the own bid, by setting the others, or only once a bid was made."""

from __future__ import annotations

from typing import Any

import pytest

from rules.bidding.endings import after_scoring
from rules.bidding.rows import BOOKS
from rules.bidding.setup import Setup
from rules.bidding.state import first_state
from rules.bidding.variant import Variant
from rules.bidding.words.ending import end
from rules.catalog import game_with
from rules.core.events import DealScored, EndedAtOnce, Event, HeardEvent, MatchWon, NotWon, WhyNotWon
from rules.core.protocol import InvalidOption
from rules.core.scores import ContractScore, SideScore
from tests.rules.scene import Scene

OR_SET: dict[str, Any] = {"going_out": "own_bid_or_set", "target": 200}


def scored(
    totals: tuple[int, ...],
    *,
    declarer: int,
    made: bool,
    partner: int | None = None,
    key: str = "kentucky",
    **changes: Any,
) -> tuple[Event, ...]:
    """The events after a deal that brings the totals there, without the deal's own."""
    variant: Variant = BOOKS[key].model_copy(update=changes)
    setup = Setup(variant, 4 if 4 in variant.seats else variant.seats[0])
    match = first_state(setup).match._replace(drawing=(), deal=9, scored=5, played=5)
    sides = tuple(SideScore(unit, 0, total) for unit, total in zip(setup.units, totals, strict=True))
    contract = ContractScore(declarer, 60, None, made, 0, () if partner is None else (partner,))
    return after_scoring(setup, match, DealScored(9, 0, sides, contract))[1]


def winners(totals: tuple[int, ...], **deal: Any) -> tuple[int, ...] | None:
    """The winning seats after such a deal; None if the match continues."""
    return next((event.winners for event in scored(totals, **deal) if isinstance(event, MatchWon)), None)


# --- by the own bid, or by setting the others ---------------------------------------------------------------


def test_side_past_the_target_does_not_win_by_the_others_bid() -> None:
    """A club's book: {150, 240} with a bid of 60 made by the side at 150 continues."""
    assert winners((150, 240), declarer=0, made=True, **OR_SET) is None
    assert winners((150, 240), declarer=0, made=True, going_out="higher", target=200) == (1, 3)
    assert winners((150, 240), declarer=0, made=True, going_out="bidder_first", target=200) == (1, 3)


def test_side_past_the_target_wins_by_setting_the_others() -> None:
    """The same book: {140, 245} with the bidder of the side at 140 set is the end."""
    assert winners((140, 245), declarer=0, made=False, **OR_SET) == (1, 3)
    assert winners((140, 245), declarer=0, made=False, going_out="own_bid", target=200) is None


@pytest.mark.parametrize(
    ("declarer", "made", "expected"),
    [(0, True, (0, 2)), (2, True, (0, 2)), (1, True, (1, 3)), (0, False, (1, 3)), (3, False, (0, 2))],
)
def test_of_two_sides_past_the_target_the_one_that_won_the_deal_wins(
    declarer: int, made: bool, expected: tuple[int, ...]
) -> None:
    for totals in ((210, 260), (260, 210), (260, 260)):
        assert winners(totals, declarer=declarer, made=made, **OR_SET) == expected


def test_side_that_set_the_others_short_of_the_target_plays_on() -> None:
    assert winners((210, 190), declarer=0, made=False, **OR_SET) is None


def test_partners_with_own_records_win_together_by_setting_the_others() -> None:
    both = {"credit": "each", **OR_SET}
    assert winners((210, 205, 210, 205), declarer=1, made=False, **both) == (0, 2)
    assert winners((210, 205, 210, 205), declarer=1, made=True, **both) == (1, 3)


@pytest.mark.parametrize(
    ("totals", "made", "expected"),
    [
        ((210, 230, 0), True, (0,)),
        ((210, 230, 0), False, (1,)),
        ((210, 230, 240), False, (2,)),
        ((210, 230, 230), False, None),
        ((190, 230, 240), True, None),
    ],
)
def test_everyone_alone_goes_out_by_the_bid_or_by_setting_the_bidder(
    totals: tuple[int, ...], made: bool, expected: tuple[int, ...] | None
) -> None:
    """With several opponents at the target the highest wins; a tie among them is played off."""
    assert winners(totals, declarer=0, made=made, key="three_handed_1914", **OR_SET) == expected


@pytest.mark.parametrize(
    ("totals", "made", "expected"),
    [
        ((210, 0, 230, 0, 250), True, (2,)),
        ((210, 0, 0, 0, 250), True, (0,)),
        ((0, 0, 0, 0, 250), True, None),
        ((260, 0, 260, 0, 250), False, (4,)),
        ((260, 0, 260, 0, 190), False, None),
    ],
)
def test_called_partner_goes_out_with_the_bidder_and_the_others_by_setting_them(
    totals: tuple[int, ...], made: bool, expected: tuple[int, ...] | None
) -> None:
    """Seat 0 has bid and called seat 2."""
    game = {"key": "high_card_partner", **OR_SET}
    assert winners(totals, declarer=0, partner=2, made=made, **game) == expected


def test_winning_lead_and_losing_total_are_other_ways_out() -> None:
    """The family's second way: 1,000 ahead; the others' bid or a set then no longer matters."""
    *_, ended, won = scored((150, 350), declarer=0, made=True, lead_wins=200, **OR_SET)
    assert isinstance(ended, EndedAtOnce)
    assert isinstance(won, MatchWon)
    assert won.winners == (1, 3)
    assert winners((150, 349), declarer=0, made=True, lead_wins=200, **OR_SET) is None
    assert winners((-250, 210), declarer=0, made=True, lose_at=-250, **OR_SET) == (1, 3)


def test_last_deal_allowed_goes_to_the_side_ahead() -> None:
    assert winners((150, 240), declarer=0, made=True, max_deals=6, **OR_SET) == (1, 3)


# --- why the match continues --------------------------------------------------------------------------------


def told(events: tuple[Event, ...], key: str = "kentucky", **options: Any) -> str:
    """The sentence on why no one has won; empty without one."""
    words = game_with(key, options).words
    found: list[HeardEvent] = [event for event in events if isinstance(event, NotWon)]
    return " ".join(map(words.event, found))


def test_match_that_continues_past_the_target_says_why() -> None:
    events = scored((150, 240), declarer=0, made=True, **OR_SET)
    assert events[0] == NotWon(WhyNotWon.GOING_OUT, (1, 3))
    assert told(events, **OR_SET) == (
        "{1} & {3} reached 200. But only a side that has just made its bid, or set the others, can win."
    )


def test_tie_at_the_target_says_that_another_deal_is_played() -> None:
    assert (
        told(scored((210, 210), declarer=0, made=True, target=200))
        == "It's a tie, so another deal is played."
    )


@pytest.mark.parametrize(
    ("totals", "changes"),
    [((150, 190), OR_SET), ((150, 240), {"target": 200}), ((150, 240), {"deals": 9, "target": 200})],
    ids=["no one there", "it is won", "a number of deals"],
)
def test_nothing_is_said_without_a_side_that_could_have_won(
    totals: tuple[int, int], changes: dict[str, Any]
) -> None:
    assert not any(isinstance(event, NotWon) for event in scored(totals, declarer=0, made=True, **changes))


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("kentucky", "But only a side that has just made its bid, or set the others, can win. Everyone else"),
        (
            "three_handed_1914",
            "But only a bidder who has just made the bid, or someone who set the bidder, can",
        ),
        (
            "high_card_partner",
            "But only a player whose side has just made its bid, or set the others, can win",
        ),
    ],
)
def test_rules_tell_who_may_go_out(key: str, sentence: str) -> None:
    text = end(Variant.model_validate(game_with(key, {"going_out": "own_bid_or_set"}).parameters()))
    assert sentence in text
    assert ("Of several, the highest total wins." in text) == (key != "kentucky")


def test_setting_the_others_ends_a_played_match() -> None:
    scene = Scene("kentucky", going_out="own_bid_or_set", target=100).deal(dealer=3)
    scene.state = scene.state._replace(match=scene.state.match._replace(totals=(0, 95)))
    scene.win_auction(0, 120).settle().play_out()
    assert scene.points()[0] == -120
    assert isinstance(scene.last[-1], MatchWon)
    assert scene.last[-1].winners == (1, 3)


# --- only with a bid made: the star -------------------------------------------------------------------------

STAR: dict[str, Any] = {"winner_made_bid": True, "target": 100}


def played(scene: Scene, bidder: int, bid: int) -> Scene:
    """One more deal by this bidder, played out."""
    return scene.deal().win_auction(bidder, bid).settle().play_out()


def with_totals(scene: Scene, *totals: int) -> Scene:
    """The match with these totals before its next deal."""
    scene.state = scene.state._replace(match=scene.state.match._replace(totals=totals))
    return scene


def stars(scene: Scene) -> list[tuple[int, ...]]:
    """The seats of each side with a star, as the score shows it."""
    return [side.seats for side in scene.table.totals if side.has_star]


def test_no_one_wins_at_the_target_who_has_never_made_a_bid() -> None:
    """Cambridge: a total that wins only with a bid of the own made before."""
    scene = played(with_totals(Scene(**STAR), 0, 95), 0, 120)
    assert scene.last[-1] == NotWon(WhyNotWon.NO_STAR, (1, 3))
    assert scene.game.words.event(scene.last[-1]) == (
        "{1} & {3} reached 100 without a star for a bid made, so another deal is played."
    )
    assert stars(scene) == []


def test_star_is_for_a_bid_made_in_any_deal_of_the_game() -> None:
    """Seat 1's side makes a bid of 5 first, and then wins by setting the others."""
    scene = played(Scene("red_one", winner_made_bid=True), 1, 5)
    assert stars(scene) == [(1, 3)]
    played(with_totals(scene, 0, 495), 0, 150)
    assert isinstance(scene.last[-1], MatchWon)
    assert scene.last[-1].winners == (1, 3)


def test_star_ends_with_its_game_in_a_match_of_several() -> None:
    scene = played(with_totals(Scene("red_one", games=3, **STAR), 0, 99), 1, 5)
    assert scene.table.totals[1].games == 1
    assert stars(scene) == []


def test_called_partner_gets_no_star_by_the_bidders_bid() -> None:
    scene = Scene("high_card_partner", winner_made_bid=True)
    scene = played(scene, 2, 5)
    assert scene.contract().partners
    assert stars(scene) == [(2,)]
    assert "star" in scene.marks(2)
    assert not any("star" in scene.marks(seat) for seat in scene.seats if seat != 2)


def test_higher_total_without_a_star_leaves_the_win_to_the_other() -> None:
    assert winners((210, 205), declarer=1, made=True, winner_made_bid=True, target=200) == (1, 3)
    assert winners((210, 205), declarer=1, made=False, winner_made_bid=True, target=200) is None


def test_star_is_not_asked_for_after_the_last_deal_or_in_a_number_of_deals() -> None:
    assert winners((210, 100), declarer=1, made=False, winner_made_bid=True, max_deals=6) == (0, 2)
    with pytest.raises(InvalidOption, match="“Star” needs no fixed number of “Deals”"):
        game_with("kentucky", {"winner_made_bid": True, "deals": 8})


@pytest.mark.parametrize(
    ("key", "options", "told"),
    [
        ("kentucky", {"going_out": "own_bid"}, "has a “Star” for it already"),
        ("kentucky", {"target_checked": "each_trick"}, "does not go with a “Star”"),
        ("cordova", {}, "does not go with an “Auction” in which the dealer sells"),
    ],
)
def test_star_is_refused_where_it_changes_nothing(key: str, options: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidOption, match=told):
        game_with(key, {"winner_made_bid": True, **options})


def test_rules_tell_of_the_star() -> None:
    for key, sentence in (
        (
            "kentucky",
            "A side that makes a bid of its own gets a star. No one wins at the target without one.",
        ),
        ("high_card_partner", "Making a bid of your own gets you a star."),
    ):
        game = game_with(key, {"winner_made_bid": True})
        assert sentence in end(Variant.model_validate(game.parameters()))
        assert "Star" in [term.word for term in game.words.terms()]
