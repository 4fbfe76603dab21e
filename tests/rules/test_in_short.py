"""The rules in short: a dozen lines for every game, made from the values it is played by; words explained."""

from __future__ import annotations

import pytest

from rules.catalog import GAMES, find_game, game_with
from rules.core.about import RuleSection
from rules.in_short import MOST_LINES, in_short
from rules.presets import PRESETS, Preset

LONGEST = 130
"""Characters of a line: three lines of a phone."""


def short(key: str, **options: int | str) -> dict[str, str]:
    return dict(in_short(game_with(key, options).about.rules))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_is_told_in_a_dozen_short_lines_up_to_how_it_is_won(key: str) -> None:
    rules = find_game(key).about.rules
    lines = in_short(rules)
    assert 3 <= len(lines) <= MOST_LINES
    assert all(text.endswith((".", "”")) and len(text) <= LONGEST for _, text in lines)
    told = {section.heading: section.text for section in rules}
    assert all(told[heading].startswith(text) for heading, text in lines)
    assert lines[-1][0] == ("One" if key == "new_solitaire" else "End")


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.key)
def test_house_rules_are_told_in_short_as_they_are_played(preset: Preset) -> None:
    lines = in_short(game_with(preset.game, preset.options).about.rules)
    assert len(lines) <= MOST_LINES
    assert all(len(text) <= LONGEST for _, text in lines)


def test_the_lines_have_the_values_of_the_table() -> None:
    assert short("kentucky")["End"] == "300 points win, when a deal is over."
    assert short("kentucky", target=435)["End"] == "435 points win, when a deal is over."
    assert "80 or more" in short("kentucky", min_bid=80)["Bidding"]


def test_a_line_is_cut_only_between_sentences_and_the_last_one_stays() -> None:
    sections = tuple(RuleSection(str(n), f"First {n}. {'Very long ' * 9}second.") for n in range(20))
    end = RuleSection("End", "Someone wins. At 10½ points.")
    lines = in_short((*sections, end, RuleSection("More", "More.")))
    assert len(lines) == MOST_LINES
    assert lines[0] == ("0", "First 0.")
    assert lines[-1] == ("End", "Someone wins. At 10½ points.")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_word_is_explained_twice(key: str) -> None:
    game = find_game(key)
    words = [term.word for term in game.words.terms()]
    words += [section.heading for section in game.about.rules]
    assert len(words) == len(set(words))


def test_a_word_is_explained_with_the_values_of_the_table_where_the_game_has_it() -> None:
    def words(key: str, **options: int | str | bool) -> dict[str, str]:
        return {term.word: term.meaning for term in game_with(key, options).words.terms()}

    assert "14s count 10" in words("kentucky")["Counter"]
    assert "goes set, scores nothing and loses the bid" in words("kentucky")["Set"]
    assert "the points taken, less the bid" in words("kentucky", failure="deducted")["Set"]
    assert words("kentucky", exact_makes=False)["Made"] == "To make a bid is to take more than the bid."
    assert "Shoot the moon" in words("kentucky", shoot=True)
    assert "Shoot the moon" not in words("kentucky")
    assert "Discard" not in words("regular_1988")
    assert "Thrown in" not in words("cordova")
