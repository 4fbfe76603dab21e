"""The table message during a match, between deals, and after the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.delivery.pictures import Picture
from bot.models.endings import Leaving
from bot.table.desk.shown import ShownTable
from cogs.table.away_panel import away_line
from cogs.table.first_time import first_result_lines
from cogs.table.phrases import said_line
from cogs.table.recap import ended_lines, next_deal_button, next_deal_text, recap
from cogs.table.rematch_lines import lead_lines, newcomer_lines, rematch_button
from cogs.table.trick_lines import LARGE_MOST, away_mark, named_trick_text, trick_now
from cogs.ui.controls import Verb
from cogs.ui.items import TableButton, in_blocks, lasting_button, panel, rows_of, table_button
from cogs.ui.match_kind import kind_marks
from cogs.ui.news import news, plain, said, told
from cogs.ui.rules_panel import rules_name
from cogs.ui.stats_parts import gallery
from cogs.ui.words import (
    SEPARATOR,
    hand_name,
    in_column,
    look_of,
    name_of,
    names_of,
    side_marks,
    stars_text,
    team_name,
    totals_line,
    totals_text,
)
from cogs.ui.zones import hand_zones, piles, rows_text
from rules.core.decisions import Seat
from rules.core.events import Ruled
from rules.core.outcome import Outcome, Ranking, SideTotal
from rules.core.views import SeatInfo, TableView
from rules.core.words import Called, Line, counted, listed, signed, together, uncapitalized

TABLE_COLOR: Final = 0x2E7D32
OVER_COLOR: Final = 0xF1C40F
TEXT_ROOM: Final = 3950
"""Characters of the whole message, below Discord's limit of 4,000."""
NO_DEAL: Final = "🃏 Time is up, and no deal was scored"
NOT_COUNTED: Final = "So this match doesn't count. It's still to be played."


def table_panel(table: ShownTable, picture: Picture | None = None) -> ui.LayoutView:
    """The table message of a match; ``picture`` shows the deal that has just ended."""
    view = table.view
    assert view is not None
    if view.outcome is not None:
        return over_panel(table)
    if table.is_between_deals:
        rows = rows_of([next_deal_button(table), *_buttons(table, view)])
    else:
        rows = [*rows_of(call_buttons(table, view)), *rows_of(_buttons(table, view))]
    has_board = not _is_played_in_hand(table, view)
    return panel(*table_parts(table, view, picture, has_board=has_board), *rows, color=TABLE_COLOR)


def _is_played_in_hand(table: ShownTable, view: TableView) -> bool:
    """Whether a player alone has the whole table in their hand, so that the table message is kept short."""
    return len(table.seats) == 1 and needs_hand(table, view)


def table_parts(
    table: ShownTable, view: TableView, picture: Picture | None = None, *, has_board: bool = True
) -> list[ui.Item[Any]]:
    """The public parts of a running match, or of the recap with ``picture``; no buttons.

    ``has_board``: with the rows of cards on the table.
    """
    if table.match.deal_end:
        ended = recap(table, view, has_picture=picture is not None)
        following = _turn_line(table, view) if table.turn.asked else next_deal_text(table, view)
        first, *others = in_blocks([ended, news(table, view), following, said_line(table)])
        return [first, *gallery(picture), *others]
    above = [
        "\n".join(
            [
                _head(table, view),
                _turn_line(table, view),
                *deal_lines(table, view, _side_mark_of(view)),
                *_places(table, view),
            ]
        ),
        "\n".join(hand_zones(table, view)),
    ]
    below = [news(table, view), away_line(table), said_line(table)]
    room = TEXT_ROOM - sum(map(len, (*above, *below)))
    board = rows_text(table, view.zones, room) if has_board else ""
    return in_blocks([*above, board, *below])


def over_panel(table: ShownTable) -> ui.LayoutView:
    """The table message of a finished match."""
    view = table.view
    assert view is not None
    assert view.outcome is not None
    again = table.match.dealt_again
    ended = "\n".join(ended_lines(table, table.match.deal_end or ([again] if again else view.scored[-1:])))
    latest, stars = news(table, view), stars_text(view.outcome.standings)
    facts = (
        *kind_marks(table),
        view.title,
        table.rules.words.goal(view),
        counted(table.rules.words.deals(view), "deal"),
        rules_name(table),
    )
    played = dict.fromkeys(filter(None, facts))
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(f"## {who_won(table, view.outcome)}\n-# {' · '.join(played)}"),
        ui.TextDisplay(
            "\n".join(
                (
                    *([NOT_COUNTED] if table.leaves_no_result else []),
                    totals_text(table, view.outcome.standings),
                    *(*_forfeited(table), *lead_lines(table), *newcomer_lines(table)),
                )
            )
        ),
        *([ui.TextDisplay(stars)] if stars else []),
        *([ui.Separator(), ui.TextDisplay(ended)] if ended else []),
        *([ui.TextDisplay(latest)] if latest else []),
        *_first_time(table, view),
    ]
    parts += rows_of(
        [
            *rematch_button(table),
            *([] if table.kind.of_evening else [lasting_button(table, Verb.AGAIN, "New table")]),
            lasting_button(table, Verb.SHEET, "Score sheet"),
            *([lasting_button(table, Verb.REPLAY, "Replay")] if view.scored else []),
            lasting_button(table, Verb.RECORD, "My record"),
            lasting_button(table, Verb.LEADERBOARD, "Leaderboard"),
        ],
        4,  # a phone shows two side by side
    )
    return panel(*parts, color=OVER_COLOR)


def _first_time(table: ShownTable, view: TableView) -> list[ui.Item[Any]]:
    """Parts on the first result of a deal that is played again; empty if other cards were dealt since."""
    if table.match.first_time is None or view.deal != 1:
        return []
    return [ui.Separator(), ui.TextDisplay("\n".join(first_result_lines(table.match.first_time)))]


def result_text(table: ShownTable, outcome: Outcome) -> str:
    """Winner, scores and forfeits of a match, as text."""
    return "\n".join(
        [f"### {who_won(table, outcome)}", totals_text(table, outcome.standings), *_forfeited(table)]
    )


def _forfeited(table: ShownTable) -> list[str]:
    """A line on players who forfeited a league match by leaving, being removed or not answering."""
    left = [name_of(seat) for seat in table.seats if seat.is_away]
    if table.kind.leaving is not Leaving.FORFEIT or not left:
        return []
    return [f"🏅 A computer finished the match for {listed(left)}. In the league, that forfeits it."]


def who_won(table: ShownTable, outcome: Outcome) -> str:
    """A headline with the winners of a match, or that the cards or no one won."""
    is_alone = outcome.ranking is Ranking.SOLVED
    if table.leaves_no_result:
        return NO_DEAL
    forfeited = table.match.league_winners
    won = outcome.winners if forfeited is None else forfeited
    if not won:
        return "🃏 The cards won this time" if is_alone else "🃏 No one won this time"
    if outcome.is_shared and forfeited is None:
        sides = [side.seats for side in outcome.standings if side.place == 1]
        return f"🏆 {listed([team_name(table, seats) for seats in sides])} share the match"
    winners = team_name(table, won)
    if is_alone:
        return f"🏆 {winners} did it"
    return f"🏆 {winners} win{'s' if len(won) == 1 else ''} the match"


def facts_of(table: ShownTable, view: TableView) -> list[str]:
    """Short facts of the deal: bid, trump, piles on the table."""
    lines = table.rules.words.lines(view)
    return [said(table, f"{line.label} {line.text}".lstrip()) for line in lines] + piles(table, view)


def deal_lines(table: ShownTable, view: TableView, called: Called) -> list[str]:
    """Lines on the deal: bid and trump, and what each side (named by ``called``) took, large; other facts."""
    lines = [(_fact(table, line), line.is_main) for line in table.rules.words.lines(view)]
    main = SEPARATOR.join(fact for fact, is_main in lines if is_main)
    others = [fact for fact, is_main in lines if not is_main]
    others += piles(table, view) if trick_now(view) is None else []
    taken = said(table, table.rules.words.taken(view, called))
    return [
        *([f"### {main}"] if main else []),
        *([f"### Taken: {taken}"] if taken else []),
        *([" · ".join(others)] if others else []),
    ]


def _fact(table: ShownTable, line: Line) -> str:
    """A fact without a place to break the line; its value is bold, except in a heading."""
    fact = f"{line.label} {line.text if line.is_main else f'**{line.text}**'}".lstrip()
    return said(table, fact.replace(" ", "\N{NO-BREAK SPACE}") if line.is_main else fact)


def _side_mark_of(view: TableView) -> Called:
    """Names sides by their marks, which stand before their players' names above; else by those names."""
    marks = side_marks(view)
    return lambda seats: marks.get(seats[0], "") or together(seats)


def _head(table: ShownTable, view: TableView) -> str:
    words = table.rules.words
    deal, phase = f"Deal {max(1, view.deal)}", uncapitalized(words.phase(view))
    facts = filter(None, (*kind_marks(table), deal, phase, words.goal(view), rules_name(table)))
    lines = [f"### {view.title}", f"-# {' · '.join(facts)}"]
    if table.turn.time_is_up_at is not None:
        lines.append(f"-# Time is up <t:{int(table.turn.time_is_up_at)}:R>")
    has_trick = trick_now(view) is not None
    if not _is_each_alone(view):
        is_short = has_trick and bool(side_marks(view)) and len(view.seats) <= LARGE_MOST
        lines.append((totals_line if is_short else totals_text)(table, view.totals))
    elif has_trick:
        lines.append(SEPARATOR.join(totals_text(table, view.totals).split("\n")))
    return "\n".join(lines)


def _is_each_alone(view: TableView) -> bool:
    """Whether each player has a score of their own, so that it is shown in the player's line."""
    return all(len(side.seats) == 1 for side in view.totals)


def _seat_lines(table: ShownTable, view: TableView) -> list[str]:
    marks = side_marks(view)
    own = {side.seats[0]: side for side in view.totals} if _is_each_alone(view) else {}
    width = max((len(signed(side.total)) for side in own.values()), default=0)
    lines = [_seat_line(table, view, info, marks, own.get(info.seat), width) for info in view.seats]
    people = {info.seat for info in view.seats}
    lines += [_total(side, width) + names_of(table)[seat] for seat, side in own.items() if seat not in people]
    return lines


def _seat_line(
    table: ShownTable,
    view: TableView,
    info: SeatInfo,
    marks: dict[Seat, str],
    own: SideTotal | None,
    width: int,
) -> str:
    seat = table.seats[info.seat]
    front = f"{marks[info.seat]} " if info.seat in marks else ""
    front += _total(own, width) if own else ""
    front += f"{look_of(table).turn} " if info.seat in view.asked else ""
    who = f"**{name_of(seat)}**{' 🤖' if seat.computer else ''}{away_mark(table, seat)}"
    notes = [
        f"**{said(table, note.text)}**" if note.strong else said(table, note.text)
        for note in table.rules.words.notes(view, info.seat)
    ]
    counts = [f"🎴\N{NO-BREAK SPACE}{info.cards}"] if info.cards else []
    if info.tricks:
        counts.append(counted(info.tricks, "trick"))
    if own and own.games:
        counts.append(counted(own.games, "game"))
    return " · ".join((front + who, *notes, *counts))


def _total(side: SideTotal, width: int) -> str:
    return f"{in_column(side.total, width)} "


def _places(table: ShownTable, view: TableView) -> list[str]:
    """The players: before the first lead what is known of them, and the last deal; then the trick."""
    trick = trick_now(view)
    if trick is not None:
        lines = [named_trick_text(table, view, trick, note=" · ".join(piles(table, view)))]
    else:
        lines = _seat_lines(table, view)
    if table.match.dealt_again is not None:
        lines += ended_lines(table, [table.match.dealt_again])
    elif view.sheet and not (view.trick or view.last_trick):
        last = view.sheet[-1]
        label = f"Deal {last.deal} ·" if isinstance(last, Ruled) else "Last deal:"
        lines.append(f"-# {label} {told(table, last)}")
    return lines


def _turn_line(table: ShownTable, view: TableView) -> str:
    """Who is on turn with what, and until when; or what the table waits for."""
    if table.turn.is_paused and table.everyone_left:
        return "\n".join(
            ["Everyone has left, so the match waits. *My hand* takes your seat back.", *_ending(table)]
        )
    if table.turn.is_paused:
        button = "My hand" if needs_hand(table, view) else "Score sheet"
        return "\n".join([f"**Paused.** Press *{button}* to go on.", *_ending(table)])
    prompt = said(table, table.rules.words.prompt(view))
    if not view.asked:
        return f"**{prompt}**" if prompt else "One moment …"
    asked = [name_of(table.seats[seat]) for seat in view.asked]
    if prompt and len(asked) == 1:
        lines = [f"**{asked[0]}**: {prompt}"]
    elif prompt or view.calls:
        lines = [*([f"**{prompt}**"] if prompt else []), f"Waiting for: {', '.join(asked)}"]
    elif not table.turn.waiting_for:
        are = "is" if len(asked) == 1 else "are"
        about = f" about {hand_name(table, view.hand)}" if view.hand is not None else ""
        lines = [f"## {listed(asked)} {are} thinking{about} …"]
    else:
        people = listed([f"{name_of(table.seats[seat])}'s" for seat in table.turn.waiting_for])
        play = f" to play from {hand_name(table, view.hand)}" if view.hand is not None else ""
        lines = [f"## {look_of(table).turn} {people} turn{play}"]
    if table.turn.due_at and table.turn.waiting_for:
        lines.append(f"-# A computer takes over <t:{int(table.turn.due_at)}:R>")
    elif table.turn.waiting_for:
        lines += _ending(table)
    return "\n".join(lines)


def _ending(table: ShownTable) -> list[str]:
    """A line with the time at which an idle match ends; an empty list if none is set."""
    if table.end.due_at is None:
        return []
    what = "Computers play on" if table.kind.leaving is Leaving.FORFEIT else "The match ends"
    return [f"-# {what} <t:{int(table.end.due_at)}:R> if no one plays"]


def call_buttons(table: ShownTable, view: TableView) -> list[TableButton]:
    """Buttons for public answers (calls), for the presser's seat; an empty list if there are none."""
    named = [(call.action, plain(table, table.rules.words.call(view, call.action))) for call in view.calls]
    styles = [discord.ButtonStyle.primary] + [discord.ButtonStyle.secondary] * len(named)
    return [
        table_button(table, Verb.CALL, label, argument=str(action), style=style)
        for (action, label), style in zip(named, styles, strict=False)
        if label
    ]


def _buttons(table: ShownTable, view: TableView) -> Sequence[TableButton]:
    buttons = []
    if needs_hand(table, view):
        style = discord.ButtonStyle.primary
        buttons.append(lasting_button(table, Verb.HAND, "My hand", style=style, emoji="🎴"))
    if view.last_trick not in (None, trick_now(view)):
        buttons.append(lasting_button(table, Verb.LAST_TRICK, "Last trick"))
    buttons.append(lasting_button(table, Verb.SHEET, "Score sheet"))
    if table.is_for_newcomers or _is_played_in_hand(table, view):
        buttons.append(lasting_button(table, Verb.WATCH, "Watch"))
    return [*buttons, lasting_button(table, Verb.MORE, "More")]


def needs_hand(table: ShownTable, view: TableView) -> bool:
    """Whether *My hand* helps any player: a seat has cards to see, is asked something there, or is away."""
    has_cards = any(info.cards for info in view.seats) and not table.rules.words.is_played_on_table
    is_asked_there = bool(view.asked) and not view.calls
    return has_cards or is_asked_there or any(seat.is_away for seat in table.seats)
