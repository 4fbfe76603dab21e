"""All public information is one or two presses away at any moment of a table, and a command too."""

from __future__ import annotations

from random import Random

import pytest
from discord.app_commands import Command

from cogs.framework.old_names import renamings
from cogs.learn.help import FIRST_STEPS, TOPICS
from tests.e2e.players import Club, Player
from tests.e2e.worlds import Seen

COMMANDS = {"How to play": "rook help", "My record": "stats show", "Leaderboard": "stats leaderboard"}


async def looked_up(player: Player, *labels: str, on: Seen | None = None) -> None:
    """Check that each button shows what its command shows: a button of a message, else of *More*."""
    for label in labels:
        pressed = await (player.press_in_more(label) if on is None else player.press(label, on=on))
        said = pressed.sentence
        assert said == (await player.typed(COMMANDS[label])).sentence, label


@pytest.mark.parametrize("is_playing", [False, True], ids=["a lobby", "a match"])
async def test_more_has_rules_help_record_and_leaderboard(club: Club, is_playing: bool) -> None:
    await (club.begin() if is_playing else club["Ann"].command("new"))
    for player in (club["Ann"], club["Eve"]):
        before = await club.snapshot()
        await looked_up(player, *COMMANDS)
        assert "Official Tournament Rook" in (await player.press_in_more("Rules")).text
        assert await club.snapshot() == before


async def test_finished_match_shows_its_players_statistics(club: Club) -> None:
    await club.begin(deals=1, counted=True)
    random = Random(4)
    while club.has_table:
        player = club.asked
        assert player.decision is not None
        await player.answer(club.sensible(player.decision, random))
    over = await club.table_message()
    await club.app.stats.ledger.catch_up()
    for player in (club["Ann"], club["Bob"], club["Eve"]):
        await looked_up(player, "My record", "Leaderboard", on=over)
    assert "of 1" in (await club["Ann"].press("My record", on=over)).sentence
    assert "Ann" in (await club["Eve"].press("Leaderboard", on=over)).sentence


async def test_every_option_of_every_command_is_described(club: Club) -> None:
    """Discord shows three dots instead of a missing description."""
    commands = [one for one in club.bot.tree.walk_commands() if isinstance(one, Command)]
    options = [(one.qualified_name, option) for one in commands for option in one.parameters]
    assert len(options) > 100
    assert [(name, option.name) for name, option in options if option.description in {"", "…"}] == []


async def test_help_names_only_existing_commands(club: Club) -> None:
    """The first word of a command alone stands for all of its group."""
    names = {command.qualified_name for command in club.bot.tree.walk_commands()}
    texts = "\n".join((FIRST_STEPS, *TOPICS.values()))
    texts = texts.replace(renamings(), "")
    told = {part[1:].split(":")[0] for part in texts.split("`")[1::2] if part.startswith("/")}
    named = {" ".join(words.split()[:2]) for words in told}
    assert named <= names


async def test_help_names_every_command_of_players(club: Club) -> None:
    """The commands of *Sit*, *Start*, *Hint*, *Say …* and *Claim the rest* were missing."""
    told, group = {"rook help"}, ""
    for part in "\n".join((FIRST_STEPS, *TOPICS.values())).split("`")[1::2]:
        if part.startswith("/"):
            group, _, part = part[1:].partition(" ")  # noqa: PLW2901 - the words after it are of this group
        told.add(f"{group} {part.split()[0] if part else ''}")
    names = {command.qualified_name for command in club.bot.tree.walk_commands()}
    assert {name for name in names if name.startswith(("rook ", "table ", "stats "))} <= told


async def test_help_starts_on_one_screen_with_topics(club: Club) -> None:
    ann = club["Ann"]
    help_ = (await ann.command("help")).seen
    assert len(FIRST_STEPS) < 1000
    for topic, text in TOPICS.items():
        chosen = await ann.choose(topic, on=help_)
        assert chosen.sentence == f"### {topic}\n{text}"
        begin = await ann.press("How to begin", on=chosen.seen)
        assert begin.sentence == FIRST_STEPS


async def test_unknown_help_topic_shows_first_page(club: Club) -> None:
    ann = club["Ann"]
    help_ = (await ann.command("help")).seen
    assert (await ann.choose("The score", on=help_)).sentence == FIRST_STEPS
