"""What is said at a game of Panjandrum: its labels, sentences and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.core.about import RuleSection
from rules.core.actions import PASS, SHOUT, Action, Put, Say
from rules.core.cards import Card, Color
from rules.core.decisions import Option, Seat, options_of
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Line, Note, Words, ZoneName, colored, shown, who
from rules.games.panjandrum.deal import MOST_TURNS
from rules.games.panjandrum.events import CardLaid, CardLifted, GameOver, PanjandrumCalled, PileTurnedOver
from rules.games.panjandrum.facts import PanjandrumFacts, Phase, Pile
from rules.games.panjandrum.options import PanjandrumRules
from rules.games.panjandrum.piles import BUILDING
from rules.games.race_words import WHO_COUNTS, time_to_call

LIFT: Final = Say("lift")
DEAL: Final = RuleSection(
    "Deal",
    "The whole pack is dealt, one card at a time; some may have a card more than others. Nobody looks at the"
    " cards: face down, they are one's Hand.",
)
PILES: Final = RuleSection(
    "Piles",
    "There is a Building Pile for each color, from 1 up to 14. Everyone has one Delay Pile, face up in front"
    " of the Hand: an opponent may lay a card on it that is one higher or lower, of any color (9 or 11 on a"
    " 10, but never 14 and 1 on each other).",
)
TURN: Final = (
    "The player left of the dealer begins. First the top of one's own Delay Pile is laid, on a Building Pile"
    " or else on an opponent's Delay Pile. When it fits nowhere, the top card of the Hand is lifted and laid"
    " in the same way. As long as cards can be laid the turn goes on. A lifted card that fits nowhere goes on"
    " one's own Delay Pile, and the turn ends."
)
FORCED: Final = RuleSection(
    "At this table",
    "Players lift their cards. All that has only one way is then done by itself; where a card fits several"
    " opponents, the player chooses.",
)
FREE: Final = (
    "Nothing is done by itself: a card may be laid on any pile, right or wrong, and a wrong one stays there."
    " (On a Building Pile it waits underneath until it is the next of its color.) After each card everyone"
    " may call “Panjandrum!” It was a mistake if the card belonged elsewhere, or was lifted while the Delay"
    " Pile had one to lay. Its player then gets two cards from the caller and one from everybody else, under"
    " the Hand."
)

PHASES: Final[Mapping[object, str]] = MappingProxyType(
    {Phase.PLAYING: "Play", Phase.CALLING: "Panjandrum?", Phase.PAYING: "Paying"}
)
PILE_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        Pile.BUILDING: "Building",
        Pile.DELAY: "Delay",
        Pile.LIFTED: "Lifted",
        Pile.FROM_DELAY: "From the Delay Pile",
        Pile.STRAYS: "Waiting under the building piles",
    }
)
LABELS: Final[Mapping[Action, str]] = MappingProxyType(
    {
        LIFT: "Lift a card",
        Say("hand"): "From the Hand",
        Say("pile"): "From the Delay Pile",
        SHOUT: "Panjandrum!",
        PASS: "Let it pass",
    }
)


class PanjandrumWords(Words):
    """The words of Panjandrum."""

    def __init__(self, rules: PanjandrumRules) -> None:
        self._rules = rules

    def phase(self, table: TableView) -> str:
        """What is being done."""
        return PHASES.get(table.phase) or super().phase(table)

    def goal(self, table: TableView) -> str:
        """What wins, in a few words."""
        return "first without cards wins"

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """Which turn it is."""
        facts = table.facts
        return (Line("Turn", str(facts.turn)),) if isinstance(facts, PanjandrumFacts) else ()

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Whose card may be called."""
        laid = table.facts.laid if isinstance(table.facts, PanjandrumFacts) else None
        moved = (Note("just moved", strong=True),) if laid is not None and laid.seat == seat else ()
        return (*super().notes(table, seat), *moved)

    def zone(self, zone: Zone) -> ZoneName:
        """How a pile is called."""
        return ZoneName(PILE_NAMES[zone.kind])

    def prompt(self, table: TableView) -> str:
        """What is to be done, for all to read."""
        facts = table.facts
        if not isinstance(facts, PanjandrumFacts):
            return ""
        if facts.laid is not None:
            return "Was that right?"
        return _move_asked(table.calls) if facts.fine is None else _gift_asked(facts.fine.to)

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """How many cards one is left with."""
        return "".join(f"{item.number} cards left" for item in items)

    def question(self, view: SeatView) -> str:
        """What a seat is asked."""
        facts = view.table.facts
        assert isinstance(facts, PanjandrumFacts)
        if facts.laid is not None:
            return f"{who(facts.laid.seat)} laid {shown(facts.laid.card)}"
        if facts.fine is not None:
            return f"{_gift_asked(facts.fine.to)} ({facts.fine.owed[view.seat]} to give)"
        return _move_asked(options_of(view.decision)) if view.decision else ""

    def answer(self, view: SeatView, action: Action) -> str:
        """How an answer is called."""
        return self.call(view.table, action)

    def call(self, table: TableView, action: Action) -> str:
        """How an answer is called that is given on the table."""
        facts = table.facts
        if isinstance(action, Put) and isinstance(facts, PanjandrumFacts):
            return _move(facts, action.cards[0], action.place)
        return LABELS.get(action) or super().call(table, action)

    def event(self, event: HeardEvent) -> str:
        """What happened, in a sentence."""
        match event:
            case CardLifted(seat, card, is_forced):
                return "" if is_forced else f"{who(seat)} lifts {shown(card)}."
            case CardLaid():
                return _laid(event)
            case PileTurnedOver(seat):
                return f"{who(seat)} turns the Delay Pile over."
            case PanjandrumCalled():
                return _verdict(event)
            case GameOver(out):
                return _ended(out)
        return super().event(event)

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections, from the values played by."""
        rules = self._rules
        empty = "when the next turn begins" if rules.flip_at_next_turn else "at once"
        over = f"When the Hand is empty, the Delay Pile is turned over {empty}, and is the new Hand."
        end = (
            "Whoever is first without any cards, in the Hand and on the Delay Pile, wins. A game that does"
            f" not end is stopped after {MOST_TURNS} turns, and the fewest cards win."
        )
        play = RuleSection("Panjandrum!", self._calls()) if rules.panjandrum_free else FORCED
        return (DEAL, PILES, RuleSection("Turn", f"{TURN} {over}"), play, RuleSection("End", end))

    def _calls(self) -> str:
        """What a call costs, and how long there is for it."""
        rules = self._rules
        number = "two cards" if rules.accused_gives == 2 else "a card"
        false = (
            f"If it was no mistake, the caller gets {number} from that player and one from everybody else."
        )
        which = (
            "Everyone chooses to give from the Hand or the Delay Pile."
            if rules.giver_chooses
            else "The cards come from the top of the Hand, or of the Delay Pile where no Hand is left."
        )
        time = f"You have {time_to_call(rules)} to call; if several do, {WHO_COUNTS[rules.race]}."
        return f"{FREE} {false} {which} {time}"


def _move_asked(moves: Sequence[Option]) -> str:
    """What a player is asked who may lay a card, lift one, or do either."""
    cards = [move.action.cards[0] for move in moves if isinstance(move.action, Put)]
    if not cards:
        return LABELS[LIFT]
    card = shown(cards[0])
    may_lift = any(move.action == LIFT for move in moves)
    return f"Lay {card} or lift a card" if may_lift else f"Where does {card} go?"


def _gift_asked(to: Seat) -> str:
    return f"Which card do you give to {who(to)}?"


def _place(place: int, top: Card | None) -> str:
    """Somebody else's place, with the card on top of a Delay Pile: ``{2}'s {G9}``, ``the {red} pile``."""
    if top is None:
        return f"the {colored(Color(place - BUILDING))} pile"
    return f"{who(place)}'s {shown(top)}"


def _move(facts: PanjandrumFacts, one: Card, place: int) -> str:
    """What the button of a move says."""
    card = shown(one)
    if place == facts.player:
        return f"Leave {card} where it is" if facts.lifted is None else f"{card} on your Delay Pile"
    return f"{card} on {_place(place, None if place >= BUILDING else facts.tops.delays[place])}"


def _laid(laid: CardLaid) -> str:
    """What happened, told the same way whether it was right or wrong."""
    seat, card = who(laid.seat), shown(laid.card)
    if laid.place == laid.seat:
        return f"{seat} keeps {card}." if laid.was_lifted else f"{seat} leaves {card} where it is."
    source = "" if laid.was_lifted else " from the Delay Pile"
    return f"{seat} lays {card}{source} on {_place(laid.place, laid.covered)}."


def _verdict(called: PanjandrumCalled) -> str:
    """What comes of a call, kindly: who pays, and what."""
    found = "Well spotted, that was a mistake!" if called.was_mistake else "Oh dear, that was right!"
    loser, most = called.accused, called.caller
    if not called.was_mistake:
        loser, most = most, loser
    cards = "two cards" if called.owed[most] == 2 else "a card"
    return (
        f"{who(called.caller)} calls Panjandrum. {found}"
        f" {who(loser)} gets {cards} from {who(most)} and one from everybody else."
    )


def _ended(out: Sequence[Seat]) -> str:
    """Why a game is over."""
    if not out:
        return f"The game is stopped after {MOST_TURNS} turns: the fewest cards win."
    seats = " and ".join(map(who, out))
    return f"{seats} {'has' if len(out) == 1 else 'have'} no cards left."
