"""Text typed by users: cleaned when stored, escaped when shown; paging of lists; names of former players.

``clean`` is applied to every name, reason and title a user can type. ``in_markdown`` and ``plain`` prepare
text for display; they do not trust stored text and clean it again. Nothing else escapes anything.
Users who had their data deleted share one name, each under a number that no Discord id has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final
from unicodedata import bidirectional, category, combining, normalize

NAMELESS: Final = "Player"
"""Replaces a name without any visible character."""
MARKS: Final = frozenset("🤖➤★🎴🔷🔶🔺⬜🏆🃏⏰🤝⚖🛡🏅🥇🥈🥉⚠🎈💤▾▫→")
"""Symbols the bot itself puts next to names; in a name they would look like the bot's word."""
MARKS_IN_PAIRS: Final = frozenset("🤝⚖")
"""Marks that are also parts of joined emoji (two people holding hands, a judge) and are allowed there."""
WIDE: Final = frozenset("﷽𒐫𒈙⸻꧅")
"""Single characters as wide as a line."""
MOST_MARKS: Final = 3
"""Most accents on one letter; no script stacks more."""

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
"""Flags of England, Scotland and Wales, which are written with invisible tag letters."""
_CHARACTER: Final = re.compile("|".join((*_FLAGS, ".")), re.DOTALL)
_MEANT: Final = re.compile(r"[\\`*_~|<@/\[\]]|:(?=\S)|^[#>+-]")
"""Characters with a meaning in Discord's Markdown. discord.py's ``escape_markdown`` misses links, mentions,
times, commands, emoji codes and numbered lists."""
_OWN_WORDS: Final = re.compile(
    r"you|your(?:s|self| turn)?|seat \d+"
    r"|(?:the |an? )?(?:empty(?: seat)?|former players?|computers?(?: \S+)?)"
    r"|(?:the |an? )(?:bot|hosts?|dealer|bidder|dummy|partner|referee|manager|others?|table|clock)"
    r"|someone|everyone|anyone|no one"
)
"""What the bot itself writes in place of a name."""
_ALIKE: Final = str.maketrans("аеорсухіјѕԁһмтвнкτοαυνρ", "aeopcyxijsdhmtbhktoauvp")
"""Letters of other alphabets that look like Latin ones."""
_NO_WORD: Final = re.compile(r"[\W_]+")
_LISTED: Final = re.compile(r"^(\d+)\.")


@lru_cache(maxsize=4096)
def clean(text: str, limit: int) -> str:
    """The text as one line of at most ``limit`` visible characters, without the bot's marks; may be empty.

    Broken characters (lone surrogates) are replaced. Accents, emoji and every script stay as they are.
    """
    line = text[: 8 * limit].encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    while (shorter := _cleaned(line)[:limit]) != line:  # removing a character may form a new mark
        line = shorter
    return line


@lru_cache(maxsize=4096)
def kept_name(text: str, limit: int) -> str:
    """A user's name to store: cleaned, cut, never empty; quoted if it reads like the bot's own words."""
    name = clean(text, limit) or NAMELESS
    return f"“{name[: limit - 2].rstrip()}”" if _is_own_word(name) else name


def _is_own_word(name: str) -> bool:
    """Whether a name reads like the bot's own words for players, look-alike letters and symbols included."""
    if name.startswith("“") and name.endswith("”"):
        return False
    letters = normalize("NFKC", name).casefold().translate(_ALIKE)
    return _OWN_WORDS.fullmatch(_NO_WORD.sub(" ", letters).strip()) is not None


@lru_cache(maxsize=4096)
def plain(text: str, limit: int) -> str:
    """Cleaned text for places without Markdown: buttons, menus, code blocks."""
    line = clean(text, limit)
    # Right-to-left text is isolated: else it would reverse what stands next to it.
    if any(bidirectional(letter) in {"R", "AL"} for letter in line):
        return f"\N{FIRST STRONG ISOLATE}{line}\N{POP DIRECTIONAL ISOLATE}"
    return line


@lru_cache(maxsize=4096)
def in_markdown(text: str, limit: int) -> str:
    """Cleaned text for a message, escaped: no formatting, no links, no mentions."""
    return escaped(plain(text, limit))


def escaped(text: str) -> str:
    """A line with Discord's Markdown, mentions and links escaped."""
    return _LISTED.sub(r"\1\\.", _MEANT.sub(r"\\\g<0>", text))


def shortened(text: str, limit: int) -> str:
    """A text of at most ``limit`` characters: an ellipsis replaces the rest."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def distinct(names: Iterable[str], limit: int) -> list[str]:
    """The names in their order, repeated ones numbered within ``limit``: ``Ann (2)``. Empty ones stay."""
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
    """Whether a character is visible or changes how its neighbors look, and is none of the bot's marks."""
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
    """Whether an accent fits on its letter (``MOST_MARKS``); of enclosing marks only the keycap may stand."""
    if kind == "Me":
        return letter == _KEYCAP and shown[-1] == "\ufe0f"
    last = shown[-MOST_MARKS:]
    return kind == "Mc" or len(last) < MOST_MARKS or any(category(one[-1]) != "Mn" for one in last)


def _chooses_a_form(letter: str, before: str, after: str) -> bool:
    """Whether a variation selector follows an emoji or a Chinese character, and so selects its form."""
    if letter in _EMOJI_LOOK:
        return category(before)[0] in "SP" or before == "ℹ" or after == _KEYCAP  # noqa: RUF001
    return "\U000e0100" <= letter <= "\U000e01ef" and category(before) == "Lo" and before >= "\u3400"


def _may_join(letter: str, before: str, after: str) -> bool:
    """Whether a zero-width joiner is between emoji, or in a script that needs it (RFC 5892, Appendix A)."""
    if combining(before) == 9 or (after and bidirectional(before) == bidirectional(after) == "AL"):
        return bool(after) and category(after)[0] == "L"
    is_emoji = category(before) in {"So", "Sk"} or before == "\ufe0f"
    return letter == "\u200d" and is_emoji and bool(after) and category(after) in {"So", "Sk", "Cn"}


FORMER_PLAYER: Final = "a former player"
MOST_FORMER: Final = 4_194_303
"""Former players have the numbers from 1 to this one: no Discord id is so small."""


def is_former(user_id: int | None, name: str) -> bool:
    """Whether a stored number and name are those of a former player: a user who had their data deleted."""
    return user_id is not None and user_id <= MOST_FORMER and name == FORMER_PLAYER


def shown_name(user_id: int | None, name: str, limit: int) -> str:
    """A stored name for display; ``kept_name`` is applied to users' names, but not to computers'."""
    is_own = user_id is None or is_former(user_id, name)
    return clean(name, limit) if is_own else kept_name(name, limit)


def has_account(user_id: int) -> bool:
    """Whether a stored id is a Discord account's, not a number given to a former player."""
    return user_id > MOST_FORMER
