"""Cards new to a hand are marked for their owner, and for no other player."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cogs.ui.card_choices import NEW
from rules.core.cards import CardSet
from rules.core.views import SeatView, ZoneKind
from tests.ui.tables import Moment, drawn_hand, labels, match, menus, shown, text


def views(moment: Moment) -> list[SeatView]:
    return [moment.game.seat_view(moment.state, seat) for seat in range(len(shown(moment).seats))]


def held(moment: Moment) -> Sequence[CardSet]:
    """Each seat's cards, those chosen for a meld included."""
    state = moment.state
    return tuple(state.deal.hands if hasattr(state.deal, "hands") else state.hands)


def marked(moment: Moment, view: SeatView) -> list[str]:
    """The marked cards on the buttons and in the menus of a hand."""
    drawn = drawn_hand(shown(moment), view)
    options = [option["label"] for menu in menus(drawn) for option in menu["options"]]
    return [label for label in (*labels(drawn), *options) if NEW in label]


@pytest.mark.parametrize("key", ["club", "tennessee_1988"])
def test_new_cards_in_a_hand_are_marked(key: str) -> None:
    marks, before = 0, None
    for moment in match(key, 3, deals=1):
        if not moment.game.table_view(moment.state).asked:
            break
        after = held(moment)
        for view in views(moment):
            came = CardSet(after[view.seat] & ~before[view.seat]) if before else CardSet(0)
            assert came & view.hand & ~view.fresh == 0, "a card came to the hand and is not marked"
            assert view.fresh & ~view.hand == 0
            assert (NEW in text(drawn_hand(shown(moment), view))) == bool(view.fresh)
            if view.fresh and view.decision is not None:
                assert len(marked(moment, view)) <= view.fresh.bit_count()
                marks += 1
        before = after
    assert marks > 5


def test_new_cards_in_club_are_those_drawn_this_turn() -> None:
    for moment in match("club", 3, deals=1):
        asked = moment.game.table_view(moment.state).asked
        assert not asked or not any(view.fresh for view in views(moment) if view.seat not in asked)


def test_last_pile_cards_in_tennessee_are_new_for_one_trick() -> None:
    empty_since: int | None = None
    for moment in match("tennessee_1988", 3, deals=1):
        table = moment.game.table_view(moment.state)
        pile = next((zone for zone in table.zones if zone.kind is ZoneKind.DRAW_PILE), None)
        tricks = sum(info.tricks for info in table.seats)
        if pile is None or pile.shown:
            continue
        if empty_since is None:
            empty_since = tricks
            assert all(view.fresh for view in views(moment))
        elif tricks > empty_since:
            assert not any(view.fresh for view in views(moment))
    assert empty_since is not None
