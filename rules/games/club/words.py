"""The words of Club, for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from rules.core.about import RuleSection
from rules.core.actions import Action, Put
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard, ChooseGroup, ChooseOption
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Line, Words, ZoneName, colored, counted, shown, shown_all, signed, together, who
from rules.games.club.event_words import sentence
from rules.games.club.facts import ClubFacts, Phase, Pile, Stop
from rules.games.club.grouping import Groups, Lack, Missing
from rules.games.club.melds import Meld, birdies, meld_of, worth
from rules.games.club.options import ClubRules
from rules.games.club.questions import DOWN, DRAW, MELD, OVER, PILE
from rules.games.club.scoring import Scores
from rules.games.club.sections import sections
from rules.games.match_words import length

BIRDIE_MARK: Final = "★"
SCORES: Final[Mapping[str, str]] = {
    Scores.OUT: "going out",
    Scores.BIRDIES: "Birdies",
    Scores.ROOKS: "Rooks",
    Scores.MELDED: "melds",
    Scores.IN_HAND: "left in hand",
}
NO_MELD: Final = (
    "That isn't a meld. Meld three or more of one number, two of them natural. Or meld three or more of one"
    " color in a row, from 4 up. Meld 3s last, and only to go out."
)


class ClubWords(Words):
    """The words of Club."""

    phases: ClassVar[Mapping[object, str]] = {Phase.PLAY: "Play"}
    piles: ClassVar[Mapping[str, str]] = {Pile.STOCK: "draw pile", Pile.DISCARDS: "discard pile"}
    answers: ClassVar[Mapping[Action, str]] = {
        DRAW: "Draw two cards",
        MELD: "Meld cards",
        DOWN: "Lay them down",
    }

    def __init__(self, rules: ClubRules, source: str) -> None:
        self._rules = rules
        self._source = source

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        return sections(self._rules, self._source)

    def goal(self, table: TableView) -> str:
        """How far the match goes: ``to 5,000``, or ``4 deals``."""
        return length(self._rules)

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """By side: Birdies, Rooks and points needed to open; then why no one may take the discards."""
        facts = table.facts
        if not isinstance(facts, ClubFacts):
            return ()
        sides = [Line(f"{_players(table, side)}:", _has(facts, side)) for side in range(len(facts.melds))]
        return (*(line for line in sides if line.text), *_stop(facts))

    def zone(self, zone: Zone) -> ZoneName:
        """The piles, and the melds by number, under their side; a star marks a Birdie."""
        if zone.kind in self.piles:
            return super().zone(zone)
        if zone.side is None:
            return ZoneName(f"#{zone.number}", "Set out to meld")
        meld = meld_of(CardSet.of(zone.shown))
        mark = BIRDIE_MARK if meld and meld.birdie else ""
        return ZoneName(f"#{zone.number}{mark}")

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty if it is not told."""
        return sentence(event) or super().event(event)

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """The items of a side: ``going out 200, Birdies 1,200, melds 140``."""
        return ", ".join(f"{SCORES[item.kind]} {signed(item.points)}" for item in items)

    def question(self, view: SeatView) -> str:
        """What a seat is asked: to draw, to discard, or to meld, with points planned and what is missing."""
        match view.decision:
            case ChooseOption(options=options):
                more = ", or take from the discard pile" if len(options) > 1 else ""
                return f"Draw two cards{more}"
            case ChooseGroup(grouping=Groups(missing=missing)):
                points = worth(_planned(view))
                if not points:
                    return "Choose cards to meld"
                why = f" {_missing(missing, view.table)}" if missing else ""
                return f"{points} points set out to meld.{why}"
            case ChooseCard():
                return "Discard a card"
        return super().question(view)

    def reason(self, view: SeatView) -> str:
        """The sentence on what makes a meld, shown for cards that make none."""
        return NO_MELD if isinstance(view.decision, ChooseGroup) else super().reason(view)

    def refusal(self, view: SeatView, action: Action) -> str:
        """Why the planned cards may not be laid yet."""
        match view.decision:
            case ChooseGroup(grouping=Groups(missing=Missing() as missing)) if action == DOWN:
                return f"You can't lay them down yet. {_missing(missing, view.table)}"
        return super().refusal(view, action)

    def answer(self, view: SeatView, action: Action) -> str:
        """The label of an answer."""
        match action:
            case Put(cards, place):
                return _put(view, cards, place)
        if action == PILE:
            discards = next(zone for zone in view.table.zones if zone.kind == Pile.DISCARDS)
            return f"Take the discard pile ({len(discards.shown) + discards.hidden})"
        if action == OVER:
            return "Take them back" if _planned(view) else "Don't meld"
        return super().answer(view, action)


def _players(table: TableView, side: int) -> str:
    return together(sorted(info.seat for info in table.seats if info.side == side))


def _has(facts: ClubFacts, side: int) -> str:
    """What a side has and needs: ``2 Birdies ★, 1 Rook``, or ``needs 50 to open``."""
    found = ((birdies(facts.melds[side]), "Birdie", f" {BIRDIE_MARK}"), (len(facts.rooks[side]), "Rook", ""))
    texts = [f"{counted(number, thing)}{mark}" for number, thing, mark in found if number]
    if points := facts.to_open[side]:
        texts.append(f"needs {points} to open")
    return ", ".join(texts)


def _stop(facts: ClubFacts) -> tuple[Line, ...]:
    if facts.stop is None:
        return ()
    if facts.stopped_by is not None:
        return (Line("Stop", f"until {who(facts.stopped_by)} plays again"),)
    return (Line("Stop", f"a {'3' if facts.stop is Stop.THREE else 'wild card'} on top"),)


def _planned(view: SeatView) -> CardSet:
    """The planned cards of the player who sees the view."""
    return CardSet.of(card for zone in view.zones if zone.kind == Pile.PLANNED for card in zone.shown)


def _missing(missing: Missing, table: TableView) -> str:
    """Why the planned cards may not be laid yet."""
    match missing.lack:
        case Lack.CARDS:
            return "You have set out no cards."
        case Lack.POINTS:
            return f"You need {missing.points} more points to open."
        case Lack.LAST_CARD:
            return "Without two Birdies, keep a card after discarding."
        case Lack.TOP_CARD:
            top = next(zone.shown[-1] for zone in table.zones if zone.kind == Pile.DISCARDS)
            return f"Put {shown(top)} into one meld with two natural {top.rank}s from your hand."


def _put(view: SeatView, cards: tuple[Card, ...], place: int) -> str:
    """The label of a ``put``: a new meld, an addition to one, or at the draw the top discard."""
    if isinstance(view.decision, ChooseGroup) and isinstance(view.decision.grouping, Groups):
        melds = view.decision.grouping.melds
        if place <= len(melds):
            return f"Add to #{place}, {_name(melds[place - 1])}"
        new = meld_of(CardSet.of(cards))
        assert new is not None
        return f"Meld as {_name(new)}"
    facts, side = view.table.facts, view.table.seats[view.seat].side
    assert isinstance(facts, ClubFacts)
    assert side is not None
    return f"Add only {shown_all(cards)} to #{place}, {_name(facts.melds[side][place - 1])}"


def _name(meld: Meld) -> str:
    """A meld in a word or two: ``7s``, ``red 5–9``."""
    if meld.number:
        return f"{meld.number}s"
    low, high = meld.ends
    return f"{colored(low.color)} {low.rank}–{high.rank}"
