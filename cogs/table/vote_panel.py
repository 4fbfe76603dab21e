"""The public message of a vote: question, votes cast, result; and proposals as controls' arguments."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import discord
from discord import ui

from bot.table.desk.agreement import ABOUT_A_SEAT, AT_LEAST, Proposal, Vote, needs_everyone
from bot.table.desk.shown import ShownTable
from cogs.ui.controls import Verb
from cogs.ui.items import note, panel, rows_of, table_button
from cogs.ui.words import name_of
from rules.core.words import listed

ASKS: Final = {
    "end": "End the match with no winner?",
    "redeal": "Throw in this deal and deal again?",
    "takeback": "Let {0} take back the last play?",
    "without": "Go on without {0}? A computer plays for them to the end.",
    "back": "Let {0} play again?",
    "seat": "Let {1} take over {0}'s seat from the next deal on?",
    "claim": "Give {0} all the tricks that are left?",
}
DONE: Final = {
    "end": "The match is over.",
    "redeal": "This deal is dealt again.",
    "takeback": "{0} took back the last play.",
    "without": "The match goes on without {0}. A computer plays for them to the end.",
    "back": "{0} plays again.",
    "seat": "{1} takes over {0}'s seat with the next deal.",
    "claim": "All the tricks that were left go to {0}.",
}
TERMS: Final = {
    "end": "Playing on without an answer counts as *No*.",
    "claim": "The cards have to allow it, too.",
}
NOT_DONE: Final = {
    "end": "The match goes on.",
    "redeal": "This deal is played to its end.",
    "takeback": "{0}'s last play stands.",
    "without": "{0} stays in the match.",
    "back": "The match goes on without {0}.",
    "seat": "{0} keeps the seat.",
    "claim": "The deal is played to its end.",
}
NOT_POSSIBLE: Final = {
    "claim": "Everyone agreed, but the cards don't allow that: someone else takes a trick. "
    "The deal is played to its end."
}
VOTE_OFF: Final = "The vote is off: the table has moved on."


def vote_panel(table: ShownTable, proposal: Proposal) -> ui.LayoutView:
    """The message of a vote: the question with *Yes* and *No* while it is open, else its result."""
    vote = table.voting.votes.get(proposal)
    if vote is None or not table.is_playing:
        return note(f"🤝 {ended(table, proposal)}")
    lines = [f"🤝 **{said(ASKS, table, proposal)}**", *_answers(table, vote)]
    if waiting := table.voting.missing[proposal]:
        lines.append(f"Waiting for: {_names(table, waiting)}")
    if vote.absent:
        lines.append(f"No longer in this server: {_names(table, vote.absent)}")
    until, asked = f"<t:{int(vote.until)}:R>", vote.yes | vote.no | waiting
    lines.append(
        f"-# Everyone has to agree. The vote ends {until}."
        if needs_everyone(proposal, counted=table.counts_anywhere) or len(asked) <= AT_LEAST
        else f"-# Anyone who hasn't answered {until} is left out. At least two have to agree."
    )
    if proposal.kind in TERMS:
        lines.append(f"-# {TERMS[proposal.kind]}")
    buttons = [
        table_button(table, verb, label, argument=proposal_text(proposal), style=style)
        for verb, label, style in (
            (Verb.AGREE, "Yes", discord.ButtonStyle.primary),
            (Verb.AGAINST, "No", discord.ButtonStyle.secondary),
        )
    ]
    return panel(ui.TextDisplay("\n".join(lines)), *rows_of(buttons))


def is_alone(table: ShownTable, user_id: int) -> bool:
    """Whether a user is the only player present, and may end the match at once: it counts nowhere."""
    own = table.seat_of(user_id)
    others = [seat for seat in table.seats if seat.user_id is not None and seat != own]
    counts = table.counts_anywhere or table.kind.of_evening
    return own is not None and not counts and all(seat.computer for seat in others)


def end_alone_panel(table: ShownTable) -> ui.LayoutView:
    """The question to the only player present whether to end the match."""
    text = "**End the match?** No one else is here, so it ends at once, with no winner."
    button = table_button(table, Verb.END_ALONE, "End the match", style=discord.ButtonStyle.danger)
    return panel(ui.TextDisplay(text), *rows_of([button]))


def ended(table: ShownTable, proposal: Proposal) -> str:
    """The result of a vote with the votes cast, or that the table has moved on."""
    decided = table.voting.decided
    if decided is not None and decided.proposal == proposal:
        if decided.is_agreed and not decided.is_possible:
            text = NOT_POSSIBLE.get(proposal.kind, VOTE_OFF)
        else:
            text = said(DONE if decided.is_agreed else NOT_DONE, table, proposal)
        return "\n-# ".join((text, *_answers(table, decided.vote)))
    return VOTE_OFF


def said(texts: dict[str, str], table: ShownTable, proposal: Proposal) -> str:
    """The sentence of ``texts`` for a kind of proposal, with the names filled in."""
    about = "" if proposal.seat is None else name_of(table.seats[proposal.seat])
    return texts[proposal.kind].format(about, f"<@{proposal.newcomer}>")


def _answers(table: ShownTable, vote: Vote) -> list[str]:
    answers = (("Yes", vote.yes), ("No", vote.no - vote.played_on), ("Played on", vote.played_on))
    return [f"{label}: {names}" for label, who in answers if (names := _names(table, who))]


def _names(table: ShownTable, people: Collection[int]) -> str:
    return listed([name_of(seat) for seat in table.seats if seat.user_id in people])


def proposal_text(proposal: Proposal) -> str:
    """A proposal as the argument of a control: ``redeal``, ``takeback 2``, ``seat 2 1001``."""
    said = (proposal.kind, proposal.seat, proposal.newcomer)
    return " ".join(str(part) for part in said if part is not None)


def parse_proposal(text: str) -> Proposal | None:
    """The proposal of a control's argument; None if it is none."""
    kind, *numbers = text.split(" ")
    if numbers and all(one.isascii() and one.isdigit() for one in numbers):
        about = next((one for one in ABOUT_A_SEAT if one == kind), None)
        is_whole = len(numbers) == (2 if about == "seat" else 1)
        return Proposal(about, *map(int, numbers)) if about is not None and is_whole else None
    return {"end": Proposal("end"), "redeal": Proposal("redeal")}.get(text)
