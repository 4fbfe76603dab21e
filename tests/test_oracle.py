"""The oracle against the printed examples, against records it made itself, and against planted faults."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.oracle import (
    ROWS,
    Auction,
    Row,
    buriable,
    check_record,
    deal_out,
    deal_scores,
    discard_fault,
    first_leader,
    legal_bids,
    legal_cards,
    match_over,
    match_winners,
    pack,
    points,
    trick_value,
    trick_winner,
)

KENTUCKY = ROWS["kentucky"]
ONE_HIGH = ROWS["one_high"]
GAMES = ["kentucky", "one_high"]
COLORS = ["red", "yellow", "green", "black"]

Json = dict[str, Any]
Record = list[Json]
Played = tuple[list[tuple[int, list[str]]], list[str]]  # the tricks, the nest as buried


# --- a record, made at random ---------------------------------------------------------------------


def make_record(key: str, seed: int, *, talk: float = 0.3, **options: Any) -> Record:
    """A match between players who choose among everything allowed; `talk` = how readily they bid."""
    row = ROWS[key]
    rng = random.Random(seed)
    chosen = {"target": row["target"], "deals": None, "max_deals": 200, "moon": 0, **options}
    record: Record = [{"type": "rules", "key": key, "seats": 4, "options": chosen}]
    totals, dealer, played, thrown_in, dealing = [0, 0], rng.randrange(4), 0, 0, 0
    while not match_over(totals, played, chosen["target"], chosen["deals"], chosen["max_deals"]):
        dealing += 1
        cards = pack(row)
        rng.shuffle(cards)
        hands, nest = deal_out(cards, dealer, row)
        shown = {str(seat): list(hand) for seat, hand in enumerate(hands)}
        record.append({"type": "deal", "deal": dealing, "dealer": dealer, "hands": shown, "nest": list(nest)})
        auction = make_auction(record, rng, Auction(row, dealer, thrown_in), talk)
        if auction.declarer is None:
            record.append({"type": "passed_out"})
            thrown_in += 1
        else:
            tricks, buried = make_play(record, rng, auction, hands, nest)
            totals = make_score(record, auction, tricks, buried, totals, moon=chosen["moon"])
            played, thrown_in = played + 1, 0
        dealer = (dealer + 1) % 4
    record.append({"type": "match", "winners": match_winners(totals, row), "totals": totals})
    return record


def make_auction(record: Record, rng: random.Random, auction: Auction, talk: float) -> Auction:
    while not auction.over():
        seat = auction.turn
        if auction.may_pass() and rng.random() > talk:
            record.append({"type": "pass", "seat": seat})
            auction.say(seat, None)
        else:
            bid = rng.choice(auction.bids()[:2])
            record.append({"type": "bid", "seat": seat, "points": bid})
            auction.say(seat, bid)
    return auction


def make_play(
    record: Record, rng: random.Random, auction: Auction, hands: list[list[str]], nest: list[str]
) -> Played:
    row, declarer = auction.row, auction.declarer
    assert declarer is not None
    record.append({"type": "nest", "seat": declarer, "took": list(nest)})
    hand = hands[declarer] + nest
    buried = rng.sample(buriable(hand, row), row["nest"])
    hands[declarer] = [card for card in hand if card not in buried]
    record.append({"type": "discard", "seat": declarer, "cards": buried})
    trump = rng.choice(COLORS)
    record.append({"type": "trump", "seat": declarer, "color": trump})
    tricks: list[tuple[int, list[str]]] = []
    seat = first_leader(auction.dealer, declarer, row)
    while hands[seat]:
        trick: list[tuple[int, str]] = []
        for _ in range(4):
            card = rng.choice(legal_cards(hands[seat], trick[0][1] if trick else None, trump, row))
            hands[seat].remove(card)
            trick.append((seat, card))
            record.append({"type": "play", "seat": seat, "by": seat, "from": "hand", "card": card})
            seat = (seat + 1) % 4
        seat = trick_winner(trick, trump, row)
        cards = [card for _, card in trick]
        record.append({"type": "trick", "winner": seat, "cards": cards, "points": trick_value(cards, row)})
        tricks.append((seat, cards))
    return tricks, buried


def make_score(
    record: Record,
    auction: Auction,
    tricks: list[tuple[int, list[str]]],
    buried: list[str],
    totals: list[int],
    *,
    moon: int,
) -> list[int]:
    assert auction.declarer is not None
    score = deal_scores(tricks, buried, auction.declarer, auction.high, auction.row, moon=moon)
    after = [total + side["scored"] for total, side in zip(totals, score["sides"], strict=True)]
    sides = [{**side, "total": total} for side, total in zip(score["sides"], after, strict=True)]
    line = {"declarer": auction.declarer, "bid": auction.high, "made": score["made"], "sides": sides}
    record.append({"type": "score", **line})
    return after


# --- finding the place for a fault ----------------------------------------------------------------


def of_kind(record: Record, kind: str) -> Iterator[Json]:
    return (line for line in record if line["type"] == kind)


def first(record: Record, kind: str) -> Json:
    return next(of_kind(record, kind))


def after_each(record: Record) -> Iterator[tuple[int, Json, list[list[str]], str | None]]:
    """Every play with its place, the hands before it and the card that led (None: it leads)."""
    hands: list[list[str]] = []
    led: str | None = None
    for at, line in enumerate(record):
        match line["type"]:
            case "deal":
                hands = [list(line["hands"][str(seat)]) for seat in range(4)]
            case "nest":
                hands[line["seat"]] += line["took"]
            case "discard":
                hands[line["seat"]] = [card for card in hands[line["seat"]] if card not in line["cards"]]
            case "trump" | "trick":
                led = None
            case "play":
                yield at, line, hands, led
                hands[line["seat"]].remove(line["card"])
                led = led or line["card"]


def legal_now(record: Record, at: int, hand: list[str], led: str | None) -> list[str]:
    row = ROWS[record[0]["key"]]
    trump = [line["color"] for line in record[:at] if line["type"] == "trump"][-1]
    return legal_cards(hand, led, trump, row)


# --- the printed examples -------------------------------------------------------------------------


def test_packs_and_totals() -> None:
    assert len(pack(KENTUCKY)) == 41
    assert len(pack(ONE_HIGH)) == 57
    assert points(pack(KENTUCKY), KENTUCKY) == 120  # SV-21
    assert points(pack(ONE_HIGH), ONE_HIGH) == 180  # SV-11
    assert points(["R1", "Y5", "G10", "B14", "Rook", "R13"], ONE_HIGH) == 15 + 5 + 10 + 10 + 20


def test_kentucky_is_dealt_with_the_nest_in_between() -> None:  # GV-16
    cards = [str(number) for number in range(41)]
    hands, nest = deal_out(cards, 3, KENTUCKY)
    assert nest == ["4", "9", "14", "19", "24"]
    assert [hand[0] for hand in hands] == ["0", "1", "2", "3"]
    assert [hand[1] for hand in hands] == ["5", "6", "7", "8"]
    assert [len(hand) for hand in hands] == [9, 9, 9, 9]
    assert hands[3][-1] == "40"


def test_the_last_card_is_the_nest_of_one_high() -> None:
    cards = [str(number) for number in range(57)]
    hands, nest = deal_out(cards, 0, ONE_HIGH)
    assert nest == ["56"]
    assert [hand[0] for hand in hands] == ["3", "0", "1", "2"]


def test_legal_bids() -> None:
    assert legal_bids(0, KENTUCKY) == [70, 75, 80, 85, 90, 95, 100, 105, 110, 115, 120]
    assert legal_bids(110, KENTUCKY) == [115, 120]
    assert legal_bids(120, KENTUCKY) == []
    assert legal_bids(0, ONE_HIGH)[0] == 75
    assert legal_bids(0, ONE_HIGH)[-1] == 200


def test_the_printed_auction() -> None:  # BV-3, with dealer A = seat 0
    auction = Auction(ONE_HIGH, dealer=0)
    for seat, call in [(0, 75), (1, 80), (2, None), (3, 85), (0, 90), (1, 95), (3, None), (0, None)]:
        assert not auction.over()
        assert auction.fault(seat, call) is None
        auction.say(seat, call)
    assert auction.over()
    assert (auction.declarer, auction.high) == (1, 95)


def test_the_last_seat_still_gets_its_turn() -> None:  # BV-5
    auction = Auction(ONE_HIGH, dealer=0)
    for seat in range(3):
        auction.say(seat, None)
    assert not auction.over()
    assert auction.fault(3, 70) is not None
    assert auction.fault(3, 75) is None
    auction.say(3, 75)
    assert auction.over()
    assert auction.declarer == 3


def test_kentucky_bidding_starts_left_of_the_dealer() -> None:  # BV-6
    auction = Auction(KENTUCKY, dealer=0)
    assert auction.turn == 1
    assert auction.fault(0, 70) is not None
    assert auction.fault(1, 72) is not None
    assert auction.fault(1, 70) is None


def test_the_cap_ends_the_auction() -> None:
    auction = Auction(KENTUCKY, dealer=3)
    auction.say(0, 120)
    assert auction.over()


def test_after_four_thrown_in_deals_the_dealer_must_bid() -> None:
    auction = Auction(KENTUCKY, dealer=3, thrown_in=4)
    for seat in range(3):
        assert auction.may_pass()
        auction.say(seat, None)
    assert auction.turn == 3
    assert not auction.may_pass()
    assert Auction(KENTUCKY, dealer=2, thrown_in=3).may_pass()
    assert not Auction(ONE_HIGH, dealer=2, thrown_in=4).may_pass()
    assert Auction(ONE_HIGH, dealer=2, thrown_in=3).may_pass()
    opened = Auction(KENTUCKY, dealer=3, thrown_in=4)
    opened.say(0, 70)
    opened.say(1, None)
    opened.say(2, None)
    assert opened.turn == 3
    assert opened.may_pass()


def test_who_leads_first() -> None:
    assert first_leader(3, 1, KENTUCKY) == 0  # left of the dealer, whoever bid highest
    assert first_leader(3, 1, ONE_HIGH) == 2  # left of the high bidder


def test_the_target_of_each_game() -> None:
    assert (KENTUCKY["target"], ONE_HIGH["target"]) == (300, 500)


@pytest.mark.parametrize(
    ("row", "hand", "led", "legal"),
    [
        (KENTUCKY, "G6 R7 Rook", "R9", "R7 Rook"),  # FV-1
        (KENTUCKY, "G6 R7 Rook", "G9", "G6 Rook"),  # FV-2
        (KENTUCKY, "R7 Rook", "G9", "Rook"),  # FV-3
        (KENTUCKY, "G6 R7", "Rook", "G6"),  # FV-4
        (KENTUCKY, "R7 B8", "Rook", "R7 B8"),  # FV-4
        (KENTUCKY, "G6 B8 Rook", "R9", "G6 B8 Rook"),
        (KENTUCKY, "G6 B8 Rook", None, "G6 B8 Rook"),
        (ONE_HIGH, "Rook Y6 G2", "Y9", "Y6"),  # FV-8
        (ONE_HIGH, "Rook Y6 G2", "G9", "Rook G2"),  # FV-8
        (ONE_HIGH, "Rook Y6", "G9", "Rook"),
        (ONE_HIGH, "Y6 G2", "Rook", "G2"),
        (ONE_HIGH, "Rook Y6 G2", "B9", "Rook Y6 G2"),
    ],
)
def test_legal_cards(row: Row, hand: str, led: str | None, legal: str) -> None:
    assert legal_cards(hand.split(), led, "green", row) == legal.split()


@pytest.mark.parametrize(
    ("row", "cards", "winner"),
    [
        (KENTUCKY, "R9 Rook G14 G5", 1),  # FV-5
        (KENTUCKY, "Rook G14 G5 R14", 0),
        (KENTUCKY, "R9 Y14 R10 B14", 2),
        (KENTUCKY, "R9 Y14 G5 G6", 3),
        (ONE_HIGH, "Y14 Y1 Y2 Y3", 1),  # FV-9
        (ONE_HIGH, "Y14 Rook G2 Y1", 2),  # FV-9
        (ONE_HIGH, "Y14 Rook Y1 B1", 1),
        (ONE_HIGH, "Rook G2 G14 G1", 3),
        (ONE_HIGH, "Rook Y1 B1 R1", 0),
    ],
)
def test_trick_winner(row: Row, cards: str, winner: int) -> None:
    played = list(enumerate(cards.split()))
    assert trick_winner(played, "green", row) == winner


def test_counters_may_not_be_buried_in_one_high() -> None:
    held = ["Y1", "Y5", "Rook", "G10", "B14", "R2", "R3"]
    assert buriable(held, ONE_HIGH) == ["R2", "R3"]
    assert discard_fault(held, ["R2"], ONE_HIGH) is None
    assert buriable(["Y5", "R2", "Rook"], ONE_HIGH) == ["R2"]
    for card in held[:5]:
        assert discard_fault(held, [card], ONE_HIGH) is not None
    assert discard_fault(held, [], ONE_HIGH) is not None
    assert discard_fault(held, ["R2", "R3"], ONE_HIGH) is not None
    assert discard_fault(held, ["R4"], ONE_HIGH) is not None


def test_with_nothing_but_counters_the_lowest_is_buried() -> None:
    held = ["Y1", "Y10", "G5", "Rook", "B5"]
    assert buriable(held, ONE_HIGH) == ["G5", "B5"]
    assert discard_fault(held, ["G5"], ONE_HIGH) is None
    assert discard_fault(held, ["Y10"], ONE_HIGH) is not None
    three: Row = {**ONE_HIGH, "nest": 3}
    held = ["R2", "Y1", "Y10", "G5", "Rook"]
    assert buriable(held, three) == ["R2", "Y10", "G5"]
    assert discard_fault(held, ["R2", "G5", "Y10"], three) is None
    assert discard_fault(["R2", "Y10", "G5", "B5", "Y5"], ["Y5", "G5", "B5"], three) is not None


def test_anything_may_be_buried_in_kentucky() -> None:
    held = ["Rook", "R14", "G10", "B5", "Y6", "Y7"]
    assert buriable(held, KENTUCKY) == held
    assert discard_fault(held, held[:5], KENTUCKY) is None
    assert discard_fault(held, held[:4], KENTUCKY) is not None
    assert discard_fault(held, ["Rook", "Rook", "G10", "B5", "Y6"], KENTUCKY) is not None


def test_short_of_the_bid_is_set_back() -> None:  # SV-22
    tricks = [(0, ["R14", "Y14", "G14", "B14", "Rook", "R10", "Y10", "G10"]), (2, ["R5"])]
    tricks += [(1, ["B10", "Y5", "G5"]), (3, ["R6"])]
    score = deal_scores(tricks, ["B5"], 0, 100, KENTUCKY)
    assert [side["counters"] for side in score["sides"]] == [95, 25]
    assert [side["scored"] for side in score["sides"]] == [-100, 25]
    assert not score["made"]
    made = deal_scores(tricks, ["B5"], 2, 95, KENTUCKY)  # equal is made
    assert made["made"]
    assert [side["scored"] for side in made["sides"]] == [95, 25]


def test_the_nest_goes_with_the_last_trick() -> None:
    tricks = [(0, ["R14"]), (1, ["Y6"])]
    score = deal_scores(tricks, ["Rook", "G5"], 0, 70, KENTUCKY)
    assert [side["counters"] for side in score["sides"]] == [10, 25]


ONE_HIGH_A = ["Rook", "R1", "Y1", "G1", "R14", "B10", "G5", "R2"]  # 20 + 45 + 10 + 10 + 5 = 90
ONE_HIGH_B = ["B1", "Y14", "G14", "B14", "R10", "Y10"]


def one_high_90_v_90(letters: str) -> list[tuple[int, list[str]]]:
    """Counters 90 each; the rest of B's 90 lies in his last trick."""
    a, b = list(ONE_HIGH_A), list(ONE_HIGH_B)
    tricks: list[tuple[int, list[str]]] = []
    for letter in letters:
        mine = a if letter == "A" else b
        tricks.append((0 if letter == "A" else 1, [mine.pop(0)] if mine else ["R3"]))
    return [*tricks[:-1], (tricks[-1][0], [*tricks[-1][1], "G10", "R5", "Y5", "B5"])]


def test_the_printed_set_back() -> None:  # SV-12
    score = deal_scores(one_high_90_v_90("AAAAAAAABBBBBB"), ["R4"], 0, 120, ONE_HIGH)
    assert score == {
        "made": False,
        "sides": [
            {"seats": [0, 2], "counters": 90, "tricks": 8, "bonus": 20, "scored": -120},
            {"seats": [1, 3], "counters": 90, "tricks": 6, "bonus": 0, "scored": 90},
        ],
    }
    made = deal_scores(one_high_90_v_90("AAAAAAAABBBBBB"), ["R4"], 2, 110, ONE_HIGH)
    assert [side["scored"] for side in made["sides"]] == [110, 90]


def test_seven_tricks_each_favor_the_opponents() -> None:  # SV-14, R-45
    tricks = one_high_90_v_90("AAAAAAABBBBBBB")
    assert [side["bonus"] for side in deal_scores(tricks, ["R4"], 0, 90, ONE_HIGH)["sides"]] == [0, 20]
    assert [side["bonus"] for side in deal_scores(tricks, ["R4"], 3, 90, ONE_HIGH)["sides"]] == [20, 0]


def test_the_majority_helps_to_make_the_bid() -> None:
    tricks = one_high_90_v_90("AAAAAAAABBBBBB")
    assert deal_scores(tricks, ["R4"], 0, 110, ONE_HIGH)["made"]
    assert not deal_scores(tricks, ["R4"], 0, 115, ONE_HIGH)["made"]


def test_shooting_the_moon() -> None:  # SV-15, R-44
    cards = [card for card in pack(ONE_HIGH) if card != "R2"]
    tricks = [(0 if i % 2 else 2, cards[4 * i : 4 * i + 4]) for i in range(14)]
    off = deal_scores(tricks, ["R2"], 0, 150, ONE_HIGH)
    assert [side["scored"] for side in off["sides"]] == [200, 0]
    on = deal_scores(tricks, ["R2"], 0, 150, ONE_HIGH, moon=100)
    assert [side["scored"] for side in on["sides"]] == [300, 0]
    assert [side["bonus"] for side in on["sides"]] == [120, 0]
    against = deal_scores(tricks, ["R2"], 1, 75, ONE_HIGH, moon=100)
    assert [side["scored"] for side in against["sides"]] == [300, -75]


def test_counters_buried_of_necessity_go_with_the_last_trick() -> None:
    score = deal_scores([(0, ["R2"]), (1, ["R3"])], ["Y5"], 0, 75, ONE_HIGH)
    assert [side["counters"] for side in score["sides"]] == [0, 5]


@pytest.mark.parametrize(
    ("totals", "played", "deals", "over", "winners"),
    [
        ([295, 120], 9, None, False, [0, 2]),
        ([300, 120], 9, None, True, [0, 2]),
        ([310, 320], 9, None, True, [1, 3]),
        ([310, 310], 9, None, False, [0, 1, 2, 3]),
        ([310, 310], 9, 9, True, [0, 1, 2, 3]),
        ([400, 10], 8, 9, False, [0, 2]),
        ([-10, -20], 20, None, True, [0, 2]),
    ],
)
def test_the_end_of_the_match(
    totals: list[int], played: int, deals: int | None, over: bool, winners: list[int]
) -> None:
    assert match_over(totals, played, 300, deals, 20) is over
    assert match_winners(totals, KENTUCKY) == winners


def test_a_fixed_number_of_deals_is_cut_off_too() -> None:
    assert match_over([0, 0], 20, 300, 30, 20)


# --- clean records --------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(15))
def test_a_random_match_is_clean(key: str, seed: int) -> None:
    record = make_record(key, seed, max_deals=12)
    assert check_record(record) == []
    assert check_record(json.dumps(line) + "\n" for line in record) == []


@pytest.mark.parametrize("key", GAMES)
def test_other_ways_to_play_are_clean(key: str) -> None:
    for seed in range(4):
        assert check_record(make_record(key, seed, deals=3)) == []
        assert check_record(make_record(key, seed, target=100, moon=100)) == []
        quiet = make_record(key, seed, talk=0.0, deals=2)
        assert len(list(of_kind(quiet, "passed_out"))) == 8  # twice four in a row, then a forced bid
        assert check_record(quiet) == []


def test_a_shared_win_lists_everybody() -> None:
    record = make_record("kentucky", 0, deals=0)
    assert record[-1]["winners"] == [0, 1, 2, 3]
    assert check_record(record) == []


def test_every_total_is_the_proof_total() -> None:
    for key, total in [("kentucky", 120), ("one_high", 200)]:
        for line in of_kind(make_record(key, 1, deals=10), "score"):
            assert sum(side["counters"] + side["bonus"] for side in line["sides"]) == total


def test_an_unfinished_record() -> None:
    record = make_record("kentucky", 3, deals=2)
    ends = [at for at, line in enumerate(record) if line["type"] == "score"]
    assert check_record(record[: ends[0] + 1], complete=False) == []
    assert check_record(record[: ends[0] + 1]) != []
    assert check_record(record[: ends[0]], complete=False) != []
    assert check_record(record[:-1], complete=False) == []
    assert check_record(record[:-1]) != []


# --- planted faults -------------------------------------------------------------------------------


def illegal_play(record: Record) -> int:
    for at, line, hands, led in after_each(record):
        hand = hands[line["seat"]]
        wrong = [card for card in hand if card not in legal_now(record, at, hand, led)]
        if wrong:
            line["card"] = wrong[0]
            return at
    raise LookupError


def card_of_another(record: Record) -> int:
    at, line, hands, _ = next(after_each(record))
    line["card"] = hands[(line["seat"] + 1) % 4][0]
    return at


def card_played_before(record: Record) -> int:
    plays = [(at, line) for at, line in enumerate(record) if line["type"] == "play"]
    at, late = next((at, line) for at, line in plays[1:] if line["seat"] == plays[0][1]["seat"])
    late["card"] = plays[0][1]["card"]
    return at


def in_first(kind: str, **changes: Any) -> Callable[[Record], int]:
    """A fault that changes fields of the first line of a kind."""

    def plant(record: Record) -> int:
        line = first(record, kind)
        line.update(changes)
        return record.index(line)

    return plant


def moved_on(kind: str, name: str, by: int) -> Callable[[Record], int]:
    """A fault that adds to a number (a seat: modulo 4) in the first line of a kind."""

    def plant(record: Record) -> int:
        line = first(record, kind)
        line[name] = (line[name] + by) % 4 if by < 4 else line[name] + by
        return record.index(line)

    return plant


def wrong_leader(record: Record) -> int:
    at = record.index(first(record, "trick")) + 1
    record[at]["seat"] = record[at]["by"] = (record[at]["seat"] + 1) % 4
    return at


def played_by_another(record: Record) -> int:
    line = first(record, "play")
    line["by"] = (line["seat"] + 2) % 4
    return record.index(line)


def side_number(name: str, *, by: int) -> Callable[[Record], int]:
    def plant(record: Record) -> int:
        line = first(record, "score")
        line["sides"][1][name] += by
        return record.index(line)

    return plant


def bid_too_low(record: Record) -> int:
    line = first(record, "bid")
    line["points"] = ROWS[record[0]["key"]]["min_bid"] - 5
    return record.index(line)


def bid_not_higher(record: Record) -> int:
    bids = [at for at, line in enumerate(record) if line["type"] == "bid"]
    at = next(at for at in bids if record[at - 1]["type"] == "bid")
    record[at]["points"] = record[at - 1]["points"]
    return at


def bid_by_a_passed_seat(record: Record) -> int:
    """A seat that has passed comes back over the next one's bid."""
    for at in range(2, len(record) - 2):
        if [line["type"] for line in record[at : at + 3]] in (
            ["pass", "bid", "bid"],
            ["pass", "bid", "pass"],
        ):
            late = {"type": "bid", "seat": record[at]["seat"], "points": record[at + 1]["points"] + 5}
            record.insert(at + 2, late)
            return at + 2
    raise LookupError


def dealer_passes_after_four(record: Record) -> int:
    """R-03; for records whose fifth deal is opened by the dealer of necessity."""
    deals = [at for at, line in enumerate(record) if line["type"] == "deal"]
    dealer = record[deals[4]]["dealer"]
    at = next(at for at in range(deals[4], len(record)) if record[at].get("seat") == dealer)
    record[at] = {"type": "pass", "seat": dealer}
    return at


def buried_counter(record: Record) -> int:
    line = first(record, "discard")
    at = record.index(line)
    hand = [*record[1]["hands"][str(line["seat"])], *record[1]["nest"]]
    line["cards"] = [next(card for card in hand if points([card], ONE_HIGH) > 0)]
    return at


def one_less_discarded(record: Record) -> int:
    line = first(record, "discard")
    line["cards"].pop()
    return record.index(line)


def one_more_discarded(record: Record) -> int:
    line = first(record, "discard")
    hand = record[1]["hands"][str(line["seat"])]
    line["cards"].append(next(card for card in hand if card not in line["cards"]))
    return record.index(line)


def another_nest_taken(record: Record) -> int:
    line = first(record, "nest")
    line["took"][0] = record[1]["hands"]["0"][0]
    return record.index(line)


def duplicated_card(record: Record) -> int:
    hands = record[1]["hands"]
    hands["0"][0] = hands["1"][0]
    return 1


def uneven_hands(record: Record) -> int:
    hands = record[1]["hands"]
    hands["0"].append(hands["1"].pop())
    return 1


def wrong_set_back(record: Record) -> int:
    """The declaring side keeps its counters though it failed."""
    line = next(line for line in of_kind(record, "score") if not line["made"])
    for side in line["sides"]:
        if line["declarer"] in side["seats"]:
            side["total"] += side["counters"] - side["scored"]
            side["scored"] = side["counters"]
    return record.index(line)


def failed_called_made(record: Record) -> int:
    line = next(line for line in of_kind(record, "score") if not line["made"])
    line["made"] = True
    return record.index(line)


def missing_majority(record: Record) -> int:
    line = next(line for line in of_kind(record, "score") if line["made"])
    side = next(side for side in line["sides"] if side["bonus"])
    side.update(bonus=0, scored=side["scored"] - 20, total=side["total"] - 20)
    return record.index(line)


def majority_without_reason(record: Record) -> int:
    """Kentucky knows no majority bonus."""
    line = first(record, "score")
    line["sides"][0]["bonus"] = 20
    return record.index(line)


def nest_to_the_other_side(record: Record) -> int:
    """The counters in the nest are given to the side that lost the last trick."""
    buried = 0
    for at, line in enumerate(record):
        if line["type"] == "discard":
            buried = points(line["cards"], KENTUCKY)
        if line["type"] == "score" and line["made"] and buried:
            last = record[at - 1]["winner"]
            for side in line["sides"]:
                by = -buried if last in side["seats"] else buried
                side.update({name: side[name] + by for name in ("counters", "scored", "total")})
            return at
    raise LookupError


def losers_win(record: Record) -> int:
    record[-1]["winners"] = [seat for seat in range(4) if seat not in record[-1]["winners"]]
    return len(record) - 1


def other_final_totals(record: Record) -> int:
    record[-1]["totals"][0] += 5
    return len(record) - 1


def goes_on_after_the_target(record: Record) -> int:
    """With the target at what the best side has after its first deal above zero."""
    for at, line in enumerate(record):
        if line["type"] == "score":
            best = max(side["total"] for side in line["sides"])
            level = line["sides"][0]["total"] == line["sides"][1]["total"]
            if best > 0 and not level and record[at + 1]["type"] == "deal":
                record[0]["options"]["target"] = best
                return at + 1
    raise LookupError


def stops_before_the_target(record: Record) -> int:
    record[0]["options"]["target"] = 1000
    return len(record) - 1


def wrong_next_dealer(record: Record) -> int:
    line = list(of_kind(record, "deal"))[1]
    line["dealer"] = (line["dealer"] + 1) % 4
    return record.index(line)


def deal_skipped(record: Record) -> int:
    line = list(of_kind(record, "deal"))[1]
    line["deal"] += 1
    return record.index(line)


def nest_missing(record: Record) -> int:
    at = record.index(first(record, "nest"))
    del record[at]
    return at


def unknown_line(record: Record) -> int:
    record.insert(2, {"type": "chat", "seat": 0})
    return 2


def after_the_end(record: Record) -> int:
    record.append({"type": "pass", "seat": 0})
    return len(record) - 1


FAULTS: dict[str, tuple[Callable[[Record], int], str]] = {
    "illegal play": (illegal_play, "may not play"),
    "card of another": (card_of_another, "not in his hand"),
    "card played before": (card_played_before, "not in his hand"),
    "wrong winner of a trick": (moved_on("trick", "winner", 1), "winner should be"),
    "partner wins the trick": (moved_on("trick", "winner", 2), "winner should be"),
    "wrong points of a trick": (moved_on("trick", "points", 5), "points should be"),
    "wrong cards in a trick": (in_first("trick", cards=["R14", "R13", "R12", "R11"]), "cards should be"),
    "wrong leader": (wrong_leader, "seat should be"),
    "play out of turn": (moved_on("play", "seat", 1), "seat should be"),
    "played by another": (played_by_another, "by should be"),
    "played from nowhere": (in_first("play", **{"from": "battery"}), "from should be"),
    "bid too low": (bid_too_low, "may not bid"),
    "bid not higher": (bid_not_higher, "may not bid"),
    "bid by a passed seat": (bid_by_a_passed_seat, "has passed"),
    "wrong owner of the nest": (moved_on("nest", "seat", 1), "seat should be"),
    "another nest": (another_nest_taken, "the nest is"),
    "nest not taken": (nest_missing, "nest line should come"),
    "discard by another": (moved_on("discard", "seat", 1), "seat should be"),
    "one card less discarded": (one_less_discarded, "were discarded"),
    "one card more discarded": (one_more_discarded, "were discarded"),
    "trump named by another": (moved_on("trump", "seat", 1), "seat should be"),
    "no such trump": (in_first("trump", color="blue"), "not a color"),
    "wrong set-back": (wrong_set_back, "scored should be"),
    "failed bid called made": (failed_called_made, "made should be"),
    "wrong counters": (side_number("counters", by=5), "counters should be"),
    "wrong number of tricks": (side_number("tricks", by=1), "tricks should be"),
    "wrong score": (side_number("scored", by=5), "scored should be"),
    "wrong total": (side_number("total", by=5), "total should be"),
    "wrong declarer": (moved_on("score", "declarer", 2), "declarer should be"),
    "wrong bid": (moved_on("score", "bid", 5), "bid should be"),
    "wrong winner of the match": (losers_win, "the winners are"),
    "wrong final totals": (other_final_totals, "totals should be"),
    "match goes on after the target": (goes_on_after_the_target, "the match is over"),
    "match stops before the target": (stops_before_the_target, "deal line should come"),
    "wrong dealer": (wrong_next_dealer, "dealer should be"),
    "wrong number of a deal": (deal_skipped, "deal should be"),
    "duplicated card": (duplicated_card, "not the pack"),
    "uneven hands": (uneven_hands, "seat 0 was dealt 1"),
    "unknown line": (unknown_line, "should come here"),
    "line after the end": (after_the_end, "nothing may follow"),
}

FAULTS_OF_ONE_GAME: dict[str, tuple[str, Callable[[Record], int], str]] = {
    "buried counter": ("one_high", buried_counter, "Count Card"),
    "missing majority": ("one_high", missing_majority, "bonus should be"),
    "majority without reason": ("kentucky", majority_without_reason, "bonus should be"),
    "nest to the other side": ("kentucky", nest_to_the_other_side, "counters should be"),
}


def must_report(records: Iterator[Record], plant: Callable[[Record], int], words: str) -> None:
    """Plant the fault in the first few records that have a place for it.

    Clean before; after planting, the first disagreement is on the right line and in the right words.
    """
    planted = 0
    for record in records:
        broken = copy.deepcopy(record)
        try:
            at = plant(broken)
        except (LookupError, StopIteration):
            continue
        assert check_record(record) == []
        faults = check_record(json.dumps(line) for line in broken)
        assert faults
        assert faults[0].startswith(f"line {at + 1}: ")
        assert words in faults[0]
        planted += 1
        if planted == 3:
            return
    pytest.fail("there was no place for the fault")


def matches(key: str) -> Iterator[Record]:
    return (make_record(key, seed, talk=0.5, target=200) for seed in range(30))


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_reported(key: str, name: str) -> None:
    plant, words = FAULTS[name]
    must_report(matches(key), plant, words)


@pytest.mark.parametrize("name", FAULTS_OF_ONE_GAME)
def test_a_planted_fault_of_one_game_is_reported(name: str) -> None:
    key, plant, words = FAULTS_OF_ONE_GAME[name]
    must_report(matches(key), plant, words)


@pytest.mark.parametrize("key", GAMES)
def test_the_dealer_who_may_not_pass_is_reported(key: str) -> None:
    quiet = (make_record(key, seed, talk=0.0, deals=1) for seed in range(3))
    must_report(quiet, dealer_passes_after_four, "may not pass")


@pytest.mark.parametrize("key", GAMES)
def test_wrong_lines_are_reported(key: str) -> None:
    record = make_record(key, 1)
    assert check_record([]) != []
    assert check_record(["not json"]) == ["line 1: this is not JSON"]
    assert check_record(["[]"]) == ["line 1: this is not a JSON object"]
    assert check_record([{**record[0], "key": "whist"}, *record[1:]]) != []
    assert check_record([{**record[0], "options": None}, *record[1:]]) != []


@pytest.mark.parametrize("key", GAMES)
def test_the_result_of_a_faulty_deal_is_believed(key: str) -> None:
    """One fault is told once: the deals after it are judged on their own."""
    record = make_record(key, 1, talk=0.7)
    deals = [at for at, line in enumerate(record) if line["type"] == "trick"]
    for at in (deals[0], deals[-1]):
        record[at]["points"] += 5
    assert len(check_record(record)) == 2


# --- every small change of a record ---------------------------------------------------------------


def changed(value: Any) -> Iterator[Any]:
    """The value with one thing in it changed, in every way tried."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
        yield str(value)
        yield None
    elif isinstance(value, str):
        yield value + "x"
        yield None
    elif isinstance(value, list):
        yield None
        if value:
            yield value[1:]
            yield [*value, value[0]]
            for at, part in enumerate(value):
                for new in changed(part):
                    yield [*value[:at], new, *value[at + 1 :]]
    elif isinstance(value, dict):
        yield None
        for name, part in value.items():
            yield {other: value[other] for other in value if other != name}
            for new in changed(part):
                yield {**value, name: new}


@pytest.mark.parametrize("key", GAMES)
def test_no_small_change_escapes(key: str) -> None:
    """Change, drop, repeat or swap any line: something must disagree."""
    record = make_record(key, 4, talk=0.7, deals=2)
    assert {line["type"] for line in record} >= {"bid", "pass", "score", "match"}
    for at, line in enumerate(record[1:], start=1):
        for new in changed(line):
            if new is not None:
                assert check_record([*record[:at], new, *record[at + 1 :]]), (line, new)
        assert check_record([*record[:at], *record[at + 1 :]]), line
        assert check_record([*record[: at + 1], *record[at:]]), line
        if at + 1 < len(record):
            assert check_record([*record[:at], record[at + 1], line, *record[at + 2 :]]), line
