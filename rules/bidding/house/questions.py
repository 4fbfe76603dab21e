"""What a family can say of its game: which cards, what counts, who leads, the bids, the end, and twists.

Each answer is a combination of options that people play. Earlier answers stay; later ones stay if they fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.bidding.house.answers import TOPICS, Topic, Values, label_of, value_of
from rules.bidding.house.endless import endless
from rules.bidding.house.offered import BY_KEY
from rules.bidding.house.options import changed, changes
from rules.bidding.house.proposals import proposal
from rules.bidding.variant import Variant
from rules.core.protocol import Answer, InvalidOption, OptionValue, Question

MORE: Final = "more"
"""The key of the last question, which changes one option more."""
MOST_TWISTS: Final = 25
"""The most entries of a menu on Discord."""


def topics(variant: Variant) -> tuple[str, ...]:
    """The keys of the questions that make sense in a game, in order."""
    return tuple(key for key in (*TOPICS, MORE) if key != "bids" or variant.auction == "highest")


def question(key: str, variant: Variant, standard: Variant) -> Question:
    """The question of one of the ``topics``."""
    if key == MORE:
        return _twists(variant, standard)
    topic, answers, now = TOPICS[key], dict[str, Answer](), None
    book = _of_book(topic, variant, standard)
    for values in (book, *topic.usual(variant)):
        options = _answered(topic, variant, standard, values)
        if options is None:
            continue
        given = changed(standard, options)
        said = topic.said(given)
        if said in answers:
            continue
        others = _others(topic, variant, given)
        is_book = values is book
        label, more = ("As the book says", f"{said}{others and '. '}{others}") if is_book else (said, others)
        if all(value_of(variant, key) == value_of(given, key) for key in topic.options):
            now = len(answers) if now is None else now
        answers[said] = Answer(label, options, more, topic.card(given))
    return Question(topic.key, topic.asked, topic.said(variant), tuple(answers.values()), now)


def _others(topic: Topic, variant: Variant, given: Variant) -> str:
    """The options of later questions that an answer changes too, in words; empty if it changes none."""
    keys = [key for key in _later(topic) if value_of(variant, key) != value_of(given, key)]
    return _said_of(keys, given)


def _said_of(keys: Sequence[str], given: Variant) -> str:
    """Options that an answer changes besides its own, in words; empty if there are none."""
    said = [f"“{BY_KEY[key].label}” {label_of(given, key)}" for key in keys]
    return f"Then also {', '.join(said)}" if said else ""


def _later(topic: Topic) -> tuple[str, ...]:
    """The options that later questions set, and this one and earlier ones do not."""
    place = [*TOPICS].index(topic.key)
    places = {key: at for at, one in reversed([*enumerate(TOPICS.values())]) for key in one.options}
    return tuple(key for key, at in places.items() if at > place)


def _of_book(topic: Topic, variant: Variant, standard: Variant) -> dict[str, OptionValue]:
    """The book's answer. Which cards leave a bird's rank as it is, and its rank leaves it in or out."""
    values = {key: value_of(standard, key) for key in topic.options}
    is_alike = (variant.rook == "none") == (standard.rook == "none")
    if topic.key == "cards" and is_alike:
        values["rook"] = variant.rook
    elif topic.key == "lead" and not is_alike:
        values |= {"rook": variant.rook, "rook_plays": variant.rook_plays}
    return values


def _answered(
    topic: Topic, variant: Variant, standard: Variant, values: Values
) -> dict[str, OptionValue] | None:
    """The options that differ from the book after an answer; None if it doesn't fit the earlier answers."""
    now, later = changes(variant, standard), set(_later(topic))
    kept = {key: value for key, value in now.items() if key not in topic.options}
    earlier = {key: value for key, value in kept.items() if key not in later}
    for others in (kept, earlier):
        if (options := _playable(standard, {**others, **values})) is not None:
            return options
    wanted = {**earlier, **values}
    more = proposal(standard, wanted)
    return None if more is None or not more.keys() <= later else _playable(standard, {**wanted, **more})


def _playable(standard: Variant, wanted: Values) -> dict[str, OptionValue] | None:
    """The options that differ from the book, or None if these can't be played."""
    try:
        variant = changed(standard, wanted)
    except InvalidOption:
        return None
    return None if endless(variant) else changes(variant, standard)


def _twists(variant: Variant, standard: Variant) -> Question:
    """One rule more: each entry changes one option, with those it needs, or takes that change back.

    Changes that can be taken back come first.
    """
    now, kept, offered = changes(variant, standard), list[Answer](), list[Answer]()
    for key, value in _TWISTS:
        is_on = value_of(variant, key) == value
        wanted, others = {**now, key: value_of(standard, key) if is_on else value}, ""
        options = _playable(standard, wanted)
        more = proposal(variant, {key: value}) if options is None else None
        if more and "teams" not in more:  # the first question asks who plays together
            options = _playable(standard, {**wanted, **more})
            others = _said_of([*more], changed(standard, options or {}))
        if options is not None and options != now:
            said = _told(changed(standard, options), key)
            answer = Answer(said, options, "As the book says" if is_on else others)
            (kept if is_on else offered).append(answer)
    return Question(MORE, "One rule more?", "", tuple((kept + offered)[:MOST_TWISTS]), None)


def _told(variant: Variant, key: str) -> str:
    """An option's value as a sentence; an amount with the option's name before it."""
    row, label = BY_KEY[key], label_of(variant, key)
    is_amount = any(choice.label[0].isdigit() for choice in row.choices)
    return f"{row.label}: {label}" if is_amount else label


_TWISTS: Final[tuple[tuple[str, OptionValue], ...]] = (
    ("bury_counters", "shown"),
    ("bury_counters", False),
    ("bury_counters", "for_trumps"),
    ("nest_to", "declarer"),
    ("nest_shown", "after_bidding"),
    ("nest_told", True),
    ("misdeal_claim", "no_counters"),
    ("misdeal_claim", "only_numbers"),
    ("all_points", 20),
    ("moon", 200),
    ("moon_by", "declarer"),
    ("red_one", True),
    ("second_bird", "B2"),
    ("rook", "dealer_chooses"),
    ("passing", "pass_partner"),
    ("shoot", True),
    ("trump", "before_nest"),
    ("trump_by", "partner_for_five"),
    ("no_trump", "yes"),
    ("rook_without_trump", "red"),
    ("fold", "opponents_nothing"),
    ("first_lead", "declarer_or_left"),
    ("partner_shown", "on_play"),
    ("partner_card", "any"),
    ("alone_bonus", "20 5:30 6:40"),
    ("winner_made_bid", True),
    ("seat_change", "rotate"),
    ("take_back", "consent"),
    ("first_bidder", "left_of_dealer"),
    ("trump_by", "or_partner"),
    ("nest_dealt", "last"),
    ("nest_shown", "top_card"),
)
"""Single options that families change most, the most usual first. Those that fit are offered.

Some fit only with others, which they then change too.
"""
