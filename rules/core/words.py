"""Words: where what a game knows becomes what people read. Nothing here is ever read by a program.

Views, decisions and events carry values; each game has one ``Words`` that makes phases, labels and
sentences of them on their way out. A text is a template: seats, cards and colors stand in it as
fields (``{0}``, ``{R14}``, ``{green}``), which whoever shows it fills with names and pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.core.about import About, RuleSection, Teams, Term
from rules.core.actions import Action, CallPartner, EndForRevoke, Fault, Penalize, Play, Redeal
from rules.core.cards import CARDS, Card, Color
from rules.core.decisions import Seat
from rules.core.events import (
    CutShort,
    DealScored,
    DealStarted,
    GameWon,
    HeardEvent,
    MatchWon,
    OddCardsWon,
    Ruled,
    SeatsChanged,
    TimeCalled,
)
from rules.core.scores import ScoreItem, SideScore
from rules.core.views import BeforeDeal, SeatView, TableView, TrickView, Zone


class Line(NamedTuple):
    """A labelled line of the table: ``Trump``, ``Green``."""

    label: str
    """Empty where the text says it all."""
    text: str


class Note(NamedTuple):
    """A short note behind a seat: ``dealer``, ``bid 85``, ``passed``."""

    text: str
    strong: bool = False


class ZoneName(NamedTuple):
    """How cards on the table are called; ``heading`` stands once above zones that belong together."""

    name: str
    heading: str = ""


def color_fields(names: Mapping[Color, str], shapes: Mapping[Color, str] | None = None) -> dict[str, str]:
    """The fields of the colors, small and capital: how they are called, behind their shapes."""
    before = {color: f"{shapes[color]} " if shapes else "" for color in names}
    return {color.word: before[color] + name for color, name in names.items()} | {
        color.word.capitalize(): before[color] + name.capitalize() for color, name in names.items()
    }


FIELDS: Final[dict[str, str]] = {str(card): str(card) for card in CARDS} | color_fields(
    {color: color.word for color in Color}
)
"""The fields of a template in plain notation, but for the seats."""
BLUE_FIELDS: Final = FIELDS | color_fields({Color.YELLOW: "blue"})
"""The same with the oldest packs, which have blue cards instead of yellow ones."""
DEALER: Final = Note("dealer")
SIDE_BY_SIDE: Final = " · "


def who(seat: Seat) -> str:
    """A seat, or the hand of a number after the last seat, in a template."""
    return f"{{{seat}}}"


def together(seats: Iterable[Seat]) -> str:
    """Those who keep a score together, in a template."""
    return " & ".join(map(who, seats))


Called = Callable[[Sequence[Seat]], str]
"""How those who keep a score together are called, in a template."""


def typed(text: str) -> str:
    """What somebody has typed, in a template: none of it is a field."""
    return text.replace("{", "{{").replace("}", "}}")


def shown(card: Card) -> str:
    """A card in a template."""
    return f"{{{card}}}"


def shown_all(cards: Iterable[Card], between: str = " ") -> str:
    """Cards in a template, in their order."""
    return between.join(map(shown, cards))


def colored(color: Color | None, *, capital: bool = False) -> str:
    """A color in a template; None is no color."""
    word = "no color" if color is None else color.word
    word = word.capitalize() if capital else word
    return word if color is None else f"{{{word}}}"


def signed(points: int) -> str:
    """Points as people write them, with a true minus sign and a comma in the thousands."""
    return f"{points:,}".replace("-", "\N{MINUS SIGN}")


def counted(number: int, thing: str) -> str:
    """So many of a thing: ``1 card``, ``1,250 points``, ``2 matches``."""
    ending = "" if number == 1 else "es" if thing.endswith("ch") else "s"
    return f"{signed(number)} {thing}{ending}"


def gained(points: int) -> str:
    """Points that are added or taken off: ``+15``, ``−10``."""
    return f"+{points:,}" if points > 0 else signed(points)


def cards_counted(cards: Iterable[Card], points: int) -> str:
    """Cards that somebody gets, with the points on them, in a template."""
    return f"{shown_all(cards, ', ')} ({counted(points, 'point')})"


PHASES: Final[Mapping[BeforeDeal, str]] = MappingProxyType(
    {BeforeDeal.DRAWING: "Drawing for the deal", BeforeDeal.DEALING: "Dealing"}
)
TEAMS: Final[Mapping[Teams, str]] = MappingProxyType(
    {
        Teams.SOLO: "everyone for themselves",
        Teams.PARTNERS: "partners",
        Teams.PARTNERS_AT_FOUR: "partners with four",
        Teams.DUMMY: "with a dummy",
        Teams.CALLED: "a called partner",
    }
)
"""Who plays with whom, in a few words."""
FAULTS: Final[Mapping[Fault, str]] = MappingProxyType(
    {
        Fault.TABLE_TALK: "table talk",
        Fault.WRONG_DISCARD: "wrong discard",
        Fault.LATE_MISDEAL: "late misdeal",
    }
)
"""What a penalty is for."""
NO_CHOICE: Final = "That isn't one of the choices now."


class Words:
    """What every game says in the same words. A game's own words are a subclass."""

    def teams(self, about: About) -> str:
        """Who plays with whom, in a few words."""
        return TEAMS[about.teams]

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections, from the values played by."""
        return ()

    def terms(self) -> tuple[Term, ...]:
        """Words that want explaining, from the values played by, beside what sections explain."""
        return ()

    def phase(self, table: TableView) -> str:
        """What is being done: ``Bidding``."""
        return PHASES[BeforeDeal(table.phase.value)]

    def goal(self, table: TableView) -> str:
        """What wins, in a few words: ``to 300``."""
        raise NotImplementedError

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """What everyone should know of the deal, in labelled lines."""
        return ()

    def taken(self, table: TableView, called: Called = together) -> str:
        """What each side has taken in the deal so far: ``{0} & {2} 65``; empty where that is not told."""
        return SIDE_BY_SIDE.join(f"{called(side.seats)} {side.points}" for side in table.taken)

    def worth(self, trick: TrickView) -> str:
        """What the cards of a trick count: ``15 points``."""
        return counted(trick.points, "point")

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """What everyone should know of a seat."""
        return (DEALER,) if seat == table.dealer else ()

    def others(self, table: TableView) -> tuple[str, ...]:
        """The names of the hands after the last seat: ``the dummy``."""
        return ()

    def zone(self, zone: Zone) -> ZoneName:
        """How cards on the table are called."""
        raise NotImplementedError

    def event(self, event: HeardEvent) -> str:
        """What happened, in a sentence; empty where it is seen well enough.

        A game tells its own events and leaves those of every match to this.
        """
        match event:
            case DealStarted(_, dealer):
                return f"{who(dealer)} deals."
            case OddCardsWon(winner, cards, points):
                return f"{who(winner)} gets the cards left over: {cards_counted(cards, points)}."
            case DealScored(sides=sides):
                return _points(sides)
            case Ruled(_, seat, points, reason):
                return _ruled(seat, points, reason)
        return _of_match(event)

    def why(self, deal: DealScored, side: SideScore) -> str:
        """What a side's points of a deal are for, in a few words; empty where they say it all."""
        return self.score(side.items) if side.items else ""

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """What a side scored points for, in a few words; empty where the points say it all."""
        return ""

    def prompt(self, table: TableView) -> str:
        """What is to be done, for all to read; empty where it is to play from one's hand."""
        return ""

    def question(self, view: SeatView) -> str:
        """What a seat is asked."""
        raise NotImplementedError

    def reason(self, view: SeatView) -> str:
        """Why the other cards of the hand may not be chosen."""
        return ""

    def refusal(self, view: SeatView, action: Action) -> str:
        """Why an answer is not among those a seat may give now."""
        return self.reason(view) or NO_CHOICE

    def answer(self, view: SeatView, action: Action) -> str:
        """How an answer is called; a card by itself, unless a game says otherwise."""
        return shown(action.card) if isinstance(action, Play | CallPartner) else str(action)

    def advised(self, card: Card) -> str:
        """How a player is told to play a card."""
        return f"Play {shown(card)}"

    def call(self, table: TableView, action: Action) -> str:
        """How an answer is called that is given on the table itself, for all to see."""
        raise NotImplementedError

    def ruling(self, table: TableView, ruling: Action) -> str:
        """How something is called that a referee may rule."""
        match ruling:
            case Redeal(next_dealer):
                return f"Deal again, {'next' if next_dealer else 'same'} dealer"
            case Penalize(seat, points):
                reason = _fault(ruling.fault)
                return f"{reason[:1].upper()}{reason[1:]} by {who(seat)}: {signed(points)} off"
            case EndForRevoke(seat):
                return f"Renege by {who(seat)}: the deal ends"
        return str(ruling)


def _points(sides: Iterable[SideScore]) -> str:
    """Who scored how much: ``{0} & {2} +15, {1} & {3} −10``."""
    scored = [f"{together(side.seats)} {gained(side.scored)}" for side in sides if side.scored]
    return f"{', '.join(scored)}." if scored else "No points."


def _of_match(event: HeardEvent) -> str:
    """What happened after a deal."""
    match event:
        case SeatsChanged(order):
            return f"New seats, clockwise: {', '.join(map(who, order))}."
        case GameWon(winners, games, is_shared):
            return f"{_win(winners, is_shared=is_shared)} a game: {'–'.join(map(str, games))}."
        case TimeCalled():
            return "Time is up, so this deal is the last."
        case CutShort(deals, games):
            return _cut_short(deals, games)
        case MatchWon(winners, _, is_shared):
            return f"{_win(winners, is_shared=is_shared)} the match." if winners else "No one wins."
    return ""


def _cut_short(deals: int | None, games: tuple[int, ...]) -> str:
    """Why a match is over that would have gone on, and how its last game counts."""
    over = (
        "Time is up, so the match is over."
        if deals is None
        else f"A match ends after {counted(deals, 'deal')}, so this one is over."
    )
    return f"{over} The last game counts as it stands: {'–'.join(map(str, games))}." if games else over


def _ruled(seat: Seat | None, points: int, reason: Fault | str | None) -> str:
    if seat is None or reason is None:
        return "The deal doesn't count. The cards are dealt again."
    return f"{gained(points)} for {who(seat)}: {_fault(reason)}"


def _fault(reason: Fault | str) -> str:
    return FAULTS[reason] if isinstance(reason, Fault) else typed(reason)


def _win(winners: Sequence[Seat], *, is_shared: bool) -> str:
    return f"{together(winners)} {'share' if is_shared else 'win' if len(winners) > 1 else 'wins'}"
