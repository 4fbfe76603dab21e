"""The commands the bot has registered, and random values for their options and forms."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from tests.sim.company import Company
from tests.sim.wanted import OPTION_MAKERS

SUBCOMMAND: Final = 1
GROUP: Final = 2
STRING: Final = 3
INTEGER: Final = 4
BOOLEAN: Final = 5
USER: Final = 6
ROLE: Final = 8
ATTACHMENT: Final = 11
"""The option type of attachments, which the simulation does not have."""
PEOPLE: Final = 5
"""The component type of a modal's menu of users."""
UNFILLED: Final = {6, 19}
"""Component types of role menus and files in a modal, which the simulation does not have."""
ADMIN: Final = "rook-admin"
ANSWERS: Final = frozenset({"rook play"})
"""Commands that answer a player's decision."""
WHAT: Final = "what"
"""The option of a command that does one of several things."""
LEAGUE: Final = "league"
"""The option for the league, filled in first since other options' choices depend on it."""
POINTS_OF_SIDES: Final = "points"
OPTIONAL: Final = 0.4
"""Probability of filling in an optional option."""
EXTRA_OPTIONS: Final = frozenset({"counted", "place", "turns", "hints", "phrases"})
"""Options of a table that go with any game."""
SELDOM: Final = 0.12
"""Probability of filling in each of them."""
SMALL: Final = 8
WORDS: Final = ("Ours", "table talk", "75", "red", "whatever", "kentucky", "")

POINTS: Final = re.compile(r"\d+ \d+")
"""An example of the points of two sides."""
SUCH_AS: Final = re.compile(r"Such as (.+)")
"""A field's description with examples: ``Such as New York, Chicago or UTC-5``."""
NAMES: Final = re.compile(r"All (\d+)")
"""A field's description with the number of players."""

Data = dict[str, Any]
Offers = Callable[[Data], Awaitable[Sequence[Any]]]
"""A callback that asks the bot for autocomplete choices."""


class Command(NamedTuple):
    """A command, from its group down to its own name; ``what`` is the one thing it does of several."""

    path: tuple[str, ...]
    options: Sequence[Data]
    what: str = ""

    @property
    def name(self) -> str:
        """The full name as typed, with what it does: ``league join``, ``rook ask take back``."""
        return " ".join((*self.path, *([self.what] if self.what else [])))

    def data(self, kind: int, values: Sequence[Data]) -> Data:
        """The interaction's data with the option values."""
        root, *groups, name = self.path
        chosen = [{"name": WHAT, "type": STRING, "value": self.what}] if self.what else []
        options = [{"name": name, "type": SUBCOMMAND, "options": [*chosen, *values]}]
        for group in reversed(groups):
            options = [{"name": group, "type": GROUP, "options": options}]
        people = {str(one["value"]): one["value"] for one in values if one["type"] == USER}
        return {
            "interaction_type": kind,
            "id": "1",
            "name": root,
            "type": 1,
            "options": options,
            "resolved": {
                "users": {user: _user(user) for user in people},
                "members": dict.fromkeys(people, _MEMBER),
            },
        }

    async def filled(self, random: Random, company: Company, offers: Offers) -> list[Data]:
        """Random values for all required and some optional options."""
        values: list[Data] = []
        named = {option["name"] for option in self.options}
        make_options = OPTION_MAKERS.get(self.name)
        if make_options is not None:
            values += (one for one in make_options(random, company) if one["name"] in named)
        for option in sorted(self.options, key=lambda one: one["name"] != LEAGUE):
            is_named = option["name"] == LEAGUE or option["name"] in EXTRA_OPTIONS
            if option["type"] == ROLE or (make_options is not None and not is_named):
                continue
            if option["name"] == LEAGUE:
                offered = await self._offered(option, values, offers)
                if len(offered) > 1 or (offered and random.random() < OPTIONAL):
                    values.append({"name": LEAGUE, "type": STRING, "value": random.choice(offered)})
            elif option.get("required") or random.random() < (OPTIONAL if make_options is None else SELDOM):
                value = await self._value(option, values, random, company, offers)
                values.append({"name": option["name"], "type": option["type"], "value": value})
        return values

    async def _value(
        self, option: Data, before: list[Data], random: Random, company: Company, offers: Offers
    ) -> Any:
        if option.get("choices"):
            return random.choice(option["choices"])["value"]
        if option["type"] == INTEGER and not option.get("autocomplete"):
            least = int(option.get("min_value", 0))
            return random.randint(least, min(int(option.get("max_value", SMALL)), least + SMALL))
        if option["type"] == BOOLEAN:
            return random.random() < OPTIONAL
        if option["type"] == USER:
            return str(company.one(random))
        if option.get("autocomplete"):
            if offered := await self._offered(option, before, offers):
                return random.choice(offered)
            if option["type"] == INTEGER:
                return random.randint(1, SMALL)
        if option["name"] == POINTS_OF_SIDES:
            return " ".join(str(5 * random.randint(-20, 80)) for _ in range(2))
        longest = int(option.get("max_length", 100))
        return random.choice(WORDS)[:longest].ljust(int(option.get("min_length", 0)), "x")

    async def _offered(self, option: Data, before: list[Data], offers: Offers) -> Sequence[Any]:
        """The bot's autocomplete choices for an option."""
        typed = {"name": option["name"], "type": option["type"], "value": "", "focused": True}
        return await offers(self.data(4, [*before, typed]))


def commands_in(payload: Sequence[Data], path: tuple[str, ...] = ()) -> Iterator[Command]:
    """Every registered command without attachments."""
    for one in payload:
        inner = [option for option in one.get("options", ()) if option["type"] in {SUBCOMMAND, GROUP}]
        here = (*path, str(one["name"]))
        if inner:
            yield from commands_in(inner, here)
        elif not any(option["type"] == ATTACHMENT for option in one.get("options", ())):
            yield from _by_choice(here, one.get("options", ()))


def _by_choice(path: tuple[str, ...], options: Sequence[Data]) -> Iterator[Command]:
    """A command; one for each choice of its option ``WHAT`` if it has that."""
    choices = [
        choice["value"] for option in options if option["name"] == WHAT for choice in option["choices"]
    ]
    others = [option for option in options if option["name"] != WHAT]
    yield from (Command(path, others, choice) for choice in choices or [""])


def filled_in(modal: Data, random: Random, company: Company) -> Data:
    """A modal's data with each field filled in at random; ``company`` are the members to name."""
    chosen = str(company.one(random))
    return {
        "interaction_type": 5,
        "custom_id": modal["custom_id"],
        "components": [_field(part, random, company, chosen) for part in modal["components"]],
        "resolved": {"users": {chosen: _user(chosen)}, "members": {chosen: _MEMBER}},
    }


def _field(label: Data, random: Random, company: Company, chosen: str) -> Data:
    part = label["component"]
    given: Data = {"type": part["type"], "id": part.get("id", 1), "custom_id": part["custom_id"]}
    if part["type"] == STRING:
        given["values"] = [random.choice(part["options"])["value"]]
    elif part["type"] == PEOPLE:
        given["values"] = [chosen]
    elif part["type"] in UNFILLED:
        given["values"] = []
    else:
        given["value"] = part.get("value") or _typed(label, part, random, company)
    return {"type": label["type"], "id": label.get("id", 1), "component": given}


def _typed(label: Data, part: Data, random: Random, company: Company) -> str:
    """A random text for a field, mostly a valid one."""
    example, wanted = str(part.get("placeholder", "")), str(label.get("description", ""))
    if not part.get("required", True):
        return ""
    if POINTS.fullmatch(example):
        return example
    if such_as := SUCH_AS.fullmatch(wanted):
        return random.choice(re.split(", | or ", such_as[1]))
    if all_of := NAMES.match(wanted):
        return company.some(random, int(all_of[1]))
    return _number(wanted, random) or random.choice(WORDS) or "5"


def _number(limits: str, random: Random) -> str:
    """A number for a field, mostly within its limits: "From 70 to 200, in steps of 5"."""
    numbers = [int(word) for word in limits.replace(",", "").split() if word.isdigit()]
    if len(numbers) < 2 or random.random() < 0.2:
        return ""
    least, most, *steps = numbers
    return str(random.randrange(least, most + 1, steps[0] if steps else 1))


_MEMBER: Final = {
    "roles": [],
    "joined_at": "2026-01-01T00:00:00+00:00",
    "permissions": "2147483648",
    "flags": 0,
    "pending": False,
}


def _user(user: str) -> Data:
    return {
        "id": user,
        "username": f"player{user}",
        "global_name": f"Player {user}",
        "discriminator": "0",
        "avatar": None,
    }
