"""The oracle reports faults that are planted in records of any game."""

import pytest

from tests.oracle import ROWS, Row, legal_cards, row_for
from tests.oracle.planting import (
    Plant,
    after_each,
    in_first,
    more,
    must_report,
    other_seat,
    row_of,
    side_number,
    without_first,
)
from tests.oracle.samples import GAMES, TABLES, Record, first, of_kind


def illegal_play(record: Record) -> int:
    row = row_of(record)
    for at, line, held, led, trump in after_each(record):
        if line["from"] == "dummy" and row["dummy"] == "blind":
            continue
        wrong = [card for card in held if card not in legal_cards(held, led, trump, row)]
        if wrong:
            line["card"] = wrong[0]
            return at
    raise LookupError


def card_of_another(record: Record) -> int:
    at = record.index(first(record, "play"))
    record[at]["card"] = next(card for card in record[at + 1 :] if card["type"] == "play")["card"]
    return at


def card_played_before(record: Record) -> int:
    plays = [(at, line) for at, line in enumerate(record) if line["type"] == "play"]
    there = (plays[0][1]["seat"], plays[0][1]["from"])
    at, late = next((at, line) for at, line in plays[1:] if (line["seat"], line["from"]) == there)
    late["card"] = plays[0][1]["card"]
    return at


def wrong_opening_leader(record: Record) -> int:
    return other_seat("play", "seat")(record)


def wrong_leader(record: Record) -> int:
    at = record.index(first(record, "trick"))
    line = first(record[at:], "play")
    line["seat"] = (line["seat"] + 1) % record[0]["seats"]
    return record.index(line)


def bid_too_low(record: Record) -> int:
    line = first(record, "bid")
    line["points"] = row_of(record)["min_bid"] - row_of(record)["step"]
    return record.index(line)


def bid_off_the_step(record: Record) -> int:
    if row_of(record)["step"] == 1:
        raise LookupError
    return more_by(1)(record)


def bid_above_the_cap(record: Record) -> int:
    return more_by(row_of(record)["step"] * 100)(record)


def more_by(number: int) -> Plant:
    def plant(record: Record) -> int:
        line = first(record, "bid")
        line["points"] += number
        return record.index(line)

    return plant


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
            late = {**record[at + 1], "seat": record[at]["seat"]}
            late["points"] += row_of(record)["step"]
            record.insert(at + 2, late)
            return at + 2
    raise LookupError


def first_speaker_is_skipped(record: Record) -> int:
    record[2]["seat"] = (record[2]["seat"] + 1) % record[0]["seats"]
    return 2


def one_less_discarded(record: Record) -> int:
    line = first(record, "discard")
    line["cards"].pop()
    return record.index(line)


def one_more_discarded(record: Record) -> int:
    line = first(record, "discard")
    line["cards"].append(line["cards"][0])
    return record.index(line)


def another_nest_taken(record: Record) -> int:
    line = first(record, "nest")
    line["took"][0] = "none"
    return record.index(line)


def duplicated_card(record: Record) -> int:
    hands = record[1]["hands"]
    hands["0"][0] = hands["1"][0]
    return 1


def one_card_more(record: Record) -> int:
    hands = record[1]["hands"]
    hands["0"].append(hands["1"].pop())
    return 1


def made_and_failed(record: Record) -> int:
    line = first(record, "score")
    line["made"] = not line["made"]
    return record.index(line)


def losers_win(record: Record) -> int:
    record[-1]["winners"] = [seat for seat in range(record[0]["seats"]) if seat not in record[-1]["winners"]]
    return len(record) - 1


def other_final_totals(record: Record) -> int:
    record[-1]["totals"][0] += 5
    return len(record) - 1


def continues_past_the_target(record: Record) -> int:
    """With the target at what the best side has after its first deal above zero."""
    for at, line in enumerate(record):
        if line["type"] == "score":
            totals = [side["total"] for side in line["sides"]]
            best = max(totals)
            if best > 0 and totals.count(best) == 1 and record[at + 1]["type"] == "deal":
                record[0]["options"]["target"] = best
                return at + 1
    raise LookupError


def stops_before_the_target(record: Record) -> int:
    record[0]["options"].update(target=100000, max_deals=1000)
    return len(record) - 1


def wrong_next_dealer(record: Record) -> int:
    line = list(of_kind(record, "deal"))[1]
    line["dealer"] = (line["dealer"] + 1) % record[0]["seats"]
    return record.index(line)


def deal_skipped(record: Record) -> int:
    line = list(of_kind(record, "deal"))[1]
    line["deal"] += 1
    return record.index(line)


def unknown_line(record: Record) -> int:
    record.insert(2, {"type": "chat", "seat": 0})
    return 2


def after_the_end(record: Record) -> int:
    record.append({"type": "pass", "seat": 0})
    return len(record) - 1


def part_of_another_game(record: Record) -> int:
    """A pile, batteries, a dummy and odd cards in a deal that has none."""
    for name in ("pile", "batteries", "dummy", "odd"):
        record[1].setdefault(name, [])
    return 1


FAULTS: dict[str, tuple[Plant, str]] = {
    "illegal play": (illegal_play, "may not play"),
    "card of another": (card_of_another, "not in his hand"),
    "card played before": (card_played_before, "not in his hand"),
    "wrong winner of a trick": (other_seat("trick", "winner"), "winner should be"),
    "trick won from elsewhere": (in_first("trick", **{"from": "nest"}), "from should be"),
    "wrong points of a trick": (more("trick", "points"), "points should be"),
    "wrong cards in a trick": (in_first("trick", cards=["R14", "R13", "R12", "R11"]), "cards should be"),
    "wrong opening leader": (wrong_opening_leader, "seat should be"),
    "wrong leader": (wrong_leader, "seat should be"),
    "chosen by another": (other_seat("play", "by"), "by should be"),
    "played from nowhere": (in_first("play", **{"from": "nest"}), "from should be"),
    "bid too low": (bid_too_low, "may not bid"),
    "bid off the step": (bid_off_the_step, "may not bid"),
    "bid above the cap": (bid_above_the_cap, "may not bid"),
    "bid not higher": (bid_not_higher, "may not bid"),
    "bid by a passed seat": (bid_by_a_passed_seat, "has passed"),
    "first speaker skipped": (first_speaker_is_skipped, "seat"),
    "wrong owner of the nest": (other_seat("nest", "seat"), "seat should be"),
    "another nest": (another_nest_taken, "the nest is"),
    "nest not taken": (without_first("nest"), "nest line should come"),
    "discard by another": (other_seat("discard", "seat"), "seat should be"),
    "one card less discarded": (one_less_discarded, "were discarded"),
    "one card more discarded": (one_more_discarded, "were discarded"),
    "trump named by another": (other_seat("trump", "seat"), "seat should be"),
    "trump not named": (without_first("trump"), "trump line should come"),
    "no such trump": (in_first("trump", color="none"), "not a color"),
    "made and failed exchanged": (made_and_failed, "made should be"),
    "wrong counters": (side_number("counters"), "counters should be"),
    "wrong number of tricks": (side_number("tricks"), "tricks should be"),
    "wrong bonus": (side_number("bonus"), "bonus should be"),
    "wrong score": (side_number("scored"), "scored should be"),
    "wrong total": (side_number("total"), "total should be"),
    "wrong declarer": (other_seat("score", "declarer"), "declarer should be"),
    "wrong bid": (more("score", "bid"), "bid should be"),
    "wrong winner of the match": (losers_win, "the winners are"),
    "wrong final totals": (other_final_totals, "totals should be"),
    "match goes on after the target": (continues_past_the_target, "the match is over"),
    "match stops before the target": (stops_before_the_target, "deal line should come"),
    "wrong dealer": (wrong_next_dealer, "dealer should be"),
    "wrong number of a deal": (deal_skipped, "deal should be"),
    "duplicated card": (duplicated_card, "not the pack"),
    "uneven hands": (one_card_more, "was dealt"),
    "part of another game": (part_of_another_game, "should"),
    "unknown line": (unknown_line, "should come here"),
    "line after the end": (after_the_end, "nothing may follow"),
}


def has_place(name: str, row: Row) -> bool:
    """Can the fault be planted in this game at all?"""
    if "nest" in name or "discard" in name:
        return row["nest"] > 0
    if "trump" in name:
        return row["trump"] != "bid"
    if name == "bid by a passed seat":
        return row["seats"] - (1 if row["sale"] else 0) > 2
    if name == "bid off the step":
        return row["step"] > 1
    return True


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("name", FAULTS)
def test_planted_fault_is_reported(key: str, name: str) -> None:
    if not has_place(name, ROWS[key]):
        return
    plant, words = FAULTS[name]
    must_report(key, plant, words)


@pytest.mark.parametrize(("key", "seats"), [table for table in TABLES if table[1] not in (2, 4)])
def test_planted_faults_are_reported_at_other_tables(key: str, seats: int) -> None:
    for name, (plant, words) in FAULTS.items():
        if has_place(name, row_for(key, seats)) and not name.startswith("match"):
            must_report(key, plant, words, seats=seats, times=1)
