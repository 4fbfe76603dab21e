"""Drawn faces in messages: complete, where Discord shows them, within its limits; else words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from discord import ui

from bot.models.faces import NO_FACES, Faces, card_face
from bot.pictures.sheet import EMOJI_NAMES
from bot.table.desk.shown import ShownTable
from cogs.table.posting import panel_of
from cogs.table.recap import deal_panel
from cogs.ui.controls import Control, Verb
from cogs.ui.items import note
from cogs.ui.modals import bid_modal
from cogs.ui.news import told
from cogs.ui.refused_faces import replace_faces
from cogs.ui.words import MOST, Look, fitting, look_of
from rules.core.actions import CallPartner
from rules.core.cards import BIRD, CardSet, Color, parse_cards
from rules.core.decisions import ChooseCard, ChooseNumber
from rules.core.events import NestWon
from rules.core.views import SeatView
from tests.ui.drawings import GAMES, ends, moments
from tests.ui.tables import EVERYONE, bare, drawn_hand, first, parts, shown

FACES = Faces(
    {face: f"<:{name}:{10**18 + number}>" for number, (face, name) in enumerate(EMOJI_NAMES.items())}
)
WHOLE = re.compile(r"<:[a-z0-9_]{2,32}:\d{19}>")
SHAPES = "❤⭐🍀🌑🐦💧"
OWN_EMOJI = re.compile(r"<:\w+:\d+>|'emoji': \{[^}]*'id': '?\d")


def drawn(key: str) -> Iterator[ui.LayoutView]:
    for moment in moments(key):
        table = shown(moment, EVERYONE)._replace(faces=FACES)
        yield panel_of(table)
        for seat in range(len(table.seats)):
            view = moment.game.seat_view(moment.state, seat)
            yield fitting(partial(_hand, view), table)
    for moment, deals in ends(key):
        yield deal_panel(shown(moment, EVERYONE)._replace(faces=FACES), deals)


def _hand(view: SeatView, table: ShownTable) -> ui.LayoutView:
    return drawn_hand(table, view)


def labels(part: Mapping[str, Any]) -> list[str]:
    """Texts without emojis in a part: labels and options."""
    return [
        part.get("label") or "",
        part.get("placeholder") or "",
        *(one["label"] for one in part.get("options", ())),
    ]


@pytest.mark.parametrize("key", GAMES)
def test_refused_message_says_every_face_in_words(key: str) -> None:
    for view in drawn(key):
        had_faces = bool(OWN_EMOJI.search(str(view.to_components())))  # type: ignore[no-untyped-call]
        assert replace_faces(view) is had_faces
        assert not OWN_EMOJI.search(str(view.to_components()))  # type: ignore[no-untyped-call]
        assert view.content_length() <= MOST


def test_refused_form_says_every_face_in_words() -> None:
    decision = ChooseNumber(0, 70, 120, 5, (), tuple((color, 120) for color in (*Color, None)))
    form = bid_modal(Control(Verb.BID, 1, 1), decision, Look(faces=FACES))
    assert OWN_EMOJI.search(str(form.to_dict()))
    assert replace_faces(form)
    assert not OWN_EMOJI.search(str(form.to_dict()))
    assert "❤" in str(form.to_dict())


@pytest.mark.parametrize("key", GAMES)
def test_faces_are_whole_in_texts_and_at_labels_only(key: str) -> None:
    for view in drawn(key):
        assert view.content_length() <= MOST
        for part in parts(view):
            text = part.get("content", "")
            assert len(WHOLE.findall(text)) == text.count("<:")
            for line in text.splitlines():
                is_in_faces, is_in_words = "<:" in line, any(shape in line for shape in SHAPES)
                assert not (is_in_faces and is_in_words), "some cards have faces and others have none"
            assert "<:" not in "".join(labels(part))


def test_card_has_name_next_to_face_and_hand_is_a_heading() -> None:
    moment = first("kentucky", ChooseCard)
    table = shown(moment)._replace(faces=FACES)
    look, seat = look_of(table), moment.asked[0]
    asked, other = (moment.game.seat_view(moment.state, one) for one in (seat, (seat + 1) % 4))

    emojis = {
        bare(part["label"]): part["emoji"]["name"]
        for part in parts(drawn_hand(table, asked))
        if part["type"] == 2 and ":do:" in part["custom_id"]
    }
    faces = {look.name(one): card_face(one, counts=one in look.counters) for one in asked.order}
    assert emojis == {name: EMOJI_NAMES[face] for name, face in faces.items()}

    heading = "# " + " ".join(look.card(one) for one in other.order)
    texts = [part.get("content", "") for part in parts(drawn_hand(table, other))]
    assert heading in "\n".join(texts).splitlines()


def test_faces_in_a_sentence_have_no_commas_and_words_do() -> None:
    table = shown(first("kentucky", ChooseCard))
    cards = CardSet.of(parse_cards("R10 G5 Rook"))
    won = NestWon(1, cards, 15)
    assert "R10, " in told(table, won)
    with_faces = table._replace(faces=FACES)
    row = " ".join(look_of(with_faces).card(card) for card in cards)
    assert told(with_faces, won) == f"Bob gets the nest: {row} (15 points)."


def test_button_confirming_a_card_names_it_in_words() -> None:
    table = shown(moment := first("kentucky", ChooseCard))._replace(faces=FACES)
    view = moment.game.seat_view(moment.state, moment.asked[0])
    sure = drawn_hand(table, view, CallPartner(BIRD))
    assert (
        next(labels(part)[0] for part in parts(sure) if part["type"] == 2) == "Call 🐦\N{NO-BREAK SPACE}Rook"
    )


def test_message_with_too_many_faces_is_in_words() -> None:
    table = shown(first("kentucky", ChooseCard))._replace(faces=FACES)

    def very_long(table: ShownTable) -> ui.LayoutView:
        return note(" ".join([look_of(table).card(BIRD)] * 200))

    assert very_long(table).content_length() > MOST
    assert parts(fitting(very_long, table)) == parts(very_long(table._replace(faces=NO_FACES)))
