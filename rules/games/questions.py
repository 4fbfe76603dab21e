"""What a host who sets up a game without bidding is asked: when it is over, and one option more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.protocol import Answer, Choice, InvalidOption, OptionSpec, OptionValue, Question
from rules.core.words import counted
from rules.games.options import Rules, changed, changes, offers, specs

END: Final = "end"
MORE: Final = "more"
"""Keys of the questions."""
LENGTH: Final = ("target", "deals")
MOST_ANSWERS: Final = 25
"""The most entries of a menu on Discord."""


def topics(rules: Rules) -> tuple[str, ...]:
    """The keys of the questions: the length of a match where the game lets it be chosen, and the others."""
    return (END, MORE) if _length_choices(rules) else (MORE,)


def question(key: str, rules: Rules, standard: Rules) -> Question:
    """The question of one of the ``topics``."""
    return _end(rules, standard) if key == END else _more(rules, standard)


def _length_choices(rules: Rules) -> dict[str, tuple[Choice, ...]]:
    return {key: offer.choices for key, offer in offers(type(rules)).items() if key in LENGTH}


def _end(rules: Rules, standard: Rules) -> Question:
    lengths = _length_choices(rules)
    book = {key: getattr(standard, key) for key in lengths}
    answers = [Answer("As the book says", _options(rules, standard, book), _said(standard))]
    for values in _lengths(lengths, book):
        options = _options(rules, standard, values)
        if options not in [one.options for one in answers]:
            answers.append(Answer(_said(changed(standard, options, "")), options))
    now = next((place for place, one in enumerate(answers) if one.options == changes(rules, standard)), None)
    return Question(END, "When is it over?", _said(rules), tuple(answers[:MOST_ANSWERS]), now)


def _lengths(
    lengths: dict[str, tuple[Choice, ...]], book: dict[str, OptionValue]
) -> Iterator[dict[str, OptionValue]]:
    """The usual lengths of a match; a number of deals replaces the target."""
    for choice in lengths.get("target", ()):
        yield {"target": choice.value} | ({"deals": None} if "deals" in lengths else {})
    yield from (book | {"deals": choice.value} for choice in lengths.get("deals", ()) if choice.value)


def _said(rules: Rules) -> str:
    deals = getattr(rules, "deals", None)
    return f"After {counted(deals, 'deal')}" if deals else f"At {getattr(rules, 'target', 0):,} points"


def _options(rules: Rules, standard: Rules, values: dict[str, OptionValue]) -> dict[str, OptionValue]:
    """The options that differ from the book after a change of some."""
    return changes(changed(standard, {**changes(rules, standard), **values}, ""), standard)


def _more(rules: Rules, standard: Rules) -> Question:
    """The usual values of the other options; of each, those that are not in force."""
    answers = list[Answer]()
    for spec in specs(rules):
        if spec.key not in LENGTH:
            answers += _values(spec, rules, standard)
    return Question(MORE, "One rule more?", "", tuple(answers[:MOST_ANSWERS]), None)


def _values(spec: OptionSpec, rules: Rules, standard: Rules) -> Iterator[Answer]:
    for choice in spec.choices:
        if choice.value == spec.value:
            continue
        try:
            options = _options(rules, standard, {spec.key: choice.value})
        except InvalidOption:
            continue
        yield Answer(f"{spec.label}: {choice.label}", options)
