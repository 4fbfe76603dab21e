"""Option values: parsing them from text, checking them, and writing them as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin

from pydantic import TypeAdapter
from pydantic.fields import FieldInfo

from rules.bidding.house.offered import OFFERED
from rules.bidding.house.row import Row
from rules.bidding.notation import read_numbers, write_numbers, write_pairs
from rules.bidding.variant import Numbers, Penalties, Variant
from rules.core.cards import Color
from rules.core.protocol import InvalidOption, OptionValue
from rules.core.words import listed

_NO: Final = ("no", "off", "false", "0")
_YES: Final = ("yes", "on", "true", "1")
_NOTHING: Final = ("none", "no", "nothing", "-", "")


class Form(NamedTuple):
    """Reader, writer and description of an option not a plain number or word; it may set several fields."""

    read: Callable[[str], dict[str, object]]
    """Parses a text into values of fields."""
    write: Callable[[Variant], OptionValue]
    fits: str


def _read_deck(text: str) -> dict[str, object]:
    plain, by_seats = _with_exceptions(text)
    return {"numbers": plain, "numbers_with": {seats: read_numbers(some) for seats, some in by_seats.items()}}


def _write_deck(variant: Variant) -> str:
    others = (f"{seats}:{write_numbers(some)}" for seats, some in variant.numbers_with.items())
    return " ".join((write_numbers(variant.numbers), *others))


def _by_players(name: str, fits: str) -> Form:
    """The form of a field with one value, and others by number of players in the field ``<name>_with``."""

    def read_both(text: str) -> dict[str, object]:
        plain, by_seats = _with_exceptions(text)
        return {name: plain, f"{name}_with": by_seats}

    def write(variant: Variant) -> OptionValue:
        plain: int = getattr(variant, name)
        others: Mapping[int, int] = getattr(variant, f"{name}_with")
        return f"{plain} {write_pairs(others)}" if others else plain

    return Form(read_both, write, fits)


def _read_counters(text: str) -> dict[str, object]:
    return {"counters": text}


def _write_counters(variant: Variant) -> str:
    return write_pairs({number: points for number, points in sorted(variant.counters.items()) if points})


def _read_trick(text: str) -> dict[str, object]:
    return {"trick_points": text}


def _write_trick(variant: Variant) -> OptionValue:
    points = variant.trick_points
    if isinstance(points, int):
        return points
    order = (*(color.word for color in Color), "none")
    by_word: dict[str, int] = dict(points.items())
    return write_pairs({word: by_word[word] for word in order if word in by_word})


def _with_exceptions(text: str) -> tuple[str, dict[int, str]]:
    """Split ``4 6:2`` into the plain value and others by number of players."""
    plain, *others = text.split()
    pairs = (other.partition(":") for other in others)
    return plain, {int(seats): value for seats, _, value in pairs}


def _read_second_bird(text: str) -> dict[str, object]:
    return {"second_bird": text if text == "none" else text.upper()}


FORMS: Final[Mapping[str, Form]] = {
    "seats": Form(
        lambda text: {"seats": read_numbers(text)},
        lambda variant: write_numbers(variant.seats),
        "numbers from 2 to 8, such as 4 or 3-6",
    ),
    "numbers": Form(_read_deck, _write_deck, "numbers from 1 to 14, such as 5-14 or 1,5-14"),
    "second_bird": Form(
        _read_second_bird, lambda variant: variant.second_bird, "none, or a card such as B2 or R3"
    ),
    "misdeal_numbers": Form(
        lambda text: {"misdeal_numbers": read_numbers(text)},
        lambda variant: write_numbers(variant.misdeal_numbers),
        "numbers from 1 to 14, such as 6-9",
    ),
    "nest": _by_players("nest", "a whole number from 0 to 12"),
    "called_cards": _by_players("called_cards", "1 or 2, or by number of players such as 1 6:2"),
    "alone_bonus": _by_players(
        "alone_bonus", "a whole number from 0 to 1,000, or by number of players such as 20 5:30 6:40"
    ),
    "counters": Form(_read_counters, _write_counters, "points by number, such as 5:5 10:10 14:10"),
    "trick_points": Form(
        _read_trick,
        _write_trick,
        "a whole number from 0 to 100, or points by trump such as red:10 black:8 none:10",
    ),
}


def option_value(variant: Variant, row: Row) -> OptionValue:
    """The value of an option in a variant."""
    if row.key in FORMS:
        return FORMS[row.key].write(variant)
    value: Any = variant
    for name in row.path:
        value = getattr(value, name)
    found: OptionValue = value
    return found


def read(variant: Variant, row: Row, value: object) -> dict[str, object]:
    """Parse and check an option value. Returns the fields of the variant to update.

    Raises:
        InvalidOption: it does not fit; the sentence says what does.
    """
    try:
        return _fields(variant, row, _parse_typed(row, value))
    except (ValueError, TypeError):  # pydantic's ValidationError is a ValueError too
        raise InvalidOption(f"That doesn't fit “{row.label}”. It can be {fits(row)}.") from None


def fits(row: Row) -> str:
    """The values an option takes, as text."""
    if row.key in FORMS:
        return FORMS[row.key].fits
    labels: dict[object, str] = {choice.value: choice.label for choice in row.choices}
    words: list[str] = []
    for kind in _kinds(*_annotation(row)):
        if kind.type is bool:
            words += ["yes", "no"]
        elif kind.type is int:
            words.append(f"a whole number from {kind.least} to {kind.most}")
        elif kind.type is type(None):
            words.append("none")
        words += [f"“{labels.get(word, word)}”" for word in kind.words]
    return listed(words, "or")


def _fields(variant: Variant, row: Row, value: object) -> dict[str, object]:
    if row.key in FORMS:
        wanted = FORMS[row.key].read(str(value))
        return {name: _adapter(Variant, name).validate_python(some) for name, some in wanted.items()}
    first, *deeper = row.path
    if not deeper:
        return {first: _adapter(Variant, first).validate_python(value)}
    name = deeper[0]
    checked = _adapter(Penalties, name).validate_python(value)
    return {first: variant.penalties.model_copy(update={name: checked})}


def _parse_typed(row: Row, value: object) -> object:
    """A typed value as the model takes it: labels, yes and no, "none", and numbers may come as text."""
    kinds = [kind.type for kind in _kinds(*_annotation(row))]
    if isinstance(value, bool) and bool not in kinds:
        raise ValueError("a number or a word was wanted")
    if not isinstance(value, str):
        if value is not None and not isinstance(value, int):
            raise TypeError("a number or a word was wanted")
        return value
    said = value.strip().casefold()
    named = next((choice for choice in row.choices if choice.label.casefold() == said), None)
    if named is not None:
        return named.value
    words = [word for kind in _kinds(*_annotation(row)) for word in kind.words]
    word = said.replace(" ", "_").replace("-", "_")
    if word in words:
        return word
    if bool in kinds:
        return _switch(said)
    if type(None) in kinds and said in _NOTHING:
        return None
    if row.key in FORMS:
        return " ".join(said.replace("–", "-").replace(", ", ",").split()) or "?"
    return int(said) if said.lstrip("-").isascii() and said.lstrip("-").isdigit() else said


def _switch(said: str) -> bool:
    if said not in _YES + _NO:
        raise ValueError("neither yes nor no")
    return said in _YES


class _Kind(NamedTuple):
    """A type of value a field takes, with its words or its range."""

    type: type | None
    words: tuple[object, ...] = ()
    least: int | None = None
    most: int | None = None


def _model(row: Row) -> type[Variant | Penalties]:
    return Variant if len(row.path) == 1 else Penalties


def _annotation(row: Row) -> tuple[object, tuple[object, ...]]:
    field = _model(row).model_fields[row.path[-1]]
    return field.annotation, tuple(field.metadata)


def _kinds(annotation: object, metadata: Iterable[object] = ()) -> Iterator[_Kind]:
    origin = get_origin(annotation)
    if origin is Literal:
        yield _Kind(str, get_args(annotation))
    elif origin is Annotated:
        inner, *more = get_args(annotation)
        spread = chain.from_iterable(one.metadata if isinstance(one, FieldInfo) else (one,) for one in more)
        yield from _kinds(inner, (*metadata, *spread))
    elif isinstance(annotation, type) or origin in (tuple, dict):
        marks = list(metadata)
        least = next((mark.ge for mark in marks if hasattr(mark, "ge")), None)
        most = next((mark.le for mark in marks if hasattr(mark, "le")), None)
        kind = annotation if isinstance(annotation, type) else origin
        yield _Kind(kind, (), least, most)
    else:
        for part in get_args(annotation):
            yield from _kinds(part, metadata)


@lru_cache(maxsize=256)
def _adapter(model: type[Variant | Penalties], name: str) -> TypeAdapter[object]:
    """The pydantic check of a single field."""
    field = model.model_fields[name]
    kind: Any = Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
    return TypeAdapter(kind)


def seats_of(value: OptionValue) -> tuple[int, ...]:
    """The numbers of players in the value of the option ``seats``."""
    return tuple(TypeAdapter(Numbers).validate_python(value))


def _plain(row: Row) -> OptionValue:
    default: Any = _model(row).model_fields[row.path[-1]].default
    plain: OptionValue = write_numbers(default) if isinstance(default, tuple) else default
    return plain


DEFAULTS: Final = {row.key: _plain(row) for row in OFFERED if row.needs}
"""By key: the default of each option that depends on another, for variants without that other."""
