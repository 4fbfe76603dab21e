"""Faults planted in a clean record, one for each law; the referee has to find every one."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

Line = dict[str, Any]
Plant = Callable[[list[Line]], None]


def planted(record: list[Line], plant: Plant) -> list[Line]:
    """A copy of a record with a fault."""
    lines = deepcopy(record)
    plant(lines)
    return lines


def line_of(lines: list[Line], *kinds: str) -> Line:
    """The first line of these kinds."""
    return next(line for line in lines if line["type"] in kinds)


def asked_before(lines: list[Line], *kinds: str) -> Line:
    """What was asked before the first answer of these kinds."""
    return lines[lines.index(line_of(lines, *kinds)) - 1]


def _set(kind: str, name: str, value: Callable[[Any], Any]) -> Plant:
    """Change one value of the first line of a kind."""

    def plant(lines: list[Line]) -> None:
        line = line_of(lines, kind)
        line[name] = value(line[name])

    return plant


def _ask(kind: str, name: str, value: Callable[[Any], Any]) -> Plant:
    """Change what was asked before the first answer of a kind."""

    def plant(lines: list[Line]) -> None:
        asked = asked_before(lines, kind)
        asked[name] = value(asked[name])

    return plant


def _low_draw_deals(lines: list[Line]) -> None:
    cards = line_of(lines, "draw")["cards"]
    numbers = {seat: int(card[1:]) for seat, card in cards.items()}
    low, high = min(numbers, key=lambda seat: numbers[seat]), max(numbers, key=lambda seat: numbers[seat])
    cards[low], cards[high] = cards[high], cards[low]


def _hands_exchanged(lines: list[Line]) -> None:
    hands = line_of(lines, "deal")["hands"]
    hands["0"], hands["1"] = hands["1"], hands["0"]


def _another_color_offered(lines: list[Line]) -> None:
    """A card is offered that does not follow."""
    hands, bidder = line_of(lines, "deal")["hands"], line_of(lines, "won")["seat"]
    for asked, answer, *_ in _plays(lines):
        held = {f"play {card}" for card in hands[str(answer["seat"])]}
        more = held.difference(asked["answers"])
        if more and answer["seat"] != bidder:
            asked["answers"].append(min(more))
            return
    raise AssertionError("everyone may play every card")


def _card_of_another_hand(lines: list[Line]) -> None:
    (asked, first), (_, second), *_ = _plays(lines)
    first["answer"] = second["answer"]
    asked["answers"].append(second["answer"])


def _plays(lines: list[Line]) -> list[tuple[Line, Line]]:
    """What was asked and played in the first trick."""
    first, end = lines.index(line_of(lines, "play")), lines.index(line_of(lines, "trick"))
    return [(lines[at - 1], lines[at]) for at in range(first, end, 2)]


def _another_leads(lines: list[Line]) -> None:
    asked, first = _plays(lines)[0]
    asked["seat"] = first["seat"] = first["seat"] + 1


def _second_trick_led_by_another(lines: list[Line]) -> None:
    at = lines.index(line_of(lines, "trick"))
    for line in lines[at + 1 : at + 3]:
        line["seat"] = (line["seat"] + 1) % lines[0]["seats"]


def _deal_after_the_end(lines: list[Line]) -> None:
    lines.append(line_of(lines, "deal"))


def _no_end(lines: list[Line]) -> None:
    """The match is not ended but dealt on."""
    lines[-1] = line_of(lines, "deal")


def _ends_early(lines: list[Line]) -> None:
    at = lines.index(line_of(lines, "score"))
    lines.insert(at + 1, {**lines[-1], "totals": lines[at]["totals"]})


def _same_dealer_again(lines: list[Line]) -> None:
    first, second, *_ = (line for line in lines if line["type"] == "deal")
    second["dealer"] = first["dealer"]


def _others(totals: list[int]) -> list[int]:
    return [*totals[1:], totals[0]]


FAULTS: Final[dict[str, Plant]] = {
    "another player deals first": _low_draw_deals,
    "a card is twice in the deck": _set("deal", "cards", lambda cards: [cards[1], *cards[1:]]),
    "two hands are exchanged": _hands_exchanged,
    "the nest is another": _set("deal", "nest", lambda nest: nest[1:]),
    "the wrong player bids first": _ask("bid", "seat", lambda seat: seat + 1),
    "a bid too low is offered": _ask("bid", "answers", lambda answers: [*answers, "bid 5"]),
    "the lowest bid is missing": _ask("bid", "answers", lambda bids: bids[:-1]),
    "a bid is out of range": _set("bid", "answer", lambda _: "bid 5"),
    "a bid is off the step": _set("bid", "answer", lambda bid: bid[:-1] + "3"),
    "another wins the bidding": _set("won", "seat", lambda seat: seat - 1),
    "the bidding is won for more": _set("won", "points", lambda points: points + 5),
    "another takes the nest": _set("nest", "seat", lambda seat: seat + 1),
    "other cards are taken": _set("nest", "cards", lambda cards: cards[1:]),
    "a card may not be discarded": _ask("discard", "cards", lambda cards: cards[1:]),
    "one card less is asked for": _ask("discard", "number", lambda number: number - 1),
    "one card less is discarded": _set("discard", "answer", lambda text: text.rpartition(" ")[0]),
    "a card is discarded face up": _set("laid", "shown", lambda shown: [*shown, "R9"]),
    "points in the discard are told": _set("laid", "counters", lambda told: not told),
    "a color may not be named": _ask("trump", "answers", lambda answers: answers[1:]),
    "the wrong player leads first": _another_leads,
    "a card is offered that does not follow": _another_color_offered,
    "a card of another hand is played": _card_of_another_hand,
    "the wrong player takes a trick": _set("trick", "winner", lambda seat: (seat + 1) % 3),
    "a trick counts more": _set("trick", "points", lambda points: points + 5),
    "the wrong player leads next": _second_trick_led_by_another,
    "another bid is scored": _set("score", "bid", lambda bid: bid + 5),
    "a made bid fails, or the other way": _set("score", "made", lambda made: not made),
    "a side scores more": _set("score", "scored", lambda scored: [scored[0] + 5, *scored[1:]]),
    "a wrong total": _set("score", "totals", lambda totals: [*totals[:-1], totals[-1] - 5]),
    "counters of another side": _set("score", "takes", _others),
    "the same dealer deals again": _same_dealer_again,
    "others win the match": _set("end", "winners", lambda seats: [seat ^ 1 for seat in seats]),
    "wrong totals at the end": _set("end", "totals", lambda totals: [total + 5 for total in totals]),
    "the match ends too early": _ends_early,
    "the match does not end": _no_end,
    "a deal after the end": _deal_after_the_end,
}
"""By law: how it is broken in a record of a whole match."""
