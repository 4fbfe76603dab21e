"""The texts of the bidding games, made from facts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from rules.bidding import deck
from rules.bidding.facts import CalledPartner, CallKind, LastCall, PublicContract, facts_of
from rules.bidding.phases import Phase
from rules.bidding.variant import Variant
from rules.bidding.words import questions
from rules.bidding.words.deal import misdeal_text
from rules.bidding.words.events import event_text
from rules.bidding.words.scored import contract_text, end_text, not_won_text, side_score_text
from rules.bidding.words.sources import rule_sections
from rules.bidding.words.terms import terms
from rules.core.about import About, RuleSection, Teams, Term
from rules.core.actions import Action
from rules.core.decisions import Seat
from rules.core.events import (
    AuctionWon,
    BirdNamed,
    DealScored,
    EndedAtOnce,
    HeardEvent,
    MisdealClaimed,
    NotWon,
    PassedOut,
)
from rules.core.scores import SideScore
from rules.core.views import SeatView, TableView, Zone, ZoneKind
from rules.core.words import (
    DEALER,
    SIDE_BY_SIDE,
    Called,
    Line,
    Note,
    Words,
    ZoneName,
    colored,
    counted,
    shown,
    signed,
    together,
    who,
)

PHASES: Final[Mapping[object, str]] = MappingProxyType(
    {
        Phase.DRAW: "Drawing for the deal",
        Phase.DEAL: "Dealing",
        Phase.BIRD: "Ranking the Rook",
        Phase.BID: "Bidding",
        Phase.SALE: "Selling trump",
        Phase.DISCARD: "Discarding",
        Phase.TRUMP: "Naming trump",
        Phase.PARTNER: "Calling a partner",
        Phase.LEAD: "Choosing who leads",
        Phase.PLAY: "Playing",
        Phase.TAKE: "Drawing a card",
        Phase.CUT: "Cutting for most tricks",
        Phase.SCORE: "Counting",
        Phase.OVER: "The match is over",
    }
)
ZONES: Final[Mapping[ZoneKind, str]] = MappingProxyType(
    {
        ZoneKind.NEST: "Nest",
        ZoneKind.DRAW_PILE: "Draw pile",
        ZoneKind.BATTERY: "Battery",
        ZoneKind.DUMMY: "Dummy",
    }
)


class BiddingWords(Words):
    """The texts of one variant."""

    phases: ClassVar[Mapping[object, str]] = PHASES

    def __init__(self, variant: Variant) -> None:
        self._variant = variant

    def teams(self, about: About) -> str:
        """How players are partnered, in a few words."""
        return "partner is a dummy" if about.teams is Teams.DUMMY else super().teams(about)

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections, with their places in the book."""
        return rule_sections(self._variant)

    def terms(self) -> tuple[Term, ...]:
        """Terms of the card table, and their meanings in this game."""
        return tuple(terms(self._variant))

    def goal(self, table: TableView) -> str:
        """The target or number of deals, the number of games, and the time limit: ``4 deals, 1 done``."""
        variant = self._variant
        games = f", best of {variant.games}" if variant.games > 1 else ""
        limit = f", {variant.minutes} minutes" if variant.minutes is not None else ""
        if variant.deals is not None:
            return f"{counted(variant.deals, 'deal')}{self._done(table)}{games}{limit}"
        return f"to {variant.target:,}{games}{limit}"

    def _done(self, table: TableView) -> str:
        """How many deals are done if some were thrown in: those have numbers, too, and do not count."""
        done = self.deals(table)
        if self._variant.games > 1 or table.outcome is not None or table.deal <= done + 1:
            return ""
        return f", {done} done"

    def deals(self, table: TableView) -> int:
        """How many deals a match has had: also those everyone passed, if the house rules count them."""
        return table.deal if self._variant.all_pass == "counted" else super().deals(table)

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """Bird, bid, trump, partner and time of the deal; empty when the match is over."""
        if table.outcome is not None:
            return ()
        facts = facts_of(table)
        lines = [Line("Rook", questions.bird_rank(self._variant, facts.bird))] if facts.bird else []
        second, is_trump = (
            deck.second_bird(self._variant),
            facts.trump is None or facts.trump.color is not None,
        )
        if second is not None and is_trump:
            lines.append(Line("Baby bird", shown(second)))
        if facts.contract is not None:
            lines.append(self._bid_line(facts.contract)._replace(is_main=True))
        elif facts.has_calls:
            lines.append(Line("", "No bid yet", is_main=True))
        if facts.trump is not None:
            name = colored(facts.trump.color, capital=True)
            named = f"{name}, lowest wins" if facts.trump.lowest_wins else name
            lines.append(Line("Trump", named, is_main=True))
        if facts.called:
            of = deck.called_cards(self._variant, len(table.seats))
            lines.append(_called_line(facts.called, of)._replace(is_main=True))
        if facts.nest_has_counters is not None:
            lines.append(Line("Discard", "has counters" if facts.nest_has_counters else "has no counters"))
        if facts.time_is_up:
            lines.append(Line("", "Time is up: last deal"))
        return tuple(lines)

    def taken(self, table: TableView, called: Called = together) -> str:
        """Points by side, the declarer's first: ``{0} & {2} 65 of 110``; plain without a bid or in a moon."""
        contract = facts_of(table).contract
        if contract is None or not contract.points or contract.is_shot:
            return super().taken(table, called)
        sides = sorted(table.taken, key=lambda side: contract.declarer not in side.seats)
        parts = [f"{called(side.seats)} {side.points}" for side in sides]
        return SIDE_BY_SIDE.join([f"{parts[0]} of {signed(contract.points)}", *parts[1:]]) if parts else ""

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Notes on a seat: dealer, a star of its own, last call, contract, called partners, dummy."""
        facts = facts_of(table)
        notes = [DEALER] if seat == table.dealer else []
        if any(side.has_star and side.seats == (seat,) for side in table.totals):
            notes.append(Note("star"))
        if facts.calls and (call := facts.calls[seat]):
            notes.append(self._call_note(call))
        contract = facts.contract
        if contract is not None and contract.is_final and seat == contract.declarer:
            notes.append(Note(self._contract_note(contract), strong=True))
        if any(one.partner == seat for one in facts.called):
            notes.append(Note("partner", strong=True))
        if facts.dummy is not None and facts.dummy.hand == seat:
            notes.append(Note(f"dummy, played by {who(facts.dummy.played_by)}"))
        return tuple(notes)

    def others(self, table: TableView) -> tuple[str, ...]:
        """The names of the hands after the last seat: batteries by player, or the dummy."""
        return tuple(
            f"{who(place)}'s battery" if kind is ZoneKind.BATTERY else "the dummy"
            for place, kind in enumerate(table.others)
        )

    def zone(self, zone: Zone) -> ZoneName:
        """The name of a zone: "Your nest" for a seat's own discard, else that of its kind."""
        if zone.kind is ZoneKind.NEST and zone.seat is not None:
            return ZoneName("Your nest")
        return ZoneName(ZONES[ZoneKind(zone.kind)])

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence, empty if it is not told; of a scored deal, how its contract went."""
        match event:
            case DealScored(contract=contract) if contract is not None:
                return contract_text(self._variant, event, contract)
            case MisdealClaimed(seat, cards):
                return misdeal_text(self._variant, seat, cards)
            case EndedAtOnce():
                return end_text(self._variant, event)
            case NotWon():
                return not_won_text(self._variant, event)
            case PassedOut(_, None) if self._variant.all_pass == "counted":
                return "Everyone passed, so the deal counts without a score."
            case BirdNamed(seat, "top") if self._variant.red_one:
                return f"{who(seat)} makes the Rook the {questions.bird_rank(self._variant, 'top')}."
            case AuctionWon() if self._is_sale:
                return ""  # the event of the sale has said it
        return event_text(event) or super().event(event)

    def why(self, deal: DealScored, side: SideScore) -> str:
        """What a side took, and what else its points of a deal are for."""
        return side_score_text(deal, side) if deal.contract is not None else super().why(deal, side)

    def question(self, view: SeatView) -> str:
        """The question in a seat's hand message."""
        return questions.question(self._variant, view)

    def reason(self, view: SeatView) -> str:
        """Why other cards may not be discarded, called or played; empty if there is no reason to give."""
        return questions.reason(self._variant, view)

    def answer(self, view: SeatView, action: Action) -> str:
        """The label of an answer; for a card, the card itself."""
        return questions.answer(self._variant, view, action) or super().answer(view, action)

    def _bid_line(self, contract: PublicContract) -> Line:
        declarer = who(contract.declarer)
        if not contract.points:
            return Line("Trump named by", f"{declarer}, who owes nothing")
        if contract.is_shot:
            return Line("", f"{declarer} shoots the moon")
        if contract.is_final and self._is_sale:
            return Line("Trump named by", f"{declarer}, who owes {signed(contract.points)}")
        color = f" {colored(contract.color)}" if self._bids_color and not contract.is_final else ""
        return Line("Bid", f"{signed(contract.points)}{color} by {declarer}")

    def _call_note(self, call: LastCall) -> Note:
        match call.kind:
            case CallKind.HOLD:
                return Note("holding for partner")
            case CallKind.PASS:
                return Note("passed")
        return Note(self._bid(call), strong=True)

    def _contract_note(self, contract: PublicContract) -> str:
        if not contract.points:
            return "naming trump"
        return f"owing {signed(contract.points)}" if self._is_sale else self._bid(contract)

    def _bid(self, bid: LastCall | PublicContract) -> str:
        points = signed(bid.points)
        return f"bid {points} {colored(bid.color)}" if self._bids_color else f"bid {points}"

    @property
    def _is_sale(self) -> bool:
        """Whether trump is sold, so that the declarer may have bid nothing."""
        return self._variant.auction == "sale"

    @property
    def _bids_color(self) -> bool:
        return self._variant.trump == "with_bid"


def _called_line(called: tuple[CalledPartner, ...], of: int) -> Line:
    """The cards called, of so many, and their holders as far as they are public: ``G14, {2} · B1``."""
    is_alone = len(called) == of and all(one.is_known and one.partner is None for one in called)
    no_holder = ", alone" if is_alone else ", no partner"
    parts = []
    for one in called:
        unheld = no_holder if one.is_known else ""
        parts.append(f"{shown(one.card)}{unheld if one.partner is None else f', {who(one.partner)}'}")
    return Line("Partners" if of > 1 else "Partner", SIDE_BY_SIDE.join(parts))
