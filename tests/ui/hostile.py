"""Names that users might choose to do harm, generated from a seed by kinds."""

# ruff: noqa: RUF001  (letters that look like others are one of the kinds)

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

LONGEST: Final = 32
"""Characters of a name on Discord."""
KINDS: Final[Mapping[str, Sequence[str]]] = {
    "mention": ("@everyone", "@here", "<@123456789012345678>", "<@!1>", "<@&77>", "<#99>", "<id:customize>"),
    "command": ("</rook close:1>", "</rook-admin rules save:12>"),
    "time": ("<t:0>", "<t:1700000000:R>", "<t:-9:F>"),
    "emoji": ("<:x:1>", "<a:dance:123456>", ":skull:", ":+1:", "🤖", "🎴", "➤", "★"),
    "link": (
        "https://evil.example",
        "http://x.y/z_1",
        "<https://e.vil>",
        "[Ann](https://e.vil)",
        "steam://run/1",
    ),
    "nested link": ("[*Ann*](http://e.v)", "[[x](http://a.b)](http://c.d)", "**[x](<https://a.b>)**"),
    "invitation": ("discord.gg/abc", "https://discord.gg/abc", "discord.com/invite/abc", "dsc.gg/x"),
    "heading": ("# Ann", "## Match over", "### A", "-# small", "> quote", ">>> all"),
    "list": ("- Ann", "* Ann", "+ x", "1. Ann", "12. Bob"),
    "style": (
        "**Ann**",
        "*Ann*",
        "__A__",
        "_A_",
        "~~A~~",
        "||A||",
        "***A***",
        "**",
        "_",
        "~~",
        "||",
        "*",
        "__",
    ),
    "code": ("`A`", "``A``", "```", "```py", "`", "``"),
    "backslash": ("\\", "\\\\", "\\*", "A\\", "\\`", "\\[x](http://a.b)", "\\<@1>"),
    "direction": ("\u202eAnn", "\u202bA", "\u2067A", "A\u2066", "\u2069A", "\u061cA", "\u200fA", "\u200eA"),
    "invisible": (
        "A\u200bnn",
        "\u2060",
        "\u00ad",
        "\u3164",
        "\u115f",
        "\uffa0",
        "\u2800",
        "\ufe0f",
        "\u180e",
    ),
    "tags": (
        "A" + "".join(chr(0xE0000 + ord(letter)) for letter in "hidden"),
        "🏴\U000e0041",
        "\U000e0100" * 4,
    ),
    "joiner": ("A\u200dB", "\u200c\u200c", "😀\u200d🤖", "\u200d"),
    "accents": (
        "Z\u0351\u0342\u0346\u0360\u0311\u0324\u031f\u0327",
        "\u0301" * 9,
        "ก" + "็" * 12,
        "A\u0489\u20dd",
    ),
    "break": ("A\nB", "A\r\n# B", "A\u2028B", "A\u2029- B", "A\x0bB", "A\x85B", "A\tB", "\x00", "\x1b[31m"),
    "mark": (
        "Ann 🤖 · host",
        "🤖",
        "Ann (away)",
        "➤ Ann",
        "🏆 Ann wins",
        "· host",
        "🎴 9 · 3 tricks",
        "★",
        "→ Bob",
    ),
    "line": (
        "**Deal 3** · Ann",
        "-# Ann bid 95",
        "Waiting for: Ann",
        "⏰ Your turn",
        "⚖️ Ann rules: x",
        "🤝 Agreed",
    ),
    "template": ("{0}", "{1}{9}", "{", "}", "{red}", "{R14}", "%s", "{0.__class__}"),
    "from the right": ("דוד", "محمد", "דוד 12", "עַ·12", "مر-1"),
    "wide": ("﷽", "𒐫", "Ｗｉｄｅ", "⸻", "漢" * 32, "🏳️‍🌈" * 5, "W" * 32),
    "broken": ("A\ud800", "\udfff", "\ue000", "\ufffe", "\U0010ffff"),
    "empty": ("", " ", "\u3000", "\u200b\u200b", "·"),
    "own words": (
        "You",
        "you.",
        "Empty seat",
        "a former player",
        "Computer 3",
        "The host",
        "No one",
        "Yоu",
    ),
    "alike": ("Аnn", "Ann", "empty seat", "Rosie", "You", "everyone", "Player", "A" * 33),
}
HONEST: Final = ("Ann", "Mary-Jo_88", "Zoë", "王小明", "O'Brien", "👩🏽‍🚀", "7", "")


def names(seed: int, count: int) -> list[str]:
    """Names of every kind, alone and put together; the same for the same seed."""
    random, kinds = Random(seed), list(KINDS)
    made = []
    for number in range(count):
        chosen = [kinds[number % len(kinds)], *random.sample(kinds, random.randint(0, 2))]
        parts = [random.choice(KINDS[kind]) for kind in chosen]
        parts.insert(random.randint(0, len(parts)), random.choice(HONEST))
        made.append(random.choice(("", " ")).join(parts)[:LONGEST])
    return made
