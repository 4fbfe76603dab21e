"""Names from outside: cleaned for storing and shown without markup."""

# ruff: noqa: RUF001  (real names have such letters)

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.common.text import MARKS, NAMELESS, clean, distinct, escaped, in_markdown, kept_name, plain

HONEST = [
    "Zoë",
    "José María",
    "Ångström",
    "Nguyễn Thị Hạnh",
    "Ìyábọ̀",
    "Ðóra",
    "Ψυχή",
    "Иван",
    "ᏣᎳᎩ",
    "𝓐𝓷𝓷",
    "e\u0301\u0323mile",
    "محمد",
    "عَلِيّ",
    "علی\u200cرضا",
    "שָׁלוֹם",
    "דוד",
    "ශ්\u200dරී ලංකා",
    "क्षितिज",
    "རྐྱེན",
    "កញ្ញា",
    "မြင့်",
    "ส้มโอ",
    "王小明",
    "葛\U000e0100城",
    "𠮷野",
    "ジョン・スミス",
    "김민준",
    "Gal·la",
    "O'Brien",
    "O’Brien",
    "Mary-Jo_88",
    "J. R. Smith",
    "Ann <3",
    "x_X_x",
    "1\ufe0f\u20e3st",
    "ℹ\ufe0f Info",
    "Ⓜ\ufe0fax",
    "👨‍👩‍👧‍👦 Fam",
    "👩🏽‍🚀 Ana",
    "👍🏿",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f Hamish",
    "🇫🇷 Léa",
    "❤️ Rose",
    "🧑‍⚖️ Jo",
    "🧑🏻‍🤝‍🧑🏿",
    "🏳️‍🌈 Sam",
    "🏴‍☠️",
    "👁️‍🗨️",
    "🐈‍⬛",
    "❤️‍🔥",
    "🐦 Rook fan",
    "🫨🫩",
]


def test_name_is_one_line_of_limited_length() -> None:
    assert clean("  Ann\n\tof the\u2028Hill ", 32) == "Ann of the Hill"
    assert clean("x" * 40, 32) == "x" * 32
    assert clean("a\ud800", 32) == "a\ufffd"


@pytest.mark.parametrize("name", HONEST, ids=ascii)
def test_honest_name_stays_as_it_is(name: str) -> None:
    assert clean(name, 32) == name
    assert plain(name, 32).strip("\u2068\u2069") == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("\u202eAnn\u2066", "Ann"),
        ("A\u200bn\u00adn\ufeff", "Ann"),
        ("A\u200dn\u200cn", "Ann"),
        ("Ann\U000e0041\U000e0042", "Ann"),
        ("🏴\U000e0061\U000e0062 Ann", "🏴 Ann"),
        ("A\ufe0fn\ufe00n\U000e0100", "Ann"),
        ("\u3164\u115f\u2800\uffa0", ""),
        ("A" + "\u0301" * 20 + "nn", "A\u0301\u0301\u0301nn"),
        ("\u0301Ann \u0301", "Ann"),
        ("A\u20ddnn\u0489", "Ann"),
        ("Ann 🤖 · host", "Ann host"),
        ("➤ Ann (away)", "Ann"),
        ("Ann (aw\u200bay) ・ 🎴 8", "Ann 8"),
        ("·Ann•", "Ann"),
        ("🤖" * 5, ""),
        ("﷽", ""),
        ("\ue000Ann", "Ann"),
        ("👩🏽\u200d", "👩🏽"),
        ("😀\u200d🤖", "😀"),
    ],
    ids=ascii,
)
def test_invisible_characters_and_the_bots_own_marks_are_removed(typed: str, kept: str) -> None:
    assert clean(typed, 32) == kept


def test_name_left_empty_gets_another() -> None:
    assert kept_name("\u200b", 32) == NAMELESS
    assert kept_name("Ann", 32) == "Ann"


def test_truncation_splits_no_emoji() -> None:
    assert clean("x" * 31 + "👩🏽\u200d🚀", 33) == "x" * 31 + "👩🏽"
    assert clean("x" * 31 + "👩\u200d🚀", 33) == "x" * 31 + "👩"


@given(st.text(max_size=200), st.integers(1, 40))
def test_clean_name_stays_unchanged_when_cleaned_again(text: str, limit: int) -> None:
    kept = clean(text, limit)
    assert len(kept) <= limit
    assert clean(kept, limit) == kept
    assert not set(kept) & (MARKS - set("🤝⚖"))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Mary-Jo_88", "Mary-Jo\\_88"),
        ("<@1>", "\\<\\@1>"),
        ("@everyone", "\\@everyone"),
        ("[x](https://y.z)", "\\[x\\](https\\:\\/\\/y.z)"),
        ("discord.gg/abc", "discord.gg\\/abc"),
        (":tada:", "\\:tada:"),
        ("# Ann", "\\# Ann"),
        ("-# Ann", "\\-# Ann"),
        ("> Ann", "\\> Ann"),
        ("1. Ann", "1\\. Ann"),
        ("No. 1.5", "No. 1.5"),
        ("דוד", "\u2068דוד\u2069"),
    ],
)
def test_name_is_shown_as_it_reads_without_markup(name: str, shown: str) -> None:
    assert in_markdown(name, 32) == shown
    assert escaped(plain(name, 32)) == shown


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ann", "Bob"], ["Ann", "Bob"]),
        (["Bob", "Bob", "Bob"], ["Bob", "Bob (2)", "Bob (3)"]),
        (["Bob", "Bob (2)", "Bob"], ["Bob", "Bob (2)", "Bob (3)"]),
        (["", ""], ["", ""]),
        (["x" * 32, "x" * 32], ["x" * 32, "x" * 28 + " (2)"]),
        (["Zo\u00eb", "Zoe\u0308"], ["Zo\u00eb", "Zoe\u0308 (2)"]),
    ],
)
def test_two_players_of_one_name_are_told_apart(names: list[str], shown: list[str]) -> None:
    assert distinct(names, 32) == shown
    assert all(len(name) <= 32 for name in shown)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "You",
            "you.",
            "YOU",
            "ＹＯＵ",
            "Yоu",
            "(You)",
            "y\u200bou",
            "Your turn",
            "Empty seat",
            "empty",
            "Seat 3",
        ),
        *("a former player", "Former Player!", "Computer", "Computer 3", "computer Rosie", "🤖 Computer"),
        *("the host", "The Dealer", "No one", "Someone", "everyone"),
    ],
)
def test_name_that_reads_as_a_word_of_the_bot_is_quoted(name: str) -> None:
    quoted = kept_name(name, 32)
    assert quoted == f"“{clean(name, 30)}”"
    assert kept_name(quoted, 32) == quoted


@pytest.mark.parametrize(
    "name", ["Youssef", "Dealer Dan", "Host", "Bo", "Rookie", "Hostetler", "Rosie", "Anyone's Mom"]
)
def test_name_that_only_begins_like_a_bot_word_stays(name: str) -> None:
    assert kept_name(name, 32) == name


def test_quoted_name_is_no_longer_than_others() -> None:
    assert len(kept_name("Computer " + "x" * 40, 32)) == 32
