"""The oracle reports faults that only some games can have."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.oracle import legal_cards, points, trick_value
from tests.oracle.planting import (
    Plant,
    after_each,
    cut_cards_changed,
    cut_left_out,
    deal_of,
    dealer_passes_after_throw_ins,
    in_first,
    last_cut_to_the_other_side,
    must_report,
    other_seat,
    row_of,
    side_number,
    without_first,
)
from tests.oracle.samples import BOSTON, Json, Record, first, of_kind


def score_where(record: Record, made: bool) -> Json:
    """The first score of a deal that was made, or failed."""
    return next(line for line in of_kind(record, "score") if line["made"] is made)


def scored_otherwise(made: bool, who: str, change: Callable[[Json, Json], int]) -> Plant:
    """The record gives the declarer's side, or another one, what `change` says instead."""

    def plant(record: Record) -> int:
        line = score_where(record, made)
        for side in line["sides"]:
            value = change(side, line)
            if (line["declarer"] in side["seats"]) is (who == "declarer") and value != side["scored"]:
                side["total"] += value - side["scored"]
                side["scored"] = value
                return record.index(line)
        raise LookupError

    return plant


def all_earned(side: Json, line: Json) -> int:
    return int(side["counters"] + side["bonus"])


def set_back(side: Json, line: Json) -> int:
    return int(-line["bid"])


def only_counters(side: Json, line: Json) -> int:
    return int(side["counters"])


def doubled(side: Json, line: Json) -> int:
    return 2 * all_earned(side, line)


def discarded_counter(record: Record) -> int:
    """A counter instead of a card without points."""
    row = row_of(record)
    line = first(record, "discard")
    deal = deal_of(record, line)
    hand = [*deal["hands"][str(line["seat"])], *deal["nest"]]
    line["cards"][0] = next(card for card in hand if points([card], row) > 0)
    return record.index(line)


def missing_majority(record: Record) -> int:
    for line in of_kind(record, "score"):
        for side in line["sides"]:
            if side["bonus"] and line["made"]:
                side.update(bonus=0, scored=side["scored"] - 20, total=side["total"] - 20)
                return record.index(line)
    raise LookupError


def majority_of_equal_tricks(record: Record) -> int:
    """The 20 are given to a side, or to the other side, though tricks were equal."""
    for line in of_kind(record, "score"):
        if line["sides"][0]["tricks"] == line["sides"][1]["tricks"]:
            for side in line["sides"]:
                side["bonus"] = 20 - side["bonus"]
            return record.index(line)
    raise LookupError


def nest_to_the_other_side(record: Record) -> int:
    """The counters in the nest are given to the side that lost the last trick."""
    row = row_of(record)
    discarded = 0
    for at, line in enumerate(record):
        if line["type"] == "discard":
            discarded = points(line["cards"], row)
        if line["type"] == "score" and line["made"] and discarded:
            last = record[at - 1]["winner"]
            for side in line["sides"]:
                by = -discarded if last in side["seats"] else discarded
                side["counters"] += by
            return at
    raise LookupError


def nest_before_trump(record: Record) -> int:
    """The three lines in the other order."""
    at = record.index(first(record, "nest"))
    if record[at - 1]["type"] == "trump":
        record[at - 1 : at + 2] = [record[at], record[at + 1], record[at - 1]]
        return at - 1
    record[at : at + 3] = [record[at + 2], record[at], record[at + 1]]
    return at


def first_draw(record: Record) -> int:
    return record.index(first(record, "draw"))


def other_card_drawn(record: Record) -> int:
    """The winner takes the second card of the pile below the top."""
    at = first_draw(record)
    record[at]["card"] = deal_of(record, record[at])["pile"][2]
    return at


def blind_draw_mismatch(record: Record) -> int:
    """The other player gets a card that is not the one left for him."""
    at = first_draw(record) + 1
    record[at]["card"] = deal_of(record, record[at])["pile"][3]
    return at


def both_draw_the_same(record: Record) -> int:
    at = first_draw(record)
    record[at + 1].update({"from": record[at]["from"]}, card=record[at]["card"])
    return at + 1


def loser_draws_first(record: Record) -> int:
    at = first_draw(record)
    for line in record[at : at + 2]:
        line["seat"] = 1 - line["seat"]
    return at


def drawing_left_out(record: Record) -> int:
    at = first_draw(record)
    del record[at : at + 2]
    return at


def stale_card_turned_up(record: Record) -> int:
    """In the second drawing the card of the first one is drawn again."""
    at = [at for at, line in enumerate(record) if line["type"] == "draw"][2]
    record[at]["card"] = deal_of(record, record[at])["pile"][0 if record[at]["from"] == "up" else 1]
    return at


def batteries_before_hands(record: Record) -> int:
    """After a lead from a hand the batteries play too early."""
    at = record.index(first(record, "play"))
    record[at + 1 : at + 4] = [record[at + 2], record[at + 3], record[at + 1]]
    return at + 1


def hands_before_batteries(record: Record) -> int:
    """After a lead from a battery the hands play too early."""
    for at, line in enumerate(record):
        if line["type"] == "trick" and line["from"] == "battery" and record[at + 1]["type"] == "play":
            one, two, three, four = record[at + 1 : at + 5]
            record[at + 1 : at + 5] = [three, four, one, two]
            return at + 1
    raise LookupError


def hand_leads_for_the_battery(record: Record) -> int:
    for at, line in enumerate(record):
        if line["type"] == "trick" and line["from"] == "battery":
            line["from"] = "hand"
            return at
    raise LookupError


def covered_card_played(record: Record) -> int:
    line = next(line for line in of_kind(record, "play") if line["from"] == "battery")
    line["card"] = deal_of(record, line)["batteries"][str(line["seat"])]["down"][0]
    return record.index(line)


def fives_in_the_battery(record: Record) -> int:
    battery = record[1]["batteries"]["0"]
    battery["up"].append(battery["down"].pop())
    return 1


def first_dummy(record: Record, **changes: Any) -> int:
    line = next(line for line in of_kind(record, "play") if line["from"] == "dummy")
    line.update(changes)
    return record.index(line)


def dummy_plays_itself(record: Record) -> int:
    line = next(line for line in of_kind(record, "play") if line["from"] == "dummy")
    return first_dummy(record, by=line["seat"])


def dummy_played_by(who: str) -> Plant:
    """The dummy is played by `who`, where the other of dealer and declarer must play it."""

    def plant(record: Record) -> int:
        dealer = declarer = -1
        for at, line in enumerate(record):
            dealer = line["dealer"] if line["type"] == "deal" else dealer
            declarer = line["seat"] if line["type"] == "bid" else declarer
            wrong = dealer if who == "dealer" else declarer
            if line["type"] == "play" and line["from"] == "dummy" and line["by"] != wrong:
                line["by"] = wrong
                return at
        raise LookupError

    return plant


def dummy_played_from_a_hand(record: Record) -> int:
    return first_dummy(record, **{"from": "hand"})


def dummy_out_of_its_place(record: Record) -> int:
    """The person who plays after the dummy plays before it."""
    for at, line in enumerate(record):
        following = record[at + 1 : at + 2]
        if line["type"] == "play" and line["from"] == "dummy" and following[0]["type"] == "play":
            record[at], record[at + 1] = record[at + 1], line
            return at
    raise LookupError


def dummy_chooses(record: Record) -> int:
    """The blind dummy's second card is played instead of its top card."""
    line = next(line for line in of_kind(record, "play") if line["from"] == "dummy")
    return first_dummy(record, card=deal_of(record, line)["dummy"][1])


def three_own_cards_exchanged(record: Record) -> int:
    line = first(record, "discard")
    hand, nest = deal_of(record, line)["hands"][str(line["seat"])], deal_of(record, line)["nest"]
    line["cards"] = [*hand[:3], *nest[:2]]
    return record.index(line)


def dead_counters_credited(record: Record) -> int:
    """The counters of the nest are given to the taker of the last trick."""
    row = row_of(record)
    discarded = 0
    for at, line in enumerate(record):
        if line["type"] == "discard":
            discarded = points(line["cards"], row)
        if line["type"] == "score" and discarded and record[at - 1]["winner"] < 2:
            line["sides"][record[at - 1]["winner"]]["counters"] += discarded
            return at
    raise LookupError


def dummy_score(name: str) -> Plant:
    def plant(record: Record) -> int:
        line = first(record, "score")
        line["dummy"][name] += 2
        return record.index(line)

    return plant


def dummy_score_missing(record: Record) -> int:
    line = first(record, "score")
    del line["dummy"]
    return record.index(line)


def dummy_gets_a_side(record: Record) -> int:
    line = first(record, "score")
    line["sides"].append({**line["sides"][0], "seats": [record[0]["seats"]]})
    return record.index(line)


def higher_than_the_color_allows(record: Record) -> int:
    """R-33: 160 in yellow, though 240 is allowed in red."""
    line = first(record, "bid")
    line.update(points=160, color="yellow")
    return record.index(line)


def trump_named_again(record: Record) -> int:
    """Boston: the color of the winning bid is final."""
    at = record.index(first(record, "play"))
    record.insert(at, {"type": "trump", "seat": record[at]["seat"], "color": "red"})
    return at


def trick_value_of_another_color(record: Record) -> int:
    """Boston: a trick is counted as in no color, though another color was bid."""
    color = ""
    for at, line in enumerate(record):
        color = line["color"] if line["type"] == "bid" else color
        if line["type"] == "trick" and color in ("black", "green", "yellow"):
            line["points"] = trick_value(line["cards"], BOSTON, "none")
            return at
    raise LookupError


def highest_card_of_a_color_that_is_no_trump(record: Record) -> int:
    """Boston without a color: a high card thrown away takes the trick."""
    color = ""
    for at, line in enumerate(record):
        color = line["color"] if line["type"] == "bid" else color
        if line["type"] == "trick" and color == "none":
            cards = line["cards"]
            best = max(cards, key=lambda card: int(card[1:]))
            if best[0] != cards[0][0]:
                play = record[at - 4 + cards.index(best)]
                if play["seat"] != line["winner"]:
                    line["winner"] = play["seat"]
                    return at
    raise LookupError


def partner_card(where: str) -> Plant:
    """The declarer calls a card in the hand, or a discarded one."""

    def plant(record: Record) -> int:
        line = first(record, "partner")
        at = record.index(line)
        discarded = first(record, "discard")["cards"]
        last_deal = [line for line in record[:at] if line["type"] == "deal"][-1]
        hand = [*last_deal["hands"][str(line["seat"])], *last_deal["nest"]]
        line["card"] = (
            discarded[0] if where == "nest" else next(card for card in hand if card not in discarded)
        )
        return at

    return plant


def partner_not_set_back(record: Record) -> int:
    """The called partner of a failing declarer keeps what the side captured."""
    line = score_where(record, made=False)
    for side in line["sides"]:
        if side["scored"] == -line["bid"] and line["declarer"] not in side["seats"]:
            side["total"] += side["counters"] - side["scored"]
            side["scored"] = side["counters"]
            return record.index(line)
    raise LookupError


def other_partner(record: Record) -> int:
    """Another seat is scored as the partner."""
    line = first(record, "score")
    sides = line["sides"]
    mine = sides[line["declarer"]]
    partner = next(s for s in sides if s is not mine and s["counters"] == mine["counters"])
    other_side = next(s for s in sides if s["counters"] != mine["counters"])
    for name in ("counters", "tricks", "bonus", "scored", "total"):
        partner[name], other_side[name] = other_side[name], partner[name]
    return record.index(line)


def dealer_bids(record: Record) -> int:
    """Cordova: the dealer takes part in the auction."""
    at = record.index(first(record, "bid"))
    dealer = deal_of(record, record[at])["dealer"]
    record.insert(at, {"type": "bid", "seat": dealer, "points": 1})
    return at


def thrown_in_without_a_bid(record: Record) -> int:
    """Cordova: if no seat bids, the dealer still names trump."""
    for at, line in enumerate(record):
        if line["type"] == "pass" and record[at + 1]["type"] == "trump":
            record[at + 1] = {"type": "passed_out"}
            return at + 1
    raise LookupError


def sale(kind: str, name: str, by: int) -> Plant:
    """A number of the first sell or keep line is changed."""

    def plant(record: Record) -> int:
        line = first(record, kind)
        line[name] = (line[name] + by) % record[0]["seats"] if name != "points" else line[name] + by
        return record.index(line)

    return plant


def after_sale(kind: str, who: str, change: Callable[[int, int], int]) -> Plant:
    """The dealer, or the buyer, scores something else than he should after a sale."""

    def plant(record: Record) -> int:
        deal: Json = {}
        for at, line in enumerate(record):
            if line["type"] in ("sell", "keep"):
                deal = line
            if line["type"] == "score" and deal and deal["type"] == kind:
                if who == "dealer":
                    side = line["sides"][deal["seat"]]
                    wanted = True
                else:
                    side = line["sides"][line["declarer"]]
                    wanted = not line["made"]
                value = change(side["scored"], line["bid"])
                if wanted and value != side["scored"]:
                    side["total"] += value - side["scored"]
                    side["scored"] = value
                    return at
        raise LookupError

    return plant


def counters_of_all_colors(record: Record) -> int:
    """Cordova: a ten that is not of the trump color is counted."""
    trump = ""
    for at, line in enumerate(record):
        trump = line["color"] if line["type"] == "trump" else trump
        if line["type"] == "trick":
            others = [card for card in line["cards"] if card[1:] == "10" and card[0] != trump[0].upper()]
            if others:
                line["points"] += 10
                return at
    raise LookupError


def equal_cut_decides(record: Record) -> int:
    """R-25: equal sums, but no second cut."""
    at = record.index(first(record, "cut"))
    end = record.index(first(record[at:], "score"))
    for line in record[end - record[0]["seats"] : end]:
        line["card"] = "R7"
    return end


def cut_without_a_tie(record: Record) -> int:
    """Tricks were not equal, but the players cut."""
    for at, line in enumerate(record):
        if line["type"] == "score" and line["sides"][0]["tricks"] != line["sides"][1]["tricks"]:
            record.insert(at, {"type": "cut", "seat": 0, "card": "R7"})
            return at
    raise LookupError


def nest_is_no_trick(record: Record) -> int:
    """Dixie: the nest is left out of the count of tricks."""
    for at, line in enumerate(record):
        if line["type"] == "score":
            winner = [trick for trick in record[:at] if trick["type"] == "trick"][-1]["winner"]
            next(side for side in line["sides"] if winner in side["seats"])["tricks"] -= 1
            return at
    raise LookupError


def lead_ignores(record: Record) -> int:
    """The Red 1 is played where its holder could follow."""
    row = row_of(record)
    for at, line, held, led, trump in after_each(record):
        if led and "R1" in held and "R1" not in legal_cards(held, led, trump, row):
            line["card"] = "R1"
            return at
    raise LookupError


def wrong_cards_dealt(record: Record) -> int:
    """A low card lies in the deck that was to be removed."""
    record[1]["hands"]["0"][0] = "G2"
    return 1


FAULTS_OF_SOME_GAMES: list[tuple[str, list[str], Plant, str]] = [
    (
        "buried counter",
        ["one_high", "tennessee_1933", "tennessee_1988", "over_the_top_1918", "three_handed_1914"],
        discarded_counter,
        "Count Card",
    ),
    ("missing majority", ["one_high", "dixie_1912", "partnership_regular"], missing_majority, "bonus should"),
    (
        "the 20 of equal tricks",
        ["one_high", "dixie_1912", "dixie_1924", "dixie_1988", "partnership_regular"],
        majority_of_equal_tricks,
        "bonus should",
    ),
    (
        "majority without reason",
        ["kentucky", "regular_1988", "red_one", "display", "partnership_six"],
        side_number("bonus"),
        "bonus should",
    ),
    (
        "nest to the other side",
        ["kentucky", "kentucky_no_rook", "red_one", "dixie_1924", "dixie_1988", "partnership_six"],
        nest_to_the_other_side,
        "counters should",
    ),
    (
        "failing declarer keeps his points",
        ["regular_old", "kentucky", "red_one", "dixie_1912", "three_handed_1914", "three_handed_display"],
        scored_otherwise(False, "declarer", all_earned),
        "scored should",
    ),
    (
        "failing declarer set back instead of nothing",
        ["display", "tennessee_1933", "over_the_top_1988", "regular_for_two", "boston"],
        scored_otherwise(False, "declarer", set_back),
        "scored should",
    ),
    (
        "opponents not doubled",
        ["display", "boston", "boston_three", "tennessee_1988", "over_the_top_1918", "regular_for_two"],
        scored_otherwise(False, "other", all_earned),
        "scored should",
    ),
    (
        "opponents doubled after a made bid",
        ["display", "boston", "tennessee_1988", "over_the_top_1918", "regular_for_two"],
        scored_otherwise(True, "other", doubled),
        "scored should",
    ),
    (
        "opponents doubled after a set-back",
        ["regular_1924", "three_handed_1914", "high_card_partner", "three_handed_display"],
        scored_otherwise(False, "other", doubled),
        "scored should",
    ),
    (
        "failing Boston declarer credited with his tricks",
        ["boston", "boston_three"],
        scored_otherwise(False, "declarer", all_earned),
        "scored should",
    ),
    (
        "Boston opponents without their tricks",
        ["boston", "boston_three"],
        scored_otherwise(False, "other", lambda side, line: 2 * only_counters(side, line)),
        "scored should",
    ),
    (
        "trump and nest in the wrong order",
        ["kentucky", "dixie_1912", "one_high", "tennessee_1933", "over_the_top_1988", "three_handed_1914"],
        nest_before_trump,
        "should come here",
    ),
    ("another card drawn", ["tennessee_1933", "tennessee_1988"], other_card_drawn, "card should"),
    ("blind draw mismatch", ["tennessee_1933", "tennessee_1988"], blind_draw_mismatch, "card should"),
    ("both draw the same card", ["tennessee_1988"], both_draw_the_same, "may draw from"),
    ("the loser draws first", ["tennessee_1988"], loser_draws_first, "seat should"),
    ("nobody draws", ["tennessee_1988"], drawing_left_out, "draw line should"),
    ("a stale card is drawn", ["tennessee_1988"], stale_card_turned_up, "card should"),
    ("pile too short", ["tennessee_1988"], in_first("deal", pile=[]), "the pile was dealt"),
    ("no pile", ["tennessee_1988"], in_first("deal", pile=None), "pile should"),
    (
        "batteries before hands",
        ["over_the_top_1918", "over_the_top_1988"],
        batteries_before_hands,
        "should be",
    ),
    (
        "hands before batteries",
        ["over_the_top_1918", "over_the_top_1988"],
        hands_before_batteries,
        "should be",
    ),
    ("hand wins for the battery", ["over_the_top_1988"], hand_leads_for_the_battery, "from should"),
    (
        "covered battery card",
        ["over_the_top_1918", "over_the_top_1988"],
        covered_card_played,
        "not in his battery",
    ),
    ("six cards face up", ["over_the_top_1988"], fives_in_the_battery, "was dealt 6"),
    ("no battery", ["over_the_top_1988"], in_first("deal", batteries={"0": {}}), "one battery for each"),
    (
        "the dummy plays itself",
        ["display", "boston", "boston_three", "three_handed_display", "regular_for_two"],
        dummy_plays_itself,
        "by should",
    ),
    ("the dummy of Display played by the declarer", ["display"], dummy_played_by("declarer"), "by should"),
    (
        "the dummy played by the dealer",
        ["boston", "boston_three", "three_handed_display"],
        dummy_played_by("dealer"),
        "by should",
    ),
    ("the blind dummy played by the declarer", ["regular_for_two"], dummy_played_by("declarer"), "by should"),
    (
        "the dummy played from a hand",
        ["display", "boston", "boston_three", "three_handed_display", "regular_for_two"],
        dummy_played_from_a_hand,
        "from should",
    ),
    (
        "the dummy out of its place",
        ["boston_three", "three_handed_display", "regular_for_two"],
        dummy_out_of_its_place,
        "seat should",
    ),
    (
        "no dummy dealt",
        ["boston_three", "three_handed_display", "regular_for_two"],
        in_first("deal", dummy=[]),
        "the dummy was dealt 0",
    ),
    ("the blind dummy chooses", ["regular_for_two"], dummy_chooses, "top card"),
    ("three own cards exchanged", ["regular_for_two"], three_own_cards_exchanged, "from his own hand"),
    ("dead counters credited", ["regular_for_two"], dead_counters_credited, "counters should"),
    ("wrong counters of the dummy", ["regular_for_two"], dummy_score("counters"), "counters should"),
    ("wrong tricks of the dummy", ["regular_for_two"], dummy_score("tricks"), "tricks should"),
    ("wrong score of the dummy", ["regular_for_two"], dummy_score("scored"), "scored should"),
    ("score of the dummy missing", ["regular_for_two"], dummy_score_missing, "should be an object"),
    (
        "the dummy gets a side",
        ["boston_three", "three_handed_display", "regular_for_two"],
        dummy_gets_a_side,
        "sides",
    ),
    ("a dummy's score without a blind dummy", ["boston"], in_first("score", dummy={}), "should be no dummy"),
    (
        "a bid higher than its color allows",
        ["boston", "boston_three"],
        higher_than_the_color_allows,
        "may not",
    ),
    ("a bid without a color", ["boston", "boston_three"], in_first("bid", color=None), "must name a color"),
    ("a bid in blue", ["boston"], in_first("bid", color="blue"), "must name a color"),
    ("a color in a bid", ["kentucky", "display", "cordova"], in_first("bid", color="red"), "no color"),
    ("the color is changed after the bid", ["boston", "boston_three"], trump_named_again, "should come here"),
    ("tricks of another color", ["boston", "boston_three"], trick_value_of_another_color, "points should"),
    ("trump without a color", ["boston"], highest_card_of_a_color_that_is_no_trump, "winner should"),
    ("own card called", ["high_card_partner"], partner_card("hand"), "no other hand"),
    ("buried card called", ["high_card_partner"], partner_card("nest"), "no other hand"),
    ("removed card called", ["high_card_partner"], in_first("partner", card="R1"), "no other hand"),
    ("partner called by another", ["high_card_partner"], other_seat("partner", "seat"), "seat should"),
    ("no partner called", ["high_card_partner"], without_first("partner"), "partner line should"),
    ("partner not set back", ["high_card_partner"], partner_not_set_back, "scored should"),
    ("another partner scored", ["high_card_partner"], other_partner, "should be"),
    ("the dealer bids", ["cordova"], dealer_bids, "takes no part"),
    ("thrown in without a bid", ["cordova"], thrown_in_without_a_bid, "trump line should"),
    ("sold below the bid", ["cordova"], sale("sell", "points", -1), "points should"),
    ("kept for another amount", ["cordova"], sale("keep", "points", 1), "points should"),
    ("sold to another", ["cordova"], sale("sell", "to", 1), "to should"),
    ("sold by another", ["cordova"], sale("sell", "seat", 1), "seat should"),
    ("kept by another", ["cordova"], sale("keep", "seat", 1), "seat should"),
    ("neither sold nor kept", ["cordova"], without_first("sell"), "sell or keep line"),
    ("sale not paid", ["cordova"], after_sale("sell", "dealer", lambda scored, bid: scored - bid), "scored"),
    (
        "sale paid twice",
        ["cordova"],
        after_sale("sell", "dealer", lambda scored, bid: scored + bid),
        "scored",
    ),
    (
        "failing buyer forgiven",
        ["cordova"],
        after_sale("sell", "owner", lambda scored, bid: scored + bid),
        "scored",
    ),
    (
        "failing dealer forgiven",
        ["cordova"],
        after_sale("keep", "owner", lambda scored, bid: scored + bid),
        "scored",
    ),
    (
        "failing owner loses his counters",
        ["cordova"],
        scored_otherwise(False, "declarer", set_back),
        "scored should",
    ),
    ("counters of all colors", ["cordova"], counters_of_all_colors, "points should"),
    ("nobody cuts", ["dixie_1912", "dixie_1924"], cut_left_out, "cut line should"),
    ("the lower cut wins", ["dixie_1912", "dixie_1924"], last_cut_to_the_other_side, "bonus should"),
    ("other cards cut", ["dixie_1912", "dixie_1924"], cut_cards_changed, "should be"),
    ("an equal cut decides", ["dixie_1912", "dixie_1924"], equal_cut_decides, "cut line should"),
    ("one side cuts alone", ["dixie_1912"], other_seat("cut", "seat"), "seat should"),
    ("no such card cut", ["dixie_1912"], in_first("cut", card="Rook"), "not in the pack"),
    ("a cut without a tie", ["dixie_1912", "dixie_1988", "kentucky"], cut_without_a_tie, "score line should"),
    ("the nest is no trick", ["dixie_1912", "dixie_1924", "dixie_1988"], nest_is_no_trick, "tricks should"),
    ("the Red 1 played at any time", ["red_one"], lead_ignores, "may not play"),
    (
        "a removed card dealt",
        [
            "kentucky",
            "red_one",
            "tennessee_1933",
            "over_the_top_1918",
            "three_handed_1914",
            "regular_for_two",
        ],
        wrong_cards_dealt,
        "not the pack",
    ),
    (
        "the dealer passes who must bid",
        ["regular_old", "regular_1924", "partnership_regular", "tennessee_1933", "three_handed_1914"],
        dealer_passes_after_throw_ins,
        "may not pass",
    ),
]


@pytest.mark.parametrize(
    ("key", "plant", "words"),
    [
        pytest.param(key, plant, words, id=f"{name}-{key}")
        for name, keys, plant, words in FAULTS_OF_SOME_GAMES
        for key in keys
    ],
)
def test_planted_fault_of_some_games_is_reported(key: str, plant: Plant, words: str) -> None:
    must_report(key, plant, words)
