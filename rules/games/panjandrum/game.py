"""Panjandrum: moves, forced moves, and calls on mistakes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar, Final

from rules.core.actions import Action, Put, Say
from rules.core.cards import Card, CardSet
from rules.core.dealing import dealt_face_down, piles_event
from rules.core.decisions import ChooseOption, Decisions, Option, Seat
from rules.core.events import NO_ONE, DiscardSeen, Event, Secret
from rules.core.match import Match
from rules.core.outcome import Ranking
from rules.core.scores import ScoreItem
from rules.games.frame import Board, DealStep, Scored, replaced
from rules.games.game import CardGame
from rules.games.panjandrum.deal import MOST_TURNS, Deal, Fine, Move
from rules.games.panjandrum.events import (
    CardGiven,
    CardLaid,
    CardLifted,
    CardsJoined,
    GameOver,
    PanjandrumCalled,
    PileTurnedOver,
)
from rules.games.panjandrum.facts import Scores, facts_of, phase_of, zones
from rules.games.panjandrum.options import PanjandrumRules
from rules.games.panjandrum.piles import BUILDING, Piles
from rules.games.panjandrum.words import PanjandrumWords
from rules.games.race import CALL_OR_PASS, Window

MOST_MOVES: Final = 1_000_000
"""More than a game has, so that windows of a game dealt again have other numbers."""
LIFT: Final = Option(Say("lift"))
FROM_HAND: Final = Option(Say("hand"))
FROM_DELAY: Final = Option(Say("pile"))
GIVE: Final = (FROM_HAND, FROM_DELAY)


class Panjandrum(CardGame[PanjandrumRules, Deal]):
    """Panjandrum (1924 and 1988 booklets)."""

    ranking: ClassVar[Ranking] = Ranking.CARDS

    @cached_property
    def words(self) -> PanjandrumWords:
        """The words of the game, for players."""
        return PanjandrumWords(self.rules, self.book)

    def seats(self) -> tuple[int, ...]:
        """Three to five players, or to the number of the option (R-60)."""
        return tuple(range(3, self.rules.players_max + 1))

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        """Deal all cards face down; the player left of the dealer begins."""
        hands = dealt_face_down(cards, match)
        deal = Deal(Piles(hands, ((),) * match.seats), match.left_of(match.dealer))
        return DealStep(deal, (piles_event(hands),))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Ask the player in turn for a move, in a window for calls, and seats that owe a fine for a card."""
        number = match.deal * MOST_MOVES + deal.moves
        if deal.fine is not None:
            owing = (seat for seat, owed in enumerate(deal.fine.owed) if owed)
            return {seat: ChooseOption(seat, GIVE, number) for seat in owing}
        if deal.window is not None:
            return deal.window.questions(self.rules.race_window)
        return {deal.turn: ChooseOption(deal.turn, self._moves(deal), number)}

    def _moves(self, deal: Deal) -> tuple[Option, ...]:
        """The moves of the player in turn: the places of the card to play, and lifting one."""
        card = self._movable(deal)
        places = () if card is None else self._places(deal, card)
        moves = [Option(Put((card,), place)) for place in places if card is not None]
        may_lift = deal.piles.lifted is None and deal.piles.hands[deal.turn]
        if may_lift and (self.rules.panjandrum_free or not moves):
            moves.append(LIFT)
        return tuple(moves)

    def _movable(self, deal: Deal) -> Card | None:
        """The card the player may play: the lifted one, else the top of the own Delay Pile; None without."""
        lifted = deal.piles.lifted
        return deal.piles.tops.delays[deal.turn] if lifted is None else lifted

    def _places(self, deal: Deal, card: Card) -> tuple[int, ...]:
        """The places a card may be played on: those by the rules, or with calls on mistakes any pile."""
        tops, seat = deal.piles.tops, deal.turn
        stays = (seat,) if _may_stay(deal) else ()
        if self.rules.panjandrum_free:
            return tops.possible_places(seat, card) + stays
        return tops.right_places(seat, card) or stays

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal]:
        """Lift or play a card, call or pass, or give a card."""
        if deal.fine is not None:
            piles, fine, told = _give(deal.piles, deal.fine, seat, from_hand=action == FROM_HAND.action)
            return self._collect(match, deal._replace(piles=piles, fine=fine), told)
        if deal.window is not None:
            window = deal.window.after(seat, action, self.rules.race)
            if not window.is_closed:
                return DealStep(deal._replace(window=window))
            return self._judge(match, deal, window.winner)
        if isinstance(action, Put):
            after, told = self._lay(match, deal, action.place)
            return self._continue_deal(match, after, told)
        return self._lift(match, deal)

    def _lift(self, match: Match, deal: Deal) -> DealStep[Deal]:
        seat, top = deal.turn, self._movable(deal)
        after = deal._replace(
            piles=deal.piles.lift(seat),
            moves=deal.moves + 1,
            lifted_early=top is not None and bool(deal.piles.tops.right_places(seat, top)),
        )
        assert after.piles.lifted is not None
        lifted = CardLifted(seat, after.piles.lifted, is_forced=self._forced(after) is not None)
        return self._continue_deal(match, after, (lifted,))

    def _lay(self, match: Match, deal: Deal, place: int) -> tuple[Deal, tuple[Event, ...]]:
        """Play the movable card on a place. With calls on mistakes a window opens; else the turn may pass."""
        seat, piles, card = deal.turn, deal.piles, self._movable(deal)
        assert card is not None
        tops, was_lifted = piles.tops, piles.lifted is not None
        covered = None if place >= BUILDING or place == seat else tops.delays[place]
        told: tuple[Event, ...] = (CardLaid(seat, card, place, was_lifted, covered),)
        after = deal._replace(piles=piles.lay(seat, place), moves=deal.moves + 1, lifted_early=False)
        if self.rules.panjandrum_free:
            right = tops.right_places(seat, card) or ((seat,) if _may_stay(deal) else ())
            is_wrong = deal.lifted_early or place not in right
            move = Move(seat, card, place, was_lifted, tops, is_wrong)
            number = match.deal * MOST_MOVES + after.moves
            return after._replace(move=move, window=Window(number, match.from_left_of(seat)[:-1])), told
        if place == seat:
            after, turned = _next_turn(match, after)
            return after, told + turned
        return after, told

    def _continue_deal(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> DealStep[Deal]:
        """Play forced moves, up to the next choice or the end of the game."""
        while deal.window is None:
            deal, turned = self._tidy(deal)
            events += turned
            out = [seat for seat in _without_lifted(deal) if not deal.piles.left(seat)]
            if out or deal.turns > MOST_TURNS:
                return DealStep(deal, (*events, GameOver(tuple(out))), _scores(deal))
            place = self._forced(deal)
            if place is None:
                break
            deal, told = self._lay(match, deal, place)
            events += told
        return DealStep(deal, events)

    def _tidy(self, deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
        """Let strays join their Building Piles, and turn over Delay Piles of empty Hands (R-61)."""
        waiting, piles = deal.piles.strays, deal.piles.joined()
        joined = CardSet(waiting & ~piles.strays)
        deal, told = deal._replace(piles=piles), (CardsJoined(tuple(joined)),) if joined else ()
        if self.rules.flip_at_next_turn:
            return deal, told
        deal, turned = _turn_over(deal, _without_lifted(deal))
        return deal, (*told, *turned)

    def _forced(self, deal: Deal) -> int | None:
        """The only place of the movable card; None if there is a choice, or no card to play."""
        card = self._movable(deal)
        if card is None or self.rules.panjandrum_free:
            return None
        places = self._places(deal, card)
        return places[0] if len(places) == 1 else None

    def _judge(self, match: Match, deal: Deal, caller: Seat | None) -> DealStep[Deal]:
        """Settle a closed window: fine a mistake or a false call. Without a call the game continues."""
        move = deal.move
        assert move is not None
        after, turned = self._tidy(deal._replace(window=None, move=None))
        ends_turn = move.place == move.seat
        has_won = not after.piles.left(move.seat) and not move.is_wrong
        if caller is None or has_won:
            return self._resume(match, after, turned, ends_turn=ends_turn)
        loser, most = (move.seat, caller) if move.is_wrong else (caller, move.seat)
        number = 2 if move.is_wrong else self.rules.accused_gives
        owed = tuple(0 if seat == loser else number if seat == most else 1 for seat in range(match.seats))
        called = PanjandrumCalled(caller, move.seat, move.is_wrong, owed)
        return self._collect(match, after._replace(fine=Fine(loser, owed, ends_turn)), (called, *turned))

    def _collect(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> DealStep[Deal]:
        """Take all cards of a fine that need no choice; the game continues once it is paid."""
        fine = deal.fine
        assert fine is not None
        for seat in match.from_left_of(fine.to)[:-1]:
            while fine.owed[seat] and not self._may_choose(deal, seat):
                piles, fine, told = _give(deal.piles, fine, seat, from_hand=bool(deal.piles.hands[seat]))
                deal, events = deal._replace(piles=piles), (*events, *told)
        if any(fine.owed):
            return DealStep(deal._replace(fine=fine), events)
        return self._resume(match, deal._replace(fine=None), events, ends_turn=fine.ends_turn)

    def _resume(
        self, match: Match, deal: Deal, events: tuple[Event, ...], *, ends_turn: bool
    ) -> DealStep[Deal]:
        """Continue with the same player, or with ``ends_turn`` the next."""
        if ends_turn:
            deal, turned = _next_turn(match, deal)
            events += turned
        return self._continue_deal(match, deal, events)

    def _may_choose(self, deal: Deal, seat: Seat) -> bool:
        """Whether a giver may choose between Hand and Delay Pile (R-62)."""
        has_both = bool(deal.piles.hands[seat] and deal.piles.delays[seat])
        return self.rules.giver_chooses and has_both

    def board(self, match: Match, deal: Deal) -> Board:
        """The piles, an open window or fine, and buttons for every answer; all but the Hands is public."""
        return Board(
            phase=phase_of(deal),
            cards=tuple(len(hand) for hand in deal.piles.hands),
            facts=facts_of(deal),
            zones=zones(deal),
            calls=self._calls(deal),
        )

    def _calls(self, deal: Deal) -> tuple[Option, ...]:
        """The buttons of the table message. Moves are among them, as no card of the player is secret."""
        if deal.window is not None:
            return () if deal.window.tied else CALL_OR_PASS
        return self._moves(deal) if deal.fine is None else GIVE


def _may_stay(deal: Deal) -> bool:
    """Whether the movable card may be left on its player's Delay Pile: just lifted, or without a Hand."""
    return deal.piles.lifted is not None or not deal.piles.hands[deal.turn]


def _without_lifted(deal: Deal) -> tuple[Seat, ...]:
    """All seats but that of a player with a lifted card."""
    seats = range(len(deal.piles.hands))
    return tuple(seat for seat in seats if deal.piles.lifted is None or seat != deal.turn)


def _next_turn(match: Match, deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
    """Begin the next player's turn; a Delay Pile becomes the Hand if that is empty."""
    seat = match.left_of(deal.turn)
    return _turn_over(deal._replace(turn=seat, turns=deal.turns + 1), (seat,))


def _turn_over(deal: Deal, seats: Iterable[Seat]) -> tuple[Deal, tuple[Event, ...]]:
    """Turn over the Delay Piles of those ``seats`` that have no Hand."""
    events: tuple[Event, ...] = ()
    for seat in seats:
        if not deal.piles.hands[seat] and deal.piles.delays[seat]:
            events += (PileTurnedOver(seat, len(deal.piles.delays[seat])),)
            deal = deal._replace(piles=deal.piles.turn_over(seat))
    return deal, events


def _give(piles: Piles, fine: Fine, giver: Seat, *, from_hand: bool) -> tuple[Piles, Fine, tuple[Event, ...]]:
    """Give one card of a fine. A giver without cards owes none."""
    if not piles.left(giver):
        return piles, fine._replace(owed=replaced(fine.owed, giver, 0)), ()
    owed = replaced(fine.owed, giver, fine.owed[giver] - 1)
    card = piles.hands[giver][0] if from_hand else piles.delays[giver][-1]
    given = CardGiven(giver, fine.to, None if from_hand else card)
    unseen = (Secret(NO_ONE, DiscardSeen(giver, (card,))),) if from_hand else ()
    return piles.give(giver, fine.to, from_hand=from_hand), fine._replace(owed=owed), (given, *unseen)


def _scores(deal: Deal) -> tuple[Scored, ...]:
    """1 point for each seat with the fewest cards left, 0 for the others."""
    left = [deal.piles.left(seat) for seat in range(len(deal.piles.hands))]
    fewest = min(left)
    return tuple((ScoreItem(Scores.CARDS_LEFT, cards, int(cards == fewest)),) for cards in left)
