"""House rules: a game of the books with the cells that players agree to change.

The values are those of the house rules as a table agrees on them, by their name.
"""

from collections.abc import Mapping

from .cards import COLORS
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
    if "rook" in house:
        changed["rook_role"] = ROLES[house["rook"], house.get("rook_plays", "any_time")]
    return changed


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
