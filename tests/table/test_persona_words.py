"""Remarks of computers with a persona, and where they are shown."""

from bot.computers.kinds import PERSONAS
from bot.table.desk.phrases import Phrase, Remark, Said
from cogs.table.phrases import REMARKS, said_line
from tests.table.test_computers_panel import with_computers


def test_each_persona_has_its_own_words_for_every_remark() -> None:
    assert set(REMARKS) == set(PERSONAS)
    for remarks in REMARKS.values():
        assert set(remarks) == set(Remark)
        assert all(len(words.split()) <= 8 and words.endswith(".") for words in remarks.values())
    said = [words for remarks in REMARKS.values() for words in remarks.values()]
    assert len(set(said)) == len(said)


def test_remarks_of_computers_are_shown_where_players_phrases_are() -> None:
    table = with_computers()
    here = table._replace(
        talk=table.talk._replace(said=(Said(0, 10, Phrase.NICE_BID, 0.0), Said(1, None, Remark.MADE, 1.0)))
    )
    assert said_line(here) == "💬 **Ann**: Nice bid\n💬 **Jack**: Worth the bid."


def test_computer_without_a_persona_says_nothing() -> None:
    table = with_computers()
    ruby = table.seats[1]._replace(name="Ruby", persona=None)
    here = table._replace(
        seats=(table.seats[0], ruby), talk=table.talk._replace(said=(Said(1, None, Remark.SET, 1.0),))
    )
    assert said_line(here) == ""
