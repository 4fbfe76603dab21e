"""A step of a match: actions applied to a state before they are stored, and the acts that may be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from bot.models.stored_results import Results
from bot.models.stored_tables import LogEntry, SeatRecord, Status, TableRecord
from bot.table.match.chance import Chance
from bot.table.match.deal_end import is_scored
from bot.table.match.results import results_of
from bot.table.match.standing_in import is_for_person, with_newcomers
from rules.core.actions import Action
from rules.core.decisions import CHANCE, Decisions, Seat
from rules.core.events import (
    AuctionWon,
    BidHeld,
    BidMade,
    BidPassed,
    BirdNamed,
    CardPlayed,
    DealScored,
    DealStarted,
    Event,
    LeadGiven,
    MatchWon,
    PartnerAsked,
    ShotDeclared,
    TrickTaken,
    TrumpKept,
    TrumpNamed,
    TrumpSold,
)
from rules.core.protocol import Game

HARMLESS: Final = frozenset(
    {
        AuctionWon,
        BidHeld,
        BidMade,
        BidPassed,
        BirdNamed,
        CardPlayed,
        LeadGiven,
        PartnerAsked,
        ShotDeclared,
        TrickTaken,
        TrumpKept,
        TrumpNamed,
        TrumpSold,
    }
)
"""Events that reveal only the action itself. Others show a card, or end a deal."""
NOT_IN_COUNTED: Final = "Nothing is taken back in a counted match."
NOTHING_BACK: Final = "This table's house rules don't allow taking back."
NOT_THE_LAST: Final = "Someone has played since. Only the last play can be taken back here."
SETTLED: Final = (
    "You have nothing to take back. A play stands once it showed a card or the next trick has begun."
)
PLAYED_FOR: Final = "A computer has played for someone since, and that stands."
UNTIL_PERSON: Final = "until_person"
"""The rule on taking back of casual tables, where the house rules have none."""


class PastAct(NamedTuple):
    """An act that may be taken back."""

    seat: Seat
    before: Any
    """The state it was done in."""
    events: int
    """Number of events it caused."""
    is_for_person: bool = False
    """Whether a computer did it for a person who is away."""
    ends_trick: bool = False
    """Whether it ended a trick; then it stands from the next act on."""


Past = tuple[PastAct, ...]
"""The acts of a trick or auction that show nothing, oldest first."""


class Step(NamedTuple):
    """Accepted actions and all that followed from them, ready to be stored."""

    entries: tuple[LogEntry, ...]
    record: TableRecord
    state: Any
    asked: Decisions
    """The open decisions in that state."""
    events: tuple[Event, ...]
    results: Results | None
    past: Past
    forgotten: int = 0
    """How many of the last events a take-back has undone."""
    is_no_answer: bool = False
    """Whether its acts are no answer to open votes: they follow from a claim, or play themselves."""


class Position(NamedTuple):
    """A match between two steps: its game, state, and acts that may be taken back."""

    game: Game[Any]
    state: Any
    past: Past


class Act(NamedTuple):
    """An action of a seat; ``user_id`` is None for chance, computers and agreed votes."""

    seat: Seat
    action: Action
    user_id: int | None


def next_step(
    position: Position,
    record: TableRecord,
    acts: Sequence[Act],
    now: float,
    chance: Callable[[], Chance],
    *,
    rests: bool = False,
    is_resting: bool = False,
) -> Step:
    """The step that applies ``acts``, then every draw and deal that follows.

    With ``rests`` no next deal follows a scored one yet; ``is_resting`` is whether the table waits so
    already.

    Raises:
        IllegalAction: the rules do not allow it.
    """
    game, state, past = position
    entries: list[LogEntry] = []
    events: list[Event] = []
    following = iter(acts)
    act = next(following, None)
    luck: Chance | None = None  # most acts ask nothing of it
    while True:
        if act is not None:
            before, revision = state, record.revision + len(entries) + 1
            state, caused = game.apply(before, act.seat, act.action)
            helped = act.user_id is None and is_for_person(record.seats, act.seat, None)
            past = with_act(past, act.seat, before, caused, is_for_person=helped)
            entries.append(LogEntry(revision, act.seat, act.user_id, str(act.action), now))
            events += caused
        asked = game.decisions(state)
        act = next(following, None)
        if act is not None:
            continue
        if CHANCE not in asked or (rests and (is_resting or is_scored(events))):
            break
        luck = luck or chance()
        act = Act(CHANCE, luck.answer(game, state, asked[CHANCE]), None)
    scored = [event for event in events if isinstance(event, (DealScored, MatchWon))]
    results = results_of(record, game, state, scored, now) if scored else None
    kinds = {type(event) for event in events}
    after = (with_newcomers(record) if luck is not None and DealStarted in kinds else record)._replace(
        revision=record.revision + len(entries),
        status=Status.FINISHED if MatchWon in kinds else record.status,
    )
    return Step(tuple(entries), after, state, asked, tuple(events), results, past)


def with_act(
    past: Past, seat: Seat, before: object, events: tuple[Event, ...], *, is_for_person: bool = False
) -> Past:
    """Acts that may be taken back after one more; none if no player did it, or an event is not harmless."""
    kinds = {type(event) for event in events}
    if seat < 0 or not kinds <= HARMLESS:
        return ()
    kept = () if past and past[-1].ends_trick else past
    return (*kept, PastAct(seat, before, len(events), is_for_person, TrickTaken in kinds))


def open_acts(past: Past) -> Past:
    """The acts that may be taken back: those since a computer last played for a person.

    Taking such an action back, or one before it, would give that person a second choice who has seen
    the computer's. Earlier versions allowed it, so a log may still do it.
    """
    stand = [index for index, act in enumerate(past, 1) if act.is_for_person]
    return past[stand[-1] :] if stand else past


def last_act(past: Past, seat: Seat) -> int | None:
    """The index of a seat's last act; None for none that may be taken back."""
    return next((index for index in reversed(range(len(past))) if past[index].seat == seat), None)


def take_back_rule(game: Game[Any]) -> str:
    """The house rule on taking back; ``no`` in games without one."""
    return str(game.parameters().get("take_back", "no"))


def seats_that_may(rule: str, past: Past, seats: Sequence[SeatRecord]) -> tuple[Seat, ...]:
    """Seats that may take back their last act under a table's rule, perhaps only by a vote."""
    if not past or rule in {"no", "counted"}:
        return ()
    if rule == UNTIL_PERSON:  # of computers only those for people are in the way, see ``open_acts``
        for act in reversed(past):
            if act.is_for_person:
                return ()
            if seats[act.seat].user_id is not None:
                return (act.seat,)
        return ()
    return tuple(sorted({act.seat for act in open_acts(past if rule == "consent" else past[-1:])}))


def why_not(rule: str, past: Past, seat: Seat | None) -> str:
    """Why a seat may take nothing back, as a sentence."""
    if rule == "counted":
        return NOT_IN_COUNTED
    if rule == "no":
        return NOTHING_BACK
    if seat is None or last_act(past, seat) is None:
        return SETTLED
    return PLAYED_FOR if last_act(open_acts(past), seat) is None else NOT_THE_LAST
