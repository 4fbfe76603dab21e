"""Laws of captures and scores: what was taken adds up, and the records follow the bid."""

from __future__ import annotations

from random import Random

from rules.core.events import NestLaid, NestWon, OddCardsWon, PartnerCalled, TrickTaken
from tests.rules.bidding import rulebook
from tests.rules.playouts import Playout
from tests.rules.stories import Story, captures, finished, worth


def captured_points_add_up(playout: Playout, random: Random) -> None:
    """The points of a deal come to the proof total; with equal tricks 20 less in Partnership Regular."""
    for story in finished(playout):
        took = captures(story)
        dead = sum(worth(story, won.cards) for won in story.all(NestWon) if won.winner is None)
        total = rulebook.by_trump(story.facts.total, story.trump)
        unawarded = 20 if story.facts.majority and not any(take.bonus for take in took) else 0
        equal = story.key == "partnership_regular" and took[0].tricks == took[1].tricks
        assert bool(unawarded) == equal, "the points for most tricks went astray"
        assert sum(take.points for take in took) + dead + unawarded == total, "points were lost"
        tricks = rulebook.tricks(story.key, story.players) + story.facts.nest_is_trick
        assert sum(take.tricks for take in took) == tricks, "tricks were lost"


def records_are_what_was_captured(playout: Playout, random: Random) -> None:
    """Every line of the score tells the captures of the side that keeps it; partners' lines are equal."""
    for story in finished(playout):
        assert story.scored is not None
        took = captures(story)
        lines = [*story.scored.sides, *([story.scored.dummy] if story.scored.dummy else [])]
        for line in lines:
            camp = took[story.camp(line.seats[0])]
            assert tuple(line.taken or ()) == tuple(camp), "the score tells other captures"
        assert (story.scored.dummy is not None) == (story.key == "regular_for_two"), "the dummy's line"


def scores_follow_the_bid(playout: Playout, random: Random) -> None:
    """A bid reached is made, and each side scores its own; else as the book's failure rule says."""
    totals = [0] * 9
    for story in finished(playout):
        assert story.scored is not None
        took = captures(story)
        declaring = story.camp(story.declarer)
        made = took[declaring].points >= story.bid
        assert story.contract.made == made, "a bid made or failed is told the other way round"
        for at, line in enumerate(story.scored.sides):
            camp = story.camp(line.seats[0])
            points = took[camp].points if made else _failed(story, camp)
            sale = story.contract.sold_for if line.seats == (story.dealer,) else 0
            assert line.scored == points + sale, "a side scores what it should not"
            totals[at] += line.scored
            assert line.total == totals[at], "a total that does not add up"
        if story.scored.dummy:
            assert story.scored.dummy.scored == took[2].points, "a dummy is doubled"


def _failed(story: Story, camp: int) -> int:
    take, declares = captures(story)[camp], camp == story.camp(story.declarer)
    match story.facts.fail, declares:
        case "setback", True:
            return -story.bid
        case "seller", True:
            return take.points - story.bid
        case "counts_double", True:
            return take.counters
        case "zero_double", True:
            return 0
        case "counts_double" | "zero_double", False:
            return 2 * take.points
        case _:
            return take.points


def the_last_trick_takes_the_nest(playout: Playout, random: Random) -> None:
    """The nest goes to the last trick by its rule book, else it shows only with counters (R-15, R-16)."""
    for story in finished(playout):
        for won in story.all(NestWon):
            assert won.points == worth(story, won.cards), "a miscounted nest"
            if story.facts.nest_to == "last_trick" or story.facts.discards == "no_counters":
                assert won.winner == story.tricks[-1].winner, "the nest went to the wrong seat"
            else:
                assert won.winner is None, "a dead nest was won"
            assert won.points or story.facts.nest_to == "last_trick", "a nest is shown for nothing"
        has_nest = story.facts.nest[story.players] > 0
        assert len(story.all(NestWon)) == 1 or not has_nest or story.facts.nest_to == "nobody"


def odd_cards_go_with_the_last_trick(playout: Playout, random: Random) -> None:
    """The odd cards of an uneven deal go to the taker of the last trick (R-09)."""
    for story in finished(playout):
        _, odd = rulebook.hand_sizes(story.facts, story.players)
        won = story.all(OddCardsWon)
        assert sum(len(event.cards) for event in won) == odd, "odd cards were lost"
        assert all(event.winner == story.tricks[-1].winner for event in won), "they went to the wrong seat"


def tricks_tell_their_points(playout: Playout, random: Random) -> None:
    """A trick's points are its counters and its own value, without the nest."""
    for story in finished(playout):
        each = rulebook.by_trump(story.facts.trick, story.trump)
        for trick in story.all(TrickTaken):
            assert trick.points == worth(story, trick.cards) + each, "a miscounted trick"


def cordova_counts_what_is_sold(playout: Playout, random: Random) -> None:
    """The records of a deal sum to 32, the sale, less the obligation that failed."""
    for story in finished(playout):
        if story.key == "cordova" and story.scored is not None:
            owed = 0 if story.contract.made else story.bid
            total = sum(side.scored for side in story.scored.sides)
            assert total == 32 + story.contract.sold_for - owed, "points came from nowhere"


def one_partner_is_called(playout: Playout, random: Random) -> None:
    """High Card Partner: exactly one partner, not the declarer; the records within a side are equal."""
    for story in finished(playout):
        if story.key == "high_card_partner" and story.scored is not None:
            (called,) = story.all(PartnerCalled)
            assert called.partner not in (None, story.declarer), "the declarer plays alone"
            for camp in story.camps():
                records = {side.scored for side in story.scored.sides if side.seats[0] in camp}
                assert len(records) == 1, "partners record different points"


def the_nest_keeps_its_size(playout: Playout, random: Random) -> None:
    """As many cards are discarded as the book's nest has."""
    for story in finished(playout):
        for laid in story.all(NestLaid):
            assert laid.cards == story.facts.nest[story.players], "a nest of the wrong size"


LAWS = (
    captured_points_add_up,
    records_are_what_was_captured,
    scores_follow_the_bid,
    the_last_trick_takes_the_nest,
    odd_cards_go_with_the_last_trick,
    tricks_tell_their_points,
    cordova_counts_what_is_sold,
    one_partner_is_called,
    the_nest_keeps_its_size,
)
