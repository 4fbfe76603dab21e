"""Five hundred hostile names on every panel: each reads as it would with the plainest of names.

A panel is drawn with the names and again with words in their places; read as Discord reads it, the two
may differ in those words alone. So no name is a mention or a link, ends a line or a style, or writes a line
of the bot's own. The names are shown as rows stored long ago: they were not cleaned when stored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final
from unicodedata import category

import pytest
from discord import ui

from bot.common import text as filters
from bot.common.text import FORMER_PLAYER, MARKS, MOST_FORMER, NAMELESS, clean, distinct
from bot.models.stored_tables import SeatRecord
from bot.table.desk.shown import shown_seats
from cogs.ui import news, words
from cogs.ui.words import REASON_LIMIT
from cogs.ui.zones import WIDTH
from tests.ui.drawings import drawings
from tests.ui.hostile import KINDS, LONGEST, names
from tests.ui.markdown import NO_TEXT, Line, Piece, read
from tests.ui.tables import check_limits, parts

NAMES: Final = names(seed=12, count=500)
AT_A_TABLE: Final = 4
SHORT: Final = ("Qaa", "Qbb", "Qcc", "Qdd")
WIDE: Final = tuple(f"{name}{'x' * (LONGEST - 3)}" for name in SHORT)
"""Words as long as a name can be: columns reserve letters for those."""
REASON: Final = "Qreason"
ISOLATES: Final = str.maketrans("", "", "\u2068\u2069")
OVERRIDES: Final = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u200e\u200f\u061c")
STACKED: Final = re.compile(r"(?:Mn){4}|Cs|Co")
OWN_SYMBOLS: Final = frozenset("❤⭐🍀🌑🐦💧✓✗⟳|+=<>~^$`–−×±↻📖✍")
"""Characters of the bot's panels that a name may also have: shapes of cards, arithmetic signs."""

Reading = tuple[tuple[Line, ...], tuple[str, ...]]
"""The contents of a panel: its lines, and the labels of its buttons and menus."""


def tables() -> list[tuple[str, ...]]:
    """The names, four at a table."""
    return [tuple(NAMES[start : start + AT_A_TABLE]) for start in range(0, len(NAMES), AT_A_TABLE)]


def reading(view: ui.LayoutView) -> Reading:
    """The lines Discord shows of a panel; code blocks are as wide as a phone, and their text is omitted."""
    lines, labels = list[Line](), list[str]()
    for part in parts(view):
        lines += read(part.get("content", ""))
        options: list[dict[str, Any]] = part.get("options", [])
        labels += [part["label"]] if "label" in part else [option["label"] for option in options]
    for line in lines:
        assert line.kind != "code" or len(line.text) <= WIDTH, line
        assert not OVERRIDES & set(line.text)
        assert not STACKED.search("".join(map(category, line.text))), line
    told = (line for line in lines if line.kind != "code")
    bare = [_changed(line, lambda text: text.translate(ISOLATES)) for line in told]
    return tuple(bare), tuple(label.translate(ISOLATES) for label in labels)


def named(plain: Reading, shown: Mapping[str, str]) -> Reading:
    """The contents of a panel drawn with words, with the names in their places."""
    lines, labels = plain
    places = [_changed(line, lambda text: _named(text, shown)) for line in lines]
    return tuple(places), tuple(_named(label, shown) for label in labels)


def _changed(line: Line, change: Callable[[str], str]) -> Line:
    return Line(line.kind, tuple(Piece(kind, change(text)) for kind, text in line.pieces))


def _named(text: str, shown: Mapping[str, str]) -> str:
    for word, name in shown.items():
        text = text.replace(word, name)
    return text


def is_same(drawn: Reading, expected: Reading) -> bool:
    """Whether two panels say the same; a sentence that was cut ends in dots, a label is cut without."""
    for line, wanted in zip_longest(drawn[0], expected[0], fillvalue=Line("", ())):
        if line != wanted and not _is_cut(line, wanted):
            return False
    return len(drawn[1]) == len(expected[1]) and all(
        wanted.startswith(label) for label, wanted in zip(drawn[1], expected[1], strict=True)
    )


def _is_cut(line: Line, wanted: Line) -> bool:
    is_shorter = line.text.endswith("…") and wanted.text.startswith(line.text[:-1])
    return is_shorter and line.kind == wanted.kind and not {piece.kind for piece in line.pieces} & NO_TEXT


def faults(tables: Iterable[Sequence[str]]) -> Iterator[str]:
    """Panels that read differently with these names."""
    plain = [list(drawings(words, REASON)) for words in (SHORT, WIDE)]
    wanted = [[reading(view) for _, view in drawn] for drawn in plain]
    for called in tables:
        people, reason = _at_the_table(called), called[0] + called[1]
        shown = [clean(name, LONGEST) or NAMELESS for name in people]
        places = [dict(zip(own, shown, strict=True)) for own in (WIDE, SHORT)]
        both = places[0] | places[1] | {REASON: clean(reason, REASON_LIMIT)}
        for number, (panel, view) in enumerate(drawings(people, reason)):
            check_limits(view)
            drawn = reading(view)
            if not any(is_same(drawn, named(own[number], both)) for own in wanted):
                yield f"{panel} of {', '.join(map(ascii, people))}"


def _at_the_table(called: Sequence[str]) -> list[str]:
    """Stored names as a table has them: unchanged, unless they read as the bot's words or as each other."""
    kept = distinct((filters.kept_name(name, LONGEST) for name in called), LONGEST)
    both = zip(called, kept, strict=True)
    return [name if own == (clean(name, LONGEST) or NAMELESS) else own for name, own in both]


def test_seated_players_never_have_a_word_of_the_bot_as_name() -> None:
    seats = tuple(SeatRecord(MOST_FORMER + 1 + seat, name) for seat, name in enumerate(KINDS["own words"]))
    shown = [seat.name for seat in shown_seats(seats)]
    assert shown == [f"“{name}”" for name in KINDS["own words"]]
    assert list(faults([tuple(shown[:AT_A_TABLE]), tuple(shown[AT_A_TABLE:])])) == []


def test_former_player_and_computers_keep_their_names() -> None:
    seats = (SeatRecord(1, FORMER_PLAYER, "steady"), SeatRecord(None, "Computer 3", "steady"), SeatRecord())
    assert [seat.name for seat in shown_seats(seats)] == [FORMER_PLAYER, "Computer 3", ""]


def test_hostile_names_have_every_kind_and_follow_the_seed() -> None:
    assert len(NAMES) == 500
    assert names(12, 500) == NAMES
    assert all(any(part[:4] in name for part in kind for name in NAMES) for kind in KINDS.values())


def test_every_panel_reads_the_same_with_invisible_and_formatted_names() -> None:
    assert list(faults([("\u2060", "*[Ann](http://a.b)*", "\u202eBen", " \u2800")])) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_every_panel_reads_the_same_with_any_names(part: int) -> None:
    assert list(faults(tables()[part::5])) == []


def test_names_have_none_of_the_bots_own_marks() -> None:
    drawn = "".join(line.text for _, view in drawings(SHORT, REASON) for line in reading(view)[0])
    symbols = {letter for letter in drawn if category(letter)[0] == "S"}
    assert symbols - OWN_SYMBOLS <= MARKS


def _unchanged(text: str, limit: int = 0) -> str:
    return text or NAMELESS


def _stacks(letter: str, kind: str, shown: list[str]) -> bool:
    return True


@pytest.mark.parametrize(
    ("module", "function", "fault"),
    [
        (words, "safe_name", _unchanged),
        (news, "safe_reason", _unchanged),
        (words, "in_markdown", filters.plain),
        (filters, "_may_stack", _stacks),
        (filters, "_MEANT", re.compile(r"[\\`*_~|]")),
        (filters, "_LISTED", re.compile(r"\Z()")),
    ],
)
def test_planted_fault_is_found(
    module: Any, function: str, fault: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = (filters.clean, filters.kept_name, filters.plain, filters.in_markdown)
    caches = (words._names, words._plain_names, *own)
    for cache in caches:
        cache.cache_clear()
    monkeypatch.setattr(module, function, fault)
    try:
        found = next(faults(tables()), "")
    except AssertionError as broken:
        found = str(broken)
    finally:
        for cache in caches:
            cache.cache_clear()
    assert found
