"""The voice: what docs/glossary.md says, of every text a person reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import pytest

from tests.readable import ROOT, Text, everything, literals, paragraphs

LONGEST: Final = 20
"""Words in a sentence."""
QUOTED: Final[Mapping[str, str]] = {
    "Panjandrum!": "the booklets print the call so",
    "New Hand": "the booklets' name for the Delay Pile turned over, in Panjandrum",
    "new Hand": "the same",
    "Team Rook": "the name of a game on another site",
    "No points in the kitty": "the name a family gave its rules",
    "revoke {}": "an action as it stands in the log",
    "shout {}": "the same",
}
"""Forbidden terms that are allowed in these texts, with the reason."""
KEYS: Final = frozenset({"packs", "teams", "blind", "revision", "preset", "patience"})
"""Whole texts that are names for programs: fields of a Variant, kinds of games, parts of a control's id."""
LONG: Final[Mapping[str, str]] = {
    "That comes from ": "every option that was changed is named",
}
"""Beginnings of sentences that may be longer, with the reason."""
SIGNS: Final[Mapping[str, str]] = {
    "an exclamation mark": r"\w!",
    "a hyphen for a minus": r"(?<![\w.\-/})])-(?=\d|\{\})",
    "a hyphen for a dash": r" -{1,3} ",
}
"""Signs that prose does not use, by name."""


def forbidden(glossary: str) -> dict[str, str]:
    """The terms under *never* in the glossary's tables, with their replacements."""
    found: dict[str, str] = {}
    for line in glossary.partition("\n# In the code\n")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 3:
            found |= dict.fromkeys(re.findall("`([^`]+)`", cells[2]), cells[0])
    return found


NEVER: Final = forbidden((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"))
_ANY_OF_THEM = "|".join(sorted(map(re.escape, NEVER), key=len, reverse=True))
_FORBIDDEN = re.compile(rf"(?<![\w'’/_-])(?<!\bno )({_ANY_OF_THEM})(?![\w/_=-]|['’]\w)", re.IGNORECASE)
_END = re.compile(r"(?<=[.?!:])[”)*]*\s+|\n")
_WORD = re.compile(r"[\w“{][^\s–—]*")


def faults(texts: Iterable[Text]) -> Iterator[str]:
    """Faults in the words, the signs and the length of texts, a line for each."""
    for where, whole in texts:
        text = "" if whole in KEYS else whole
        for quoted in QUOTED:
            text = text.replace(quoted, "")
        for word in _FORBIDDEN.findall(text):
            yield f"{where}: “{word}” ({NEVER.get(word, NEVER.get(word.lower()))}) in: {whole}"
        for sign, pattern in SIGNS.items():
            if re.search(pattern, text):
                yield f"{where}: {sign} in: {whole}"
        for sentence in _END.split(whole):
            words = len(_WORD.findall(sentence))
            if words > LONGEST and not sentence.startswith(tuple(LONG)):
                yield f"{where}: {words} words in: {sentence}"


@pytest.mark.xdist_group("texts")
def test_every_text_keeps_to_the_glossary() -> None:
    texts = everything()

    found = "\n".join(faults({one.text: one for one in texts}.values()))  # two of three are repeated
    assert len(texts) > 10_000
    assert not found, found


@pytest.mark.xdist_group("texts")
def test_no_text_names_a_reading_number() -> None:
    """ "(R-10)" was in 335 texts without a link. A number alone is a key for programs."""
    numbered = [one for one in everything() if re.search(r"\bR-\d", one.text)]
    assert [one for one in numbered if not re.fullmatch(r"R-\d\d", one.text)] == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Discard or bury these cards.", "“bury” (discard)"),
        ("The Declarer leads.", "“Declarer” (bidder)"),
        ("Ann plays his card.", "“his” (they, you, the name)"),
        ("One may pass.", "“One may” (you, the player)"),
        ("Nobody bid.", "“Nobody” (no one, anyone, everyone, someone)"),
        ("Please wait.", "“Please” (what happened, and what to do)"),
        ("An AI takes the seat.", "“AI” (computer)"),
        ("The cards for the next hand are dealt.", "“next hand” (hand)"),
        ("Follow suit.", "“Follow suit” (color)"),
        ("Well done!", "an exclamation mark"),
        ("Set by 30, -110.", "a hyphen for a minus"),
        ("Your turn - bid or pass.", "a hyphen for a dash"),
        ("Bid, " * 20 + "or pass.", "22 words"),
    ],
)
def test_fault_in_a_text_is_found(text: str, fault: str) -> None:
    assert fault in "\n".join(faults([Text("here", text)]))


@pytest.mark.parametrize(
    "text",
    [
        "No one may look. Take a stand for the United hand.",
        "Bids from 100 to 1-High, 5-14: made 95 with 105, \N{MINUS SIGN}110.",
        "Call “Panjandrum!” when you see one.",
        "Discard these. " * 20,
    ],
)
def test_allowed_text_has_no_fault(text: str) -> None:
    assert not list(faults([Text("here", text)]))


SOURCE = '''
"""He reads this in a docstring."""

def said(value):
    """His, too."""
    if value == "nobody":
        return _("state")
    print("SELECT his FROM x", f"{value} WHERE his IS NULL", "<his hand>", "a_name")
    return f"{value:>5} takes {'his' if value else 'no'} cards"
'''


def test_literals_are_found_without_docstrings_and_names() -> None:
    words = {text for _, text in literals("rules/words.py", SOURCE)}
    others = {text for _, text in literals("bot/table.py", SOURCE)}

    assert words == {"{} takes {} cards", "state", "his", "no"}
    assert others == {"{} takes {} cards"}


PAGE = """# Title

Run `make -5`, or look [there](his.md):

```
his
```

| a | b |
|---|---|
| one | two |

- first
- next
"""


def test_page_is_read_without_code() -> None:
    read = [text for _, text in paragraphs("page", PAGE)]

    assert read == ["# Title", "Run {}, or look [there{}:", "a", "b", "one", "two", "first", "next"]


def test_glossary_gives_a_replacement_for_each_forbidden_word() -> None:
    assert NEVER["kitty"] == "nest"
    assert len(NEVER) > 100
