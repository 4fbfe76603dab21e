"""Options of a game without bidding: fields of a model, each with its label and choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rules.core.protocol import Choice, InvalidOption, OptionSection, OptionSpec, OptionValue
from rules.core.winning import ONE_DEAL, Goal
from rules.core.words import signed


class Offer(NamedTuple):
    """Label, help and choices of an option, as an annotation of its field: ``Annotated[int, Offer(…)]``."""

    section: OptionSection
    """Deck, Play, Scoring, Match or Table."""
    label: str
    help: str
    choices: tuple[Choice, ...]


def switch(no: str, yes: str) -> tuple[Choice, ...]:
    """Two choices: True, labelled ``yes``, and False, labelled ``no``."""
    return (Choice(True, yes), Choice(False, no))


def numbers(*values: int) -> tuple[Choice, ...]:
    """Choices that are plain numbers, labelled with a comma in the thousands: ``5,000``."""
    return tuple(Choice(value, f"{value:,}") for value in values)


DEALS: Final = (Choice(None, "As many deals as it takes"), *numbers(4, 8, 12))
TIES: Final = (
    Choice("another_deal", "On a tie, another deal is played"),
    Choice("shared", "On a tie, the win is shared"),
)
SHARED_OR_DEAL: Final = (
    Choice(False, "On a tie, the win is shared"),
    Choice(True, "On a tie, another deal is played"),
)
AFTER_LAST_DEAL: Final = Offer(
    "Match", "Tie after the last deal", "What happens on a tie after the last deal.", SHARED_OR_DEAL
)


class Rules(BaseModel):
    """The values a game is played by. Each field with an ``Offer`` is an option."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @property
    def goal(self) -> Goal:
        """What ends a match. By default one deal."""
        return ONE_DEAL

    def unused_options(self) -> frozenset[str]:
        """Keys of options without effect under the values of the others, not offered. By default none."""
        return frozenset()


class TargetRules(Rules):
    """A game to a target, or of a fixed number of deals instead (1988, General Rules, comment 2).

    "If both are tied, another hand is played": ``tie`` says so at the target, ``extra_deal`` after the deals.
    """

    target: Annotated[
        int,
        Field(ge=5, le=10_000),
        Offer("Match", "Target", "How many points win.", numbers(50, 100, 150, 200)),
    ] = 100
    deals: Annotated[
        int | None,
        Field(ge=1, le=200),
        Offer("Match", "Deals", "A fixed number of deals instead of the target.", DEALS),
    ] = None
    tie: Annotated[
        Literal["another_deal", "shared"],
        Offer("Match", "Tie", "What happens on a tie at the target.", TIES),
    ] = "another_deal"
    extra_deal: Annotated[bool, AFTER_LAST_DEAL] = False

    @property
    def goal(self) -> Goal:
        """The target, or the number of deals."""
        shares = self.tie == "shared" if self.deals is None else not self.extra_deal
        return Goal(self.target, self.deals, shares=shares)

    def unused_options(self) -> frozenset[str]:
        """With a number of deals: target and the tie at it. Otherwise the tie after the last deal."""
        return frozenset({"extra_deal"} if self.deals is None else {"target", "tie"})


R = TypeVar("R", bound=Rules)


def specs(rules: Rules) -> tuple[OptionSpec, ...]:
    """Every option that has an effect, with its value."""
    unused_options = rules.unused_options()
    return tuple(
        _spec(key, offer, getattr(rules, key))
        for key, offer in offers(type(rules)).items()
        if key not in unused_options
    )


def offers(model: type[Rules]) -> dict[str, Offer]:
    """The offers of a model by key, in the order of its fields."""
    return {
        key: note
        for key, field in model.model_fields.items()
        for note in field.metadata
        if isinstance(note, Offer)
    }


def changed(rules: R, values: Mapping[str, OptionValue], title: str) -> R:
    """The rules with some options changed.

    Raises:
        InvalidOption: an unknown option, or a value it cannot have.
    """
    known = offers(type(rules))
    for key in values:
        if key not in known:
            raise InvalidOption(f"{title} has no option “{key}”.")
    try:
        return type(rules).model_validate({**rules.model_dump(), **values})
    except ValidationError as error:
        raise InvalidOption(_sentence(error, known)) from None


def changes(rules: Rules, standard: Rules) -> dict[str, OptionValue]:
    """The options that differ from the rule book, by key, without those that have no effect."""
    unused_options = rules.unused_options()
    return {
        key: getattr(rules, key)
        for key in offers(type(rules))
        if getattr(rules, key) != getattr(standard, key) and key not in unused_options
    }


def _spec(key: str, offer: Offer, value: Any) -> OptionSpec:  # noqa: ANN401  (the field's own type)
    choices = offer.choices
    if value not in [choice.value for choice in choices]:
        is_amount = type(value) is int and key != "deal_number"
        choices = (*choices, Choice(value, signed(value) if is_amount else str(value)))
    return OptionSpec(key, offer.section, offer.label, offer.help, choices, value)


def _sentence(error: ValidationError, known: Mapping[str, Offer]) -> str:
    """A validation error as a sentence for players."""
    first = error.errors(include_url=False)[0]
    place = str(first["loc"][0]) if first["loc"] else ""
    if place not in known:
        return str(first["msg"]).removeprefix("Value error, ")
    usual = ", ".join(choice.label for choice in known[place].choices)
    return f"“{known[place].label}” can't be “{first['input']}”. Choices: {usual}."
