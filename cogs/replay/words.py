"""The events of a step of a finished deal in sentences, including those only one seat saw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from bot.replay.deals import PlayedDeal, StepKind
from bot.replay.moments import Moment
from bot.table.desk.shown import ShownTable
from cogs.table.recap import ENDS, ended_lines
from cogs.ui.news import said, told
from rules.core.events import CardsSeen, CardTaken, DiscardSeen, HeardEvent, MatchWon, NestLaid, NestSeen
from rules.core.words import shown_all, who


def step_name(moment: Moment) -> str:
    """The name of a step of a replay: ``The bidding``, ``Trick 4 of 12``, ``Play 3 of 20``, ``The score``."""
    match moment.kind:
        case StepKind.CARDS:
            return "The cards"
        case StepKind.BIDDING:
            return "The bidding"
        case StepKind.BEFORE_PLAY:
            return "Before the first card"
        case StepKind.TRICK:
            return f"Trick {moment.tricks} of {tricks(moment.deal)}"
        case StepKind.PLAY:
            plays = [place for place, step in enumerate(moment.deal.steps) if step.kind is StepKind.PLAY]
            return f"Play {plays.index(moment.step) + 1} of {len(plays)}"
        case StepKind.SCORE:
            return "The score"
        case _:
            assert_never(moment.kind)


def tricks(deal: PlayedDeal) -> int:
    """Number of tricks played in a deal."""
    return sum(step.kind is StepKind.TRICK for step in deal.steps)


def happened(table: ShownTable, moment: Moment) -> str:
    """The events of a step but for the cards of a trick; those of the bidding on one line."""
    if moment.kind is StepKind.SCORE:
        *ended, last = moment.happened
        if table.match.league_winners is None or not isinstance(last, MatchWon):
            return "\n".join(ended_lines(table, moment.happened))
        won = told(table, last._replace(winners=table.match.league_winners, is_shared=False))
        return "\n".join([*ended_lines(table, ended), f"-# {won.rstrip('.')}, forfeited by leaving."])
    sentences = list(_sentences(table, moment.happened))
    return (" " if moment.kind is StepKind.BIDDING else "\n").join(sentences)


def how_it_ended(table: ShownTable, deal: PlayedDeal) -> str:
    """The end of a deal in a sentence: how the bid went, the scores, or why none; empty if none is told."""
    sentences = [told(table, event) for event in deal.steps[-1].events if isinstance(event, ENDS)]
    return next(filter(None, sentences), "")


def _sentences(table: ShownTable, events: Iterable[HeardEvent]) -> Iterator[str]:
    """A sentence for each event that has one, with the cards only one seat saw."""
    is_discard = False
    for event in events:
        match event:
            case CardTaken(card=None):
                continue
            case NestLaid():
                is_discard = True
                text = told(table, event)
            case NestSeen(seat, cards):
                text = said(table, f"{who(seat)} finds {shown_all(cards, ', ')} in the nest.")
            case DiscardSeen(seat, cards):
                does = "discards" if is_discard else "lays face down"
                text = said(table, f"{who(seat)} {does}: {shown_all(cards, ', ')}.")
            case CardsSeen(seat, cards):
                text = said(table, f"{who(seat)} gets {shown_all(cards, ', ')}.")
            case _:
                text = told(table, event)
        if text:
            yield text
