"""The alt text of each picture, from the same values."""

from __future__ import annotations

from itertools import groupby
from typing import Final, assert_never

from bot.common.text import plain
from bot.pictures.values import (
    NAME_LIMIT,
    PAIR_LIMIT,
    BidHeights,
    CrossTable,
    Form,
    MatchEnd,
    RatingHistory,
    Subject,
    TablePicture,
    day,
    grouped,
    heights,
    share,
)
from rules.core.cards import Card, Color
from rules.core.words import counted, gained, signed

ALT_LIMIT: Final = 1024
"""Discord's limit of characters."""
_END_WORDS: Final = {
    MatchEnd.WON: "won",
    MatchEnd.DREW: "drawn",
    MatchEnd.LOST: "lost",
    MatchEnd.NEITHER: "won by neither",
}


def alt_text(subject: Subject) -> str:
    """The alt text of a subject that is not empty, cut to what Discord takes."""
    match subject:
        case RatingHistory():
            sentences = _of_rating(subject)
        case Form():
            sentences = _of_form(subject)
        case CrossTable():
            sentences = _of_table(subject.top)
        case BidHeights():
            sentences = _of_bids(subject)
        case TablePicture():
            sentences = _of_seats(subject)
        case _:
            assert_never(subject)
    return _fitting(sentences)


def _of_rating(history: RatingHistory) -> list[str]:
    points, last = history.points, history.points[-1]
    high, low = (choose(points, key=lambda point: point.number) for choose in (max, min))
    told = [
        f"Rating of {plain(history.name, PAIR_LIMIT)} after {counted(len(points), 'match')}:"
        f" {signed(last.number)} ± {last.uncertainty:,}."
    ]
    if last.is_provisional:
        told.append("It is provisional.")
    if len(points) > 1:
        told += [
            f"It was {signed(points[0].number)} after the first match, on {day(points[0].at)}.",
            f"Highest: {signed(high.number)} on {day(high.at)}.",
            f"Lowest: {signed(low.number)} on {day(low.at)}.",
        ]
    return told


def _of_form(form: Form) -> list[str]:
    ends = [match.end for match in form.latest]
    margins = [(match.end, match.margin) for match in form.latest if match.margin is not None]
    # By end and sign: a star can win a match with fewer points.
    wins = [margin for end, margin in margins if end is MatchEnd.WON and margin > 0]
    losses = [margin for end, margin in margins if end is MatchEnd.LOST and margin < 0]
    run = [len(list(group)) for _, group in groupby(ends)][-1]
    which = "The last match" if len(ends) == 1 else f"The last {counted(len(ends), 'match')}"
    subject = plain(form.name, PAIR_LIMIT)
    if form.against:
        subject += f" against {plain(form.against, PAIR_LIMIT)}"
    won, lost, drawn, neither = map(
        ends.count, (MatchEnd.WON, MatchEnd.LOST, MatchEnd.DREW, MatchEnd.NEITHER)
    )
    rest = f", {neither} won by neither" if neither else ""
    told = [f"{which} of {subject}: {won} won, {lost} lost, {drawn} drawn{rest}."]
    if run > 1:
        told.append(f"The newest {run} were {_END_WORDS[ends[-1]]}.")
    told += [f"Biggest win {gained(max(wins))}."] if wins else []
    told += [f"Biggest loss {gained(min(losses))}."] if losses else []
    told.append(f"From the oldest on: {', '.join(_END_WORDS[end] for end in ends)}.")
    return told


def _of_table(table: CrossTable) -> list[str]:
    """The sentences on a cross-table, sums first: the rest may not fit."""
    names = [" & ".join(plain(name, NAME_LIMIT) for name in one) for one in table.names]
    won = [[times or 0 for times in row] for row in table.won]
    lost = [sum(row[one] for row in won) for one in range(len(names))]
    sums = (f"{name} {sum(row):,}–{beaten:,}" for name, row, beaten in zip(names, won, lost, strict=True))
    told = [f"Head to head, won and lost: {', '.join(sums)}."]
    for name, row in zip(names, won, strict=True):
        wins = [f"{names[other]} {times:,}" for other, times in enumerate(row) if times]
        told.append(f"{name} beat {', '.join(wins) or 'no one'}.")
    return told


def _of_bids(bids: BidHeights) -> list[str]:
    groups = grouped(bids.heights)
    made, tried = sum(one.made for one in groups), sum(one.bids for one in groups)
    return [
        f"{counted(tried, 'bid')} of {plain(bids.name, PAIR_LIMIT)}: {share(made, tried)} made.",
        *(f"{heights(one)}: {one.made:,} of {one.bids:,} made." for one in groups),
    ]


def _of_seats(table: TablePicture) -> list[str]:
    """The sentences on a table, the trick first: the hands may not fit."""
    names = {seat: plain(seat.name, NAME_LIMIT) for seat in table.seats}
    told = [f"{table.finding}."]
    if table.trump is not None:
        told.append(f"{_color(table, table.trump).capitalize()} is trump.")
    is_complete = all(seat.played is not None for seat in table.seats)
    wins = ", which takes the trick" if is_complete else ", which is winning so far"
    for seat in table.seats:
        if seat.played is not None:
            told.append(f"{names[seat]} played {_card(table, seat.played)}{wins if seat.takes else ''}.")
    for seat in table.seats:
        if seat.hand:
            cards = ", ".join(_card(table, card) for card in seat.hand)
            told.append(f"{names[seat]}: {cards}.")
    return told


def _card(table: TablePicture, card: Card) -> str:
    return "the Rook" if card.color is None else f"{_color(table, card.color)} {card.rank}"


def _color(table: TablePicture, color: Color) -> str:
    return "blue" if table.is_blue and color is Color.YELLOW else color.word


def _fitting(sentences: list[str]) -> str:
    """As many sentences as Discord takes, with an ellipsis if some are left out."""
    text = " ".join(sentences)
    while len(text) > ALT_LIMIT:
        sentences = sentences[:-1]
        text = " ".join((*sentences, "…"))
    return text
