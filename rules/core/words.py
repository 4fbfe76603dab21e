"""Words: the texts players read, made from views, decisions and events. No program reads them.

Each game has one ``Words`` with its phases, labels and sentences. A text is a template: seats, cards and
colors stand in it as fields (``{0}``, ``{R14}``, ``{green}``), which the renderer replaces with names and
pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple

from rules.core.about import About, RuleSection, Teams, Term
from rules.core.actions import Action, CallPartner, EndForRenege, Fault, Penalize, Play, Redeal
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
    """A labelled line of the table message: ``Trump``, ``Green``."""

    label: str
    """Empty if the text needs none."""
    text: str
    is_main: bool = False
    """Whether players look for it first: the bid, trump."""


class Note(NamedTuple):
    """A short note after a seat's name: ``dealer``, ``bid 85``, ``passed``."""

    text: str
    strong: bool = False


class ZoneName(NamedTuple):
    """The name of some cards on the table; ``heading`` is shown once above zones that share it."""

    name: str
    heading: str = ""


class Cell(NamedTuple):
    """A pile in its place on the table: the cards to draw, how many more lie below, and its name.

    Lines with a name are text; those without are drawn larger.
    """

    cards: tuple[Card, ...] = ()
    hidden: int = 0
    name: str = ""
    """A template."""


GAP: Final = Cell()
"""A place without a pile."""


def color_fields(names: Mapping[Color, str], shapes: Mapping[Color, str] | None = None) -> dict[str, str]:
    """The template fields of the colors, in lower case and capitalized: name, after a shape if given."""
    before = {color: f"{shapes[color]} " if shapes else "" for color in names}
    return {color.word: before[color] + name for color, name in names.items()} | {
        color.word.capitalize(): before[color] + name.capitalize() for color, name in names.items()
    }


FIELDS: Final[dict[str, str]] = {str(card): str(card) for card in CARDS} | color_fields(
    {color: color.word for color in Color}
)
"""The values of all template fields but seats, in plain notation."""
BLUE_FIELDS: Final = FIELDS | color_fields({Color.YELLOW: "blue"})
"""The same for games with the oldest decks, which have blue cards instead of yellow ones."""
DEALER: Final = Note("dealer")
SIDE_BY_SIDE: Final = " · "


def who(seat: Seat) -> str:
    """The template field of a seat, ``{0}``, or of a hand numbered after the last seat."""
    return f"{{{seat}}}"


def together(seats: Iterable[Seat]) -> str:
    """The template fields of the seats of one side, joined with "&": ``{0} & {2}``."""
    return " & ".join(map(who, seats))


Called = Callable[[Sequence[Seat]], str]
"""A function from the seats of one side to their name, in a template."""


def typed(text: str) -> str:
    """Escape text typed by a user, so that braces in it are no template fields."""
    return text.replace("{", "{{").replace("}", "}}")


def shown(card: Card) -> str:
    """The template field of a card."""
    return f"{{{card}}}"


def shown_all(cards: Iterable[Card], between: str = " ") -> str:
    """The template fields of cards, in order."""
    return between.join(map(shown, cards))


def colored(color: Color | None, *, capital: bool = False) -> str:
    """The template field of a color; plain "no color" for None."""
    word = "no color" if color is None else color.word
    word = word.capitalize() if capital else word
    return word if color is None else f"{{{word}}}"


def rounded(value: Fraction) -> int:
    """The nearest whole number; a half is rounded away from zero: 12.5 is 13."""
    return int(abs(value) + Fraction(1, 2)) * (1 if value > 0 else -1)


def capitalized(text: str) -> str:
    """Text with a capital first letter; the others stay as they are."""
    return text[:1].upper() + text[1:]


def uncapitalized(text: str) -> str:
    """Text with a small first letter; the others stay as they are."""
    return text[:1].lower() + text[1:]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words joined for a sentence: ``a``, ``a and b``, ``a, b and c``; empty for none."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def signed(points: int) -> str:
    """Points as text, with a true minus sign and a comma in the thousands."""
    return f"{points:,}".replace("-", "\N{MINUS SIGN}")


def counted(number: int, thing: str) -> str:
    """A number and its noun: ``1 card``, ``1,250 points``, ``2 matches``."""
    ending = "" if number == 1 else "es" if thing.endswith("ch") else "s"
    return f"{signed(number)} {thing}{ending}"


def gained(points: int) -> str:
    """Points added or taken off, as text: ``+15``, ``−10``."""
    return f"+{points:,}" if points > 0 else signed(points)


def cards_counted(cards: Iterable[Card], points: int) -> str:
    """Cards and the points on them, in a template: ``{R5}, {G10} (15 points)``."""
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
"""Labels of the kinds of partnership."""
FAULTS: Final[Mapping[Fault, str]] = MappingProxyType(
    {
        Fault.TABLE_TALK: "table talk",
        Fault.WRONG_DISCARD: "wrong discard",
        Fault.LATE_MISDEAL: "late misdeal",
    }
)
"""Labels of the faults a referee penalizes."""
NO_CHOICE: Final = "That isn't one of the choices now."
NOT_YOURS: Final = "It isn't your turn."
OVER: Final = "This match is over."


class Words:
    """The texts that all games share. A game's own texts are a subclass."""

    is_played_on_table: ClassVar[bool] = False
    """Whether hands lie face down and every answer has its button on the table message."""
    phases: ClassVar[Mapping[object, str]] = MappingProxyType({})
    """The names of the phases of a deal."""
    piles: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The names of zones, by kind."""
    answers: ClassVar[Mapping[Action, str]] = MappingProxyType({})
    """The labels of answers that are always the same."""

    def teams(self, about: About) -> str:
        """How players are partnered, in a few words."""
        return TEAMS[about.teams]

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections, made from the values the engine plays by; none by default."""
        return ()

    def terms(self) -> tuple[Term, ...]:
        """Terms of this game that no section explains, with their meanings; none by default."""
        return ()

    def phase(self, table: TableView) -> str:
        """The name of the present phase: ``Play``, or before the deal ``Dealing``."""
        return self.phases.get(table.phase) or PHASES[BeforeDeal(table.phase.value)]

    def goal(self, table: TableView) -> str:
        """What wins the match, in a few words: ``to 300``."""
        raise NotImplementedError

    def deals(self, table: TableView) -> int:
        """How many deals a match has had, once it is over: those that were scored."""
        return len(table.scored)

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """Labelled lines about the deal for the table message; none by default."""
        return ()

    def taken(self, table: TableView, called: Called = together) -> str:
        """Points each side has taken in the deal so far: ``{0} & {2} 65``; empty if not shown."""
        return SIDE_BY_SIDE.join(f"{called(side.seats)} {side.points}" for side in table.taken)

    def worth(self, trick: TrickView) -> str:
        """The points of a trick: ``15 points``."""
        return counted(trick.points, "point")

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Short public notes about a seat; by default only that it is the dealer."""
        return (DEALER,) if seat == table.dealer else ()

    def others(self, table: TableView) -> tuple[str, ...]:
        """The names of the hands after the last seat: ``the dummy``; none by default."""
        return ()

    def zone(self, zone: Zone) -> ZoneName:
        """The name of a zone, such as a pile."""
        return ZoneName(self.piles[zone.kind])

    def board(self, zones: Sequence[Zone]) -> Sequence[Sequence[Cell]]:
        """Zones, rows among them, as lines of cells: as they lie on the table.

        By default empty: each row has a line of its own.
        """
        return ()

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty if the table shows it anyway.

        A game's subclass tells its own events and leaves those of every match to this.
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
        """What a side's points of a deal are for, in a few words; empty if there is nothing to add."""
        return self.score(side.items) if side.items else ""

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """The items of a side's score, in a few words; empty by default."""
        return ""

    def prompt(self, table: TableView) -> str:
        """The public request on the table message; empty (the default) if players act from their hands."""
        return ""

    def question(self, view: SeatView) -> str:
        """The question in a seat's hand message."""
        raise NotImplementedError

    def reason(self, view: SeatView) -> str:
        """Why the other cards of the hand may not be chosen; empty if no reason is given."""
        return ""

    def refusal(self, view: SeatView, action: Action) -> str:
        """Why an action is no answer now: the reason given for cards, or else a general sentence."""
        return self.reason(view) or NO_CHOICE

    def answer(self, view: SeatView, action: Action) -> str:
        """The label of an answer, a template: its own, the card to play or call, or the action's text."""
        if label := self.answers.get(action):
            return label
        return shown(action.card) if isinstance(action, Play | CallPartner) else str(action)

    def advised(self, card: Card) -> str:
        """Advice to play a card, as a hint words it."""
        return f"Play {shown(card)}"

    def call(self, table: TableView, action: Action) -> str:
        """The label of an answer offered as a button on the table message; empty for no button."""
        return self.answers[action]

    def ruling(self, table: TableView, ruling: Action) -> str:
        """The label of a ruling: ``Deal again, same dealer``; its text if it is of another kind."""
        match ruling:
            case Redeal(next_dealer):
                return f"Deal again, {'next' if next_dealer else 'same'} dealer"
            case Penalize(seat, points):
                reason = _fault(ruling.fault)
                return f"{capitalized(reason)} by {who(seat)}: {signed(points)} off"
            case EndForRenege(seat):
                return f"Renege by {who(seat)}: the deal ends"
        return str(ruling)


def _points(sides: Iterable[SideScore]) -> str:
    """The points of each side that scored any: ``{0} & {2} +15, {1} & {3} −10``."""
    scored = [f"{together(side.seats)} {gained(side.scored)}" for side in sides if side.scored]
    return f"{', '.join(scored)}." if scored else "No points."


def _of_match(event: HeardEvent) -> str:
    """An event between deals as a sentence; empty for other events."""
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
    """Why a match ended early, and how its last game counts."""
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
