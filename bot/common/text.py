"""Text from outside: made fit to be kept when it comes in, made harmless when it is shown; pages of lists.

``clean`` is the way in for every name, reason and title a person can type. ``in_markdown`` and ``plain``
are the ways out; they do not trust what is stored and clean it again. Nothing else escapes anything.
The names of people who are forgotten are kept as one name under numbers no Discord id has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import bidirectional, category, combining, normalize

NAMELESS: Final = "Player"
"""Stands for a name of which nothing can be shown."""
MARKS: Final = frozenset("🤖➤★🎴🔷🔶🔺⬜🏆🃏⏰🤝⚖🛡🏅🥇🥈🥉⚠🎈▾▲→")
"""What the bot itself puts beside names; in a name it would look like the bot's word."""
MARKS_IN_PAIRS: Final = frozenset("🤝⚖")
"""Those that are also a part of other emoji: two people hand in hand, a judge."""
WIDE: Final = frozenset("﷽𒐫𒈙⸻꧅")
"""Single characters as wide as a line."""
MOST_MARKS: Final = 3
"""Accents on one letter; no script stacks more that have no width of their own."""

_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\s]+")
_DOTS: Final = re.compile(r"(?<!\S)[·•∙‧⋅・･]+|[·•∙‧⋅・･]+(?!\S)")
_AWAY: Final = re.compile(r"\(\s*away\s*\)", re.IGNORECASE)
_JOINERS: Final = "\u200c\u200d"
_EMOJI_LOOK: Final = "\ufe0e\ufe0f"
_KEYCAP: Final = "\u20e3"
_INVISIBLE: Final = re.compile(
    # Unicode's Default_Ignorable_Code_Point, then what is drawn as nothing: an empty note, a braille blank
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\U0001d159\u2800]"
)
_FLAGS: Final = tuple(
    "🏴" + "".join(chr(0xE0000 + ord(letter)) for letter in place) + "\U000e007f"
    for place in ("gbeng", "gbsct", "gbwls")
)
"""England, Scotland, Wales: the flags that are written with invisible letters."""
_CHARACTER: Final = re.compile("|".join((*_FLAGS, ".")), re.DOTALL)
_MEANT: Final = re.compile(r"[\\`*_~|<@/\[\]]|:(?=\S)|^[#>+-]")
"""What Discord reads as something else than itself: discord.py's ``escape_markdown`` leaves links, mentions,
times, commands, emoji codes and numbered lists as they are."""
_OWN_WORDS: Final = re.compile(
    r"you|your(?:s|self| turn)?|seat \d+"
    r"|(?:the |an? )?(?:empty(?: seat)?|former players?|computers?(?: \S+)?)"
    r"|(?:the |an? )(?:bot|hosts?|dealer|bidder|dummy|partner|referee|manager|others?|table|clock)"
    r"|someone|everyone|anyone|no one"
)
"""What the bot says where a name might stand."""
_ALIKE: Final = str.maketrans("аеорсухіјѕԁһмтвнкτοαυνρ", "aeopcyxijsdhmtbhktoauvp")
"""Letters of other alphabets that look like Latin ones."""
_NO_WORD: Final = re.compile(r"[\W_]+")
_LISTED: Final = re.compile(r"^(\d+)\.")


@lru_cache(maxsize=4096)
def clean(text: str, limit: int) -> str:
    """One line of at most ``limit`` visible characters, without the bot's own marks; perhaps nothing is left.

    Broken characters (lone surrogates) are replaced. Accents, emoji and every script stay as they are.
    """
    line = text[: 8 * limit].encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    while (shorter := _cleaned(line)[:limit]) != line:  # what is left may make a new whole
        line = shorter
    return line


@lru_cache(maxsize=4096)
def kept_name(text: str, limit: int) -> str:
    """A person's name as it is kept, never empty; in quotation marks if it reads as a word of the bot's."""
    name = clean(text, limit) or NAMELESS
    return f"“{name[: limit - 2].rstrip()}”" if _is_own_word(name) else name


def _is_own_word(name: str) -> bool:
    """Whether a name reads as what the bot calls people itself, in whatever letters and dots around it."""
    if name.startswith("“") and name.endswith("”"):
        return False
    letters = normalize("NFKC", name).casefold().translate(_ALIKE)
    return _OWN_WORDS.fullmatch(_NO_WORD.sub(" ", letters).strip()) is not None


@lru_cache(maxsize=4096)
def plain(text: str, limit: int) -> str:
    """Text as it is shown where nothing else is read into it: on buttons, in menus, in code blocks.

    What is written from the right is set apart, or it would turn around what stands beside it.
    """
    line = clean(text, limit)
    if any(bidirectional(letter) in {"R", "AL"} for letter in line):
        return f"\N{FIRST STRONG ISOLATE}{line}\N{POP DIRECTIONAL ISOLATE}"
    return line


@lru_cache(maxsize=4096)
def in_markdown(text: str, limit: int) -> str:
    """Text as it is shown in a message: it says what it says, links to nothing and calls nobody."""
    return escaped(plain(text, limit))


def escaped(text: str) -> str:
    """A line in which nothing has a second meaning for Discord."""
    return _LISTED.sub(r"\1\\.", _MEANT.sub(r"\\\g<0>", text))


def shortened(text: str, limit: int) -> str:
    """A text of at most so many characters: an ellipsis stands for the rest."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def distinct(names: Iterable[str], limit: int) -> list[str]:
    """The names in their order, a number behind each that was there before; empty ones stay empty."""
    found: list[str] = []
    seen = set[str]()
    for name in names:
        own, number = name, 1
        while own and normalize("NFKC", own) in seen:
            number += 1
            own = f"{name[: limit - len(f' ({number})')]} ({number})"
        found.append(own)
        seen.add(normalize("NFKC", own))
    return found


def _cleaned(text: str) -> str:
    shown: list[str] = []
    line = _BREAKS.sub(" ", text)
    for found in _CHARACTER.finditer(line):
        after = line[found.end() : found.end() + 1]
        if found[0] in _FLAGS or _may_stand(found[0], shown, after):
            shown.append(found[0])
    return _BREAKS.sub(" ", _AWAY.sub(" ", _DOTS.sub(" ", "".join(shown)))).strip()


def _may_stand(letter: str, shown: list[str], after: str) -> bool:
    """Whether a character can be seen, or changes how its neighbors look, and is none of the bot's marks."""
    before = shown[-1][-1] if shown else " "
    if letter in _JOINERS:
        return _may_join(letter, before, after)
    if letter in MARKS:
        return letter in MARKS_IN_PAIRS and before == "\u200d"
    if _INVISIBLE.match(letter):
        return _chooses_a_form(letter, before, after)
    kind = category(letter)
    if kind[0] == "M":
        return before != " " and _may_stack(letter, kind, shown)
    return letter not in WIDE and kind not in {"Cf", "Co", "Cs"}


def _may_stack(letter: str, kind: str, shown: list[str]) -> bool:
    """Whether a mark still finds room on its letter; of those that enclose it only the frame of a key."""
    if kind == "Me":
        return letter == _KEYCAP and shown[-1] == "\ufe0f"
    last = shown[-MOST_MARKS:]
    return kind == "Mc" or len(last) < MOST_MARKS or any(category(one[-1]) != "Mn" for one in last)


def _chooses_a_form(letter: str, before: str, after: str) -> bool:
    """Whether it says how what stands before it looks: as an emoji, as which form of a Chinese character."""
    if letter in _EMOJI_LOOK:
        return category(before)[0] in "SP" or before == "ℹ" or after == _KEYCAP  # noqa: RUF001
    return "\U000e0100" <= letter <= "\U000e01ef" and category(before) == "Lo" and before >= "\u3400"


def _may_join(letter: str, before: str, after: str) -> bool:
    """Whether a joiner does its work: between emoji, or in a script that needs it (RFC 5892, Appendix A)."""
    if combining(before) == 9 or (after and bidirectional(before) == bidirectional(after) == "AL"):
        return bool(after) and category(after)[0] == "L"
    is_emoji = category(before) in {"So", "Sk"} or before == "\ufe0f"
    return letter == "\u200d" and is_emoji and bool(after) and category(after) in {"So", "Sk", "Cn"}


class OnPage(NamedTuple):
    """A page, from 0, of so many."""

    page: int
    pages: int


def place_on(page: int, size: int, total: int) -> OnPage:
    """The page that is asked for, or the nearest there is; an empty list has one page."""
    pages = max(1, -(-total // size))
    return OnPage(min(max(page, 0), pages - 1), pages)


FORMER_PLAYER: Final = "a former player"
MOST_FORMER: Final = 4_194_303
"""Former players have the numbers from 1 to this one: Discord gave nobody so small a one."""


def is_former(user_id: int | None, name: str) -> bool:
    """Whether a number and a name that are stored together are a former player's."""
    return user_id is not None and user_id <= MOST_FORMER and name == FORMER_PLAYER


def shown_name(user_id: int | None, name: str, limit: int) -> str:
    """A stored name as it is shown: of a person it is no word of the bot's own."""
    is_own = user_id is None or is_former(user_id, name)
    return clean(name, limit) if is_own else kept_name(name, limit)


def has_account(user_id: int) -> bool:
    """Whether a stored id is an account's: Discord is never asked about a number given to a former player."""
    return user_id > MOST_FORMER
