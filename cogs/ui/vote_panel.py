"""What is proposed at a table, for everybody to see: who has said what, and how it ended."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import discord
from discord import ui

from bot.play.agreement import ABOUT_A_SEAT, Proposal, Vote, needs_everybody
from bot.play.shown import ShownTable
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, note, panel, rows_of
from cogs.ui.words import listed, name_of

ASKS: Final = {
    "end": "End the match with no winner?",
    "redeal": "Throw in this deal and deal again?",
    "takeback": "Let {0} take back the last play?",
    "without": "Go on without {0}? A computer plays for them to the end.",
    "back": "Let {0} play again?",
}
DONE: Final = {
    "end": "The match is over, with no winner.",
    "redeal": "This deal is dealt again.",
    "takeback": "{0} took back the last play.",
    "without": "The match goes on without {0}. A computer plays for them to the end.",
    "back": "{0} plays again.",
}
NOT_DONE: Final = {
    "end": "The match goes on.",
    "redeal": "This deal is played to its end.",
    "takeback": "{0}'s last play stands.",
    "without": "{0} stays in the match.",
    "back": "The match goes on without {0}.",
}
GONE: Final = "The vote is off: the table has moved on."


def vote_panel(table: ShownTable, proposal: Proposal) -> ui.LayoutView:
    """What is proposed, with buttons for those who are asked; or how that ended, and by whose answers."""
    vote = table.votes.get(proposal)
    if vote is None or not table.is_playing:
        return note(f"🤝 {ended(table, proposal)}")
    lines = [f"🤝 **{said(ASKS, table, proposal)}**", *_answers(table, vote)]
    if waiting := table.missing[proposal]:
        lines.append(f"Waiting for: {_names(table, waiting)}")
    until = f"<t:{int(vote.until)}:R>"
    lines.append(
        f"-# Everyone has to agree. The vote ends {until}."
        if needs_everybody(proposal, counted=table.counted)
        else f"-# Whoever hasn't answered {until} is left out."
    )
    buttons = [
        TableButton(Control(verb, table.id, table.revision, written(proposal)), label, style=style)
        for verb, label, style in (
            (Verb.AGREE, "Agree", discord.ButtonStyle.primary),
            (Verb.AGAINST, "Disagree", discord.ButtonStyle.secondary),
        )
    ]
    return panel(ui.TextDisplay("\n".join(lines)), *rows_of(buttons))


def ended(table: ShownTable, proposal: Proposal) -> str:
    """How a vote ended, and who had said what."""
    decided = table.decided
    if decided is not None and decided.proposal == proposal:
        text = said(DONE if decided.is_agreed else NOT_DONE, table, proposal)
        return "\n-# ".join((text, *_answers(table, decided.vote)))
    return said(DONE, table, proposal) if proposal.kind == "takeback" else GONE


def said(texts: dict[str, str], table: ShownTable, proposal: Proposal) -> str:
    """A sentence about a proposal."""
    return texts[proposal.kind].format("" if proposal.seat is None else name_of(table.seats[proposal.seat]))


def _answers(table: ShownTable, vote: Vote) -> list[str]:
    answers = (("Agreed", vote.yes), ("Against", vote.no))
    return [f"{label}: {names}" for label, who in answers if (names := _names(table, who))]


def _names(table: ShownTable, people: Collection[int]) -> str:
    return listed([name_of(seat) for seat in table.seats if seat.user_id in people])


def written(proposal: Proposal) -> str:
    """A proposal as the argument of a control: ``redeal``, ``takeback 2``."""
    return proposal.kind if proposal.seat is None else f"{proposal.kind} {proposal.seat}"


def read(text: str) -> Proposal | None:
    """The proposal an argument stands for; None for anything else."""
    kind, _, seat = text.partition(" ")
    if seat.isascii() and seat.isdigit():
        return next((Proposal(one, int(seat)) for one in ABOUT_A_SEAT if one == kind), None)
    return {"end": Proposal("end"), "redeal": Proposal("redeal")}.get(text)
