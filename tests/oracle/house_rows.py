"""House rules: a game of the books with the cells that players agree to change.

The values are those of the house rules as a table agrees on them, by their name.
"""

from collections.abc import Mapping

from .cards import COLORS, counter, deck
from .rows import Row, unknown

House = Mapping[str, object]
ROLES: dict[tuple[object, object], str] = {
    ("top", "any_time"): "top",
    ("top", "as_trump"): "second",
    ("ten_half", "as_trump"): "ten_half",
    ("low", "as_trump"): "low",
}
"""The role of the Rook by its rank and by how it may be played."""


def with_house_rules(row: Row, house: House) -> Row:
    """The row of the game with these house rules."""
    changed: Row = {**row, "namable": namable(house.get("no_trump", "no"))}
    changed["rook_red"] = house.get("rook_without_trump", "trump") == "red"
    if "second_bird" in house:
        add_baby(changed, house)
    if "rook" in house:
        changed["rook_role"] = ROLES[house["rook"], house.get("rook_plays", "any_time")]
    return changed


def add_baby(row: Row, house: House) -> None:
    """Make a card a second Rook. If it comes to the deck, the nest is agreed on so that the deal is even."""
    card, total, cards = str(house["second_bird"]), proof_total(row), len(deck(row))
    row["baby"], row["baby_rank"] = card, str(house.get("second_bird_rank", "below_rook"))
    row["counters"] = {**row["counters"], card: whole(house.get("second_bird_points", 10))}
    row["caps"] = {"": (proof_total(row) - total + row["caps"][""]) // row["step"] * row["step"]}
    if len(deck(row)) > cards:
        row["nest"] = whole(house["nest"])
        row["hand"] = (len(deck(row)) - row["nest"]) // row["seats"]


def proof_total(row: Row) -> int:
    """The points of all cards."""
    return sum(counter(card, row) for card in deck(row))


def whole(value: object) -> int:
    """A whole number."""
    assert isinstance(value, int)
    return value


def namable(no_trump: object) -> list[str]:
    """What the declarer may name: a color; "no color" too; the lowest card to win, with all or only that."""
    if no_trump not in ("no", "yes", "reversed", "reversed_alone"):
        raise unknown("no_trump", str(no_trump))
    if no_trump == "no":
        return COLORS
    words = [*COLORS, "none"]
    if no_trump == "yes":
        return words
    return [*words, *(f"{word} reversed" for word in words if no_trump == "reversed" or word == "none")]
